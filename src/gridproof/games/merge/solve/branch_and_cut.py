"""Branch and cut over damages until the request is settled."""

from __future__ import annotations

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.damages import destroyed, merges_for, trimmed
from gridproof.games.merge.solve.program import DamageProgram
from gridproof.games.merge.solve.proving import DamageTree
from gridproof.result import Answer, StopReason
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["branch_and_cut"]

#: Nodes between two looks at the request.
_NODES = 10


def branch_and_cut(task: Task[MergeLevel], known: IncumbentAndBound) -> Answer:
    """Solve the integer program, after what is known."""
    program = DamageProgram(task.level, task.objective, task.ticker)
    stones = program.stones
    if not program.maximise and any(sum(map(len, stone.strikers)) < stone.hp for stone in stones):
        return known.infeasible()
    if not stones:
        known.find((), 0)
        known.prove(0)
        return known.answer()
    search = _Search(task, known, program)
    try:
        search.run()
    finally:
        known.stats.expanded = task.ticker.nodes
    if search.none and (task.max_cost is None or task.max_cost >= program.most):
        return known.infeasible()
    return known.answer(known.ended or StopReason.COMPLETED)


class _Search:
    """The tree, one bound after another, until the request is settled.

    Attributes:
        none: True if it is proven that there is no solution that ``max_cost`` allows.
    """

    def __init__(
        self, task: Task[MergeLevel], known: IncumbentAndBound, program: DamageProgram
    ) -> None:
        self.none = False
        self._level, self._ticker, self._known = task.level, task.ticker, known
        self._sign = -1 if program.maximise else 1
        self._most = program.most
        if task.max_cost is not None and not program.maximise:
            self._most = min(self._most, task.max_cost)
        tighten = task.options["tighten"]
        self._tree = DamageTree(program, self._ticker, tighten=tighten, met=self._met)

    def run(self) -> None:
        """Run until the bound is met, or there is no solution, or the request is settled.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        tree = self._tree
        tree.relax(self._enough, self._ticker)
        self._proven()
        tree.tighten(self._enough, self._ticker)
        self._proven()
        tree.sharpen(lambda: self._enough, self._ticker)
        self._proven()
        while tree.bound < self._enough and self._known.ended is None:
            proven = tree.bound
            if self._enough > self._most:  # no solution is known: any will do
                tree.bound = self._most
            if self._cases():
                self._proven()
            else:
                tree.bound = proven
        self.none = tree.bound > self._most

    @property
    def _enough(self) -> int:
        """The bound that ends the search: the cost of the best solution that is allowed."""
        value = self._known.value
        above = self._most + 1
        return above if value is None else min(self._sign * value, above)

    def _cases(self) -> bool:
        """Return True if there is nothing at the cost of the tree's bound.

        Else a solution is known.
        """
        tree = self._tree
        tree.start()
        while not tree.prove(_NODES, self._ticker):
            if self._enough <= tree.bound or self._known.ended is not None:
                return False
        return tree.found is None

    def _met(self, damages: list[int]) -> None:
        """Take over what these damages do, if it is better than what is known."""
        level, known = self._level, self._known
        fallen = destroyed(level, damages)
        if self._sign < 0:
            if known.value is None or fallen > known.value:
                known.find(merges_for(level, trimmed(level, damages)), fallen)
        elif fallen == len(level.stones):
            moves = merges_for(level, trimmed(level, damages))
            if known.value is None or len(moves) < known.value:
                known.find(moves, len(moves))

    def _proven(self) -> None:
        self._known.prove(self._sign * self._tree.bound)
