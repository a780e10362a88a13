"""Tiny boards of onebomb."""

from __future__ import annotations

from random import Random
from typing import Final

from gridproof.games.onebomb.level import EMPTY, ROCK, OnebombLevel
from gridproof.grid import Direction, Pos

#: Weights of empty cells, bricks and rocks in small noise.
_MIXES: Final = ((3, 1, 1), (3, 0, 1), (1, 3, 1), (0, 3, 1), (0, 1, 0), (1, 3, 2))
#: Cells of a board on which plain search soon ends with two bombs.
_MOST_CELLS_FOR_TWO: Final = 20


def tiny(rng: Random) -> OnebombLevel:
    """At most 5 × 6 cells, in all variants of the rules.

    A third of the boards are a winding corridor of bricks through rock, so that it matters how many
    bombs there are. The others are noise, some of it without bricks.
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
        bombs=rng.choice((1, 1, 2)) if len(cells) <= _MOST_CELLS_FOR_TWO else 1,
        blast=rng.choice(("pierce", "pierce", "classic")),
    )


def _sides(rng: Random) -> tuple[int, int]:
    """Width and height: long sides are likelier than short ones, and squares are rare."""
    while True:
        sides = [max(rng.randint(1, most), rng.randint(1, most)) for most in (5, 6)]
        rng.shuffle(sides)
        width, height = sides
        if width * height > 1 and (width != height or rng.random() < 0.5):
            return width, height


MAKERS: Final = {"tiny": tiny}
