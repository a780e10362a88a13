"""The classic greedy cover."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.result import Answer, Stats, StopReason
from gridproof.task import Task
from gridproof.ticker import Ticker

__all__ = ["greedy", "greedy_cover"]

K = TypeVar("K", bound=Hashable)


def greedy_cover(squares: Mapping[K, Collection[int]], ticker: Ticker) -> list[K]:
    """Keys of squares that cover all points: always one that covers the most points not covered.

    Of several such the one with the least key is taken.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    covered: set[int] = set()
    chosen = []
    heap = [(-len(points), key) for key, points in squares.items()]
    heapq.heapify(heap)
    while heap:
        ticker.check()
        count, key = heapq.heappop(heap)
        now = sum(point not in covered for point in squares[key])
        if now == -count:  # counts only fall: no other square has more
            chosen.append(key)
            covered.update(squares[key])
        elif now:
            heapq.heappush(heap, (-now, key))
    return chosen


def greedy(task: Task[BoxcoverLevel]) -> Answer:
    """Lays the square that covers the most points that are left, until none is. One node."""
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
