"""The classic greedy cover."""

from __future__ import annotations

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.result import Answer, Stats, StopReason
from gridproof.set_cover.greedy import greedy_cover
from gridproof.solving.task import Task

__all__ = ["greedy"]


def greedy(task: Task[BoxcoverLevel]) -> Answer:
    """Lay the square that covers the most points that are left, until none is. One node."""
    ticker, root_bound, wanted, most = task.ticker, task.root_bound, task.wanted, task.max_cost
    if (stop := ticker.tick()) is not None:
        return Answer(stop, bound=root_bound, proof="search")
    if wanted is not None and root_bound is not None and root_bound > wanted:
        return Answer(StopReason.DECIDED, bound=root_bound, proof="search")
    moves = tuple(map(str, greedy_cover(maximal_squares(task.level, ticker), ticker)))
    allowed = most is None or len(moves) <= most
    enough = allowed and wanted is not None and len(moves) <= wanted
    stop = StopReason.DECIDED if enough else StopReason.FIRST_SOLUTION
    stats = Stats(expanded=1, peak_memory=ticker.peak_bytes)
    return Answer(stop, moves, root_bound, stats=stats, proof="search")
