"""Search within a budget: where prices leave no room, each choice decides many others.

The kernel is ``native/covering/budget.hpp``; ``docs/explanation/bombcover-solver.md`` has the
proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gridproof._native import covering as native
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import StopReason

__all__ = ["Budget", "half_prices"]

#: There is no room if the remainder of the prices is below one in this many parts of a square.
_ROOM = 100
#: Decisions of a search: a few for each square, and some more.
_NODES_A_SQUARE, _NODES = 4, 1_000
#: The number of points left out, one after the other, to find a cover with one square more.
_LEFT_OUT = 64
_HALF, _WHOLE = 1, 2


class Budget:
    """A search for as few squares as the prices allow, or the proof that more are needed.

    Args:
        rows: the squares of each point.
        columns: the number of squares.
        prices: of the points, in whole units.
        unit: the price of a square.

    Attributes:
        bound: the proven number of squares that are needed.
        cover: squares that cover all points; None if none was found.
    """

    def __init__(
        self, rows: Sequence[Sequence[int]], columns: int, prices: Sequence[int], unit: int
    ) -> None:
        self.bound = 1
        self.cover: list[int] | None = None
        self._rows = rows
        self._columns = columns
        self._prices, self._unit = prices, unit

    def search(self, best: int, ticker: Ticker) -> None:
        """Search, unless that is hopeless or ``best`` is the number that the prices prove.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        halves = half_prices(self._rows, self._columns, ticker)
        if sum(halves) * self._unit >= sum(self._prices) * _WHOLE:
            self._prices, self._unit = halves, _WHOLE
        total = sum(self._prices)
        most = -(-total // self._unit)
        self.bound = max(self.bound, most)
        if most >= best or (most * self._unit - total) * _ROOM >= self._unit:
            return
        outcome, self.cover = self._within(most, None, ticker)
        if outcome != "none":
            return
        self.bound = most + 1
        if self.bound == best:
            return
        free = [row for row, price in enumerate(self._prices) if not price]
        for row in free[:_LEFT_OUT]:
            _, cover = self._within(most, row, ticker)
            if cover is not None:
                self.cover = [*cover, self._rows[row][0]]
                return

    def _within(
        self, most: int, left_out: int | None, ticker: Ticker
    ) -> tuple[str, list[int] | None]:
        """Return the outcome of a search within a number of squares, with a point left out."""
        rows = [row for number, row in enumerate(self._rows) if number != left_out]
        prices = [price for number, price in enumerate(self._prices) if number != left_out]
        found = native.within_budget(
            columns=self._columns,
            rows=rows,
            prices=prices,
            one=self._unit,
            most=most,
            nodes=_NODES_A_SQUARE * self._columns + _NODES,
            control=ticker.control(counted=False),
        )
        if found["outcome"] == "stopped":
            raise Stopped(StopReason(found["stop"]))
        return found["outcome"], found["cover"]


def half_prices(rows: Sequence[Sequence[int]], columns: int, ticker: Ticker) -> list[int]:
    """Return prices of half a square for as many points as no square has more than two of.

    If a square has three, the point in the most such squares is dropped.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    prices = [_HALF] * len(rows)
    points: list[list[int]] = [[] for _ in range(columns)]
    for point, row in enumerate(paced(rows, ticker)):
        for square in row:
            points[square].append(point)
    heavy = [members for members in points if len(members) > _WHOLE]
    while heavy:
        often = Counter(point for members in heavy for point in members)
        for members in heavy:
            ticker.check()
            if len(members) > _WHOLE and all(prices[point] for point in members):
                prices[max(members, key=lambda point: (often[point], -point))] = 0
        left = [[point for point in members if prices[point]] for members in heavy]
        heavy = [members for members in left if len(members) > _WHOLE]
    return prices
