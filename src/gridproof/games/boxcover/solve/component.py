"""One component: its best cover and its bound, until they meet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from gridproof._native import boxcover as native
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.branching import Branching
from gridproof.games.boxcover.solve.greedy import greedy_cover
from gridproof.result import StopReason
from gridproof.task import Task
from gridproof.ticker import Stopped, Ticker

__all__ = ["Component"]

#: Steps of the local search in a turn, for each square there is.
_STEPS_A_SQUARE = 50
#: Nodes of the tree in a turn.
_NODES_A_TURN = 15
#: Of a point in a square, in the lists of Python, the kernels and HiGHS: an estimate.
_BYTES_A_PAIR = 300


class Component:
    """Squares and points that have to be solved together.

    Args:
        task: has the points; its ticker is looked at while the first cover is made.
        squares: key of each square → its points.
        known: keys of a cover that is known, if one is.
        changed: called whenever the cover or the bound has changed; may raise to stop.

    Attributes:
        cover: keys of the best cover known.
        bound: so many squares are needed, proven.
    """

    def __init__(
        self,
        task: Task[BoxcoverLevel],
        squares: Mapping[int, Collection[int]],
        known: list[int] | None,
        changed: Callable[[], None],
    ) -> None:
        self.cover = greedy_cover(squares, task.ticker)
        if known is not None and len(known) < len(self.cover):
            self.cover = known
        self.bound = 1
        self._level = task.level
        self._options = task.options
        self._squares = squares
        self._changed = changed

    @property
    def open(self) -> bool:
        """Whether the cover is not proven to be a smallest one."""
        return self.bound < len(self.cover)

    def solve(self, ticker: Ticker) -> None:
        """Proves one bound after another, and looks for better covers in between.

        Raises:
            Stopped: by a limit or Ctrl-C; and what ``changed`` raises.
        """
        if not self.open:
            return
        size = _BYTES_A_PAIR * sum(map(len, self._squares.values()))
        ticker.allocate(size)
        ticker.check()
        try:
            branching = self._branching(ticker)
            self._prove(branching, ticker)
            branching.free(ticker)
        finally:
            ticker.allocate(-size)

    def _branching(self, ticker: Ticker) -> Branching:
        points = sorted(set().union(*self._squares.values()))
        place = {point: i for i, point in enumerate(points)}
        squares = []
        for members in self._squares.values():
            ticker.check()
            squares.append(sorted(place[point] for point in members))
        coordinates = [self._level.points[point] for point in points]
        return Branching(
            coordinates,
            squares,
            ticker,
            cuts=self._options["cuts"],
            fixing=self._options["fixing"],
        )

    def _prove(self, branching: Branching, ticker: Ticker) -> None:
        for work in (branching.relax, branching.tighten):
            try:
                work(len(self.cover), ticker)
            finally:
                self.bound = branching.bound
            self._changed()
            self._look_for_covers(branching, ticker)
        while self.open:
            branching.start()
            while self.open and not branching.prove(_NODES_A_TURN, ticker):
                self._look_for_covers(branching, ticker)
            self.bound = branching.bound
            if branching.cover is not None:
                self._take(branching.cover)
            self._changed()

    def _take(self, squares: Collection[int]) -> None:
        """Notes a better cover, of squares by their place in the component."""
        keys = list(self._squares)
        self.cover = [keys[square] for square in squares]
        self._changed()

    def _look_for_covers(self, branching: Branching, ticker: Ticker) -> None:
        """Searches, for a turn without success, among the squares that the relaxation uses.

        That is a third of all or less, and better covers are found there than among all.
        """
        if not self.open or not self._options["local_search"]:
            return
        best = set(self.cover)
        used = {i for i, key in enumerate(self._squares) if key in best}
        used |= set(branching.support())
        squares = sorted(used)
        place = {square: i for i, square in enumerate(squares)}
        rows = []
        for row in branching.of_points:
            ticker.check()
            rows.append([place[square] for square in row if square in used])
        search = native.LocalSearch(len(squares), rows)
        steps = _STEPS_A_SQUARE * len(self._squares)
        while self.open:
            control = ticker.control(counted=False)
            found = search.find(len(self.cover) - 1, steps, control=control)
            if found["cover"] is not None:
                self._take([squares[i] for i in found["cover"]])
            elif found["stop"] != StopReason.COMPLETED.name:
                raise Stopped(StopReason[found["stop"]])
            else:
                return
