"""Writes a tree of cases for the checker, with prices as small as they can be.

A solver closes a case by prices that are fractions, or whole numbers with some nine digits. Most of
that is not needed: prices rounded to multiples of a half or a fifth often prove as much. And of the
bounds that a case implies only those matter which the cases below it rest on. So from the leaves up
the loosest bounds are kept with which all is still closed, and the coarsest unit of prices that
gives these. ``docs/explanation/certificates.md``, "The tree", says what the checker does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridproof.proof.making import Unproven
from gridproof.proof.tree import Program, Row
from gridproof.ticker import Ticker

__all__ = ["Case", "Split", "renumbered", "tree_records"]

#: Parts of the scale that are tried as the unit of prices, the coarsest first.
_UNITS = (*range(1, 13), *(1 << k for k in range(4, 31)))
_NO_LIMIT = 1 << 62
#: Sums of doubles up to here are exact; so are those of 64-bit numbers.
_EXACT = 1 << 53
#: Of a node, and of a price in it: estimates.
_BYTES_A_NODE, _BYTES_A_PRICE = 400, 60

Group = Callable[[Any], Sequence[int]]


@dataclass(eq=False)
class Case:
    """A node of a tree, as a solver closes or splits it.

    Attributes:
        prices: by the number of the row, of any unit, whole or not; those of the groups branched on
            above have the numbers -1 for the first from the root, -2 for the second, …. None is
            below 0.
        scale: the price of the cap on the costs, in the same unit; 0: the rows alone have no
            solution.
        split: None in a leaf.
    """

    prices: Mapping[int, float]
    scale: float = 1
    split: Split | None = None


class Split(NamedTuple):
    """The two cases below a node.

    Attributes:
        what: the number of a column, or a group, as it stands in a record.
        v: the value, or the sum, is at most this, or above it.
        less: the case of at most.
        more: the other one.
    """

    what: Any
    v: int
    less: Case
    more: Case


class _Bounds(NamedTuple):
    """The least and the most of each column."""

    lows: NDArray[np.int64]
    highs: NDArray[np.int64]

    def within(self, others: _Bounds) -> bool:
        """Whether they are nowhere looser than others."""
        return bool((self.lows >= others.lows).all() and (self.highs <= others.highs).all())


class _Priced(NamedTuple):
    """What prices, by row, say: see :func:`gridproof.proof.tree.surplus`."""

    scale: int
    prices: Mapping[int, int]
    over: int
    left: NDArray[np.int64]

    def implied(self, bounds: _Bounds) -> _Bounds:
        """As :func:`gridproof.proof.tree.implied`."""
        lows, highs = bounds
        up = (self.left > 0) & (self.over + self.left > 0) & (highs < _NO_LIMIT)
        down = (self.left < 0) & (self.over - self.left > 0)
        return _Bounds(np.where(up, highs, lows), np.where(down, lows, highs))

    def record(self) -> list[Any]:
        """Of a leaf."""
        return [self.scale, [number for pair in sorted(self.prices.items()) for number in pair]]


@dataclass
class _Visit:
    """A node on the way, with the bounds and the rows of the branches above it."""

    case: Case
    bounds: _Bounds
    above: tuple[_Row, ...]
    at: int = -1  # of its record, or of the first one in its place; -1: not reached yet
    more: _Visit | None = None  # the second case below it


class _Row(NamedTuple):
    columns: NDArray[np.int64]
    coefficients: NDArray[np.float64]
    least: int


def tree_records(
    root: Case,
    rows: Sequence[Row],
    program: Program,
    ticker: Ticker,
    group: Group,
) -> list[Any]:
    """The records of a tree, in preorder.

    A case that is closed without its parts loses them, and one that needs neither its prices nor
    its branch is replaced by the part that shows it.

    Args:
        root: of the tree.
        rows: that its prices speak of, by number.
        program: what the tree shows to have no solution.
        ticker: looked at for each node.
        group: as of :func:`gridproof.proof.tree.check_tree`.

    Raises:
        Unproven: a leaf is not closed by its prices.
        Stopped: by a limit or Ctrl-C.
    """
    tree = _Tree(rows, program, ticker, group)
    return tree.pruned(tree.records(root))


def renumbered(nodes: Sequence[Any], fixed: int = 0) -> tuple[list[int], list[Any]]:
    """Leaves out the rows without a price.

    Args:
        nodes: records of a tree.
        fixed: so many rows keep their numbers, whether they have a price or not.

    Returns:
        The old numbers of the others that have one, in order, and the records with new numbers.
    """
    used = sorted({row for _, flat, *_ in nodes for row in flat[::2] if row >= fixed})
    new = {row: fixed + i for i, row in enumerate(used)}
    return used, [
        [scale, [n if i % 2 else new.get(n, n) for i, n in enumerate(flat)], *branch]
        for scale, flat, *branch in nodes
    ]


class _Tree:
    """The rows and the program, as arrays."""

    def __init__(self, rows: Sequence[Row], program: Program, ticker: Ticker, group: Group) -> None:
        self._rows = [_row(row) for row in rows]
        self._costs = np.array(program.costs, dtype=np.int64)
        self._most = program.most
        self._bounds = _Bounds(
            np.array(program.lows, dtype=np.int64),
            np.array([_NO_LIMIT if n is None else n for n in program.highs], dtype=np.int64),
        )
        self._ticker = ticker
        self._group = group

    def records(self, root: Case) -> list[Any]:
        """From the root down with the prices as they are; on the way back these are made small."""
        found: list[Any] = []
        needed: list[_Bounds] = []  # of the nodes that wait for their sibling
        path = [_Visit(root, self._bounds, ())]
        while path:
            self._ticker.check()
            visit = path[-1]
            if visit.at >= 0:
                needs_more, needs_less = needed.pop(), needed.pop()
                needed.append(self._split(visit, needs_less, needs_more, found))
                path.pop()
                continue
            visit.at = len(found)
            found.append(None)
            finest = self._finest(visit)
            if finest.over > 0:
                priced = self._coarsest(visit, lambda priced: priced.over > 0)
                found[visit.at] = priced.record()
                self._ticker.allocate(_BYTES_A_NODE + _BYTES_A_PRICE * len(priced.prices))
                needed.append(self._loosened(visit.bounds, priced, priced.over - 1))
                path.pop()
                continue
            if visit.case.split is None:
                raise Unproven("a case is not closed by the prices that are known")
            less, more = self._parts(visit, visit.case.split, finest.implied(visit.bounds))
            visit.more = more
            path += [more, less]
        return found

    def pruned(self, nodes: Sequence[Any]) -> list[Any]:
        """The records without what lies below closed nodes.

        A coarse price may by chance imply a bound that the fine one does not, and close a case
        above another one that counted on less.
        """
        found = []
        path = [_Visit(Case({}), self._bounds, ())]
        skipped = 0  # subtrees that are left out
        for scale, flat, *branch in nodes:
            self._ticker.check()
            if skipped:
                skipped += 1 if branch else -1
                continue
            visit = path.pop()
            prices = dict(zip(flat[::2], flat[1::2], strict=True))
            priced = self._weighed(visit, scale, prices)
            assert priced is not None
            if branch and priced.over <= 0:
                what, v = branch[0]
                split = Split(what, v, Case({}), Case({}))
                path += reversed(self._parts(visit, split, priced.implied(visit.bounds)))
                found.append([scale, flat, *branch])
            else:
                found.append([scale, flat])
                skipped = 2 if branch else 0
        return found

    def _parts(self, visit: _Visit, split: Split, bounds: _Bounds) -> tuple[_Visit, _Visit]:
        """The cases below a node, of at most and of at least."""
        what, v, less, more = split
        if not isinstance(what, int):
            columns = self._group(what)
            at_most = _row(Row(columns, -v, [-1] * len(columns)))
            at_least = _row(Row(columns, v + 1))
            return (
                _Visit(less, bounds, (*visit.above, at_most)),
                _Visit(more, bounds, (*visit.above, at_least)),
            )
        lows, highs = bounds.lows.copy(), bounds.highs.copy()
        highs[what] = min(highs[what], v)
        lows[what] = max(lows[what], v + 1)
        return (
            _Visit(less, _Bounds(bounds.lows, highs), visit.above),
            _Visit(more, _Bounds(lows, bounds.highs), visit.above),
        )

    def _split(self, visit: _Visit, less: _Bounds, more: _Bounds, found: list[Any]) -> _Bounds:
        """Writes a node whose parts are written and need these bounds; returns what it needs."""
        split, second = visit.case.split, visit.more
        assert split is not None
        assert second is not None
        what, v = split.what, split.v
        bounds, start = visit.bounds, self._bounds
        if isinstance(what, int):
            middle = second.at
            if bounds.within(less):
                del found[middle:], found[visit.at]
                return less
            if bounds.within(more):
                del found[visit.at : middle]
                return more
            if less.highs[what] >= v:  # the branch sees to it
                less.highs[what] = start.highs[what]
            if more.lows[what] <= v + 1:
                more.lows[what] = start.lows[what]
        lows, highs = np.maximum(less.lows, more.lows), np.minimum(less.highs, more.highs)
        new_lows, new_highs = lows > bounds.lows, highs < bounds.highs  # to be implied here
        wanted = _Bounds(
            np.where(new_lows, lows, start.lows), np.where(new_highs, highs, start.highs)
        )
        needed = _Bounds(
            np.where(new_lows, start.lows, lows), np.where(new_highs, start.highs, highs)
        )
        if not new_lows.any() and not new_highs.any():
            found[visit.at] = [0, [], [what, v]]
            return needed
        priced = self._coarsest(visit, lambda priced: priced.implied(bounds).within(wanted))
        found[visit.at] = [*priced.record(), [what, v]]
        self._ticker.allocate(_BYTES_A_NODE + _BYTES_A_PRICE * len(priced.prices))
        margin = priced.over + int(np.abs(priced.left[new_lows | new_highs]).min())
        own = self._loosened(bounds, priced, margin - 1)
        return _Bounds(np.maximum(needed.lows, own.lows), np.minimum(needed.highs, own.highs))

    def _loosened(self, bounds: _Bounds, priced: _Priced, margin: int) -> _Bounds:
        """The bounds, back at those of the start where that costs the surplus no more than this.

        What costs the least goes first.
        """
        start, left = self._bounds, priced.left
        rise = np.where(left > 0, left, 0) * (start.highs - bounds.highs).astype(np.float64)
        rise += np.where(left < 0, -left, 0) * (bounds.lows - start.lows).astype(np.float64)
        order = np.argsort(rise, kind="stable")
        kept = order[np.cumsum(rise[order]) > margin]
        lows, highs = start.lows.copy(), start.highs.copy()
        up, down = kept[left[kept] > 0], kept[left[kept] < 0]
        highs[up], lows[down] = bounds.highs[up], bounds.lows[down]
        return _Bounds(lows, highs)

    def _finest(self, visit: _Visit) -> _Priced:
        """The prices as they are; rounded to the finest unit if they are no whole numbers."""
        case = visit.case
        numbers = [case.scale, *case.prices.values()]
        if all(isinstance(number, int) for number in numbers):
            scale, prices = int(case.scale), {r: int(y) for r, y in case.prices.items() if y}
            if (priced := self._weighed(visit, scale, prices)) is not None:
                return priced
        priced = self._rounded(visit, _UNITS[-1])
        if priced is None:
            raise Unproven("prices are too large")
        return priced

    def _coarsest(self, visit: _Visit, enough: Callable[[_Priced], bool]) -> _Priced:
        """The prices in the coarsest unit in which they are enough."""
        for unit in _UNITS:
            priced = self._rounded(visit, unit)
            if priced is not None and enough(priced):
                return priced
        return self._finest(visit)

    def _rounded(self, visit: _Visit, unit: int) -> _Priced | None:
        """The prices as multiples of one ``unit``-th of the scale, or of the largest one."""
        case = visit.case
        one = case.scale or max(case.prices.values(), default=1)
        prices = {row: round(price * unit / one) for row, price in case.prices.items()}
        prices = {row: price for row, price in prices.items() if price > 0}
        return self._weighed(visit, unit if case.scale else 0, prices)

    def _weighed(self, visit: _Visit, scale: int, prices: Mapping[int, int]) -> _Priced | None:
        """What prices say; the scale is raised if a column without a limit asks for it.

        None if nothing is said, or numbers are too large.
        """
        rows = [self._rows[r] if r >= 0 else visit.above[-1 - r] for r in prices]
        columns = np.concatenate([np.empty(0, dtype=np.int64), *(row.columns for row in rows)])
        paid = [price * row.coefficients for price, row in zip(prices.values(), rows, strict=True)]
        parts = np.concatenate([np.empty(0), *paid])
        sums = np.bincount(columns, parts, minlength=len(self._costs))
        lows, highs = visit.bounds
        open_up = (highs == _NO_LIMIT) & (sums > scale * self._costs)
        if open_up.any():
            if (self._costs[open_up] <= 0).any():
                return None
            scale = int(np.ceil(sums[open_up] / self._costs[open_up]).max())
        left = sums - scale * self._costs
        worst = np.where(left > 0, highs, lows)
        worst[left == 0] = 0
        most = float(np.abs(parts).sum() + scale * np.abs(self._costs).sum())
        if max(most, float(np.abs(left) @ np.abs(worst))) >= _EXACT:
            return None
        over = sum(price * row.least for price, row in zip(prices.values(), rows, strict=True))
        whole = left.astype(np.int64)
        return _Priced(scale, prices, over - scale * self._most - int(whole @ worst), whole)


def _row(row: Row) -> _Row:
    coefficients = [1] * len(row.columns) if row.coefficients is None else row.coefficients
    return _Row(
        np.array(row.columns, dtype=np.int64),
        np.array(coefficients, dtype=np.float64),
        row.least,
    )
