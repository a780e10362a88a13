"""A bound for any board, without a solution: the static relaxation, solved by HiGHS."""

from __future__ import annotations

import math
from typing import Any

from gridproof._native import bombcover as native
from gridproof.game import Game, Objective
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.linear_program import TOLERANCE, LinearProgram, run
from gridproof.result import Answer, Stats, StopReason, Value
from gridproof.ticker import Ticker

__all__ = ["static_bound"]


def static_bound(
    game: Game[Any, Any],
    level: BombcoverLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The fewest bombs if crates on an arm need not go in order.

    Whole numbers of bombs on each site; each arm of each bomb takes at most one of its crates
    (those that the site can be reached without removing); each crate is taken. Every play is such
    a choice, whatever its order, so the least number is a bound. Which bomb takes which crate may
    be fractional: for whole bombs that is a transportation problem, whose corners are whole.
    """
    search = native.Search(**problem(level))
    if (stop := ticker.tick()) is not None:
        return Answer(stop, bound=root_bound, proof="search")
    if search.crates == 0:
        return Answer(StopReason.COMPLETED, (), 0, proof="search")
    found = run(_program(search.crates, search.bound_arms).highs(), ticker)
    bound = found.bound if math.isfinite(found.bound) else 0.0
    return Answer(
        found.stop,
        bound=max(math.ceil(bound - TOLERANCE), root_bound or 0),
        stats=Stats(expanded=max(found.nodes, 1)),
        proof="milp-float",
    )


def _program(crates: int, bound_arms: list[list[list[int]]]) -> LinearProgram:
    """Columns: bombs on each site and what each arm takes; rows: arms, then crates."""
    program = LinearProgram()
    taken_by: list[list[int]] = [[] for _ in range(crates)]
    for arms in bound_arms:
        bombs = program.column(1.0, crates, integer=True)
        for arm in filter(None, arms):
            takes = [program.column() for _ in arm]
            for crate, column in zip(arm, takes, strict=True):
                taken_by[crate].append(column)
            program.row([*takes, bombs], [1.0] * len(takes) + [-1.0], upper=0.0)
    for takes in taken_by:
        program.row(takes, [1.0] * len(takes), lower=1.0)
    return program
