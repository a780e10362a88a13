"""Cuts from odd cycles of points that lie in two squares each.

Each such point needs one of its two squares. If points lead round a cycle of an odd number of
squares, the sum of these needs, halved, is half of a whole number: it is rounded up. (In graphs
these are the odd cycle inequalities of vertex covers.)
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from typing import Any

from gridproof.limits import Ticker
from gridproof.set_cover.cuts import Cut

__all__ = ["OddCycles"]

_ROUNDS, _ROUNDS_IN_TREE = 12, 4
#: A cut is worth having if it is violated by more than this.
_VIOLATED = 1e-3
#: Cuts of a round.
_MAX = 200


class OddCycles:
    """The finder of cuts from odd cycles (a :class:`gridproof.set_cover.cuts.Cutter`).

    Args:
        squares: the points of each square, by their numbers.
    """

    def __init__(self, squares: Sequence[Sequence[int]]) -> None:
        self.rounds, self.rounds_in_tree = _ROUNDS, _ROUNDS_IN_TREE
        self.rounds_if_far = 0
        of_points: dict[int, list[int]] = {}
        for square, members in enumerate(squares):
            for point in members:
                of_points.setdefault(point, []).append(square)
        pairs = {(row[0], row[1]) for row in of_points.values() if len(row) == 2}
        self._next: dict[int, list[int]] = {}
        for a, b in sorted(pairs):
            self._next.setdefault(a, []).append(b)
            self._next.setdefault(b, []).append(a)

    def cuts(self, values: Any, turn: int, square: int | None, ticker: Ticker) -> Sequence[Cut]:
        """Return the most violated cycle through each square.

        A cycle is violated if the sums of its pairs exceed 1 by less than 1 in all: a shortest walk
        from a square back to it over an odd number of pairs finds it.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        x = values.tolist()
        found: dict[tuple[tuple[int, int], ...], float] = {}
        for start in self._next:
            ticker.check()
            if not _VIOLATED < x[start] < 1 - _VIOLATED:
                continue
            walk = self._shortest(start, x)
            if walk is not None:
                times = tuple(sorted(Counter(walk).items()))
                found[times] = sum(x[s] * n for s, n in times) - (len(walk) + 1) / 2
        best = sorted(found, key=lambda times: (found[times], times))[:_MAX]
        return [
            ([s for s, _ in times], [n for _, n in times], (sum(n for _, n in times) + 1) // 2)
            for times in best
        ]

    def _shortest(self, start: int, x: Sequence[float]) -> list[int] | None:
        """Return the squares of a shortest odd walk back to ``start``, with repetitions."""
        goal = (start, 1)
        before: dict[tuple[int, int], tuple[int, int]] = {}
        away = {(start, 0): 0.0}
        heap = [(0.0, (start, 0))]
        while heap:
            length, node = heapq.heappop(heap)
            if node == goal:
                walk = []
                while node != (start, 0):
                    node = before[node]
                    walk.append(node[0])
                return walk
            if length > away[node]:
                continue
            square, parity = node
            for other in self._next[square]:
                longer = length + max(x[square] + x[other] - 1, 0.0)
                there = (other, 1 - parity)
                if longer < 1 - 2 * _VIOLATED and longer < away.get(there, 1.0):
                    away[there], before[there] = longer, node
                    heapq.heappush(heap, (longer, there))
        return None
