"""The linear relaxation of a component, with cuts, under bounds on its squares."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason
from gridproof.set_cover.cuts import Cut
from gridproof.solving.linear_program import LinearProgram, Optimum, run

__all__ = ["UNIT", "Basis", "Relaxation"]

#: The number of times that rows had been dropped, and HiGHS's basis.
Basis = tuple[int, Any]

#: Prices are whole multiples of one ``UNIT``-th, and no higher than this.
UNIT = 1 << 30
#: The same where rows have large weights, which prices are rounded down for.
FINE_UNIT = 1 << 40
_DEAREST = 1024.0
#: HiGHS stops when it sees the optimum this far above what a node may cost.
_CLEARLY = 1e-4
#: Rows with larger weights are divided for HiGHS, whose tolerances are the same for all rows.
_LARGE = 256
#: Cuts with more to spare are dropped; they are found again if they are needed.
_SPARE = 0.05
#: Weights of the dual simplex that cost nothing to begin with: each trial begins from a basis.
_DEVEX = 1
_BASIC = highspy.HighsBasisStatus.kBasic
_ABOVE = (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kObjectiveBound)


class Relaxation:
    """A lower bound on costs: columns of whole costs, rows that are always there, and cuts.

    HiGHS solves it in floating-point numbers, but a bound is only taken from its prices, summed in
    whole numbers: for any prices of at least 0, a solution costs no less than the rows' worth plus
    the cost of each column beyond its rows, at whichever of its bounds that is less.

    Args:
        rows: those that are always there.
        costs: of the columns, each at least 0 and at most ``upper``.
        upper: whole numbers.
        ticker: looked at while it is made.

    Attributes:
        points: the number of rows that are always there; those of cuts come after them.
        cut_columns: columns of all cuts, each as often as there are cuts with it.
        lower, upper: the least and the most of each column, whole.
        values: of the columns, in the optimum.
        duals: of the rows that are there, in the optimum; not proven.
        objective: the optimum.
        infeasible: True if HiGHS found no solution.
        costs: of the columns.
        unit: what a cost of 1 is, in the units of prices.
        excess: by column, its cost beyond its rows, in units.
        worth: the proven bound, in units.
    """

    def __init__(
        self, rows: Iterable[Cut], costs: Sequence[int], upper: Sequence[int], ticker: Ticker
    ) -> None:
        program, columns = LinearProgram(), len(costs)
        for cost, most in zip(costs, upper, strict=True):
            program.column(float(cost), float(most))
        self._highs = program.highs(simplex_dual_edge_weight_strategy=_DEVEX)
        self._columns = columns
        self.costs = np.array(costs, dtype=np.int64)
        self._set_unit(UNIT)
        self._all = np.arange(columns, dtype=np.int32)
        self._rows: list[tuple[NDArray[np.int32], NDArray[np.int64], int]] = []
        self._scales = np.empty(0)  # of the rows; HiGHS has them divided by these
        self._numbers: list[int] = []  # of the rows, in the order of their adding
        self._added = 0
        self.infeasible = False
        self._flat: tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]] | None = None
        self.cut_columns = 0
        for row in rows:
            ticker.check()
            self.add(row)
        self.points = len(self._rows)
        self.cut_columns = 0
        self._drops = 0
        self.lower = np.zeros(columns, dtype=np.int64)
        self.upper = np.array(upper, dtype=np.int64)
        self.values = np.zeros(columns)
        self.duals = np.zeros(self.points)
        self.objective = 0.0
        self.worth = 0
        self._prices = np.zeros(self.points, dtype=np.int64)
        self.excess = self._costs

    def add(self, cut: Cut) -> None:
        """Add a cut."""
        columns, weights, least = cut
        row = (np.array(columns, dtype=np.int32), np.array(weights, dtype=np.int64), least)
        self._rows.append(row)
        self._numbers.append(self._added)
        self._added += 1
        self.cut_columns += len(columns)
        self._flat = None
        scale = max(float(np.abs(row[1]).max(initial=0)) / _LARGE, 1.0)
        if scale > 1:
            self._set_unit(FINE_UNIT)
        self._scales = np.append(self._scales, scale)
        weighed = row[1].astype(np.float64) / scale
        self._highs.addRow(least / scale, highspy.kHighsInf, len(columns), row[0], weighed)

    def _set_unit(self, unit: int) -> None:
        self.unit, self._costs = unit, unit * self.costs

    def bound_columns(self, lower: NDArray[np.int64], upper: NDArray[np.int64]) -> None:
        """Set the least and the largest value of each column."""
        self.lower, self.upper = lower, upper
        self._highs.changeColsBounds(
            self._columns, self._all, lower.astype(np.float64), upper.astype(np.float64)
        )

    def solve(self, most: int, ticker: Ticker) -> None:
        """Solve it, or find that it is above ``most``.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self.infeasible = self._run(most, ticker).infeasible
        solution = self._highs.getSolution()
        self.values = np.array(solution.col_value)
        self.duals = np.array(solution.row_dual) / self._scales
        self.objective = self._highs.getInfo().objective_function_value
        self._find_worth(self.duals)

    def gains(
        self, columns: Iterable[int], most: int, steps: int, ticker: Ticker
    ) -> Iterator[tuple[float, float]]:
        """Yield the rise of the optimum in a few simplex steps with a column rounded down, and up.

        It counts as one more than ``most`` when it is seen to be above. This is for choosing a
        column, not proven.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        highs = self._highs
        basis = highs.getBasis()
        highs.setOptionValue("simplex_iteration_limit", steps)
        try:
            for column in columns:
                gain = []
                lower, upper = float(self.lower[column]), float(self.upper[column])
                down = math.floor(self.values[column])
                for part in ((lower, float(down)), (float(down + 1), upper)):
                    highs.setBasis(basis)
                    highs.changeColBounds(column, *part)
                    self._run(most, ticker)
                    above = highs.getModelStatus() in _ABOVE
                    reached = most + 1 if above else highs.getInfo().objective_function_value
                    gain.append(float(max(reached - self.objective, 0.0)))
                highs.changeColBounds(column, lower, upper)
                yield gain[0], gain[1]
        finally:
            highs.setOptionValue("simplex_iteration_limit", highspy.kHighsIInf)
            highs.setBasis(basis)

    def basis(self) -> Basis:
        """Return the basis of the solution found last."""
        return self._drops, self._highs.getBasis()

    def restart(self, basis: Basis) -> None:
        """Go on from an earlier basis; cuts added since are basic, as they are when added."""
        drops, earlier = basis
        if drops != self._drops:
            return
        rows = earlier.row_status
        earlier.row_status = rows + [_BASIC] * (len(self._rows) - len(rows))
        self._highs.setBasis(earlier)

    def _run(self, most: int, ticker: Ticker) -> Optimum:
        self._highs.setOptionValue("objective_bound", most + _CLEARLY)
        outcome = run(self._highs, ticker)
        if outcome.stop is not StopReason.COMPLETED:
            raise Stopped(outcome.stop)
        return outcome

    def point_prices(self) -> tuple[list[int], int]:
        """Return prices of the points that sum to at most that of a square, and that price."""
        prices = self._prices[: self.points].tolist()
        if len(self._rows) > self.points or (self.excess < 0).any():
            prices = [0] * self.points  # those of cuts, and of bounds, would be missing
        return prices, self.unit

    @property
    def bound(self) -> int:
        """The proven number of squares."""
        return -(-self.worth // self.unit)

    def implied_bounds(self, most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the least and the largest value of each column in solutions of at most ``most``.

        A column at the bound where it does not cost less adds its excess to the worth.
        """
        room = most * self.unit - self.worth
        return (
            np.where(-self.excess > room, self.upper, self.lower),
            np.where(self.excess > room, self.lower, self.upper),
        )

    def prices(self) -> dict[int, int]:
        """Return the prices of rows above 0, in units.

        Of points first, then of cuts, as they were added. Numbers of cuts that have been dropped
        are not given again.
        """
        priced = np.flatnonzero(self._prices)
        return {self._numbers[row]: int(self._prices[row]) for row in priced}

    def unsatisfied(self) -> dict[int, int] | None:
        """Return prices of rows that demand more than all columns can give; None if unknown.

        They are of a single row, or, if HiGHS has found no solution at all, of the rows that it
        names.
        """
        rows, columns, weights, least = self._flattened()
        best = np.where(weights > 0, self.upper[columns], self.lower[columns])
        sums = np.bincount(rows, weights * best, minlength=len(least))
        below = np.flatnonzero(sums < least)
        if len(below):
            return {self._numbers[below[0]]: 1}
        if not self.infeasible:
            return None
        _, known, ray = self._highs.getDualRay()
        if not known:
            return None
        ray = np.abs(np.nan_to_num(np.array(ray))) / self._scales
        prices = (ray / max(ray.max(initial=0.0), 1e-9) * UNIT).astype(np.int64)
        parts = prices[rows].astype(np.float64) * weights
        sums = np.bincount(columns, parts, minlength=self._columns)
        sizes = np.bincount(columns, np.abs(parts), minlength=self._columns)
        if not self._exact(sizes, prices, least):
            return None
        left = sums.astype(np.int64)
        if int(prices @ least) <= int(left @ np.where(left > 0, self.upper, self.lower)):
            return None
        return {self._numbers[row]: int(prices[row]) for row in np.flatnonzero(prices)}

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the rows that are there."""
        return self._numbers

    @property
    def least(self) -> NDArray[np.int64]:
        """The least value of each row that is there."""
        least: NDArray[np.int64] = self._flattened()[3]
        return least

    def row(self, place: int) -> Cut:
        """Return the row at a place."""
        columns, weights, least = self._rows[place]
        return columns.tolist(), weights.tolist(), least

    def rows_within(self, inside: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the places of the rows that have no column outside."""
        rows, columns, _, least = self._flattened()
        out = np.bincount(rows, ~inside[columns], len(least))
        return np.flatnonzero(out == 0)

    def left_by_others(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return by column what the prices of all rows but these leave of its cost."""
        prices = np.zeros(len(self._prices))
        prices[rows] = self._prices[rows]
        left: NDArray[np.float64] = (self.excess + self.weighed(prices)) / self.unit
        return left

    def weighed(self, prices: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by column the weights of the rows at these prices."""
        rows, columns, weights, _ = self._flattened()
        return np.bincount(columns, prices[rows] * weights, self._columns).astype(np.float64)

    def summed(self, prices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return by column the weights of the rows at these prices; exact below 2^53."""
        return self.weighed(prices.astype(np.float64)).astype(np.int64)

    def tableau_rows(self, fraction: float) -> Iterator[NDArray[np.float64]]:
        """Yield the shares of the rows, by place, that fix a column this far from whole."""
        _, basic = self._highs.getBasicVariables()
        for place, column in enumerate(basic):
            if column >= 0 and abs(self.values[column] % 1 - 0.5) < 0.5 - fraction:
                yield np.array(self._highs.getBasisInverseRow(place)[1]) / self._scales

    def drop_loose(self) -> None:
        """Drop cuts that have room in the solution found last, once there are many."""
        if len(self._rows) < 2 * self.points:
            return
        activity = self._highs.getSolution().row_value
        loose = [
            i
            for i in range(self.points, len(self._rows))
            if activity[i] > self._rows[i][2] / self._scales[i] + _SPARE and not self._prices[i]
        ]
        if loose:
            self._drops += 1
            self._highs.deleteRows(len(loose), np.array(loose, dtype=np.int32))
            gone = set(loose)
            self.cut_columns -= sum(len(self._rows[i][0]) for i in loose)
            kept = [i for i in range(len(self._rows)) if i not in gone]
            self._rows = [self._rows[i] for i in kept]
            self._numbers = [self._numbers[i] for i in kept]
            self._scales = self._scales[kept]
            self._prices = self._prices[kept]
            self._flat = None

    def _flattened(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return row and column of each weight, the weights, and the least of each row."""
        if self._flat is None:
            none = np.empty(0, dtype=np.int64)
            lengths = np.array([len(row[0]) for row in self._rows], dtype=np.int64)
            self._flat = (
                np.repeat(np.arange(len(self._rows)), lengths),
                np.concatenate([none, *(row[0] for row in self._rows)]),
                np.concatenate([none, *(row[1] for row in self._rows)]),
                np.array([row[2] for row in self._rows], dtype=np.int64),
            )
        return self._flat

    def _find_worth(self, duals: NDArray[np.float64]) -> None:
        rows, columns, weights, least = self._flattened()
        # A dual that is not a number gives no price.
        prices = (np.clip(np.nan_to_num(duals), 0.0, _DEAREST) * self.unit).astype(np.int64)
        parts = prices[rows].astype(np.float64) * weights
        sums = np.bincount(columns, parts, minlength=self._columns)
        on_columns = np.asarray(sums, dtype=np.float64)
        sizes = np.bincount(columns, np.abs(parts), minlength=self._columns)
        if not self._exact(sizes, prices, least):
            prices[:] = 0
            on_columns[:] = 0
        self._prices = prices
        self.excess = self._costs - on_columns.astype(np.int64)
        at_best = np.where(self.excess < 0, self.upper, self.lower)
        self.worth = int(prices @ least + self.excess @ at_best)

    def _exact(
        self, sizes: NDArray[Any], prices: NDArray[np.int64], least: NDArray[np.int64]
    ) -> bool:
        """Return True if sums of prices are exact: of columns as doubles, of all in 64 bits.

        ``sizes`` are the sums of the amounts of all addends of a column. If the end of such a sum
        in doubles is below 2^53, so is the amount of each sum of some of them, and nothing was
        rounded; and whole numbers whose amounts have a sum below 2^62 in doubles, which are off by
        far less than by half of it, come to less than 2^63.
        """
        worth = float(prices.astype(np.float64) @ np.abs(least))
        excess = (sizes + np.abs(self._costs)) * np.maximum(np.abs(self.upper), np.abs(self.lower))
        return bool(sizes.max(initial=0.0) < 2**53) and worth + float(excess.sum()) < 2**62
