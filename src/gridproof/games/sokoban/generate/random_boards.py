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
)
from gridproof.games.sokoban.rules import State, level_at
from gridproof.grid import Pos, in_reading_order

__all__ = ["pulled", "room"]


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


def _empty(rng: Random, width: int, height: int, walls: float) -> SokobanLevel | None:
    """Return a walled board with this share of walls, and the player; None without floor."""
    cells, floor = [WALL] * (width * height), list[Pos]()
    for y in range(1, height - 1):
        for x in range(1, width - 1):
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
