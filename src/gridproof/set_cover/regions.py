"""Regions: parts of a relaxation whose own trees give cuts, and tell what branches are worth.

``docs/explanation/boxcover-solver.md`` ("Cuts from regions") has the proof of the cuts.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gridproof.limits import Ticker
from gridproof.set_cover.cuts import Cut, Cutter
from gridproof.set_cover.relaxation import Basis, Relaxation

__all__ = ["Case", "Cell", "Leaf", "Places", "Region", "RegionTree", "common_row"]

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

#: Costs and prices in a region are whole numbers of these shares of a square.
_SHARES = 1 << 16
#: More than any region costs, in shares.
_DEAR = 10**12
#: Squares whose gains are tried at the root and at other nodes, and simplex steps of a trial.
_ROOT_TRIALS, _TRIALS, _TRIAL_STEPS = 32, 8, 30
_WHOLE = 1e-5
#: No price is higher; sums of whole numbers in doubles are exact up to here.
_DEAREST, _EXACT = 16.0, 1 << 53
#: A cut is worth having if it raises the bound by this part of a square.
_WORTH_A_CUT = 1e-3
#: Every so many rounds of cuts are looked for in a node: sizes of windows are near each other.
_EVERY = 2
_BYTES_A_NUMBER, _NUMBERS_A_COLUMN = 8, 3


class Cell(NamedTuple):
    """A place among the squares.

    Attributes:
        core: the squares that are branched on.
        inside: those, and what is around them.
    """

    core: Mask
    inside: Mask


class Places(Protocol):
    """Squares by the place where they are."""

    def cells(self, most: int) -> Sequence[Cell]:
        """Return cells whose cores share no square; none of them has more than ``most``."""
        ...

    def around(self, square: int) -> Cell:
        """Return a small cell with a square in the middle."""
        ...


class Region:
    """The part of a relaxation that some columns have, while all other rows keep their prices.

    Whatever these prices are, a solution costs no less than those rows are worth, plus the part's
    optimum for what they leave of the costs.

    Args:
        whole: just solved.
        inside: the columns.
        ticker: looked at.

    Attributes:
        columns: their numbers in the whole.
        rows: the places in the whole of the rows that have no column outside.
        program: their relaxation, in shares of a square.
    """

    def __init__(self, whole: Relaxation, inside: Mask, ticker: Ticker) -> None:
        self.columns = np.flatnonzero(inside)
        self._place = np.full(len(inside), -1)
        self._place[self.columns] = np.arange(len(self.columns))
        self.rows = whole.rows_within(inside)
        costs = np.rint(whole.left_by_others(self.rows)[inside] * _SHARES).astype(np.int64)
        own = (self._own(whole.row(row)) for row in self.rows.tolist())
        self.program = Relaxation(own, costs.tolist(), [1] * len(costs), ticker)
        self.program.bound_columns(whole.lower[inside], whole.upper[inside])

    def _own(self, cut: Cut) -> Cut:
        columns, weights, least = cut
        return self._place[np.asarray(columns)].tolist(), weights, least

    def gains(self, squares: Sequence[int], ticker: Ticker) -> Iterator[tuple[float, float]]:
        """Yield the rise of the optimum with a square rounded down, and up.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        program = self.program
        program.solve(_DEAR, ticker)
        before, basis = program.objective, program.basis()
        lower, upper = program.lower, program.upper
        for square in self._place[np.asarray(squares, dtype=np.int64)]:
            gain = []
            for side in (0, 1):
                bounds = lower.copy(), upper.copy()
                bounds[1 - side][square] = side
                program.bound_columns(*bounds)
                program.restart(basis)
                program.solve(_DEAR, ticker)
                rise = 1.0 if program.infeasible else (program.objective - before) / _SHARES
                gain.append(min(max(rise, 0.0), 1.0))
            yield gain[0], gain[1]

    def add_cuts(self, cutter: Cutter, square: int, turn: int, ticker: Ticker) -> Sequence[Cut]:
        """Add cuts near a square (by its place here) that have no column outside; return them."""
        values = np.zeros(len(self._place))
        values[self.columns] = self.program.values
        cuts = cutter.cuts(values, turn, int(self.columns[square]), ticker)
        own = [cut for cut in cuts if (self._place[np.asarray(cut[0])] >= 0).all()]
        for cut in own:
            self.program.add(self._own(cut))
        return own

    def in_whole(self, weights: Numbers, least: int) -> Cut:
        """Return a row of the columns here as a cut of the whole."""
        used = np.flatnonzero(weights)
        return self.columns[used].tolist(), weights[used].tolist(), least


