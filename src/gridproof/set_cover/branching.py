"""Branch and cut: proofs that a component needs more squares than a bound, or a cover."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridproof.limits import Stopped, Ticker
from gridproof.set_cover.cuts import Cut, Cutter
from gridproof.set_cover.regions import Cell, Places, Region, RegionTree
from gridproof.set_cover.relaxation import Basis, Relaxation

__all__ = ["Branching", "Tree"]

#: Squares whose gains are tried at the root and at other nodes, and simplex steps of a trial.
_ROOT_TRIALS, _TRIALS, _TRIAL_STEPS = 30, 2, 25
_LEAST_GAIN = 1e-4
_WHOLE = 1e-5
#: Where a relaxation is further from a goal than this, a round of more cuts is repeated while it
#: raises the optimum so much. Closer ones are left to the tree, whose prices fix squares there.
_FAR, _WORTH_A_ROUND = 2.5, 0.05
#: The same with this many rows or more, where a node takes longer.
_FAR_IF_LARGE, _MANY_ROWS = 1.1, 2400
#: Squares of a region that branches are tried in, and squares tried in one.
_TRIED_IN, _REGION_TRIALS = 150, 8
#: A bound this far above a whole number is above it whatever rounding does.
_CLEARLY = 1e-3
#: Bytes of a column in a node (its bounds and its place in the basis) and in a cut: estimates.
_BYTES_A_BOUND, _BYTES_A_CUT_COLUMN = 60, 60


class _Size(NamedTuple):
    """The size of a region that gives a cut: its squares, and nodes of its tree."""

    squares: int
    nodes: int


_SMALL, _LARGE = _Size(500, 100), _Size(1400, 200)


@dataclass
class _Mean:
    """The mean of numbers that come one by one."""

    total: float = 0.0
    count: int = 0

    def add(self, number: float) -> None:
        self.total += number
        self.count += 1

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0


@dataclass(frozen=True)
class _Node:
    """The bounds of the squares in a node of the tree.

    Attributes:
        square: the one they were branched on last; None at the root.
        side: 0 if it was rounded down, 1 if up.
        objective: of the relaxation before that.
        distance: of the square from its value then.
        basis: of the relaxation then.
    """

    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    square: int | None = None
    side: int = 0
    objective: float = 0.0
    distance: float = 1.0
    basis: Basis | None = None


class Tree:
    """A relaxation, and the tree of cases that is being searched.

    Args:
        relaxation: of the program that is solved.
        bound: a known lower bound.
        cutter: looks for cuts; None: there are none.
        fixing: True if squares that the prices rule in or out are fixed.

    Attributes:
        bound: the proven lower bound; for covers, a number of squares.
        found: values of the squares (the columns) in a solution of no higher cost.
    """

    def __init__(
        self, relaxation: Relaxation, bound: int, *, cutter: Cutter | None, fixing: bool
    ) -> None:
        self.bound = bound
        self.found: NDArray[np.int64] | None = None
        self._cutter = cutter
        self._fixing = fixing
        self._relaxation = relaxation
        self._start = relaxation.lower, relaxation.upper
        self._accounted = 0
        #: (square, side) → how far the bound rises for each unit that the square is moved by.
        self._gains: dict[tuple[int, int], _Mean] = defaultdict(_Mean)
        self._open: list[_Node] = []
        self._last: int | None = None  # the square branched on last
        first, more = (cutter.rounds, cutter.rounds_if_far) if cutter else (0, 0)
        self._further = range(first, first + more)  # rounds that are left

    def relax(self, best: int, ticker: Ticker) -> None:
        """Solve the relaxation, as far as ``best``; then ``bound`` is at least its optimum.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self._relaxation.solve(best, ticker)
        self.bound = max(self.bound, self._relaxation.bound)

    def tighten(self, best: int, ticker: Ticker) -> None:
        """Add rounds of cuts to the relaxation, until ``best`` is proven.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        for turn in range(self._cutter.rounds if self._cutter else 0):
            self._round(turn, best, ticker)

    def tighten_further(self, goal: int, ticker: Ticker) -> None:
        """Add rounds of more cuts, each again while it helps, until ``goal`` is near.

        None is begun again by a later call.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        while self._further and self.is_far(goal):
            if self._round(self._further[0], goal, ticker) < _WORTH_A_ROUND:
                self._further = self._further[1:]

    def is_far(self, goal: int) -> bool:
        """Return True if the relaxation is too far from proving ``goal`` for a tree."""
        far = _FAR if self._relaxation.points < _MANY_ROWS else _FAR_IF_LARGE
        return self.bound < goal and self._relaxation.objective < goal - far

    def _round(self, turn: int, best: int, ticker: Ticker) -> float:
        """Add a round of cuts, unless ``best`` is proven; return the rise of the optimum."""
        before = self._relaxation.objective
        if self.bound < best and self._add_cuts(turn, None, ticker):
            self.relax(best, ticker)
        return float(self._relaxation.objective - before)

    def start(self) -> None:
        """Begin a proof with an empty tree."""
        self._open = [_Node(*self._start)]

    def leave(self, best: int, ticker: Ticker) -> None:
        """Give the tree up, and solve the relaxation of its root again, as far as ``best``.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self._open = []
        self._relaxation.bound_columns(*self._start)  # those of a node would bound the node alone
        self.relax(best, ticker)

    def _account(self, ticker: Ticker) -> None:
        """Account for the memory of the tree and the cuts."""
        columns = len(self._start[0])
        now = len(self._open) * columns * _BYTES_A_BOUND
        now += self._relaxation.cut_columns * _BYTES_A_CUT_COLUMN
        ticker.allocate(now - self._accounted)
        self._accounted = now

    def free(self, ticker: Ticker) -> None:
        """Account for the end of the tree and the cuts."""
        ticker.allocate(-self._accounted)
        self._accounted = 0

    def prove(self, nodes: int, ticker: Ticker) -> bool:
        """Expand a number of nodes of the proof that more is needed than the bound.

        Returns:
            True if it has ended: then the bound has risen by 1, or a solution was found at the cost
            of the bound.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        for _ in range(nodes):
            if not self._open:
                self.bound += 1
                return True
            self._account(ticker)
            if (stop := ticker.tick()) is not None:
                raise Stopped(stop)
            self._expand(self._open[-1], ticker)
            if self.found is not None:
                return True
        return False

    def _expand(self, node: _Node, ticker: Ticker) -> None:
        """Close a node, or put its two parts in its place."""
        relaxation, most = self._relaxation, self.bound
        relaxation.bound_columns(node.lower, node.upper)
        if node.basis is not None:
            relaxation.restart(node.basis)
        relaxation.solve(most, ticker)
        if node.square is not None:
            gain = min(relaxation.objective, most + 1) - node.objective
            self._gains[node.square, node.side].add(max(gain, 0.0) / node.distance)
            self._cut_near(node.square, ticker)
        if relaxation.bound > most or relaxation.unsatisfied() is not None:
            self._close()
            return
        relaxation.drop_loose()
        lower, upper = node.lower, node.upper
        if self._fixing:
            lower, upper = relaxation.implied_bounds(most)
            relaxation.bound_columns(lower, upper)
        basis = relaxation.basis()
        self._last = node.square
        square = self._choose(ticker)
        if square is None:
            self._close()
            return
        down, parts = self._down(square), []
        for side, distance in self._sides(square):
            bounds = (lower.copy(), upper.copy())
            bounds[1 - side][square] = down + side
            part = _Node(*bounds, square, side, relaxation.objective, max(distance, _WHOLE), basis)
            parts.append(part)
        self._split(square, down, parts)

    def _close(self) -> None:
        """Remove the last open node."""
        self._open.pop()

    def _split(self, square: int, down: int, parts: Sequence[_Node]) -> None:
        """Put two parts, of a square of at most ``down`` and above, in the last node's place."""
        self._open[-1:] = parts

    def _down(self, square: int) -> int:
        """Return the largest value of a square in the case that it is rounded down.

        The other case is above it.

        There is a case above it.
        """
        relaxation = self._relaxation
        least, most = int(relaxation.lower[square]), int(relaxation.upper[square])
        return min(max(int(relaxation.values[square] // 1), least), most - 1)

    def _sides(self, square: int) -> list[tuple[int, float]]:
        """Return 0 and 1 with the square's distances; last the one that raises the bound less.

        If there is a solution of low cost, it is rather there.
        """
        amount = float(self._relaxation.values[square]) - self._down(square)
        return sorted(
            ((0, amount), (1, 1 - amount)),
            key=lambda side: -self._gains[square, side[0]].mean * side[1],
        )

    def _add_cuts(self, turn: int, square: int | None, ticker: Ticker) -> int:
        """Add cuts, near a square or everywhere; return their number."""
        assert self._cutter is not None
        cuts = self._cutter.cuts(self._relaxation.values, turn, square, ticker)
        for cut in cuts:
            self._add(cut)
        self._account(ticker)
        ticker.check()
        return len(cuts)

    def _add(self, cut: Cut) -> None:
        """Add a cut to the relaxation."""
        self._relaxation.add(cut)

    def _cut_near(self, square: int, ticker: Ticker) -> None:
        """Add cuts round a square."""
        relaxation = self._relaxation
        for turn in range(self._cutter.rounds_in_tree if self._cutter else 0):
            if relaxation.bound > self.bound:
                return
            if self._add_cuts(turn, square, ticker):
                relaxation.solve(self.bound, ticker)

    def _choose(self, ticker: Ticker) -> int | None:
        """Return the square to branch on.

        None if all are decided, or are a solution as they are.
        """
        relaxation = self._relaxation
        off = np.abs(relaxation.values % 1 - 0.5)
        free = relaxation.lower < relaxation.upper
        order = [int(square) for square in np.argsort(off, kind="stable") if free[square]]
        fractional = [square for square in order if off[square] < 0.5 - _WHOLE]
        if not fractional:
            values = np.where(free, np.rint(relaxation.values), relaxation.lower).astype(np.int64)
            if self._solves(values):
                self.found = values
            return order[0] if order and self.found is None else None
        new = [square for square in fractional if (square, 0) not in self._gains]
        for square, gain in self._tried(new, ticker):
            amount = float(relaxation.values[square]) % 1
            self._gains[square, 0].add(gain[0] / amount)
            self._gains[square, 1].add(gain[1] / (1 - amount))
        known = [square for square in fractional if (square, 0) in self._gains]
        return max(known or fractional[:1], key=self._score)

    def _tried(
        self, squares: Sequence[int], ticker: Ticker
    ) -> Iterator[tuple[int, tuple[float, float]]]:
        """Yield some of these squares, with the rises that a few simplex steps show."""
        some = squares[: _TRIALS if self._gains else _ROOT_TRIALS]
        yield from zip(
            some, self._relaxation.gains(some, self.bound, _TRIAL_STEPS, ticker), strict=True
        )

    def _score(self, square: int) -> float:
        """Return a score of the rise of the bound on both sides."""
        amount = float(self._relaxation.values[square]) % 1
        down = self._gains[square, 0].mean * amount
        up = self._gains[square, 1].mean * (1 - amount)
        return max(down, _LEAST_GAIN) * max(up, _LEAST_GAIN)

    def _solves(self, values: NDArray[np.int64]) -> bool:
        """Return True if these values are a solution, of no higher cost than the bound."""
        raise NotImplementedError


class Branching(Tree):
    """The relaxation of a component, and the tree that is being searched.

    Args:
        points: their number.
        squares: the points of each square, by their numbers.
        ticker: checked while it is made.
        cutter: looks for cuts; None: there are none.
        fixing: True if squares that the prices rule in or out are fixed.
        places: the squares by their place; None: there are no cuts from regions.

    Attributes:
        of_points: the squares of each point.
    """

    def __init__(
        self,
        points: int,
        squares: Sequence[Sequence[int]],
        ticker: Ticker,
        *,
        cutter: Cutter | None,
        fixing: bool,
        places: Places | None = None,
    ) -> None:
        self.of_points: list[list[int]] = [[] for _ in range(points)]
        for square, members in enumerate(squares):
            for point in members:
                self.of_points[point].append(square)
        self._squares = squares
        ones = [1] * len(squares)
        rows = ((row, [1] * len(row), 1) for row in self.of_points)
        relaxation = Relaxation(rows, ones, ones, ticker)
        super().__init__(relaxation, 1, cutter=cutter, fixing=fixing)
        self._places = places
        self._regional = False
        self._cells: dict[_Size, list[Cell]] = {}  # that are left

    def tighten_further(self, goal: int, ticker: Ticker) -> None:
        """Add cuts from small regions, the rounds, and cuts from large regions, as in the tree's.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self._tighten_by_regions(_SMALL, goal, ticker)
        super().tighten_further(goal, ticker)
        self._tighten_by_regions(_LARGE, goal, ticker)

    def _tighten_by_regions(self, size: _Size, goal: int, ticker: Ticker) -> None:
        """Add cuts from regions of a size, each once, until ``goal`` is near."""
        if self._places is None or self._cutter is None or not self.is_far(goal):
            return
        self._regional = True
        if size not in self._cells:
            self._cells[size] = list(self._places.cells(size.squares))
        cells, relaxation = self._cells[size], self._relaxation
        while cells and self.is_far(goal):
            core, inside = cells.pop(0)
            enough = goal - 1 + _CLEARLY - relaxation.objective
            region = Region(relaxation, inside, ticker)
            if cuts := self._regional_cuts(region, core, size.nodes, enough, ticker):
                for cut in cuts:
                    self._add(cut)
                self._account(ticker)
                self.relax(goal, ticker)

    def _regional_cuts(
        self, region: Region, core: NDArray[np.bool_], nodes: int, enough: float, ticker: Ticker
    ) -> list[Cut]:
        """Return the cuts of a region's tree, the last of which its leaves prove."""
        assert self._cutter is not None
        return RegionTree(region, core, self._cutter).cuts(nodes, enough, ticker)

    @property
    def cover(self) -> list[int] | None:
        """The squares of a cover that was found on the way."""
        return None if self.found is None else [int(s) for s in np.flatnonzero(self.found)]

    def support(self) -> list[int]:
        """Return the squares that the relaxation solved last uses."""
        return [int(square) for square in np.flatnonzero(self._relaxation.values > _WHOLE)]

    @property
    def prices(self) -> tuple[list[int], int]:
        """The prices of the points in the relaxation solved last, and the price of a square."""
        return self._relaxation.point_prices()

    def _tried(
        self, squares: Sequence[int], ticker: Ticker
    ) -> Iterator[tuple[int, tuple[float, float]]]:
        """Yield some of these squares, with the rises that regions round them show.

        They show nearly the whole of it, where the whole relaxation takes hundreds of steps.
        """
        if not self._regional or self._places is None:
            yield from super()._tried(squares, ticker)
            return
        if not self._gains:
            cells = self._places.cells(_TRIED_IN)
        else:
            cells = [self._places.around(squares[0] if self._last is None else self._last)]
        for core, inside in cells:
            some = [square for square in squares if core[square]][:_REGION_TRIALS]
            if some:
                region = Region(self._relaxation, inside, ticker)
                yield from zip(some, region.gains(some, ticker), strict=True)

    def _solves(self, values: NDArray[np.int64]) -> bool:
        """Return True if the squares that are taken are a cover, and few enough."""
        squares = np.flatnonzero(values).tolist()
        covered = {point for square in squares for point in self._squares[square]}
        return len(covered) == self._relaxation.points and len(squares) <= self.bound
