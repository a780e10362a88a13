"""A bound for any board, without a solution: the static relaxation, solved by HiGHS."""

from __future__ import annotations

import math

from gridproof._native import bombcover as native
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.games.bombcover.solve.weights import BYTES_AN_ENTRY
from gridproof.limits import Ticker
from gridproof.result import Answer, Stats, StopReason
from gridproof.solving.linear_program import TOLERANCE, LinearProgram, run
from gridproof.solving.task import Task

__all__ = ["static_bound"]


def static_bound(task: Task[BombcoverLevel]) -> Answer:
    """Return the fewest bombs if crates on an arm need not go in order.

    Whole numbers of bombs on each site; each arm of each bomb takes at most one of its crates
    (those that the site can be reached without removing); each crate is taken. Every play is such a
    choice, whatever its order, so the least number is a bound. The assignment of crates to bombs
    may be fractional: for whole bombs that is a transportation problem, whose corners are whole.
    """
    ticker = task.ticker
    search = native.Search(**problem(task.level), control=ticker.control(counted=False))
    ticker.allocate(search.bytes)
    if (stop := ticker.tick()) is not None:
        return Answer(stop, bound=task.root_bound, proof="search")
    if search.crates == 0:
        return Answer(StopReason.COMPLETED, (), 0, proof="search")
    least = task.root_bound or 0
    # The question is about bombs: it is answered as soon as too many are needed.
    questions = {
        StopReason.DECIDED: task.wanted,
        StopReason.COST_LIMIT: task.max_cost,
    }

    def whole(bound: float) -> int:
        return max(math.ceil(bound - TOLERANCE), least) if math.isfinite(bound) else least

    def answered(bound: int) -> StopReason | None:
        asked = (stop for stop, most in questions.items() if most is not None and bound > most)
        return next(asked, None)

    def decided(best: float, bound: float) -> bool:
        ticker.bound, ticker.proof = whole(bound), "milp-float"
        return answered(ticker.bound) is not None

    found = run(_program(search, ticker).highs(), ticker, decided)
    bound = whole(found.bound)
    return Answer(
        answered(bound) or found.stop,
        bound=bound,
        stats=Stats(expanded=max(found.nodes, 1), peak_memory=ticker.peak_bytes),
        proof="milp-float",
    )


def _program(search: native.Search, ticker: Ticker) -> LinearProgram:
    """Return the program: columns are bombs and crates of arms; rows are arms, then crates."""
    crates = search.crates
    program = LinearProgram()
    taken_by: list[list[int]] = [[] for _ in range(crates)]
    for site in range(search.sites):
        arms = search.bound_arms(site)
        ticker.allocate(sum(map(len, arms), 1) * BYTES_AN_ENTRY)
        ticker.check()
        bombs = program.column(1.0, crates, integer=True)
        for arm in filter(None, arms):
            takes = [program.column() for _ in arm]
            for crate, column in zip(arm, takes, strict=True):
                taken_by[crate].append(column)
            program.row([*takes, bombs], [1.0] * len(takes) + [-1.0], upper=0.0)
    for takes in taken_by:
        program.row(takes, [1.0] * len(takes), lower=1.0)
    return program
