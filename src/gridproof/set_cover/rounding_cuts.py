"""Cuts from the tableau: rows added up so that a column is whole, and rounded.

If the optimum of a relaxation has a fractional column, a row of the inverse of its basis says in
which shares the rows, and the upper bounds of columns, fix that column. With a divisor D that makes
the shares whole numbers p, the sum of the rows reads

    sum u_j x_j  -  sum p_k s_k  =  b        with all x_j and all slacks s_k whole, at least 0.

For f = b mod D and F(u) = f ⌊u / D⌋ + min(f, u mod D) every solution has (mixed-integer rounding)

    sum F(u_j) x_j  +  sum F(-p_k) s_k  >=  f ⌈b / D⌉,

whatever the shares are: ``docs/explanation/certificates-merge.md`` has the proof. So shares that
are found in floating-point numbers do no harm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridproof.limits import Ticker
from gridproof.set_cover.cuts import Cut
from gridproof.set_cover.relaxation import Relaxation

__all__ = ["Rounding", "rounding_cuts"]

_MAX_DIVISOR = 240
#: The columns of a cut, and its weights.
_MAX_COLUMNS, _LARGEST = 400, 1000
_MAX_CUTS = 100
#: No price is higher, so that sums are exact.
_DEAREST = 1_000_000
_EXACT, _FRACTION, _BROKEN = 1e-6, 0.005, 0.003

Numbers = NDArray[np.int64]


class Rounding(NamedTuple):
    """The making of a cut.

    Attributes:
        divisor: D.
        rows: by the number of a row, p.
        uppers: by the number of a column, p of its upper bound.
    """

    divisor: int
    rows: Mapping[int, int]
    uppers: Mapping[int, int]


def rounding_cuts(
    relaxation: Relaxation, uppers: Sequence[int], ticker: Ticker
) -> list[tuple[Rounding, Cut]]:
    """Return the cuts that the relaxation's optimum violates most, and their making.

    Args:
        relaxation: just solved, with columns of at least 0.
        uppers: the most of each column at the start.
        ticker: looked at.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    found: dict[bytes, tuple[float, Rounding, Cut]] = {}
    most = np.array(uppers, dtype=np.int64)
    for shares in relaxation.tableau_rows(_FRACTION):
        ticker.check()
        divisor = _divisor(shares)
        if divisor is None:
            continue
        for sign in (1, -1):
            prices = sign * np.rint(shares * divisor).astype(np.int64)
            made, weights, least = _rounded(relaxation, most, divisor, prices)
            columns = np.flatnonzero(weights)
            own = weights[columns]
            if not 0 < len(columns) <= _MAX_COLUMNS or np.abs(own).max() > _LARGEST:
                continue
            size = float(np.sqrt(np.square(own).sum()))
            broken = (least - float(relaxation.values[columns] @ own)) / size
            if broken > _BROKEN:
                cut = (columns.tolist(), own.tolist(), least)
                found[weights.tobytes()] = (broken, made, cut)
    best = sorted(found.values(), key=lambda cut: -cut[0])[:_MAX_CUTS]
    return [(made, cut) for _, made, cut in best]


def _divisor(shares: NDArray[np.float64]) -> int | None:
    """Return the least number that makes all shares whole, and none of them too large."""
    own = shares[np.abs(shares) > _EXACT]
    if not len(own) or np.abs(own).max() > _DEAREST / _MAX_DIVISOR:
        return None
    divisors = np.arange(2, _MAX_DIVISOR)
    scaled = np.outer(divisors, np.unique(np.abs(own)))
    fit = np.flatnonzero(np.abs(scaled - np.rint(scaled)).max(axis=1) < _EXACT)
    return int(divisors[fit[0]]) if len(fit) else None


def _rounded(
    relaxation: Relaxation, uppers: Numbers, divisor: int, prices: Numbers
) -> tuple[Rounding, Numbers, int]:
    """Return the weights and the least of the row that rows at these prices make.

    With them go the upper bounds of columns that are there, at prices that take the columns away.
    """
    total = relaxation.summed(prices)
    bounds = np.where(relaxation.values > uppers - _EXACT, total, 0)
    goal = int(prices @ relaxation.least) - int(bounds @ uppers)
    part = goal % divisor

    def rounded(u: Numbers) -> Numbers:
        return part * (u // divisor) + np.minimum(part, u % divisor)

    of_rows, of_bounds = rounded(-prices), rounded(-bounds)
    weights = rounded(total - bounds) + relaxation.summed(of_rows) - of_bounds
    least = part * (goal // divisor + 1)
    least += int(of_rows @ relaxation.least) - int(of_bounds @ uppers)
    common = math.gcd(least, int(np.gcd.reduce(weights))) or 1
    numbers = relaxation.numbers
    made = Rounding(
        divisor,
        {numbers[row]: int(prices[row]) for row in np.flatnonzero(prices).tolist()},
        {int(j): int(bounds[j]) for j in np.flatnonzero(bounds).tolist()},
    )
    return made, weights // common, least // common
