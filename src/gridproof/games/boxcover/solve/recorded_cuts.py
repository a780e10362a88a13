"""Cuts with what they come from, as the rows of a certificate name it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from gridproof.games.boxcover.solve.window_cuts import WindowCuts
from gridproof.limits import Ticker
from gridproof.set_cover.cuts import Cut
from gridproof.set_cover.odd_cycles import OddCycles

__all__ = ["CutNames", "RecordedOddCycles", "RecordedWindows"]

#: A value this near to a whole number is one, as in ``native/boxcover/windows.hpp``.
_NEARLY = 1e-6


class CutNames:
    """The records that name cuts."""

    def __init__(self) -> None:
        self._of: dict[tuple[Any, ...], list[Any]] = {}

    def add(self, cut: Cut, record: list[Any]) -> None:
        """Note the record of a cut; of two that say the same, either will do."""
        self._of[_key(cut)] = record

    def of(self, cut: Cut) -> list[Any]:
        """Return the record of a cut."""
        return self._of[_key(cut)]


def _key(cut: Cut) -> tuple[Any, ...]:
    columns, weights, least = cut
    return least, tuple(columns), tuple(weights)


class RecordedWindows(WindowCuts):
    """Windows one by one.

    Args:
        numbers: of the points, on the board.
        points: their coordinates.
        squares: the points of each square, by their place in ``numbers``.

    Attributes:
        names: the records of all cuts that were found.
    """

    def __init__(
        self,
        numbers: Sequence[int],
        points: Sequence[tuple[int, int]],
        squares: Sequence[Sequence[int]],
    ) -> None:
        super().__init__(points, squares)
        self.rounds_if_far = 0  # so large windows take the checker long
        self.names = CutNames()
        self._numbers, self._points = numbers, points
        self._of_points: list[list[int]] = [[] for _ in points]
        for square, members in enumerate(squares):
            for point in members:
                self._of_points[point].append(square)

    def _search(
        self, values: list[float], size: int, centres: Sequence[int], times: int, ticker: Ticker
    ) -> Sequence[Cut]:
        windows: Counter[int] = Counter()
        cuts: list[Cut] = []
        for centre in centres:
            amounts = (values[square] for square in self._of_points[centre])
            if windows[centre] >= times or not any(_NEARLY < x < 1 - _NEARLY for x in amounts):
                continue
            window = self._windows.near(centre, size)
            windows.update(window)
            for cut in super()._search(values, size, [centre], 1, ticker):
                cuts.append(cut)
                self.names.add(cut, self._record(window, cut))
        return cuts

    def _record(self, window: Sequence[int], cut: Cut) -> list[Any]:
        """Return the record of a cut.

        Points are listed along the longer side: so few sets of them are ever left.
        """
        extents = [max(xs) - min(xs) for xs in zip(*(self._points[p] for p in window), strict=True)]
        along = slice(None, None, 1 if extents[0] >= extents[1] else -1)
        points = [self._numbers[p] for p in sorted(window, key=lambda p: self._points[p][along])]
        weighed = [number for pair in zip(cut[0], cut[1], strict=True) for number in pair]
        return ["window", points, weighed]


class RecordedOddCycles(OddCycles):
    """Cycles as halves of the rows of their points, rounded up.

    Args:
        numbers: of the points, on the board.
        squares: the points of each square, by their place in ``numbers``.

    Attributes:
        names: the records of all cuts that were found.
    """

    def __init__(self, numbers: Sequence[int], squares: Sequence[Sequence[int]]) -> None:
        super().__init__(squares)
        self.names = CutNames()
        of_points: dict[int, list[int]] = {}
        for square, members in enumerate(squares):
            for point in members:
                of_points.setdefault(numbers[point], []).append(square)
        self._point = {frozenset(row): point for point, row in of_points.items() if len(row) == 2}
        self._walks: dict[tuple[tuple[int, int], ...], list[int]] = {}

    def cuts(self, values: Any, turn: int, square: int | None, ticker: Ticker) -> Sequence[Cut]:
        """Return the cuts of :class:`OddCycles`."""
        self._walks = {}
        cuts = super().cuts(values, turn, square, ticker)
        for cut in cuts:
            walk = self._walks[tuple(zip(cut[0], cut[1], strict=True))]
            steps = Counter(self._point[frozenset(pair)] for pair in pairwise([*walk, walk[0]]))
            priced = [number for pair in sorted(steps.items()) for number in pair]
            self.names.add(cut, ["round", 2, priced])
        return cuts

    def _shortest(self, start: int, x: Sequence[float]) -> list[int] | None:
        walk = super()._shortest(start, x)
        if walk is not None:
            self._walks[tuple(sorted(Counter(walk).items()))] = walk
        return walk
