"""Bounds of bombcover, what its native solvers need, and the thesis's brute force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridproof._native import bombcover as native
from gridproof._native import grid as native_grid
from gridproof.game import AnyGame, Objective
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import CRATE, EMPTY, WALL, BombcoverLevel
from gridproof.games.bombcover.rules import Bomb
from gridproof.grid import Pos
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = [
    "bruteforce_greedy",
    "bruteforce_random",
    "problem",
    "reachable_crates",
    "root_bound",
    "to_moves",
]

_ARMS = 4
_CELLS = (WALL + EMPTY + CRATE).encode()
#: What kernels take for "any number of bombs".
_ANY = (1 << 32) - 1


def reachable_crates(level: BombcoverLevel) -> int:
    """How many crates some player can reach over empty and crate cells."""
    cells = level.cells.encode()
    passable = cells.translate(bytes.maketrans(_CELLS, b"\0\1\1"))
    starts = [cell.y * level.width + cell.x for cell in level.players]
    reached = native_grid.flood_fill(passable, level.width, level.height, starts)["reached"]
    crates = cells.translate(bytes.maketrans(_CELLS, b"\0\0\1"))
    # All cells at once: both have a byte of 0 or 1 for each.
    return (int.from_bytes(reached, "big") & int.from_bytes(crates, "big")).bit_count()


def root_bound(level: BombcoverLevel, objective: Objective, ticker: Ticker) -> int | None:
    """Each explosion has four arms, and an arm that does not pierce takes one crate.

    All reachable crates have to go: what is reachable over empty and crate cells stays so.
    """
    crates = reachable_crates(level)
    if level.pierce:
        return min(crates, 1)
    return -(-crates // _ARMS)


def problem(level: BombcoverLevel) -> dict[str, Any]:
    """The level as the arguments of the native functions."""
    return {
        "width": level.width,
        "height": level.height,
        "cells": level.cells.encode(),
        "starts": [cell.y * level.width + cell.x for cell in level.players],
        "radius": max(level.width, level.height) if level.radius is None else level.radius,
        "pierce": level.pierce,
    }


def to_moves(level: BombcoverLevel, bombs: list[int]) -> tuple[str, ...]:
    """Bomb cells as moves, each by the first player who can walk there."""
    crates = level.crates
    # Explosions only open cells, so what a player reaches is grown from what he reached before.
    reached = [1 << level.bit(cell) for cell in level.players]
    moves = []
    for number in bombs:
        cell = Pos(number % level.width, number // level.width)
        bit = level.bit(cell)
        player = 0
        while True:
            if not reached[player] >> bit & 1:
                passable = level.open_cells & ~crates
                reached[player] = rules.reach(level, reached[player], passable)
            if reached[player] >> bit & 1:
                break
            player += 1
        moves.append(str(Bomb(player, cell)))
        crates &= ~rules.hits(level, crates, bit)
    return tuple(moves)


def _bruteforce(*, random: bool) -> Callable[..., Answer]:
    def solver(
        game: AnyGame,
        level: BombcoverLevel,
        objective: Objective,
        ticker: Ticker,
        *,
        decide: Value | None = None,
        root_bound: int | None = None,
    ) -> Answer:
        wanted = None if decide is None else max(first(decide), 0)
        most = min(n for n in (ticker.limits.max_cost, wanted, _ANY) if n is not None)
        found = native.brute_force(
            **problem(level),
            random=random,
            most=most,
            enough=min(wanted or 0, _ANY),
            control=ticker.control(),
        )
        stats = Stats(expanded=found["nodes"], generated=found["states"])
        notes = {"states": found["states"], "states_to_best": found["states_to_best"]}
        bombs: list[int] | None = found["bombs"]
        moves = None if bombs is None else to_moves(level, bombs)
        stop, bound = StopReason(found["stop"]), root_bound or 0
        if stop is StopReason.COMPLETED:
            if bombs is None:
                bound = max(bound, most + 1)
            elif wanted is None:
                bound = len(bombs)
            if wanted is not None and (bombs is not None or bound > wanted):
                stop = StopReason.DECIDED
            elif bombs is None:
                stop = StopReason.COST_LIMIT
        return Answer(stop, moves, bound, stats=stats, notes=notes, proof="search")

    return solver


#: Depth-first search over all bombs by decreasing power (R. van de Vlasakker, section 5.6).
bruteforce_greedy = _bruteforce(random=False)
#: The same in random order, from seed 0.
bruteforce_random = _bruteforce(random=True)
