"""Random boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.games.bombcover.level import (
    CRATE,
    EMPTY,
    MAX_SIDE,
    WALL,
    BombcoverLevel,
    in_reading_order,
)
from gridproof.grid import Pos

__all__ = ["thesis", "tiny"]


#: Cells that are drawn before the search for such a board is given up.
_MAX_CELLS: Final = 1 << 18
#: Longest and shortest side of tiny boards, and the most crates, by the number of players.
_TINY: Final = {1: (6, 4, 6), 2: (5, 3, 4), 3: (4, 3, 3)}


def thesis(
    rng: Random,
    *,
    width: int,
    height: int,
    empty: float,
    wall: float,
    players: int = 1,
    **options: Any,
) -> BombcoverLevel:
    """Return a board as in R. van de Vlasakker's thesis on Bomb-cover (Leiden, 2019), section 5.6.

    Args:
        rng: where chance comes from.
        width: columns, the wall all round included.
        height: rows, the same.
        empty: how likely a cell inside is empty; the players stand on such ones.
        wall: how likely it is a wall; all others are crates.
        players: how many there are, in the thesis one.
        options: those of the game.

    Raises:
        InputError: no board is like this.
    """
    if min(width, height) < 3 or max(width, height) > MAX_SIDE:
        raise InputError(f"a side of these boards has from 3 to {MAX_SIDE} cells")
    size = (width - 2) * (height - 2)
    for _ in range(1 + _MAX_CELLS // size):
        inside = "".join(
            EMPTY if (chance := rng.random()) < empty else WALL if chance < empty + wall else CRATE
            for _ in range(size)
        )
        free = [place for place, kind in enumerate(inside) if kind == EMPTY]
        if len(free) >= players:
            starts = [_cell(place, width - 2) for place in rng.sample(free, players)]
            return replace(_walled(inside, width - 2, starts), **options)
    raise InputError("hardly any cell is empty: there is no place for the players")


def tiny(rng: Random) -> BombcoverLevel:
    """Return a board of at most six crates and three players, with all options; half are walled."""
    players = rng.choice((1, 1, 1, 2, 2, 3))
    longest, shortest, most_crates = _TINY[players]
    width, height = (
        max(rng.randint(1, most), rng.randint(1, most)) for most in (longest, shortest)
    )
    width = max(width, players + 1)
    if rng.random() < 0.5:
        width, height = height, width
    walls = rng.choice((0.0, 0.1, 0.2, 0.3))
    cells = [WALL if rng.random() < walls else EMPTY for _ in range(width * height)]
    places = rng.sample(range(len(cells)), len(cells))
    starts, others = places[:players], places[players:]
    for place in starts:
        cells[place] = EMPTY
    for place in others[: rng.randint(0, most_crates)]:
        cells[place] = CRATE
    make = _walled if rng.random() < 0.5 else _level
    board = make("".join(cells), width, [_cell(place, width) for place in starts])
    return replace(
        board,
        radius=rng.choice((None, None, 1, 2)),
        pierce=rng.random() < 0.25,
        throw=rng.random() < 0.25,
    )


def _cell(place: int, width: int) -> Pos:
    return Pos(place % width, place // width)


def _walled(cells: str, width: int, players: Sequence[Pos]) -> BombcoverLevel:
    """Return the board with a wall all round."""
    rows = (cells[i : i + width] for i in range(0, len(cells), width))
    border = WALL * (width + 2)
    walled = "".join([border, *(f"{WALL}{row}{WALL}" for row in rows), border])
    return _level(walled, width + 2, [Pos(x + 1, y + 1) for x, y in players])


def _level(cells: str, width: int, players: Sequence[Pos]) -> BombcoverLevel:
    height = len(cells) // width
    standing = in_reading_order(players)
    return BombcoverLevel(width=width, height=height, cells=cells, players=standing)
