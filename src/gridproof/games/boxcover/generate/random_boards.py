"""Random points."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from gridproof.errors import InputError
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.grid import Pos

__all__ = ["clustered", "field_for", "scattered"]

#: Draws that the distance of a point from its cluster's centre is the sum of.
_DRAWS: Final = 3


def scattered(
    rng: Random, *, points: int, side: int, density: int, aspect: int = 100
) -> BoxcoverLevel:
    """Return points uniform in a field, ``density`` of them to the area of a square of ``side``.

    The field is ``aspect`` % as wide as high.

    Raises:
        InputError: the field would be too large.
    """
    width = field_for(points * aspect, side, density * 100)
    height = field_for(points * 100, side, density * aspect)
    cells = tuple(Pos(rng.randint(0, width), rng.randint(0, height)) for _ in range(points))
    return BoxcoverLevel(points=cells, side=side)


def clustered(
    rng: Random, *, points: int, side: int, density: int, clusters: int, spread: int
) -> BoxcoverLevel:
    """Return the same field with points round ``clusters`` places in it, which are uniform.

    Each coordinate of a point is that of its cluster's centre and the sum of three draws from
    -``spread`` to ``spread``: bell-shaped, in whole numbers. Points may lie outside the field.

    Raises:
        InputError: points could be too far away.
    """
    field = field_for(points, side, density)
    if field + _DRAWS * spread > MAX_COORDINATE:
        raise InputError(f"coordinates would be larger than {MAX_COORDINATE}")
    centres = [Pos(rng.randint(0, field), rng.randint(0, field)) for _ in range(clusters)]

    def near(coordinate: int) -> int:
        return coordinate + sum(rng.randint(-spread, spread) for _ in range(_DRAWS))

    drawn = (rng.choice(centres) for _ in range(points))
    return BoxcoverLevel(points=tuple(Pos(near(x), near(y)) for x, y in drawn), side=side)


def field_for(points: int, side: int, density: int) -> int:
    """Return the side of the square field for a number of points, to the nearest whole number.

    Raises:
        InputError: it would be too large.
    """
    field = (math.isqrt(4 * points * side * side // density) + 1) // 2
    if field > MAX_COORDINATE:
        raise InputError(f"so many points need a field that is wider than {MAX_COORDINATE}")
    return field
