"""Bounds of bombcover, what its native solvers need, and the thesis's brute force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridproof._native import bombcover as native
from gridproof._native import grid as native_grid
from gridproof.game import Game, Objective
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import WALL, BombcoverLevel
from gridproof.games.bombcover.rules import Bomb, State
from gridproof.grid import Pos
from gridproof.result import Answer, Stats, StopReason, Value
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


def reachable_crates(level: BombcoverLevel) -> int:
    """How many crates some player can reach over empty and crate cells."""
    passable = bytes(char != WALL for char in level.cells)
    starts = [cell.y * level.width + cell.x for cell in level.players]
    reached = native_grid.flood_fill(passable, level.width, level.height, starts)["reached"]
    return sum(r and c == "x" for r, c in zip(reached, level.cells, strict=True))


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
    state = State(level.crates, level.players)
    moves = []
    for number in bombs:
        cell = Pos(number % level.width, number // level.width)
        bit = 1 << level.bit(cell)
        player = next(
            i for i in range(len(level.players)) if rules.directly_reachable(level, state, i) & bit
        )
        moves.append(str(Bomb(player, cell)))
        destroyed = rules.hits(level, state.crates, level.bit(cell))
        state = State(state.crates & ~destroyed, state.players)
    return tuple(moves)


def _bruteforce(*, random: bool) -> Callable[..., Answer]:
    def solver(
        game: Game[Any, Any],
        level: BombcoverLevel,
        objective: Objective,
        ticker: Ticker,
        *,
        decide: Value | None = None,
        root_bound: int | None = None,
    ) -> Answer:
        found = native.brute_force(**problem(level), random=random, **ticker.for_kernel())
        stats = Stats(expanded=found["nodes"], generated=found["states"])
        notes = {"states": found["states"], "states_to_best": found["states_to_best"]}
        bombs: list[int] | None = found["bombs"]
        moves = None if bombs is None else to_moves(level, bombs)
        stop = StopReason(found["stop"])
        most = ticker.limits.max_cost
        if stop is not StopReason.COMPLETED or bombs is None:
            return Answer(stop, moves, root_bound, stats=stats, notes=notes, proof="search")
        if most is not None and len(bombs) > most:
            return Answer(
                StopReason.COST_LIMIT, None, most + 1, stats=stats, notes=notes, proof="search"
            )
        return Answer(stop, moves, len(bombs), stats=stats, notes=notes, proof="search")

    return solver


#: Depth-first search over all bombs by decreasing power (A. Vandecappelle, section 5.6).
bruteforce_greedy = _bruteforce(random=False)
#: The same in random order, from seed 0.
bruteforce_random = _bruteforce(random=True)
