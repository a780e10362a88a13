"""Random points."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Final

from gridproof.errors import InputError
from gridproof.game import GeneratorSpec
from gridproof.games.boxcover.level import MAX_COORDINATE, OPTIONS, BoxcoverLevel
from gridproof.grid import Pos
from gridproof.options import Option

__all__ = ["GENERATORS", "scattered", "tiny"]

#: Points that take some seconds to draw.
_MOST_POINTS: Final = 1_000_000


def scattered(rng: Random, *, points: int, side: int, density: int) -> BoxcoverLevel:
    """Points uniform in a square field, ``density`` of them to the area of a square of ``side``.

    Raises:
        InputError: the field would be too large.
    """
    field = round(math.sqrt(points * side * side / density))
    if field > MAX_COORDINATE:
        raise InputError(f"so many points need a field that is wider than {MAX_COORDINATE}")
    cells = tuple(Pos(rng.randint(0, field), rng.randint(0, field)) for _ in range(points))
    return BoxcoverLevel(points=cells, side=side)


def tiny(rng: Random) -> BoxcoverLevel:
    """Up to nine points on a line or in a rectangle; squares from the smallest to the whole."""
    width, height = rng.randint(1, 8), rng.randint(1, 5)
    if rng.random() < 0.5:
        width, height = height, width
    left, bottom = rng.choice(((0, 0), (0, 0), (-3, -2), (900, -700)))
    points = [
        Pos(left + rng.randrange(width), bottom + rng.randrange(height))
        for _ in range(rng.randint(1, 9))
    ]
    return BoxcoverLevel(points=tuple(points), side=rng.choice((1, 1, 2, 2, 3, 4, width + height)))


(_SIDE,) = OPTIONS
GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "points anywhere in a square field",
        f"{__name__}:scattered",
        parameters=(
            Option.whole(
                "points",
                100,
                "how many points are drawn; some may be the same",
                least=1,
                most=_MOST_POINTS,
            ),
            replace(_SIDE, default=20, summary="the side of a square"),
            Option.count("density", 4, "how many points there are to the area of a square"),
        ),
        large=(
            {"points": 1000, "side": 10},
            {"points": 20_000, "side": 50, "density": 200},
        ),
    ),
    GeneratorSpec("tiny", "up to nine points", f"{__name__}:tiny", tiny=True),
)
