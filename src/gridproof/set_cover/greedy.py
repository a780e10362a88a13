"""The classic greedy cover."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

from gridproof.limits import Ticker

__all__ = ["greedy_cover"]

K = TypeVar("K", bound=Hashable)


def greedy_cover(squares: Mapping[K, Collection[int]], ticker: Ticker) -> list[K]:
    """Return the keys of a cover: each covers the most points not covered before.

    Of equal ones the one with the least key is taken.

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
