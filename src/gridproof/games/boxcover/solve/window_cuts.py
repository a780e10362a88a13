"""Cuts from windows: sets of neighbouring points, whose covers give cuts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gridproof._native import boxcover as native
from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason
from gridproof.set_cover.cuts import Cut

__all__ = ["WindowCuts", "in_the_plane"]

#: Points of a window, round by round: small ones find most cuts and are quick.
_ROUNDS = (12, 12, 16, 16, 20, 24, 30, 30, 40)
_ROUNDS_IF_FAR = (16, 20, 30, 40, 50, 60)
_ROUNDS_IN_TREE = (12, 16, 20, 24, 30, 40)
#: In one round a point is the centre of no window after it was in this many.
_WINDOWS_A_POINT = 2
#: In the tree cuts are searched round this many points nearest to the square branched on.
_NEIGHBOURHOOD = 40


class WindowCuts:
    """Looks for the cuts of a component (a :class:`gridproof.set_cover.cuts.Cutter`).

    Args:
        points: coordinates.
        squares: the points of each square, by their numbers.
    """

    def __init__(self, points: Sequence[tuple[int, int]], squares: Sequence[Sequence[int]]) -> None:
        self.rounds, self.rounds_in_tree = len(_ROUNDS), len(_ROUNDS_IN_TREE)
        self.rounds_if_far = len(_ROUNDS_IF_FAR)
        self._squares = squares
        self._all = range(len(points))
        self._windows = native.Windows(points, squares)

    def cuts(self, values: Any, turn: int, square: int | None, ticker: Ticker) -> Sequence[Cut]:
        """Return cuts from windows of a size that grows from round to round.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        centres: Sequence[int] = self._all
        size, times = (*_ROUNDS, *_ROUNDS_IF_FAR)[turn], _WINDOWS_A_POINT
        if square is not None:
            centres = self._windows.near(self._squares[square][0], _NEIGHBOURHOOD)
            size, times = _ROUNDS_IN_TREE[turn], 1
        return self._search(values.tolist(), size, centres, times, ticker)

    def _search(
        self, values: list[float], size: int, centres: Sequence[int], times: int, ticker: Ticker
    ) -> Sequence[Cut]:
        """Return cuts from windows of a number of points round centres with few windows so far."""
        control = ticker.control(counted=False)
        found = self._windows.cuts(values, size, list(centres), times, control=control)
        stop = StopReason[found["stop"]]
        if stop is not StopReason.COMPLETED:
            raise Stopped(stop)
        cuts: Sequence[Cut] = found["cuts"]
        return cuts


def in_the_plane(
    points: Sequence[tuple[int, int]], squares: Sequence[Sequence[int]], side: int
) -> bool:
    """Return True if squares are still squares: folding joins points that lie further apart."""
    extents = (
        max(along) - min(along)
        for square in squares
        for along in zip(*(points[point] for point in square), strict=True)
    )
    return all(extent <= side for extent in extents)
