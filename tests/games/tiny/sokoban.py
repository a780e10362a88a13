"""Tiny boards of sokoban."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.games.sokoban.generate import random_boards
from gridproof.games.sokoban.generate.random_boards import pulled, room
from gridproof.games.sokoban.level import GOAL, WALL, SokobanLevel
from gridproof.grid import Pos, in_reading_order


def tiny(rng: Random) -> SokobanLevel:
    """At most 5 × 3 cells inside and three boxes; half of the boards have no wall all round.

    On a third of the boards boxes and goals are anywhere, so that some have no solution. Floor may
    be cut off, and so is a box on a goal on one board in ten.
    """
    while True:
        sides = [max(rng.randint(1, most), rng.randint(1, most)) for most in (5, 3)]
        rng.shuffle(sides)
        walled, (width, height) = rng.randrange(2), sides
        walls = rng.choice((0, 0.1, 0.2, 0.3))
        level = random_boards._empty(rng, width + 2, height + 2, walls)
        if level is not None and not walled:
            level = _without_rim(level)
        boxes = rng.choice((1, 1, 2, 2, 3))
        if level is not None and len(level.reach) >= boxes + 2:
            break
    places = random_boards._free(rng, level, boxes)
    if rng.random() < 1 / 3:
        level = random_boards._placed(level, places, rng.sample(sorted(level.reach), boxes))
    else:
        level = pulled(rng, random_boards._placed(level, places, places), rng.randint(1, 20))
    return _decorated(level) if rng.random() < 0.1 else level


def dense(rng: Random) -> SokobanLevel:
    """Two or three boxes in a small room with some walls: they get in each other's way."""
    return room(
        rng,
        width=rng.randint(5, 7),
        height=rng.randint(5, 6),
        boxes=rng.randint(2, 3),
        walls=rng.choice((5, 15, 25)),
        pulls=rng.randint(2, 40),
    )


def _without_rim(level: SokobanLevel) -> SokobanLevel:
    """The level without its outermost cells, which are wall."""
    rows = [level.cells[i : i + level.width] for i in range(0, len(level.cells), level.width)]
    return replace(
        level,
        width=level.width - 2,
        height=level.height - 2,
        cells="".join(row[1:-1] for row in rows[1:-1]),
        players=tuple(Pos(x - 1, y - 1) for x, y in level.players),
    )


def _decorated(level: SokobanLevel) -> SokobanLevel:
    """The level with a box on a goal behind a wall on its right."""
    rows = [level.cells[i : i + level.width] for i in range(0, len(level.cells), level.width)]
    ends = [GOAL, *(WALL for _ in rows[1:])]
    return replace(
        level,
        width=level.width + 2,
        cells="".join(f"{row}{WALL}{end}" for row, end in zip(rows, ends, strict=True)),
        boxes=in_reading_order((*level.boxes, Pos(level.width + 1, 0))),
    )


MAKERS: Final = {"tiny": tiny, "dense": dense}
