"""Some solution, as fast as possible: best-first search over macro pushes (``native/sokoban``)."""

from __future__ import annotations

from typing import Any

from gridproof._native import sokoban as native
from gridproof.game import AnyGame, Objective
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.optimal import cost_of, problem, stats_of
from gridproof.result import Answer, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = ["any_solution"]


def any_solution(
    game: AnyGame,
    level: SokobanLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The first solution found; the bound is the root's, so some are proven optimal by it.

    What the root's bound excludes is not looked for.
    """
    max_cost = ticker.limits.max_cost
    if root_bound is not None:
        if decide is not None and root_bound > first(decide):
            return Answer(StopReason.DECIDED, bound=root_bound, proof="search")
        if max_cost is not None and root_bound > max_cost:
            return Answer(StopReason.COST_LIMIT, bound=root_bound, proof="search")
    found = native.any(**problem(level), control=ticker.control())
    stats = stats_of(found)
    if found["exhausted"]:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    if found["moves"] is None:
        return Answer(StopReason(found["stop"]), bound=root_bound, stats=stats, proof="search")
    moves = tuple(found["moves"].upper())
    stop = StopReason.FIRST_SOLUTION
    if decide is not None:
        wanted = decide if isinstance(decide, tuple) else (decide,)
        if cost_of(found["moves"], objective)[: len(wanted)] <= wanted:
            stop = StopReason.DECIDED
    return Answer(stop, moves, root_bound, stats=stats, proof="search")
