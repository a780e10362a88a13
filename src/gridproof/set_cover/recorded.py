"""Records of a solver of covers for a certificate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridproof.limits import Ticker
from gridproof.set_cover.branching import Branching, Tree
from gridproof.set_cover.cover import Cover
from gridproof.set_cover.cuts import Cut, Cutter
from gridproof.set_cover.priced_trees import Split, TreeCase
from gridproof.set_cover.regions import Leaf, Region, RegionTree

__all__ = ["RecordedBranching", "RecordedCover", "Recording"]

#: Bytes of a price in Python: an estimate.
_BYTES_A_PRICE = 100


class RecordedCover(Cover):
    """A cover that notes each reduction, with the ground of its proof.

    Attributes:
        steps: the reductions, in order: ``["forced", point]``, ``["point", point]``,
            ``["square", key, other]`` or ``["fold", key]``.
    """

    def __init__(self, squares: Mapping[int, Collection[int]], ticker: Ticker) -> None:
        super().__init__(squares, ticker)
        self.steps: list[list[Any]] = []

    def lay(self, point: int) -> None:
        """Lay the only square of a point."""
        self.steps.append(["forced", point])
        super().lay(point)

    def drop_implied(self, point: int) -> None:
        """Remove a point because of another one."""
        self.steps.append(["point", point])
        super().drop_implied(point)

    def drop_dominated(self, key: int, other: int) -> None:
        """Remove a square because of another one."""
        self.steps.append(["square", key, other])
        super().drop_dominated(key, other)

    def fold(self, key: int) -> None:
        """Remove a square and join two."""
        self.steps.append(["fold", key])
        super().fold(key)


class Recording(Tree):
    """A mixin that notes the prices of each node and its split, put before another class of trees.

    Rows have the numbers of :meth:`gridproof.set_cover.relaxation.Relaxation.prices`.

    Attributes:
        proof: a tree that refutes the last bound that was proven, less 1. None: none was proven.
        cuts: all that were added; their numbers follow those of the rows that are always there.
    """

    proof: tuple[int, TreeCase] | None = None
    _kept = 0  # prices

    def __init__(self, *args: Any, **settings: Any) -> None:
        self.cuts: list[Cut] = []
        super().__init__(*args, **settings)

    def _add(self, cut: Cut) -> None:
        self.cuts.append(cut)
        super()._add(cut)

    def relax(self, best: int, ticker: Ticker) -> None:
        """Solve the relaxation as in :class:`Tree`, and so for the others."""
        before = self.bound
        super().relax(best, ticker)
        if self.bound > before:
            self.proof = self.bound - 1, self._case()

    def start(self) -> None:
        """Begin a tree."""
        super().start()
        self._root = TreeCase({})
        self._cases = [self._root]  # of the open nodes

    def prove(self, nodes: int, ticker: Ticker) -> bool:
        """Continue the tree."""
        before = self.bound
        ended = super().prove(nodes, ticker)
        if self.bound > before:
            self.proof = before, self._root
        return ended

    def _close(self) -> None:
        """Close a node; if prices do not close it, they have decided the group that closes it."""
        split = None
        if self._relaxation.bound <= self.bound:
            rows = self._relaxation.unsatisfied()
            end = TreeCase({}) if rows is None else TreeCase(rows, 0)
            split = Split(0, 0, end, end)
        self._fill(self._cases.pop(), split)
        super()._close()

    def _split(self, square: int, down: int, parts: Sequence[Any]) -> None:
        cases = (TreeCase({}), TreeCase({}))
        self._fill(self._cases.pop(), Split(square, down, *cases))
        self._cases += [cases[part.side] for part in parts]
        super()._split(square, down, parts)

    def _fill(self, case: TreeCase, split: Split | None) -> None:
        now = self._case()
        case.prices, case.scale, case.split = now.prices, now.scale, split
        self._kept += len(now.prices)

    def _case(self) -> TreeCase:
        """Return a leaf with the prices of the relaxation solved last."""
        return TreeCase(self._relaxation.prices(), self._relaxation.unit)

    def _account(self, ticker: Ticker) -> None:
        super()._account(ticker)
        ticker.allocate(self._kept * _BYTES_A_PRICE)
        self._accounted += self._kept * _BYTES_A_PRICE


class RecordedBranching(Recording, Branching):
    """A recorded tree for covers.

    Attributes:
        regional: by the place of a cut from a region in ``cuts``, the tree that proves it.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        self.regional: dict[int, TreeCase] = {}
        super().__init__(*args, **settings)

    def _regional_cuts(
        self, region: Region, core: NDArray[np.bool_], nodes: int, enough: float, ticker: Ticker
    ) -> list[Cut]:
        assert self._cutter is not None
        tree = _RecordedRegionTree(region, core, self._cutter)
        cuts = tree.cuts(nodes, enough, ticker)
        if cuts:
            before = len(self.of_points) + len(self.cuts)
            numbers = [self._relaxation.numbers[row] for row in region.rows.tolist()]
            numbers += range(before, before + len(cuts) - 1)
            at = len(self.cuts) + len(cuts) - 1
            self.regional[at] = tree.proof(region.columns.tolist(), numbers)
            self._kept += sum(len(prices) for prices in tree.prices.values())
        return cuts


class _RecordedRegionTree(RegionTree):
    """A region's tree that notes its cases."""

    def __init__(self, region: Region, core: NDArray[np.bool_], cutter: Cutter) -> None:
        super().__init__(region, core, cutter)
        self._parts: dict[int, tuple[int, Sequence[Leaf | Mapping[int, int]]]] = {}

    def _split(self, leaf: Leaf, parts: Sequence[Leaf | Mapping[int, int]]) -> None:
        assert leaf.square is not None
        self._parts[leaf.number] = leaf.square, parts

    def proof(self, columns: Sequence[int], rows: Sequence[int]) -> TreeCase:
        """Return the tree that proves the cut, which is made.

        Args:
            columns: number in the whole of each column here.
            rows: the same of each row.
        """
        cases = {
            number: self._priced(enumerate(prices.tolist()), rows, 1)
            for number, prices in self.prices.items()
        }
        for number, (square, parts) in reversed(self._parts.items()):
            less, more = (
                cases[part.number]
                if isinstance(part, Leaf)
                else self._priced(part.items(), rows, 0)
                for part in parts
            )
            cases[number] = TreeCase({}, split=Split(columns[square], 0, less, more))
        return cases[1]

    def _priced(
        self, prices: Iterable[tuple[int, int]], rows: Sequence[int], scale: int
    ) -> TreeCase:
        return TreeCase({rows[row]: price for row, price in prices if price}, scale)
