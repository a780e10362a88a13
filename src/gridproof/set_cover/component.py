"""One component: its best cover and its bound, until they meet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gridproof._native import covering as native
from gridproof.lazy import require
from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason
from gridproof.set_cover.budget import Budget
from gridproof.set_cover.cuts import Cutter
from gridproof.set_cover.greedy import greedy_cover
from gridproof.set_cover.neighbourhoods import Neighbourhoods

if TYPE_CHECKING:
    from gridproof.set_cover.branching import Branching
    from gridproof.set_cover.regions import Places

__all__ = ["Component", "ComponentSettings"]

# The tree's: where they are missing, another solver has to take the place of this from the start.
require("numpy", "highspy")

#: Steps of the local search in a turn, for each square there is.
_STEPS_A_SQUARE = 50
#: Nodes of the tree in a turn.
_NODES_A_TURN = 15
#: Turns of the tree for a neighbourhood, and neighbourhoods without gain before more cuts.
_TURNS_NEAR, _IN_VAIN = 8, 6
#: Bytes of a point in a square, in the lists of Python, the kernels and HiGHS: an estimate.
_BYTES_A_PAIR = 300


@dataclass(frozen=True)
class ComponentSettings:
    """Settings of the solver of a component.

    Attributes:
        fixing: True if squares that prices rule in or out are fixed.
        local_search: True if to look for better covers in between.
        budget: True if to search within a budget where prices leave no room.
        cutter: makes the finder of cuts, from the points and the squares of a component (the
            points of each one by their place); None: there are no cuts.
        neighbourhood: points that are covered anew at a time, to find better covers; None: none
            are.
        places: gives the squares of a component by their place, from the same as ``cutter``; None:
            there are no cuts from regions.
        branching: makes the tree, as a subclass of :class:`gridproof.set_cover.branching.Branching`
            that may record it; None: that class does.
    """

    fixing: bool
    local_search: bool
    budget: bool
    cutter: Callable[[Sequence[int], Sequence[Sequence[int]]], Cutter] | None
    neighbourhood: int | None = None
    places: Callable[[Sequence[int], Sequence[Sequence[int]]], Places | None] | None = None
    branching: Callable[..., Branching] | None = None


class Component:
    """Squares and points that have to be solved together.

    Args:
        squares: key of each square → its points.
        known: keys of a cover that is known, if one is.
        changed: called whenever the cover or the bound has changed; may raise to stop.
        settings: of its solver.
        ticker: checked while the first cover is made.

    Attributes:
        cover: keys of the best cover known.
        bound: the proven number of squares that are needed.
    """

    def __init__(
        self,
        squares: Mapping[int, Collection[int]],
        known: list[int] | None,
        changed: Callable[[], None],
        settings: ComponentSettings,
        ticker: Ticker,
    ) -> None:
        self.cover = greedy_cover(squares, ticker)
        if known is not None and len(known) < len(self.cover):
            self.cover = known
        self.bound = 1
        self._squares = squares
        self._changed = changed
        self._settings = settings

    @property
    def open(self) -> bool:
        """True if the cover is not proven to be a smallest one."""
        return self.bound < len(self.cover)

    def solve(self, ticker: Ticker, turns: int | None = None) -> None:
        """Prove one bound after another, and search for better covers in between.

        Args:
            ticker: looked at.
            turns: of the tree; None: until it is solved.

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
            self._prove(branching, ticker, turns)
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
        # Its libraries take longer to import than small boards take, which need no tree.
        from gridproof.set_cover.branching import Branching

        make, places = self._settings.cutter, self._settings.places
        return (self._settings.branching or Branching)(
            len(points),
            squares,
            ticker,
            cutter=None if make is None else make(points, squares),
            fixing=self._settings.fixing,
            places=None if places is None else places(points, squares),
        )

    def _prove(self, branching: Branching, ticker: Ticker, turns: int | None) -> None:
        steps: list[tuple[Callable[[int, Ticker], None], bool]] = [(branching.relax, True)]
        if self._settings.budget:  # where it ends, a local search would take longer
            steps = [(branching.relax, False), (self._within_budget(branching), True)]
        for work, look in [*steps, (branching.tighten, True)]:
            self._step(work, branching, ticker)
            if look:
                self._look_for_covers(branching, ticker)
        renew = self._neighbourhoods()
        branching.bound = self.bound
        while self.open and turns != 0:
            if branching.is_far(self.bound + 1):  # more cuts take long, and a better cover may do
                self._renew(renew, _IN_VAIN, ticker)
                if not self.open:
                    return
                self._step(branching.tighten_further, branching, ticker, self.bound + 1)
            branching.start()
            pause = wait = 0  # turns without a neighbourhood: one more after each
            while self.open and turns != 0 and not branching.prove(_NODES_A_TURN, ticker):
                self._look_for_covers(branching, ticker)
                if wait == 0:
                    self._renew(renew, 1, ticker)
                    pause, wait = pause + 1, pause + 1
                wait -= 1
                turns = None if turns is None else turns - 1
            self._end_tree(branching)
            if self.open:
                self._step(branching.leave, branching, ticker)

    def _end_tree(self, branching: Branching) -> None:
        """Take what a tree that has ended proved."""
        self.bound = branching.bound
        if branching.cover is not None:
            self._take(branching.cover)
        self._changed()

    def _step(
        self,
        work: Callable[[int, Ticker], None],
        branching: Branching,
        ticker: Ticker,
        goal: int | None = None,
    ) -> None:
        """Do some work for a bound of ``goal``, or of the best cover."""
        try:
            work(len(self.cover) if goal is None else goal, ticker)
        finally:
            self.bound = max(self.bound, branching.bound)
        self._changed()

    def _neighbourhoods(self) -> Neighbourhoods | None:
        """Return the search in neighbourhoods; None if the component is smaller than one."""
        size = self._settings.neighbourhood
        points = len(set().union(*self._squares.values()))
        if size is None or points < size:
            return None
        settings = replace(self._settings, neighbourhood=None, places=None, branching=None)

        def solve(squares: Mapping[int, Collection[int]], ticker: Ticker) -> Collection[int]:
            part = Component(squares, None, lambda: None, settings, ticker)
            part.solve(ticker, _TURNS_NEAR)
            return part.cover

        return Neighbourhoods(self._squares, min(size, points // 2), solve)

    def _renew(self, neighbourhoods: Neighbourhoods | None, tries: int, ticker: Ticker) -> None:
        """Cover neighbourhoods anew, until this many in a row have brought nothing."""
        left = tries if neighbourhoods else 0
        while left and self.open:
            assert neighbourhoods is not None
            before = len(self.cover)
            self.cover = neighbourhoods.renewed(self.cover, ticker)
            left = left - 1 if len(self.cover) == before else tries
            self._changed()

    def _within_budget(self, branching: Branching) -> Callable[[int, Ticker], None]:
        def work(best: int, ticker: Ticker) -> None:
            budget = Budget(branching.of_points, len(self._squares), *branching.prices)
            try:
                budget.search(len(self.cover), ticker)
            finally:
                branching.bound = max(branching.bound, budget.bound)
            if budget.cover is not None and len(budget.cover) < len(self.cover):
                self._take(budget.cover)

        return work

    def _take(self, squares: Collection[int]) -> None:
        """Note a better cover, of squares by their place in the component."""
        keys = list(self._squares)
        self.cover = [keys[square] for square in squares]
        self._changed()

    def _look_for_covers(self, branching: Branching, ticker: Ticker) -> None:
        """Search, for a turn without success, among the squares that the relaxation uses.

        They are a third of all or less, and hold better covers than all squares do.
        """
        if not self.open or not self._settings.local_search:
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
