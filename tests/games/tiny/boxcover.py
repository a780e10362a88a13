"""Tiny boards of boxcover."""

from __future__ import annotations

from random import Random
from typing import Final

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.grid import Pos


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


MAKERS: Final = {"tiny": tiny}
