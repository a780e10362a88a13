"""Tiny boards of robots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from gridproof.games.robots.generate import random_boards
from gridproof.games.robots.level import MAX_ROBOTS, RobotsLevel

#: How many positions the robots of a tiny board may have.
_FEW: Final = 7000


def tiny(rng: Random) -> RobotsLevel:
    """Up to six robots with few positions, and all options."""
    robots = rng.randint(1, 6)
    width = height = 0
    while not 0 < math.perm(width * height, robots) <= _FEW:
        width, height = rng.randint(1, 7), rng.randint(1, 5)
    ricochet = rng.random() < 0.4
    return _anywhere(rng, width, height, range(robots), ricochet=ricochet)


def crowded(rng: Random, *, robots: int = 4, longest: int = 3) -> RobotsLevel:
    """Many robots, numbered with gaps, on a board of at most ``longest`` columns and rows."""
    assert longest * longest > robots, "no room for the target"
    width = height = 0
    while width * height <= robots:
        width, height = rng.randint(1, longest), rng.randint(1, longest)
    return _anywhere(rng, width, height, sorted(rng.sample(range(MAX_ROBOTS), robots)))


def _anywhere(
    rng: Random, width: int, height: int, numbers: Sequence[int], *, ricochet: bool = False
) -> RobotsLevel:
    """A board with these robots, few or many walls, and the target on any cell, for any robot."""
    cells = random_boards._cells(width, height)
    return RobotsLevel(
        width=width,
        height=height,
        walls=random_boards._walls(rng, width, height, rng.choice((0, 0.05, 0.15, 0.3))),
        robots=tuple(zip(numbers, rng.sample(cells, len(numbers)), strict=True)),
        target=rng.choice(cells),
        target_robot=rng.choice((*numbers, "any")),
        ricochet=ricochet,
    )


MAKERS: Final = {"tiny": tiny, "crowded": crowded}
