"""Proofs that no play is better: the tree over damages, with rows by name and small prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.cover_rows import RowName
from gridproof.games.merge.solve.program import DamageProgram
from gridproof.games.merge.solve.proving import DamageTree
from gridproof.limits import Stopped, Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.making import MadeProof, Unproven
from gridproof.proof.merge import Damages
from gridproof.proof.tree import Row, no_groups
from gridproof.set_cover.priced_trees import Split, TreeCase, tree_records
from gridproof.set_cover.recorded import Recording

__all__ = ["make"]

#: Nodes between two looks at whether the tree has ended; it looks at the clock itself.
_NODES = 1000


class _RecordedTree(Recording, DamageTree):
    """The tree, with what its proofs rest on."""

    @property
    def proven(self) -> TreeCase:
        """The tree that proves the bound; before there is one the costs alone do."""
        return TreeCase({}) if self.proof is None else self.proof[1]

    def unsatisfied(self) -> dict[int, int] | None:
        """Return prices of rows that prove infeasibility, if the relaxation has no solution."""
        return self._relaxation.unsatisfied()


def make(claim: Claim[MergeLevel], ticker: Ticker) -> MadeProof:
    """Prove the bound anew; a weaker one, which the relaxation proves, where it is stopped.

    Raises:
        Unproven: there is something better.
        Stopped: by a limit or Ctrl-C, before anything is proven.
    """
    program = DamageProgram(claim.level, claim.objective, ticker)
    tree = _RecordedTree(program, ticker)
    writer = _Writer(claim.level, program, tree, ticker)
    most = writer.goal(claim.bound).most
    tree.relax(most + 1, ticker)
    if (rows := tree.unsatisfied()) is not None:
        return writer.made(claim.bound, TreeCase(rows, 0))
    tree.tighten(most + 1, ticker)
    tree.sharpen(lambda: most + 1, ticker)
    if tree.bound > most:
        return writer.made(claim.bound, tree.proven)
    weaker = writer.made(-tree.bound if program.maximise else tree.bound, tree.proven)
    try:
        tree.bound = most
        tree.start()
        while not tree.prove(_NODES, ticker):
            pass
        if tree.found is not None:
            raise Unproven("there is something better")
        return writer.made(claim.bound, tree.proven)
    except Stopped:
        return weaker


class _Writer:
    """Writes down what a tree has proven, as the checker knows the board."""

    def __init__(
        self, level: MergeLevel, program: DamageProgram, tree: _RecordedTree, ticker: Ticker
    ) -> None:
        damages = Damages(level, program.maximise, ticker)
        self.goal = damages.program
        self._row, self._names, self._ticker = damages.row, tree.names, ticker
        # The checker has a column for each stone.
        falls = [damages.falls[stone.number] for stone in program.stones if program.maximise]
        dealt = sum(map(len, program.damage))
        self._columns = [*range(dealt), *falls, *damages.merges.values()]

    def made(self, bound: Any, root: TreeCase) -> MadeProof:
        """Return the proof of a bound, by a tree.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        rows: list[Row] = []
        for name in self._names:
            self._ticker.check()
            rows.append(self._row(rows, *self._said(name, range(len(rows)))))
        root = self._renamed(root)
        records = tree_records(root, rows, self.goal(bound), self._ticker, no_groups)
        used = {number for _, flat, *_ in records for number in flat[::2]}
        for number in range(len(rows))[::-1]:
            if number in used and self._names[number][0] == "round":
                used.update(self._names[number][2][::2])
        new = {number: i for i, number in enumerate(sorted(used))}
        names = [self._said(self._names[number], new) for number in new]
        nodes = [[scale, _renumbered(flat, new), *branch] for scale, flat, *branch in records]
        return MadeProof(bound, [len(names), *names, *nodes])

    def _said(self, name: RowName, rows: Mapping[int, int] | Sequence[int]) -> list[Any]:
        """Return the name of a row with other numbers of rows, and the checker's columns."""
        what, *numbers = name
        if what != "round":
            return [*name]
        divisor, flat, uppers = numbers
        return [what, divisor, _renumbered(flat, rows), _renumbered(uppers, self._columns)]

    def _renamed(self, root: TreeCase) -> TreeCase:
        """Return the same with the checker's columns."""
        cases, found = [root], list[TreeCase]()
        for case in cases:
            found.append(TreeCase(case.prices, case.scale))
            if case.split is not None:
                cases += [case.split.less, case.split.more]
        after = iter(found[1:])
        for case, new in zip(cases, found, strict=True):
            if case.split is not None:
                what = self._columns[case.split.what]
                new.split = Split(what, case.split.v, next(after), next(after))
        return found[0]


def _renumbered(flat: Sequence[int], new: Mapping[int, int] | Sequence[int]) -> list[int]:
    """Return numbers and prices by turns, with other numbers."""
    return [n if i % 2 else new[n] for i, n in enumerate(flat)]