@dataclass(frozen=True, order=True)
class Leaf:
    """A case of a region's tree, with the prices that bound it."""

    objective: float
    number: int
    lower: Numbers = field(compare=False)
    upper: Numbers = field(compare=False)
    prices: NDArray[np.float64] = field(compare=False)
    basis: Basis = field(compare=False)
    square: int | None = field(compare=False)


class RegionTree:
    """A tree of cases of a region, the cheapest first, and the cut that its leaves prove.

    Args:
        region: whose relaxation no other uses.
        core: of the whole's squares, those that are branched on.
        cutter: looks for cuts in the nodes.

    Attributes:
        prices: of the region's rows in the cut, by the number of a leaf, once it is made.
    """

    def __init__(self, region: Region, core: Mask, cutter: Cutter) -> None:
        self.prices: dict[int, Numbers] = {}
        self._region, self._cutter = region, cutter
        self._core = core[region.columns]
        self._open: list[Leaf] = []
        self._closed: list[Leaf] = []
        self._found: list[Cut] = []
        self._made = 0
        self._gains: dict[int, tuple[float, float]] = {}

    def cuts(self, nodes: int, enough: float, ticker: Ticker) -> list[Cut]:
        """Expand a number of nodes; return the cuts that raise the whole's bound.

        Args:
            nodes: of which no more are made than by the last one that is expanded.
            enough: the rise of the bound that ends the tree.
            ticker: looked at.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        program, before = self._region.program, ticker.bytes
        try:
            program.solve(_DEAR, ticker)
            root = program.objective
            self._add(program.lower, program.upper, root, ticker)
            while self._open and self._made <= nodes and self._risen(root) < enough:
                self._expand(heapq.heappop(self._open), ticker)
                self._end_dear_cases()
            if not _WORTH_A_CUT <= self._risen(root) < math.inf:
                return []
            return [*self._found, self._cut(ticker)]
        finally:
            ticker.allocate(before - ticker.bytes)

    def _risen(self, root: float) -> float:
        """Return how far the cheapest case is above the root, in squares."""
        cheapest = min((leaf.objective for leaf in self._closed), default=math.inf)
        if self._open:
            cheapest = min(cheapest, self._open[0].objective)
        return (cheapest - root) / _SHARES

    def _end_dear_cases(self) -> None:
        """Close the open cases if none of them is cheaper than a closed one."""
        cheapest = min((leaf.objective for leaf in self._closed), default=math.inf)
        if self._open and self._open[0].objective >= cheapest - 1:
            self._closed += self._open
            self._open = []

    def _add(self, lower: Numbers, upper: Numbers, least: float, ticker: Ticker) -> Leaf:
        """Note the case that the program was solved for."""
        program = self._region.program
        objective = max(least, program.objective)
        prices = np.maximum(np.nan_to_num(program.duals), 0.0) / _SHARES
        square = self._choose(ticker)
        self._made += 1
        numbers = len(prices) + _NUMBERS_A_COLUMN * len(lower)
        ticker.allocate(numbers * _BYTES_A_NUMBER)
        ticker.check()
        leaf = Leaf(objective, self._made, lower, upper, prices, program.basis(), square)
        if square is None:
            self._closed.append(leaf)
        else:
            heapq.heappush(self._open, leaf)
        return leaf

    def _expand(self, leaf: Leaf, ticker: Ticker) -> None:
        program = self._region.program
        assert leaf.square is not None
        parts: list[Leaf | Mapping[int, int]] = []
        for side in (0, 1):
            lower, upper = leaf.lower.copy(), leaf.upper.copy()
            (upper, lower)[side][leaf.square] = side
            program.bound_columns(lower, upper)
            program.restart(leaf.basis)
            program.solve(_DEAR, ticker)
            for turn in range(1, self._cutter.rounds_in_tree, _EVERY):
                if program.infeasible:
                    break
                if found := self._region.add_cuts(self._cutter, leaf.square, turn, ticker):
                    self._found += found
                    program.solve(_DEAR, ticker)
            if not program.infeasible:
                parts.append(self._add(lower, upper, leaf.objective, ticker))
            elif (empty := program.unsatisfied()) is not None:
                parts.append(empty)
            else:  # not proven to be empty: its parent's prices hold
                self._made += 1
                part = Leaf(leaf.objective, self._made, lower, upper, leaf.prices, leaf.basis, None)
                parts.append(part)
                self._closed.append(part)
        self._split(leaf, parts)

    def _split(self, leaf: Leaf, parts: Sequence[Leaf | Mapping[int, int]]) -> None:
        """Take note of both parts of a case, with a square laid in the second one alone.

        One that is empty is given as the prices of rows that demand more than there is.
        """

    def _choose(self, ticker: Ticker) -> int | None:
        """Return the square of the core to branch on; None if all are whole."""
        program = self._region.program
        values = program.values
        free = self._core & (program.lower < program.upper)
        free &= (values > _WHOLE) & (values < 1 - _WHOLE)
        order = [int(j) for j in np.argsort(np.abs(values - 0.5), kind="stable") if free[j]]
        if not order:
            return None
        new = [j for j in order if j not in self._gains]
        new = new[: _TRIALS if self._gains else _ROOT_TRIALS]
        for j, (down, up) in zip(new, program.gains(new, _DEAR, _TRIAL_STEPS, ticker), strict=True):
            self._gains[j] = down / float(values[j]), up / (1 - float(values[j]))
        return max(
            (j for j in order if j in self._gains), key=lambda j: self._score(j, float(values[j]))
        )

    def _score(self, square: int, amount: float) -> float:
        down, up = self._gains[square]
        return max(down * amount, 1.0) * max(up * (1 - amount), 1.0)

    def _cut(self, ticker: Ticker) -> Cut:
        """Return the cut that the prices of the leaves prove.

        It leaves each row the price that all leaves have for it: so other regions can still raise
        the bound by these rows.
        """
        program, leaves = self._region.program, [*self._closed, *self._open]
        least = program.least
        prices = np.zeros((len(leaves), len(least)))
        for leaf, own in zip(leaves, prices, strict=True):
            own[: len(leaf.prices)] = leaf.prices
        common = prices.min(axis=0)
        left = program.costs - program.weighed(common * _SHARES)
        cases = []
        for leaf, own in zip(leaves, prices, strict=True):
            ticker.check()
            extra = (np.minimum(own - common, _DEAREST) * _SHARES).astype(np.int64)
            if program.weighed(extra.astype(np.float64)).max() >= _EXACT:
                extra[:] = 0  # any prices are right
            row = program.summed(extra), int(extra @ least)
            cases.append(Case(leaf.lower, leaf.upper, *row))
            self.prices[leaf.number] = extra
        room = np.maximum(left, 0).astype(np.int64)
        return self._region.in_whole(*common_row(cases, room))


class Case(NamedTuple):
    """Bounds of columns, and a row that holds within them."""

    lower: Numbers
    upper: Numbers
    weights: Numbers
    least: int


def common_row(cases: Sequence[Case], room: Numbers) -> tuple[Numbers, int]:
    """Return the weights and the least of a row that holds in each of the cases.

    In a case it is the case's own row, plus the difference of the weights times the columns, each
    at whichever of its bounds in that case makes that less.

    Args:
        cases: at least one.
        room: the most that each column's weight may be.
    """
    weights = np.zeros(len(room), dtype=np.int64)
    for case in cases:
        free = case.lower < case.upper
        weights = np.where(free, np.maximum(weights, case.weights), weights)
        weights = np.where(case.lower > 0, np.maximum(weights, room), weights)
    weights = np.minimum(weights, room)
    leasts = []
    for case in cases:
        beyond = weights - case.weights
        leasts.append(case.least + int(beyond @ np.where(beyond < 0, case.upper, case.lower)))
    return weights, min(leasts)
