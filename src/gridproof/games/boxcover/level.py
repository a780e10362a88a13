"""The static board of boxcover."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Final

from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.options import Option, whole_number

__all__ = [
    "LIMIT",
    "MAX_COORDINATE",
    "OPTIONS",
    "SIDE",
    "BoxcoverLevel",
    "inside",
    "mirror",
    "turn",
]

#: Largest coordinate, either way, and largest side.
MAX_COORDINATE: Final = 10**9
#: The limit as messages say it.
LIMIT: Final = f"coordinates go from -{MAX_COORDINATE} to {MAX_COORDINATE}"


def _parse_side(text: str) -> int:
    return whole_number(text, 1, MAX_COORDINATE)


SIDE: Final = Option(
    "side",
    None,
    _parse_side,
    str,
    "the side of a square; every board has it",
    str,
    values=f"a whole number from 1 to {MAX_COORDINATE:,}",
)
OPTIONS: Final = (SIDE,)


@dataclass(frozen=True, kw_only=True)
class BoxcoverLevel(Level):
    """Points in the plane, ``y`` upwards, and the side of the squares that are to cover them.

    Width and height are those of the smallest grid that holds all points. Points may be given in
    any order and more than once: covered once is covered, so repetitions are dropped.

    Attributes:
        points: by ``x``, then ``y``, each once; coordinates may be negative.
        side: a square covers what is at most ``side`` to the right of its left edge and at most
            ``side`` above its lower edge, edges included.
    """

    game: ClassVar[str] = "boxcover"
    width: int = field(init=False)
    height: int = field(init=False)
    points: tuple[Pos, ...]
    side: int

    def __post_init__(self) -> None:
        points = tuple(sorted(set(self.points)))
        xs, ys = [p.x for p in points], [p.y for p in points]
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "width", max(xs) - min(xs) + 1 if xs else 0)
        object.__setattr__(self, "height", max(ys) - min(ys) + 1 if ys else 0)

    @property
    def left(self) -> int:
        """The least ``x`` of a point."""
        return self.points[0].x

    @cached_property
    def bottom(self) -> int:
        """The least ``y`` of a point."""
        return min(y for _, y in self.points)

    def between(self, left: int, right: int, bottom: int, top: int) -> list[int]:
        """Return the indices of points with left <= x <= right, bottom <= y <= top, in order."""
        first = bisect_left(self.points, (left, bottom))
        last = bisect_left(self.points, (right, top + 1), first)
        return [i for i in range(first, last) if bottom <= self.points[i].y <= top]

    def covered(self, corner: Pos) -> int:
        """Return the points in the square with this lower-left corner, as a bit set of indices."""
        x, y = corner
        return sum(1 << i for i in self.between(x, x + self.side, y, y + self.side))


def inside(x: int, y: int) -> bool:
    """Return True if a point or a corner of a square may lie there."""
    return max(abs(x), abs(y)) <= MAX_COORDINATE


def turn(level: BoxcoverLevel) -> BoxcoverLevel:
    """Return the points turned clockwise by 90° about the origin, inside the limit as before."""
    return replace(level, points=tuple(Pos(y, -x) for x, y in level.points))


def mirror(level: BoxcoverLevel) -> BoxcoverLevel:
    """Return the points mirrored left to right, on the same grid."""
    sum_of_edges = 2 * level.left + level.width - 1
    return replace(level, points=tuple(Pos(sum_of_edges - x, y) for x, y in level.points))
