"""Puts the records of a certificate of plans together, from a tree and the rows that it names."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.bombcover import Plans
from gridproof.proof.tree import Program, Row
from gridproof.set_cover.priced_trees import Split, TreeCase, renumbered, tree_records

__all__ = ["Prepared", "tree_of"]


@dataclass(frozen=True)
class Prepared:
    """The records before the tree, as the checker makes them.

    Attributes:
        plans: the patterns of the sites that are left.
        dropped: pairs of a site and the one that replaces it.
        sets: of crates, as records.
        sums: of rows of crates and sets, as records.
        rows: of single crates, of the sets, of the sums.
    """

    plans: Plans
    dropped: Sequence[Any]
    sets: Sequence[Any]
    sums: Sequence[Any]
    rows: Sequence[Row]

    def records(self, tree: TreeCase, most: int, ticker: Ticker) -> list[Any]:
        """Return records of the proof that no plan of at most ``most`` bombs is left, made small.

        Raises:
            Unproven: the tree does not show it.
            Stopped: by a limit or Ctrl-C.
        """
        columns = len(self.plans.patterns)
        program = Program([1] * columns, most, [0] * columns, [1] * columns)
        group = functools.partial(self.plans.group, self.rows)
        nodes = tree_records(tree, self.rows, program, ticker, group)
        singles = len(self.rows) - len(self.sets) - len(self.sums)
        named = [*self.sets, *self.sums]
        used, _ = renumbered(nodes, singles)
        parts = [
            row for n in used if n - singles >= len(self.sets) for row in named[n - singles][1][::2]
        ]
        used, nodes = renumbered(nodes, singles, parts)
        sets = [named[n - singles] for n in used if n - singles < len(self.sets)]
        numbers = {n: singles + i for i, n in enumerate(used)}
        sums = [
            [divisor, [n if i % 2 else numbers.get(n, n) for i, n in enumerate(flat)]]
            for divisor, flat in (named[n - singles] for n in used if n - singles >= len(self.sets))
        ]
        counts = [len(self.dropped), len(sets), len(sums)]
        return [counts, *self.dropped, *sets, *sums, *nodes]


def tree_of(nodes: Sequence[Any], numbers: Mapping[int, int]) -> TreeCase:
    """Return the tree of nodes in preorder, the case of more before that of at most.

    Args:
        nodes: a leaf is (price of the cap, pairs of row and price), another node (site or None,
            crates or rows, count).
        numbers: new numbers of rows; those that are not in it stay.
    """
    waiting: list[TreeCase] = []
    for node in reversed(nodes):
        match node:
            case (cap, prices):
                waiting.append(
                    TreeCase({numbers.get(row, row): price for row, price in prices}, cap)
                )
            case (site, members, count):
                more, less = waiting.pop(), waiting.pop()
                waiting.append(TreeCase({}, 1, Split([site, *members], count, less, more)))
    (root,) = waiting
    return root
