"""Trees of cases for the checker, with prices as small as possible.

A solver closes a case by prices that are fractions, or whole numbers with some nine digits. Most of
that is not needed: prices rounded to multiples of a half or a fifth often prove as much. And of the
bounds that a case implies only those matter which the cases below it rest on. So from the leaves up
the loosest bounds are kept with which all is still closed, and the coarsest unit of prices that
gives these. ``docs/explanation/certificates.md``, "The tree", describes the check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from gridproof.limits import Ticker
from gridproof.proof.making import Unproven
from gridproof.proof.tree import Program, Row
from gridproof.set_cover.surpluses import ArrayRow, Bounds, Sums, Surplus, bounds_of

__all__ = ["Split", "TreeCase", "renumbered", "tree_records"]

#: Parts of the scale that are tried as the unit of prices, the coarsest first.
_UNITS = (*range(1, 13), *(1 << k for k in range(4, 31)))
#: Whole prices that are larger are rounded.
_LARGEST = 1 << 53
#: Bytes of a node, and of a price in it: estimates.
_BYTES_A_NODE, _BYTES_A_PRICE = 400, 60

Group = Callable[[Any], Sequence[int]]


@dataclass(eq=False)
class TreeCase:
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
    less: TreeCase
    more: TreeCase


def tree_records(
    root: TreeCase,
    rows: Sequence[Row],
    program: Program,
    ticker: Ticker,
    group: Group,
) -> list[Any]:
    """Return the records of a tree, in preorder.

    A case that is closed without its parts loses them, and one that needs neither its prices nor
    its branch is replaced by the part that proves it.

    Args:
        root: of the tree.
        rows: that its prices speak of, by number.
        program: the one that the tree proves to have no solution.
        ticker: checked for each node.
        group: as in :func:`gridproof.proof.tree.check_tree`.

    Raises:
        Unproven: a leaf is not closed by its prices.
        Stopped: by a limit or Ctrl-C.
    """
    tree = _PricedTree(rows, program, ticker, group)
    return tree.pruned(tree.records(root))


def renumbered(
    nodes: Sequence[Any], fixed: int = 0, needed: Iterable[int] = ()
) -> tuple[list[int], list[Any]]:
    """Leave out the rows without a price.

    Args:
        nodes: records of a tree.
        fixed: the number of rows that keep their numbers, whether they have a price or not.
        needed: rows that stay even without a price.

    Returns:
        The old numbers of the others that stay, in order, and the records with new numbers.
    """
    priced = (row for _, flat, *_ in nodes for row in flat[::2])
    used = sorted({row for row in chain(priced, needed) if row >= fixed})
    new = {row: fixed + i for i, row in enumerate(used)}
    return used, [
        [scale, [n if i % 2 else new.get(n, n) for i, n in enumerate(flat)], *branch]
        for scale, flat, *branch in nodes
    ]


class _Prices:
    """The prices of a case, rounded to one unit or another."""

    def __init__(
        self, case: TreeCase, rows: Callable[[int], ArrayRow], costs: Any, most: int
    ) -> None:
        self._rows = sorted(row for row, price in case.prices.items() if price > 0)
        self._sums = Sums([rows(row) for row in self._rows], costs, most)
        self._scale = case.scale
        self._amounts = [case.prices[row] for row in self._rows]

    def finest(self, bounds: Bounds) -> Surplus:
        """Return them as they are, or in the finest unit if they are no whole numbers."""
        numbers = [self._scale, *self._amounts]
        if all(isinstance(number, int) and number < _LARGEST for number in numbers):
            prices = np.array(self._amounts, dtype=np.int64)
            if (found := self._sums.at(int(self._scale), prices, bounds)) is not None:
                return found
        found = self._rounded(_UNITS[-1], bounds)
        if found is None:
            raise Unproven("prices are too large")
        return found

    def coarsest(self, bounds: Bounds, enough: Callable[[Surplus], bool]) -> Surplus:
        """Return them in the coarsest unit that is enough."""
        for unit in _UNITS:
            found = self._rounded(unit, bounds)
            if found is not None and enough(found):
                return found
        return self.finest(bounds)

    def _rounded(self, unit: int, bounds: Bounds) -> Surplus | None:
        """Return them as multiples of one ``unit``-th of the scale, or of the largest one."""
        one = self._scale or max(self._amounts, default=1)
        prices = np.rint(np.array(self._amounts, dtype=np.float64) * (unit / one))
        return self._sums.at(unit if self._scale else 0, prices.astype(np.int64), bounds)

    def record(self, surplus: Surplus) -> list[Any]:
        """Return the record of a leaf."""
        pairs = zip(self._rows, surplus.prices.tolist(), strict=True)
        return [surplus.scale, [number for pair in pairs if pair[1] for number in pair]]


@dataclass
class _Visit:
    """A node on the way, with the bounds and the rows of the branches above it."""

    case: TreeCase
    bounds: Bounds
    above: tuple[ArrayRow, ...]
    at: int = -1  # of its record, or of the first one in its place; -1: not reached yet
    prices: _Prices | None = None  # once it is reached
    more: _Visit | None = None  # the second case below it


class _PricedTree:
    """The rows and the program, as arrays."""

    def __init__(self, rows: Sequence[Row], program: Program, ticker: Ticker, group: Group) -> None:
        self._rows = [ArrayRow(row) for row in rows]
        self._costs = np.array(program.costs, dtype=np.int64)
        self._most = program.most
        self._bounds = bounds_of(program)
        self._ticker = ticker
        self._group = group

    def records(self, root: TreeCase) -> list[Any]:
        """Return the records, from the root down with full prices, made small on the way back."""
        found: list[Any] = []
        needed: list[Bounds] = []  # of the nodes that wait for their sibling
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
            visit.prices = prices = self._prices(visit)
            finest = prices.finest(visit.bounds)
            if finest.over > 0:
                surplus = prices.coarsest(visit.bounds, lambda surplus: surplus.over > 0)
                found[visit.at] = self._noted(prices.record(surplus))
                needed.append(self._loosened(visit.bounds, surplus, surplus.over - 1))
                path.pop()
                continue
            if visit.case.split is None:
                raise Unproven("a case is not closed by the prices that are known")
            less, more = self._parts(visit, visit.case.split, finest.implied(visit.bounds))
            visit.more = more
            path += [more, less]
        return found

    def _prices(self, visit: _Visit) -> _Prices:
        def row(number: int) -> ArrayRow:
            return self._rows[number] if number >= 0 else visit.above[-1 - number]

        return _Prices(visit.case, row, self._costs, self._most)

    def _noted(self, record: list[Any]) -> list[Any]:
        """Return the record; the ticker accounts for it."""
        self._ticker.allocate(_BYTES_A_NODE + _BYTES_A_PRICE * len(record[1]))
        return record

    def pruned(self, nodes: Sequence[Any]) -> list[Any]:
        """Return the records without those below closed nodes.

        A coarse price may by chance imply a bound that the fine one does not, and close a case
        above another one that counted on less.
        """
        found = []
        path = [_Visit(TreeCase({}), self._bounds, ())]
        skipped = 0  # subtrees that are left out
        for scale, flat, *branch in nodes:
            self._ticker.check()
            if skipped:
                skipped += 1 if branch else -1
                continue
            visit = path.pop()
            visit.case = TreeCase(dict(zip(flat[::2], flat[1::2], strict=True)), scale)
            surplus = self._prices(visit).finest(visit.bounds)
            if branch and surplus.over <= 0:
                what, v = branch[0]
                split = Split(what, v, TreeCase({}), TreeCase({}))
                path += reversed(self._parts(visit, split, surplus.implied(visit.bounds)))
                found.append([scale, flat, *branch])
            else:
                found.append([scale, flat])
                skipped = 2 if branch else 0
        return found

    def _parts(self, visit: _Visit, split: Split, bounds: Bounds) -> tuple[_Visit, _Visit]:
        """Return the cases below a node, of at most and of at least."""
        what, v, less, more = split
        if not isinstance(what, int):
            columns = self._group(what)
            at_most = ArrayRow(Row(columns, -v, [-1] * len(columns)))
            at_least = ArrayRow(Row(columns, v + 1))
            return (
                _Visit(less, bounds, (*visit.above, at_most)),
                _Visit(more, bounds, (*visit.above, at_least)),
            )
        lows, highs = bounds.lows.copy(), bounds.highs.copy()
        highs[what] = min(highs[what], v)
        lows[what] = max(lows[what], v + 1)
        return (
            _Visit(less, Bounds(bounds.lows, highs), visit.above),
            _Visit(more, Bounds(lows, bounds.highs), visit.above),
        )

    def _split(self, visit: _Visit, less: Bounds, more: Bounds, found: list[Any]) -> Bounds:
        """Write a node whose parts are written and need these bounds.

        Return the bounds it needs.
        """
        split, second, prices = visit.case.split, visit.more, visit.prices
        assert split is not None
        assert second is not None
        assert prices is not None
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
        wanted = Bounds(
            np.where(new_lows, lows, start.lows), np.where(new_highs, highs, start.highs)
        )
        needed = Bounds(
            np.where(new_lows, start.lows, lows), np.where(new_highs, start.highs, highs)
        )
        if not new_lows.any() and not new_highs.any():
            found[visit.at] = [0, [], [what, v]]
            return needed
        surplus = prices.coarsest(bounds, lambda surplus: surplus.implied(bounds).within(wanted))
        found[visit.at] = [*self._noted(prices.record(surplus)), [what, v]]
        margin = surplus.over + int(np.abs(surplus.left[new_lows | new_highs]).min())
        own = self._loosened(bounds, surplus, margin - 1)
        return Bounds(np.maximum(needed.lows, own.lows), np.minimum(needed.highs, own.highs))

    def _loosened(self, bounds: Bounds, surplus: Surplus, margin: int) -> Bounds:
        """Return the bounds, loosened to those of the start within the surplus.

        The cheapest are loosened first.
        """
        start, left = self._bounds, surplus.left
        rise = np.where(left > 0, left, 0) * (start.highs - bounds.highs).astype(np.float64)
        rise += np.where(left < 0, -left, 0) * (bounds.lows - start.lows).astype(np.float64)
        order = np.argsort(rise, kind="stable")
        kept = order[np.cumsum(rise[order]) > margin]
        lows, highs = start.lows.copy(), start.highs.copy()
        up, down = kept[left[kept] > 0], kept[left[kept] < 0]
        highs[up], lows[down] = bounds.highs[up], bounds.lows[down]
        return Bounds(lows, highs)
