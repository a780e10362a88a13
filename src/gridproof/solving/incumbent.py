"""The best solution and bound while a solver works, and the answer made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gridproof.result import Answer, Proof, Stats, StopReason, first
from gridproof.solving.task import Task

__all__ = ["IncumbentAndBound"]


class IncumbentAndBound:
    """The best play and the bound so far; the ticker learns both.

    Args:
        task: the request; its limits are kept.

    Attributes:
        moves: the best solution found, or None.
        value: of that solution.
        bound: the best one proven.
        stats: counts of the solver.
    """

    def __init__(self, task: Task[Any]) -> None:
        self.moves: tuple[str, ...] | None = None
        self.value: int | None = None
        self.bound = task.root_bound
        self.stats = Stats()
        self._proof: Proof = "search"
        self._ticker = task.ticker
        self._decide = task.wanted
        self._sign = 1 if task.objective.sense == "max" else -1
        if task.incumbent is not None:
            self.find(task.incumbent.moves, first(task.incumbent.value))

    def find(self, moves: tuple[str, ...], value: int) -> None:
        """Take over a solution if none so far is better."""
        if self.value is None or self._sign * value >= self._sign * self.value:
            self.moves, self.value = moves, value
            self.reach(value)

    def reach(self, value: int) -> None:
        """Note that the solver has a solution of this value, without its moves."""
        best = self._ticker.best
        if best is None or self._sign * value > self._sign * first(best):
            self._ticker.best = value

    def prove(self, bound: int, proof: Proof = "search") -> None:
        """Take over a bound if it is tighter than the proven one."""
        if self.bound is None or self._sign * bound < self._sign * self.bound:
            self.bound, self._proof = bound, proof
            self._ticker.bound, self._ticker.proof = bound, proof

    @property
    def ended(self) -> StopReason | None:
        """The reason to stop before the optimum is proven; None if there is none."""
        most, wanted, best = self._ticker.limits.max_cost, self._decide, self._ticker.best
        if most is not None and self.bound is not None and self.bound > most:
            return StopReason.COST_LIMIT
        if wanted is None:
            return None
        yes = best is not None and self._sign * first(best) >= self._sign * wanted
        no = self.bound is not None and self._sign * self.bound < self._sign * wanted
        return StopReason.DECIDED if yes or no else None

    def answer(
        self, stop: StopReason = StopReason.COMPLETED, notes: Mapping[str, Any] | None = None
    ) -> Answer:
        """Return the answer of the search, at its end or where it stopped."""
        most = self._ticker.limits.max_cost
        moves, bound = self.moves, self.bound
        if most is not None and self.value is not None and self.value > most and self._sign < 0:
            moves = None  # dearer than what was asked for
        if most is not None and bound is not None and bound > most:
            stop, moves, bound = StopReason.COST_LIMIT, None, most + 1
        return self._answer(Answer(stop, moves, bound, proof=self._proof, notes=notes or {}))

    def infeasible(self, proof: Proof = "search", notes: Mapping[str, Any] | None = None) -> Answer:
        """Return the answer that there is no solution."""
        none = Answer(StopReason.COMPLETED, infeasible=True, proof=proof, notes=notes or {})
        return self._answer(none)

    def _answer(self, answer: Answer) -> Answer:
        self.stats.peak_memory = max(self.stats.peak_memory, self._ticker.peak_bytes)
        return replace(answer, stats=self.stats)
