"""The static board of sokoban."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import ClassVar, Final

from gridproof.grid import Pos, in_reading_order, mirrored_cells, turned_cells
from gridproof.level import Level

__all__ = [
    "FLOOR",
    "GOAL",
    "MAX_SIDE",
    "TOO_LARGE",
    "WALL",
    "SokobanLevel",
    "mirror",
    "turn",
]

WALL, FLOOR, GOAL = "# ."
MAX_SIDE: Final = 255
TOO_LARGE: Final = f"boards of sokoban may have at most {MAX_SIDE} × {MAX_SIDE} cells"


@dataclass(frozen=True, kw_only=True)
class SokobanLevel(Level):
    """Walls, goals, boxes and the player. Outside the board is wall.

    Cells are numbered ``y * width + x``. Cells that the player can never reach, however the boxes
    move, are no part of the game: floor there is the board's outside, boxes on goals there are
    decoration.

    Attributes:
        cells: ``#``, space (floor) and ``.`` (goal), row by row, without boxes and player.
        boxes: all boxes, in reading order.
        players: the player's cell; a board with none, or several, has a fault.
    """

    game: ClassVar[str] = "sokoban"
    cells: str
    boxes: tuple[Pos, ...]
    players: tuple[Pos, ...]

    def number(self, cell: Pos) -> int:
        """Return the number of a cell."""
        return cell.y * self.width + cell.x

    def cell(self, number: int) -> Pos:
        """Return the cell of a number."""
        return Pos(number % self.width, number // self.width)

    def at(self, cell: Pos) -> str:
        """Return wall, floor or goal; outside the board is wall."""
        return self.cells[self.number(cell)] if cell.within(self.width, self.height) else WALL

    @cached_property
    def beyond(self) -> Mapping[str, tuple[int, ...]]:
        """For each direction (by its letter) and cell: the next cell, -1 if that is a wall."""
        numbers = [-1 if kind == WALL else n for n, kind in enumerate(self.cells)]
        rows = [numbers[i : i + self.width] for i in range(0, len(numbers), self.width)]
        border = [-1] * self.width
        return {
            "U": tuple(chain(border, *rows[:-1])),
            "D": tuple(chain(*rows[1:], border)),
            "L": tuple(chain.from_iterable([-1, *row[:-1]] for row in rows)),
            "R": tuple(chain.from_iterable([*row[1:], -1] for row in rows)),
        }

    def region(self, starts: Iterable[int], boxes: Container[int] = ()) -> set[int]:
        """Return the cells that can be walked to from some others while these boxes stand."""
        found = set(starts)
        stack = list(found)
        directions = tuple(self.beyond.values())
        while stack:
            here = stack.pop()
            for beyond in directions:
                if (cell := beyond[here]) >= 0 and cell not in found and cell not in boxes:
                    found.add(cell)
                    stack.append(cell)
        return found

    @cached_property
    def reach(self) -> frozenset[int]:
        """The cells that the player could get to if there were no boxes."""
        return frozenset(self.region(map(self.number, self.players)))

    @cached_property
    def goals(self) -> frozenset[int]:
        """The goals that take part in the game."""
        return frozenset(c for c in self.reach if self.cells[c] == GOAL)

    @cached_property
    def movable(self) -> tuple[int, ...]:
        """The boxes that take part in the game, in reading order."""
        return tuple(c for box in self.boxes if (c := self.number(box)) in self.reach)

    def pushes_to(self, goals: Iterable[int]) -> dict[int, int]:
        """Return for each cell the fewest pushes of a lone box from there to one of ``goals``.

        The player is assumed to reach every side of the box, so these are lower bounds.
        """
        pushes = dict.fromkeys(goals, 0)
        queue = deque(pushes)
        while queue:
            here = queue.popleft()
            for beyond in self.beyond.values():  # a pull: the box follows the player by one cell
                cell = beyond[here]
                if cell >= 0 and cell not in pushes and beyond[cell] >= 0:
                    pushes[cell] = pushes[here] + 1
                    queue.append(cell)
        return pushes

    @cached_property
    def dead(self) -> frozenset[int]:
        """The dead squares: a box on one of them can never get to a goal."""
        return self.reach - self.pushes_to(self.goals).keys()


def turn(level: SokobanLevel) -> SokobanLevel:
    """Return the board turned clockwise by 90°."""
    return replace(
        level,
        width=level.height,
        height=level.width,
        cells=turned_cells(level.cells, level.width),
        boxes=in_reading_order(box.turned(level.height) for box in level.boxes),
        players=in_reading_order(cell.turned(level.height) for cell in level.players),
    )


def mirror(level: SokobanLevel) -> SokobanLevel:
    """Return the board mirrored left to right."""
    return replace(
        level,
        cells=mirrored_cells(level.cells, level.width),
        boxes=in_reading_order(box.mirrored(level.width) for box in level.boxes),
        players=in_reading_order(cell.mirrored(level.width) for cell in level.players),
    )
