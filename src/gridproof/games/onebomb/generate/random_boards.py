"""Boards of onebomb: random ones, and kinds on which the linear solvers differ."""

from __future__ import annotations

from itertools import chain, cycle
from random import Random
from typing import Any

from gridproof.errors import InputError
from gridproof.games.onebomb.generators import ENDS
from gridproof.games.onebomb.level import (
    BRICK,
    EMPTY,
    OnebombLevel,
    mirror,
)
from gridproof.grid import Pos

__all__ = ["noise", "snake", "spiral", "walled"]


def _level(
    rng: Random, cells: bytearray, width: int, goal: int | None = None, **options: Any
) -> OnebombLevel:
    """Return the board with the start in its upper left corner; half of them are mirrored.

    The goal is on the last empty cell, if ``goal`` is no other one. Options are the game's.
    """
    cells[0] = EMPTY
    goal = cells.rindex(EMPTY) if goal is None else goal
    level = OnebombLevel(
        width=width,
        height=len(cells) // width,
        cells=bytes(cells),
        start=Pos(0, 0),
        goal=Pos(goal % width, goal // width),
        **options,
    )
    return mirror(level) if rng.random() < 0.5 else level


def noise(
    rng: Random,
    *,
    width: int,
    height: int,
    bricks: int,
    rocks: int,
    ends: str = ENDS[0],
    **options: Any,
) -> OnebombLevel:
    """Return random cells, with start and goal in opposite corners or anywhere.

    Raises:
        InputError: bricks and rocks are more than all cells.
    """
    if bricks + rocks > 100:
        raise InputError(f"{bricks} % bricks and {rocks} % rocks are more than all cells")
    weights = (100 - bricks - rocks, bricks, rocks)
    cells = bytearray(rng.choices(b".#X", weights, k=width * height))
    if ends == "corners":
        cells[-1] = EMPTY
        return _level(rng, cells, width, **options)
    start, goal = rng.sample(range(len(cells)), 2)
    cells[start] = cells[goal] = EMPTY
    return OnebombLevel(
        width=width,
        height=height,
        cells=bytes(cells),
        start=Pos(start % width, start // width),
        goal=Pos(goal % width, goal // width),
        **options,
    )


def walled(rng: Random, *, width: int, height: int, **options: Any) -> OnebombLevel:
    """Return two long walls with gaps at opposite ends, a brick in the middle of the second one."""
    rows = [b"." * width] * height
    rows[height // 3] = b"X" * (width - 1) + b"."
    rows[2 * height // 3] = b"." + b"X" * (width - 1)
    cells = bytearray(b"".join(rows))
    cells[2 * height // 3 * width + width // 2] = BRICK
    return _level(rng, cells, width, **options)


def snake(rng: Random, *, width: int, height: int, **options: Any) -> OnebombLevel:
    """Return one corridor between rows of rock, as long as half the board."""
    rock = b"X" * (width - 1)
    rows = (b"." * width, rock + b".", b"." * width, b"." + rock)
    cells = bytearray(b"".join(rows[y % 4] for y in range(height)))
    to_the_left = height % 4 == 3  # so goes the last row
    return _level(rng, cells, width, len(cells) - width if to_the_left else None, **options)


def spiral(rng: Random, *, width: int, height: int, **options: Any) -> OnebombLevel:
    """Return one corridor between bricks, winding inwards."""
    cells = bytearray(b"#" * (width * height))
    turns = zip(range(height - 1, 1, -2), range(width - 1, 1, -2), strict=False)
    lengths = (width - 1, *chain.from_iterable(turns))
    cell = 0
    for length, step in zip(lengths, cycle((1, width, -1, -width)), strict=False):
        for _ in range(length):
            cell += step
            cells[cell] = EMPTY
    return _level(rng, cells, width, **options)
