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
)
from gridproof.grid import Pos, in_reading_order

__all__ = ["thesis"]


#: Cells that are drawn before it is said that there is no such board.
_MAX_CELLS: Final = 1 << 18


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
