"""Random boards. Boxes are pulled off their goals, so that pushing them back is a solution."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import Final

from gridproof.errors import InputError
from gridproof.games.sokoban.level import (
    FLOOR,
    GOAL,
    MAX_SIDE,
    TOO_LARGE,
    WALL,
    SokobanLevel,
    in_reading_order,
)
from gridproof.games.sokoban.rules import State, level_at
from gridproof.grid import Pos

__all__ = ["dense", "pulled", "room", "tiny"]


#: Cells that are drawn before such a board is given up.
_MAX_CELLS: Final = 1 << 18


def room(
    rng: Random, *, width: int, height: int, boxes: int, walls: int, pulls: int
) -> SokobanLevel:
    """Return a board with a wall all round and walls inside that is not solved yet.

    Args:
        rng: where chance comes from.
        width: columns, the outer wall included.
        height: rows, the same.
        boxes: how many there are.
        walls: the chance of a wall on a cell inside, in percent; what is closed off is wall too.
        pulls: how often a box is pulled by a cell; pulls that shut the player in are left out.

    Raises:
        InputError: the board is too large, or too small for the boxes.
    """
    if max(width, height) > MAX_SIDE:
        raise InputError(TOO_LARGE)
    for _ in range(1 + _MAX_CELLS // (width * height)):
        level = _empty(rng, width, height, walls / 100)
        if level is None or len(level.reach) < boxes + 2:
            continue
        cells = (FLOOR if number in level.reach else WALL for number in range(width * height))
        level = replace(level, cells="".join(cells))
        goals = _free(rng, level, boxes)
        level = pulled(rng, _placed(level, goals, goals), pulls)
        if not level.goals.issuperset(level.movable):
            return level
    raise InputError(f"no board of {width} × {height} cells with {boxes} boxes was found")


def tiny(rng: Random) -> SokobanLevel:
    """Return at most 5 × 3 cells inside and three boxes; half have no wall all round.

    On a third of the boards boxes and goals are anywhere, so that some have no solution. Floor may
    be cut off, and so is a box on a goal on one board in ten.
    """
    while True:
        sides = [max(rng.randint(1, most), rng.randint(1, most)) for most in (5, 3)]
        rng.shuffle(sides)
        margin, (width, height) = rng.randrange(2), sides
        level = _empty(
            rng,
            width + 2 * margin,
            height + 2 * margin,
            rng.choice((0, 0.1, 0.2, 0.3)),
            margin,
        )
        boxes = rng.choice((1, 1, 2, 2, 3))
        if level is not None and len(level.reach) >= boxes + 2:
            break
    places = _free(rng, level, boxes)
    if rng.random() < 1 / 3:
        level = _placed(level, places, rng.sample(sorted(level.reach), boxes))
    else:
        level = pulled(rng, _placed(level, places, places), rng.randint(1, 20))
    return _decorated(level) if rng.random() < 0.1 else level


def dense(rng: Random) -> SokobanLevel:
    """Return two or three boxes in a small room with some walls: they get in each other's way."""
    return room(
        rng,
        width=rng.randint(5, 7),
        height=rng.randint(5, 6),
        boxes=rng.randint(2, 3),
        walls=rng.choice((5, 15, 25)),
        pulls=rng.randint(2, 40),
    )


def _empty(
    rng: Random, width: int, height: int, walls: float, margin: int = 1
) -> SokobanLevel | None:
    """Return floor, this share of walls, and the player; None if there is no floor for it.

    The outermost ``margin`` cells are wall.
    """
    cells, floor = [WALL] * (width * height), list[Pos]()
    for y in range(margin, height - margin):
        for x in range(margin, width - margin):
            if rng.random() >= walls:
                cells[y * width + x] = FLOOR
                floor.append(Pos(x, y))
    if not floor:
        return None
    players = (rng.choice(floor),)
    return SokobanLevel(width=width, height=height, cells="".join(cells), boxes=(), players=players)


def _free(rng: Random, level: SokobanLevel, count: int) -> list[int]:
    """Return a number of cells that the player can reach and does not stand on."""
    return rng.sample(sorted(level.reach - set(map(level.number, level.players))), count)


def _placed(level: SokobanLevel, boxes: Collection[int], goals: Collection[int]) -> SokobanLevel:
    """Return the level with boxes and goals on cells of these numbers."""
    goals = set(goals)
    cells = (GOAL if number in goals else kind for number, kind in enumerate(level.cells))
    return replace(level, cells="".join(cells), boxes=in_reading_order(map(level.cell, boxes)))


def pulled(rng: Random, level: SokobanLevel, pulls: int) -> SokobanLevel:
    """Return the position after random pulls, but for those that would shut the player in.

    Pushed back, last pull first, the boxes are on goals again: what the player walks between two
    pulls can be walked back.
    """
    boxes = list(level.movable)
    region = level.region(map(level.number, level.players), set(boxes))
    least = len(region) // 2
    for _ in range(pulls):
        possible = [
            (box, to, beyond[to])
            for box, number in enumerate(boxes)
            for beyond in level.beyond.values()
            if (to := beyond[number]) in region and beyond[to] in region
        ]
        if not possible:
            break
        box, to, player = rng.choice(possible)
        moved = [*boxes[:box], to, *boxes[box + 1 :]]
        after = level.region([player], set(moved))
        if len(after) >= least:
            boxes, region = moved, after
    return level_at(level, State(rng.choice(sorted(region)), tuple(boxes)))


def _decorated(level: SokobanLevel) -> SokobanLevel:
    """Return the level with a box on a goal behind a wall on its right."""
    rows = [level.cells[i : i + level.width] for i in range(0, len(level.cells), level.width)]
    ends = [GOAL, *(WALL for _ in rows[1:])]
    return replace(
        level,
        width=level.width + 2,
        cells="".join(f"{row}{WALL}{end}" for row, end in zip(rows, ends, strict=True)),
        boxes=in_reading_order((*level.boxes, Pos(level.width + 1, 0))),
    )
