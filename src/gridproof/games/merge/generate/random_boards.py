"""Random boards."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Final

from gridproof.errors import InputError
from gridproof.games.merge.generators import DENSITIES
from gridproof.games.merge.level import (
    ATTACK_NAMES,
    MAX_SIDE,
    Attack,
    MergeLevel,
    Offsets,
    canonical_attack,
    reading_order,
)
from gridproof.grid import Pos

__all__ = [
    "PROGRESSIONS",
    "apart",
    "lines",
    "restricted",
    "scattered",
    "side_for",
    "tiny",
    "two_lines",
]

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


def scattered(
    rng: Random, *, heroes: int, density: str, hp: int, types: int, aspect: int = 100
) -> MergeLevel:
    """Return heroes and stones anywhere, hit points uniform in 1..``hp``.

    The board is the smallest one with room enough that is ``aspect`` % as wide as high.

    Raises:
        InputError: the heroes do not fit on a board.
    """
    with_hero, with_stone = DENSITIES[density]
    room = -(-100 * heroes // with_hero)
    height = max(1, math.isqrt(100 * room // aspect))
    while (width := max(1, height * aspect // 100)) * height < room:
        height += 1
    _side(max(width, height))
    cells = [Pos(x, y) for x in range(width) for y in range(height)]
    rng.shuffle(cells)
    stones = cells[heroes : heroes + (width * height * with_stone + 50) // 100]
    return MergeLevel(
        width=width,
        height=height,
        heroes=reading_order([(cell, rng.randint(1, types)) for cell in cells[:heroes]]),
        stones=reading_order([(cell, rng.randint(1, hp)) for cell in stones]),
    )


def lines(rng: Random, *, heroes: int, hp: int) -> MergeLevel:
    """Return the same with heroes of one type that strike to their left and right.

    Raises:
        InputError: the heroes do not fit on a board.
    """
    board = scattered(rng, heroes=heroes, density="mid", hp=hp, types=1)
    return replace(board, attack=canonical_attack({0: ((-1, 0), (1, 0))}))


def two_lines(rng: Random, *, shape: str, heroes: int, stones: int, hp: int) -> MergeLevel:
    """Return heroes on one line and stones on the next, as in Saakyan's Theorems 4 to 8.

    The heroes strike to the stones' line, with vector I, III or IV; with vector II, which strikes
    along a column, heroes and stones are mixed on one. A quarter of the longer line's cells, of
    vector II a quarter of all, is empty, so that the board falls apart into pieces as it does in
    the proofs.

    Raises:
        InputError: the things do not fit on a line.
    """
    mixed = shape == "II"
    length = _side(-(-4 * (heroes + stones if mixed else max(heroes, stones)) // 3))
    places = rng.sample(range(length), heroes)
    free = sorted(set(range(length)) - set(places)) if mixed else range(length)
    struck = rng.sample(free, stones)
    width, height = (1 if mixed else 2, length) if shape in ("II", "IV") else (length, 2)

    def at(place: int, line: int) -> Pos:
        """Return a cell on the line of the heroes (0) or of the stones (1)."""
        if mixed:
            return Pos(0, place)
        return Pos(line, place) if shape == "IV" else Pos(place, 1 - line)

    return MergeLevel(
        width=width,
        height=height,
        heroes=reading_order([(at(place, 0), 1) for place in places]),
        stones=reading_order([(at(place, 1), rng.randint(1, hp)) for place in struck]),
        attack=canonical_attack({0: ATTACK_NAMES[shape]}),
    )


def apart(rng: Random, *, heroes: int) -> MergeLevel:
    """Return each hero above a stone of its own, far from the others: none strikes two stones.

    Raises:
        InputError: the heroes do not fit on a board.
    """
    columns = math.isqrt(heroes)
    side = _side(3 * -(-heroes // columns))
    cells = [Pos(3 * (i % columns), 3 * (i // columns)) for i in range(heroes)]
    return MergeLevel(
        width=side,
        height=side,
        heroes=reading_order([(cell, rng.randint(1, 5)) for cell in cells]),
        stones=reading_order([(Pos(x, y + 1), 1) for x, y in cells]),
    )


def tiny(rng: Random) -> MergeLevel:
    """Return at most six heroes of three types and six stones, with all options."""
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
    """Return such boards, often with one type and a line as vector, or one hit point a stone."""
    board = tiny(rng)
    if rng.random() < 0.6:
        attack = canonical_attack({0: rng.choice(PROGRESSIONS)})
        board = replace(board, attack=attack, heroes=tuple((cell, 1) for cell, _ in board.heroes))
    if rng.random() < 0.5:
        board = replace(board, stones=tuple((cell, 1) for cell, _ in board.stones))
    return board


def side_for(cells: int) -> int:
    """Return the side of the smallest square with a number of cells.

    Raises:
        InputError: it is too large.
    """
    return _side(math.isqrt(cells - 1) + 1)


def _side(side: int) -> int:
    if side > MAX_SIDE:
        raise InputError(f"so many heroes do not fit on {MAX_SIDE} × {MAX_SIDE} cells")
    return side


def _distance(a: Pos, b: Pos) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)


def _any_attack(rng: Random, types: int) -> Attack:
    """Return the four sides on most boards, else any vectors, some of them of single types."""
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
