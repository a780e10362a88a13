"""Boards of onebomb: random ones, and kinds on which the linear solvers differ."""

from __future__ import annotations

from itertools import chain, cycle
from random import Random
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.games.onebomb.generators import ENDS
from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel, mirror
from gridproof.grid import Direction, Pos

__all__ = ["noise", "snake", "spiral", "tiny", "walled"]


#: Weights of empty cells, bricks and rocks in small noise.
_MIXES: Final = ((3, 1, 1), (3, 0, 1), (1, 3, 1), (0, 3, 1), (0, 1, 0), (1, 3, 2))
#: Cells of a board on which plain search soon ends with two bombs.
_MAX_CELLS_FOR_TWO: Final = 20


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


def tiny(rng: Random) -> OnebombLevel:
    """Return a board of at most 5 × 6 cells, in all variants of the rules.

    A third of the boards are a winding corridor of bricks through rock, so that the number of bombs
    matters. The others are noise, some of it without bricks.
    """
    width, height = _sides(rng)
    cells = [Pos(x, y) for y in range(height) for x in range(width)]
    corridor = rng.random() < 1 / 3
    kinds = rng.choices(b".#X", (0, 1, 9) if corridor else rng.choice(_MIXES), k=len(cells))
    board = dict(zip(cells, kinds, strict=True))
    pairs = [rng.sample(cells, 2) for _ in range(3)]
    start, goal = max(
        pairs, key=lambda pair: abs(pair[0].x - pair[1].x) + abs(pair[0].y - pair[1].y)
    )
    here = start
    while corridor and here != goal and rng.random() < 0.97:  # else it breaks off
        here = rng.choice([cell for way in Direction if (cell := here.step(way)) in board])
        if board[here] == ROCK:
            board[here] = rng.choice(b".##")
    board[start] = board[goal] = EMPTY
    return OnebombLevel(
        width=width,
        height=height,
        cells=bytes(board.values()),
        start=start,
        goal=goal,
        radius=rng.choice((None, None, 1, 2, 3)),
        bombs=rng.choice((1, 1, 2)) if len(cells) <= _MAX_CELLS_FOR_TWO else 1,
        blast=rng.choice(("pierce", "pierce", "classic")),
    )


def _sides(rng: Random) -> tuple[int, int]:
    """Return width and height: long sides are likelier than short ones, and squares are rare."""
    while True:
        sides = [max(rng.randint(1, most), rng.randint(1, most)) for most in (5, 6)]
        rng.shuffle(sides)
        width, height = sides
        if width * height > 1 and (width != height or rng.random() < 0.5):
            return width, height
