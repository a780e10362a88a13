"""Cuts from the tableau: rows added up so that a column is whole, and rounded.

Where the optimum of a relaxation has a fractional column, a row of the inverse of its basis says in
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

from gridproof.covering.relaxation import Cut, Relaxation
from gridproof.ticker import Ticker

__all__ = ["Rounding", "rounded", "rounding_cuts"]

_MOST_DIVISOR = 240
_MOST_COLUMNS, _LARGEST = 400, 1000
_MOST_CUTS = 100
#: Of the rows that are added up.
_MOST_ENTRIES = 20_000
_EXACT, _FRACTION, _BROKEN = 1e-6, 0.005, 0.003


class Rounding(NamedTuple):
    """How a cut is made.

    Attributes:
        divisor: D.
        rows: by the number of a row, p.
        uppers: by the number of a column, p of its upper bound.
    """

    divisor: int
    rows: Mapping[int, int]
    uppers: Mapping[int, int]


def rounded(divisor: int, priced: Sequence[tuple[Cut, int]]) -> Cut:
    """The row that rows at these prices make."""
    total: dict[int, int] = {}
    found: dict[int, int] = {}
    goal = sum(price * least for (_, _, least), price in priced)
    for (columns, weights, _), price in priced:
        for j, a in zip(columns, weights, strict=True):
            total[j] = total.get(j, 0) + price * a
    part = goal % divisor

    def round_up(u: int) -> int:
        return part * (u // divisor) + min(part, u % divisor)

    for j, u in total.items():
        found[j] = round_up(u)
    least = round_up(goal)
    for (columns, weights, own), price in priced:
        share = round_up(-price)
        least += share * own
        for j, a in zip(columns, weights, strict=True):
            found[j] += share * a
    found = {j: a for j, a in found.items() if a}
    common = math.gcd(least, *found.values()) or 1
    return [*found], [a // common for a in found.values()], least // common


def rounding_cuts(
    relaxation: Relaxation, uppers: Sequence[int], ticker: Ticker
) -> list[tuple[Rounding, Cut]]:
    """Cuts that the optimum of the relaxation breaks, those that it breaks most, and their making.

    Args:
        relaxation: just solved, under no bounds but those of its columns at the start.
        uppers: the most of each column.
        ticker: looked at.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    values = relaxation.values
    found: dict[tuple[int, ...], tuple[float, Rounding, Cut]] = {}
    for shares in relaxation.tableau_rows(_FRACTION):
        ticker.check()
        divisor = _divisor(shares)
        if divisor is None:
            continue
        prices = np.rint(shares * divisor).astype(np.int64)
        if relaxation.entries(np.flatnonzero(prices)) > _MOST_ENTRIES:
            continue
        for sign in (1, -1):
            ticker.check()
            rounding, priced = _priced(relaxation, uppers, divisor, sign * prices)
            cut = rounded(divisor, priced)
            columns, weights, least = cut
            if not columns or len(columns) > _MOST_COLUMNS or max(map(abs, weights)) > _LARGEST:
                continue
            size = math.sqrt(sum(a * a for a in weights))
            broken = (least - float(values[list(columns)] @ np.array(weights))) / size
            if broken > _BROKEN:
                order = np.argsort(columns)
                found[*np.array(columns)[order].tolist(), *np.array(weights)[order].tolist()] = (
                    broken,
                    rounding,
                    cut,
                )
    best = sorted(found.values(), key=lambda cut: -cut[0])[:_MOST_CUTS]
    return [(rounding, cut) for _, rounding, cut in best]


def _divisor(shares: NDArray[np.float64]) -> int | None:
    """The least number that makes all shares whole."""
    own = shares[np.abs(shares) > _EXACT]
    for divisor in range(2, _MOST_DIVISOR):
        scaled = own * divisor
        if np.abs(scaled - np.rint(scaled)).max(initial=0.0) < _EXACT:
            return divisor
    return None


def _priced(
    relaxation: Relaxation, uppers: Sequence[int], divisor: int, prices: NDArray[np.int64]
) -> tuple[Rounding, list[tuple[Cut, int]]]:
    """Rows at their prices, and upper bounds at those that take away the columns that are there."""
    rows = {int(row): int(prices[row]) for row in np.flatnonzero(prices)}
    numbers, priced, total = {}, [], dict[int, int]()
    for row, price in rows.items():
        number, cut = relaxation.row(row)
        numbers[number] = price
        priced.append((cut, price))
        for j, a in zip(cut[0], cut[1], strict=True):
            total[j] = total.get(j, 0) + price * a
    bounds = {j: u for j, u in total.items() if u and relaxation.values[j] > uppers[j] - _EXACT}
    priced += [(([j], [-1], -uppers[j]), u) for j, u in bounds.items()]
    return Rounding(divisor, numbers, bounds), priced
