"""Random boards."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from gridproof.errors import InputError
from gridproof.games.merge.generators import DENSITIES
from gridproof.games.merge.level import (
    ATTACK_NAMES,
    MAX_SIDE,
    MergeLevel,
    canonical_attack,
    reading_order,
)
from gridproof.grid import Pos

__all__ = [
    "apart",
    "lines",
    "scattered",
    "side_for",
    "two_lines",
]


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
