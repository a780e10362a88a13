"""The static board of robots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal

from gridproof.game import Level, Option
from gridproof.grid import Direction, Pos
from gridproof.scene import Edge

__all__ = ["MAX_ROBOTS", "OPTIONS", "RobotsLevel", "TargetRobot"]

MAX_ROBOTS: Final = 10
MAX_SIDE: Final = 255

#: The number of the robot that has to reach the target, or any of them.
TargetRobot = int | Literal["any"]


def _parse_target_robot(text: str) -> TargetRobot:
    if text == "any":
        return "any"
    if text.isascii() and text.isdigit() and int(text) < MAX_ROBOTS:
        return int(text)
    raise ValueError(f"must be `any` or a robot's number, 0 to {MAX_ROBOTS - 1}")


def _parse_cell(text: str) -> Pos:
    x, _, y = text.partition(",")
    if not (x.isascii() and x.isdigit() and y.isascii() and y.isdigit()):
        raise ValueError("must be a cell `x,y`, counted from 0")
    return Pos(int(x), int(y))


OPTIONS: Final = (
    Option.flag(
        "ricochet",
        "the board game's rule: the target robot must have moved on both axes before it stops on "
        "the target",
    ),
    Option(
        "target-robot",
        0,
        _parse_target_robot,
        str,
        "which robot has to reach the target: its number, or `any`",
    ),
    Option(
        "target", None, _parse_cell, str, "the target's cell `x,y` (for a target under a robot)"
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
        ricochet: whether it must have moved on both axes before.
    """

    game: ClassVar[str] = "robots"
    walls: frozenset[Edge] = frozenset()
    robots: tuple[tuple[int, Pos], ...]
    target: Pos | None = None
    target_robot: TargetRobot = 0
    ricochet: bool = False

    @cached_property
    def index(self) -> dict[int, int]:
        """Robot number → its place in a state."""
        return {number: i for i, (number, _) in enumerate(self.robots)}

    @cached_property
    def target_cell(self) -> int:
        """The target as a cell number, ``y * width + x``; -1 if there is none."""
        return -1 if self.target is None else self.target.y * self.width + self.target.x

    @cached_property
    def rays(self) -> dict[Direction, tuple[tuple[int, ...], ...]]:
        """For each direction and cell number: the cells on the way to the next wall, in order."""
        return {
            d: tuple(self._ray(c, d) for c in range(self.width * self.height)) for d in Direction
        }

    def _ray(self, cell: int, direction: Direction) -> tuple[int, ...]:
        ray = []
        at = Pos(cell % self.width, cell // self.width)
        while not self.wall(at, direction):
            at = at.step(direction)
            ray.append(at.y * self.width + at.x)
        return tuple(ray)

    def wall(self, cell: Pos, direction: Direction) -> bool:
        """Whether a wall stands on that side of ``cell``."""
        beyond = cell.step(direction)
        if not beyond.within(self.width, self.height):
            return True
        west_or_north = min(cell, beyond)
        return (*west_or_north, "E" if direction.dx else "S") in self.walls
