"""Rows that say what it takes to destroy a stone, and which of them are worth having.

Stone s falls if its strikers' damages d_i add up to its hit points. For any b_i ≥ 0 with
r = hp - Σ b_i > 0 a stone that falls has

    Σ_i min(max(d_i - b_i, 0), r)  ≥  r,

since d_i ≤ b_i + max(d_i - b_i, 0), and one term of r is enough already. Written in the columns
x[i, k] (whether d_i ≥ k) a term is x[i, b_i + 1] + … + x[i, b_i + r]. With b = 0 this is the
definition itself; with r = 1 it is a clause; those between are sums of clauses rounded up. All of
them together leave a relaxation that is much tighter than either end, but they are too many, so
they are added where the relaxation breaks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridproof.limits import Ticker, paced
from gridproof.set_cover.cuts import Cut

__all__ = ["CoverRows", "NamedRow", "RowName", "Stone", "defining_row", "row_of"]

#: As certificates name a row: what it is, whose it is, and more.
RowName = tuple[Any, ...]
NamedRow = tuple[RowName, Cut]

#: Stones with more rows than this look for broken rows by dynamic programming.
_MAX_LISTED = 500
#: Rough bytes of a row besides its columns.
_ROW_BYTES = 200
#: Entries of the rows that are looked at together.
_BLOCK = 1 << 20
_BROKEN = 1e-3


class Stone(NamedTuple):
    """A stone: hit points, columns of its strikers and of its fall (None: it must), its number."""

    hp: int
    strikers: list[list[int]]
    falls: int | None
    number: int = 0


class CoverRow(NamedTuple):
    """Σ columns ≥ needed, or needed times ``falls``."""

    columns: list[int]
    needed: int
    falls: int | None
    name: RowName

    def named(self) -> NamedRow:
        """Return the name, and columns, weights and the least sum."""
        weights = [1] * len(self.columns)
        if self.falls is None:
            return self.name, (self.columns, weights, self.needed)
        return self.name, ([*self.columns, self.falls], [*weights, -self.needed], 0)


def row_of(stone: Stone, thresholds: Sequence[int]) -> CoverRow:
    """Return the row of the thresholds b."""
    needed = stone.hp - sum(thresholds)
    columns = [
        column
        for chain, b in zip(stone.strikers, thresholds, strict=True)
        for column in chain[b : b + needed]
    ]
    return CoverRow(columns, needed, stone.falls, ("cover", stone.number, *thresholds))


def defining_row(stone: Stone) -> CoverRow:
    """Return the row with b = 0: the stone falls only if its strikers deal its hit points."""
    return row_of(stone, [0] * len(stone.strikers))


class CoverRows:
    """All rows of all stones but the defining ones."""

    def __init__(self, stones: Sequence[Stone], columns: int, ticker: Ticker) -> None:
        self._ticker = ticker
        self._rich: list[Stone] = []
        listed: list[CoverRow] = []
        for stone in stones:
            ticker.check()
            if not _few_rows(stone):
                self._rich.append(stone)
                continue
            new = [row_of(stone, b) for b in _thresholds(stone) if any(b)]
            ticker.allocate(sum(_ROW_BYTES + 8 * len(row.columns) for row in new))
            listed += new
        self._rows = listed
        # The rows as arrays; column number `columns` stands for nothing, the next one for 1.
        width = max((len(row.columns) for row in listed), default=0)
        ticker.allocate(len(listed) * (4 * width + 13))
        ticker.check()
        self._columns = np.full((len(listed), width), columns, dtype=np.int32)
        self._falls = np.full(len(listed), columns + 1, dtype=np.int32)
        self._needed = np.empty(len(listed))
        for number, row in enumerate(paced(listed, ticker)):
            self._columns[number, : len(row.columns)] = row.columns
            self._needed[number] = row.needed
            if row.falls is not None:
                self._falls[number] = row.falls

    def broken(self, values: NDArray[np.float64], ticker: Ticker) -> list[NamedRow]:
        """Return those that these values of the columns break; of stones with many, the worst ones.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        values = np.concatenate((values, (0.0, 1.0)))
        found = [self._rows[i] for i in np.flatnonzero(self._slack(values) < -_BROKEN)]
        found += [row for stone in self._rich for row in _broken_rows(stone, values, ticker)]
        return [row.named() for row in found]

    def _slack(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        slack: NDArray[np.float64] = -self._needed * values[self._falls]
        step = max(_BLOCK // max(self._columns.shape[1], 1), 1)
        for start in range(0, len(slack), step):
            self._ticker.check()
            rows = slice(start, start + step)
            slack[rows] += values[self._columns[rows]].sum(axis=1)
        return slack


def _few_rows(stone: Stone) -> bool:
    """Return True if the stone has so few rows that they can be listed."""
    ways = [1] + [0] * (stone.hp - 1)
    for chain in stone.strikers:
        ways = [sum(ways[max(0, b - len(chain)) : b + 1]) for b in range(stone.hp)]
        if sum(ways) > _MAX_LISTED:  # more strikers never make it fewer
            return False
    return True


def _thresholds(stone: Stone) -> Iterator[tuple[int, ...]]:
    """Yield all thresholds below the hit points, in lexicographic order."""
    lengths, most = [len(chain) for chain in stone.strikers], stone.hp - 1
    b, total = [0] * len(lengths), 0
    while True:
        yield tuple(b)
        i = len(b) - 1
        while i >= 0 and (b[i] == lengths[i] or total == most):
            total -= b[i]
            b[i] = 0
            i -= 1
        if i < 0:
            return
        b[i] += 1
        total += 1


def _broken_rows(stone: Stone, values: NDArray[np.float64], ticker: Ticker) -> Iterator[CoverRow]:
    """Yield for each r the most violated row, by dynamic programming over the strikers.

    cost[b] is the least sum of terms of the strikers so far whose thresholds add up to b.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    table = stone.hp * (_ROW_BYTES + 8 * len(stone.strikers))
    ticker.allocate(table)
    falls = 1.0 if stone.falls is None else values[stone.falls]
    for needed in range(1, stone.hp):
        spent = stone.hp - needed
        cost: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        cost += [(float("inf"), ())] * spent
        for chain in stone.strikers:
            sums = np.concatenate(([0.0], np.cumsum(values[chain]))) if chain else np.zeros(1)
            terms = [
                float(sums[min(b + needed, len(chain))] - sums[b]) for b in range(len(chain) + 1)
            ]
            cost = [
                min(
                    (cost[total - b][0] + terms[b], (*cost[total - b][1], b))
                    for b in range(min(total, len(chain)) + 1)
                )
                for total in paced(range(spent + 1), ticker)
            ]
        least, thresholds = cost[spent]
        if least < needed * falls - _BROKEN:
            yield row_of(stone, thresholds)
    ticker.allocate(-table)
