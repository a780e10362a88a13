"""Tiny boards of merge."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.games.merge.level import Attack, MergeLevel, Offsets, canonical_attack, reading_order
from gridproof.grid import Pos

#: Vectors that are arithmetic progressions of cells.
PROGRESSIONS: Final[tuple[Offsets, ...]] = (
    ((0, -1),),
    ((0, -1), (0, 1)),
    ((-1, -1), (0, -1), (1, -1)),
    ((1, -1), (1, 0), (1, 1)),
    ((-1, 0), (1, 0)),
    ((-2, 0), (-1, 0)),
    ((-1, -1), (1, 1)),
    ((-1, 3), (0, 1), (1, -1)),
    ((-2, -1), (0, -1), (2, -1)),
    ((-1, 0),),
)


def tiny(rng: Random) -> MergeLevel:
    """At most six heroes of three types and six stones, with all options."""
    width, height = (max(rng.randint(1, most), rng.randint(1, most)) for most in (6, 4))
    if rng.random() < 0.5:
        width, height = height, width
    cells = [Pos(x, y) for y in range(height) for x in range(width)]
    heroes = rng.sample(cells, min(rng.choice((1, 2, 3, 4, 5, 6, 6, 6)), len(cells) - 1))
    free = [cell for cell in cells if cell not in heroes]
    stones: list[Pos] = []
    for _ in range(min(rng.randint(1, 6), len(free))):
        near = [cell for cell in free if any(_distance(cell, hero) == 1 for hero in heroes)]
        stones.append(rng.choice(near if near and rng.random() < 0.8 else free))
        free.remove(stones[-1])
    types, hp = rng.choice((1, 1, 2, 3)), rng.randint(1, 3)
    return MergeLevel(
        width=width,
        height=height,
        heroes=reading_order([(cell, rng.randint(1, types)) for cell in heroes]),
        stones=reading_order([(cell, rng.randint(1, hp)) for cell in stones]),
        attack=_any_attack(rng, types),
        target=rng.choice((None, None, rng.randint(0, 6))),
        max_level=rng.choice((None, None, 1, 2, 3)),
    )


def restricted(rng: Random) -> MergeLevel:
    """Such boards, often of one type with a line for a vector, or with one hit point a stone."""
    board = tiny(rng)
    if rng.random() < 0.6:
        attack = canonical_attack({0: rng.choice(PROGRESSIONS)})
        board = replace(board, attack=attack, heroes=tuple((cell, 1) for cell, _ in board.heroes))
    if rng.random() < 0.5:
        board = replace(board, stones=tuple((cell, 1) for cell, _ in board.stones))
    return board


def _distance(a: Pos, b: Pos) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)


def _any_attack(rng: Random, types: int) -> Attack:
    """The four sides on most boards, else any vectors, some of them of single types."""
    if rng.random() < 2 / 3:
        return canonical_attack({})
    near = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if (dx, dy) != (0, 0)]
    return canonical_attack(
        {
            kind: tuple(sorted(rng.sample(near, rng.randint(1, 6))))
            for kind in range(types + 1)
            if rng.random() < 0.7
        }
    )


MAKERS: Final = {"tiny": tiny, "restricted": restricted}
