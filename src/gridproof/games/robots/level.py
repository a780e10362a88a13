"""The static board of robots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, Self

from gridproof.grid import Direction, Pos
from gridproof.level import Level
from gridproof.options import Option, whole_number
from gridproof.scene import Edge
from gridproof.strict_json import MAX_WHOLE

__all__ = [
    "MAX_ROBOTS",
    "MAX_SIDE",
    "OPTIONS",
    "RICOCHET",
    "SIDES",
    "TARGET_ROBOT",
    "RobotsLevel",
    "TargetRobot",
    "mirror",
    "turn",
    "turned_walls",
    "wall_beside",
]

MAX_ROBOTS: Final = 10
MAX_SIDE: Final = 255
#: The bits of :attr:`RobotsLevel.closed`, by direction.
SIDES: Final = {Direction.U: 1, Direction.D: 2, Direction.L: 4, Direction.R: 8}
_UP, _DOWN, _LEFT, _RIGHT = SIDES.values()

#: The number of the robot that has to reach the target, or any of them.
TargetRobot = int | Literal["any"]


def _parse_target_robot(text: str) -> TargetRobot:
    if text == "any":
        return "any"
    try:
        return whole_number(text, 0, MAX_ROBOTS - 1)
    except ValueError:
        raise ValueError(f"must be `any` or a robot's number, 0 to {MAX_ROBOTS - 1}") from None


def _parse_cell(text: str) -> Pos:
    x, _, y = text.partition(",")
    try:
        return Pos(whole_number(x), whole_number(y))
    except ValueError:
        raise ValueError("must be a cell `x,y`, counted from 0") from None


def _cell_text(value: Any) -> str:
    """Return a cell as JSON and Python have it, as text for :func:`_parse_cell`."""
    if isinstance(value, (list, tuple)) and [type(number) for number in value] == [int, int]:
        x, y = value
        if max(abs(x), abs(y)) <= MAX_WHOLE:
            return f"{x},{y}"
    raise ValueError("must be a cell [x, y], counted from 0")


RICOCHET: Final = Option.flag(
    "ricochet",
    "the board game's rule: the target robot must have moved on both axes before it stops on "
    "the target",
)
TARGET_ROBOT: Final = Option(
    "target-robot",
    0,
    _parse_target_robot,
    str,
    "which robot has to reach the target: its number, or `any`",
    values=f"`any`, or a number from 0 to {MAX_ROBOTS - 1}",
)
OPTIONS: Final = (
    RICOCHET,
    TARGET_ROBOT,
    Option(
        "target",
        None,
        _parse_cell,
        str,
        "the target's cell `x,y` (for a target under a robot)",
        _cell_text,
        values="a cell `x,y`, column and row from 0",
    ),
)


@dataclass(frozen=True, kw_only=True)
class RobotsLevel(Level):
    """A board with thin walls, up to ten robots, and one target.

    Attributes:
        walls: interior walls, each on the east or south side of a cell; the border is implied.
        robots: (number, cell), by number; numbers may have gaps.
        target: where the target robot has to stop; None if the board does not show it.
        target_robot: the robot that has to get there, or "any".
        ricochet: True if it must have moved on both axes before.
    """

    game: ClassVar[str] = "robots"
    walls: frozenset[Edge] = frozenset()
    robots: tuple[tuple[int, Pos], ...]
    target: Pos | None = None
    target_robot: TargetRobot = 0
    ricochet: bool = False

    def number_of(self, cell: Pos) -> int:
        """Return the cell's number, row by row: what states and kernels hold."""
        return cell.y * self.width + cell.x

    def cell_of(self, number: int) -> Pos:
        """Return the cell of that number."""
        return Pos(number % self.width, number // self.width)

    def with_robots(self, cells: Sequence[int]) -> Self:
        """Return the same board with its robots, in their order, on the cells of these numbers."""
        placed = zip(self.robots, cells, strict=True)
        moved = replace(self, robots=tuple((n, self.cell_of(cell)) for (n, _), cell in placed))
        vars(moved)["closed"] = self.closed  # the walls stay
        return moved

    @cached_property
    def index(self) -> dict[int, int]:
        """Robot number → its place in a state."""
        return {number: i for i, (number, _) in enumerate(self.robots)}

    @cached_property
    def target_cell(self) -> int:
        """The target as a cell number, ``y * width + x``; -1 if there is none."""
        return -1 if self.target is None else self.number_of(self.target)

    @cached_property
    def closed(self) -> bytes:
        """For each cell number a bit per direction (1 U, 2 D, 4 L, 8 R) where it cannot be left.

        A wall or the border stands there.
        """
        width, cells = self.width, self.width * self.height
        closed = bytearray(cells)
        for x in range(width):
            closed[x] |= _UP
            closed[-1 - x] |= _DOWN
        for first in range(0, cells, width):
            closed[first] |= _LEFT
            closed[first + width - 1] |= _RIGHT
        for x, y, side in self.walls:
            cell = y * width + x
            if side == "E":
                closed[cell] |= _RIGHT
                closed[cell + 1] |= _LEFT
            else:
                closed[cell] |= _DOWN
                closed[cell + width] |= _UP
        return bytes(closed)


def wall_beside(cell: Pos, side: Direction) -> Edge:
    """Return the wall on one side of a cell, as the east or south side of one of its two cells."""
    return (*min(cell, cell.step(side)), "E" if side.dx else "S")


def turned_walls(walls: Iterable[Edge], height: int) -> set[Edge]:
    """Return the walls of a board of ``height`` rows after it is turned clockwise by 90°."""
    sides = {"E": Direction.D, "S": Direction.L}  # where they go
    return {wall_beside(Pos(x, y).turned(height), sides[side]) for x, y, side in walls}


def turn(level: RobotsLevel) -> RobotsLevel:
    """Return the board turned clockwise by 90°."""
    return replace(
        level,
        width=level.height,
        height=level.width,
        walls=frozenset(turned_walls(level.walls, level.height)),
        robots=tuple((n, cell.turned(level.height)) for n, cell in level.robots),
        target=None if level.target is None else level.target.turned(level.height),
    )


def mirror(level: RobotsLevel) -> RobotsLevel:
    """Return the board mirrored left to right."""
    sides = {"E": Direction.L, "S": Direction.D}  # where they go
    width = level.width
    return replace(
        level,
        walls=frozenset(
            wall_beside(Pos(x, y).mirrored(width), sides[side]) for x, y, side in level.walls
        ),
        robots=tuple((n, cell.mirrored(width)) for n, cell in level.robots),
        target=None if level.target is None else level.target.mirrored(width),
    )
