"""Proofs that no play is better: the tree over damages, with rows by name and small prices."""

from __future__ import annotations

from typing import Any

from gridproof.covering.priced_trees import Case, Split, renumbered, tree_records
from gridproof.covering.recorded import Recording
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.program import DamageProgram
from gridproof.games.merge.solve.proving import DamageTree
from gridproof.proof.claims import Claim
from gridproof.proof.making import Made, Unproven
from gridproof.proof.merge import Damages
from gridproof.proof.tree import no_groups
from gridproof.ticker import Stopped, Ticker

__all__ = ["make"]

#: Nodes between two looks at whether the tree has ended; it looks at the clock itself.
_NODES = 1000


class _Recorded(Recording, DamageTree):
    """The tree, with what its proofs rest on."""


def make(claim: Claim[MergeLevel], ticker: Ticker) -> Made:
    """Proves the bound anew; a weaker one, which the relaxation proves, where it is stopped.

    Raises:
        Unproven: there is something better.
        Stopped: by a limit or Ctrl-C, before anything is proven.
    """
    program = DamageProgram(claim.level, claim.objective, ticker)
    tree = _Recorded(program, ticker)
    writer = _Writer(claim.level, program, tree, ticker)
    most = writer.goal(claim.bound).most
    tree.relax(most + 1, ticker)
    tree.tighten(most + 1, ticker)
    if tree.bound > most:
        return writer.made(claim.bound)
    weaker = writer.made(-tree.bound if program.maximise else tree.bound)
    try:
        tree.bound = most
        tree.start()
        while not tree.prove(_NODES, ticker):
            pass
        if tree.found is not None:
            raise Unproven("there is something better")
        return writer.made(claim.bound)
    except Stopped:
        return weaker


class _Writer:
    """Writes down what a tree has proven, as the checker knows the board."""

    def __init__(
        self, level: MergeLevel, program: DamageProgram, tree: _Recorded, ticker: Ticker
    ) -> None:
        damages = Damages(level, program.maximise, ticker)
        self.goal = damages.program
        self._row, self._tree, self._ticker = damages.row, tree, ticker
        # The checker has a column for each stone.
        falls = [damages.falls[stone.number] for stone in program.stones if program.maximise]
        dealt = sum(map(len, program.damage))
        self._columns = [*range(dealt), *falls, *damages.merges.values()]

    def made(self, bound: Any) -> Made:
        """The proof of a bound, by the last tree.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        names, ticker = self._tree.names, self._ticker
        rows = []
        for name in names:
            ticker.check()
            rows.append(self._row(*name))
        root = Case({}) if self._tree.proof is None else self._tree.proof[1]
        root = self._renamed(root)
        used, nodes = renumbered(tree_records(root, rows, self.goal(bound), ticker, no_groups))
        return Made(bound, [len(used), *(names[number] for number in used), *nodes])

    def _renamed(self, root: Case) -> Case:
        """The same with the checker's columns."""
        cases, found = [root], list[Case]()
        for case in cases:
            found.append(Case(case.prices, case.scale))
            if case.split is not None:
                cases += [case.split.less, case.split.more]
        after = iter(found[1:])
        for case, new in zip(cases, found, strict=True):
            if case.split is not None:
                what = self._columns[case.split.what]
                new.split = Split(what, case.split.v, next(after), next(after))
        return found[0]
