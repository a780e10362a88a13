"""The static board of onebomb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final, TypeVar

from gridproof.grid import Direction, Pos, mirrored_cells, turned_cells
from gridproof.level import Level
from gridproof.options import Option

__all__ = ["BRICK", "EMPTY", "MAX_SIDE", "OPTIONS", "ROCK", "OnebombLevel", "mirror", "turn"]

EMPTY, BRICK, ROCK = b".#X"
MAX_SIDE: Final = 4096
#: So many bricks and bombs, in sets and sequences, are remembered at most: some 100 MB.
_MAX_REMEMBERED: Final = 1 << 20
_BYTES_OF_A_BRICK: Final = 100
K = TypeVar("K")
V = TypeVar("V")

OPTIONS: Final = (
    Option.count("radius", None, "how many cells an arm of the explosion is long"),
    Option.count("bombs", 1, "how many bombs may be set off before the walk, one after another"),
    Option.choice(
        "blast",
        ("pierce", "classic"),
        "`pierce`: arms clear all bricks up to a rock; `classic`: an arm removes one brick",
    ),
)


class Memory(dict[K, V]):
    """Values that were computed once; it forgets all when it becomes large."""

    _weight = 0

    def remember(self, key: K, value: V, size: int) -> None:
        """Keep a value; with its key it holds a number of bricks and bombs."""
        self._weight += 1 + size
        if self._weight > _MAX_REMEMBERED:
            self.clear()
            self._weight = 1 + size
        self[key] = value


@dataclass(frozen=True, kw_only=True)
class OnebombLevel(Level):
    """A board of empty cells, bricks and rocks with a start and a goal.

    Attributes:
        cells: one byte a cell, row by row: ``.``, ``#`` or ``X``; start and goal are empty cells.
        start: where the walk begins.
        goal: where it ends.
        radius: length of an arm in cells, or None for no limit.
        bombs: how many bombs may be set off.
        blast: "pierce" or "classic".
    """

    game: ClassVar[str] = "onebomb"
    cells: bytes
    start: Pos
    goal: Pos
    radius: int | None = None
    bombs: int = 1
    blast: str = "pierce"

    @cached_property
    def cleared_by(self) -> Memory[tuple[Pos, ...], frozenset[int]]:
        """A memory of the bricks that sequences of bombs clear."""
        return Memory()

    @cached_property
    def walkable_after(self) -> Memory[tuple[Pos, ...], bytes]:
        """A memory of :meth:`walkable`."""
        return Memory()

    @cached_property
    def connected_after(self) -> Memory[frozenset[int], bool]:
        """A memory of whether the goal can be reached once these bricks are gone."""
        return Memory()

    def number(self, cell: Pos) -> int:
        """Return the place of a cell in :attr:`cells`."""
        return cell.y * self.width + cell.x

    def cell(self, number: int) -> Pos:
        """Return the cell at a place in :attr:`cells`."""
        return Pos(number % self.width, number // self.width)

    def at(self, cell: Pos) -> int:
        """Return the kind of a cell at the start; outside the board is rock."""
        return self.cells[self.number(cell)] if cell.within(self.width, self.height) else ROCK

    def cleared(self, bombs: tuple[Pos, ...]) -> frozenset[int]:
        """Return the numbers of the bricks that are gone after these bombs, in this order."""
        if not bombs:
            return frozenset()
        known = self.cleared_by.get(bombs)
        if known is None:
            before = self.cleared_by.get(bombs[:-1])
            known = before or frozenset()
            for bomb in bombs if before is None else bombs[-1:]:
                known = self.blasted(bomb, known)
            self.cleared_by.remember(bombs, known, len(bombs) + len(known))
        return known

    @property
    def stride(self) -> int:
        """The number of cells from one row to the next in :meth:`walkable`."""
        return self.width + 1

    def walkable(self, bombs: tuple[Pos, ...]) -> bytes:
        """Return the cells after these bombs; each row ends with rock, and so do the rows.

        Two cells side by side in this sequence, or :attr:`stride` apart, are neighbours, or one of
        them is rock.
        """
        known = self.walkable_after.get(bombs)
        if known is None:
            cells, end = self.after(bombs).cells, bytes((ROCK,))
            rows = [cells[i : i + self.width] for i in range(0, len(cells), self.width)]
            known = end.join((*rows, b"")) + end * self.stride
            self.walkable_after.remember(bombs, known, len(known) // _BYTES_OF_A_BRICK)
        return known

    def blasted(self, bomb: Pos, gone: frozenset[int]) -> frozenset[int]:
        """Return the numbers of the bricks that are gone after a bomb, given those gone before."""
        hit = {self.number(bomb)} if self.at(bomb) == BRICK else set()
        for direction, length in self.arms(bomb, gone).items():
            numbers = (self.number(bomb.step(direction, i)) for i in range(1, length + 1))
            hit.update(number for number in numbers if self.cells[number] == BRICK)
        return gone | hit

    def arms(self, bomb: Pos, gone: frozenset[int]) -> Mapping[Direction, int]:
        """Return the length in cells of each arm of an explosion when some bricks are gone."""
        lengths = {}
        for direction in Direction:
            cell, length = bomb.step(direction), 0
            while self.at(cell) != ROCK and length != self.radius:
                cell, length = cell.step(direction), length + 1
                number = self.number(bomb.step(direction, length))
                brick = self.cells[number] == BRICK and number not in gone
                if brick and self.blast == "classic":
                    break
            lengths[direction] = length
        return lengths

    def after(self, bombs: tuple[Pos, ...]) -> OnebombLevel:
        """Return the board without the bricks that these bombs clear."""
        cells = bytearray(self.cells)
        for number in self.cleared(bombs):
            cells[number] = EMPTY
        return replace(self, cells=bytes(cells))


def turn(level: OnebombLevel) -> OnebombLevel:
    """Return the board turned clockwise by 90°."""
    return replace(
        level,
        width=level.height,
        height=level.width,
        cells=turned_cells(level.cells, level.width),
        start=level.start.turned(level.height),
        goal=level.goal.turned(level.height),
    )


def mirror(level: OnebombLevel) -> OnebombLevel:
    """Return the board mirrored left to right."""
    return replace(
        level,
        cells=mirrored_cells(level.cells, level.width),
        start=level.start.mirrored(level.width),
        goal=level.goal.mirrored(level.width),
    )
