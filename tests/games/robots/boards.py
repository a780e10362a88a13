"""Boards of robots for the tests of its searches."""

from __future__ import annotations

import random
from dataclasses import replace

from gridproof.games.robots.level import RobotsLevel
from gridproof.grid import Pos
from tests.games.tiny.robots import crowded


def for_sets(rng: random.Random, longest: int) -> RobotsLevel:
    """A board for the search on sets, mostly with four robots."""
    robots = rng.choice((3, 4, 4, 4, 5, 6, 7, 8, 9) if longest < 6 else (3, 4, 4, 4, 5, 6))
    return crowded(rng, robots=min(robots, longest * longest - 1), longest=longest)


def with_ricochet(rng: random.Random, longest: int) -> RobotsLevel:
    """A board for the search on sets on which ``ricochet`` mostly asks for more.

    The target is on the row or the column of a robot, or under it.
    """
    level = for_sets(rng, longest)
    number, cell = rng.choice(level.robots)
    targets = (
        Pos(cell.x, rng.randrange(level.height)),
        Pos(rng.randrange(level.width), cell.y),
        cell,
        level.target,
    )
    (target,) = rng.choices(targets, weights=(3, 3, 1, 1))
    anyone = rng.random() < 0.25
    return replace(level, target=target, target_robot="any" if anyone else number, ricochet=True)
