"""Surpluses of prices of rows, computed in arrays.

The same as in :mod:`gridproof.proof.tree`, which does it with lists and is to be believed; this is
for makers, which try many prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridproof.proof.tree import Program, Row

__all__ = ["ArrayRow", "Bounds", "Sums", "Surplus", "bounds_of"]

_NO_LIMIT = 1 << 62
#: Sums of whole numbers in doubles are exact up to here; those of 64-bit numbers to 2^62 at least.
_EXACT = 1 << 53


class Bounds(NamedTuple):
    """The least and the largest value of each column."""

    lows: NDArray[np.int64]
    highs: NDArray[np.int64]

    def within(self, others: Bounds) -> bool:
        """Return True if they are nowhere looser than others."""
        return bool((self.lows >= others.lows).all() and (self.highs <= others.highs).all())


def bounds_of(program: Program) -> Bounds:
    """Return the bounds that hold from the start."""
    highs = [_NO_LIMIT if high is None else high for high in program.highs]
    return Bounds(np.array(program.lows, dtype=np.int64), np.array(highs, dtype=np.int64))


class Surplus(NamedTuple):
    """The proof of prices: see :func:`gridproof.proof.tree.surplus`."""

    scale: int
    prices: NDArray[np.int64]
    over: int
    left: NDArray[np.int64]

    def implied(self, bounds: Bounds) -> Bounds:
        """Return the implied bounds, as :func:`gridproof.proof.tree.implied` does."""
        lows, highs = bounds
        up = (self.left > 0) & (self.over + self.left > 0) & (highs < _NO_LIMIT)
        down = (self.left < 0) & (self.over - self.left > 0)
        return Bounds(np.where(up, highs, lows), np.where(down, lows, highs))


class ArrayRow:
    """A row as arrays."""

    def __init__(self, row: Row) -> None:
        self.columns = np.array(row.columns, dtype=np.int64)
        self.least = row.least
        if row.coefficients is None:
            self.coefficients = np.ones(len(self.columns))
        else:
            self.coefficients = np.array(row.coefficients, dtype=np.float64)


class Sums:
    """The sums of some rows at prices that change.

    Args:
        rows: those that may have a price.
        costs: of each column.
        most: the largest cost of a solution.
    """

    def __init__(self, rows: Sequence[ArrayRow], costs: NDArray[np.int64], most: int) -> None:
        none = np.empty(0, dtype=np.int64)
        self._columns = np.concatenate([none, *(row.columns for row in rows)])
        self._coefficients = np.concatenate([none, *(row.coefficients for row in rows)])
        self._lengths = np.array([len(row.columns) for row in rows], dtype=np.int64)
        self._leasts = [row.least for row in rows]
        self._costs, self._most = costs, most

    def at(self, scale: int, prices: NDArray[np.int64], bounds: Bounds) -> Surplus | None:
        """Return the surplus; the scale is raised if a column without a limit needs it.

        None if such a column still has a remainder, or numbers are too large.
        """
        parts = np.repeat(prices, self._lengths) * self._coefficients
        sums = np.bincount(self._columns, parts, minlength=len(self._costs))
        lows, highs = bounds
        dear = (highs == _NO_LIMIT) & (sums > scale * self._costs)
        if dear.any():
            if (self._costs[dear] <= 0).any():
                return None
            scale = int(np.ceil(sums[dear] / self._costs[dear]).max())
        left = sums - scale * self._costs
        worst = np.where(left > 0, highs, lows)
        worst[left == 0] = 0
        sizes = np.abs(self._costs) * float(scale)
        sizes += np.bincount(self._columns, np.abs(parts), minlength=len(self._costs))
        if sizes.max(initial=0.0) >= _EXACT or float(np.abs(left) @ np.abs(worst)) >= _NO_LIMIT:
            return None
        whole = left.astype(np.int64)
        over = sum(y * least for y, least in zip(prices.tolist(), self._leasts, strict=True))
        return Surplus(scale, prices, over - scale * self._most - int(whole @ worst), whole)
