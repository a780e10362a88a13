"""The findings of several solvers of one board, put together.

A bound holds for the board, whichever solver proves it, and a solution is replayed by the rules. So
a cost from one solver that is the bound from another one is the optimum. Both have to be about the
same board, and the same objective or a relaxation of it
(:attr:`gridproof.level.Objective.relaxation`): its bounds are bounds on the first metrics.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridproof.errors import InternalError
from gridproof.result import Proof, Result, Sense, Status, StopReason, Value, first
from gridproof.solving.solve import decision

__all__ = ["Found", "Proven", "SharedBounds"]


@dataclass(frozen=True)
class Found:
    """A solution, and the solver that found it."""

    solver: str
    moves: tuple[str, ...]
    cost: Value


@dataclass(frozen=True)
class Proven:
    """A bound, and the solver that proved it; no bound means that there is no solution."""

    solver: str
    bound: Value | None
    proof: Proof


@dataclass
class SharedBounds:
    """The best solution and the tightest bound of all.

    Attributes:
        sense: of the objective.
        decide: the value to decide about, if that is all.
        max_cost: solutions whose first metric is above this are of no use.
        found: the best solution; of equal ones the first that came.
        proven: the tightest bound; of equal ones the first that came.
    """

    sense: Sense
    decide: Value | None = None
    max_cost: int | None = None
    found: Found | None = None
    proven: Proven | None = None

    def add(self, solver: str, result: Result, cost: Value | None) -> None:
        """Take over the findings of a solver.

        Args:
            solver: its name.
            result: its result, for this objective or a relaxation.
            cost: of its solution, for this objective; None if it has none.

        Raises:
            InternalError: it cannot be true together with what is known.
        """
        if result.moves is not None and cost is not None:
            self.find(Found(solver, result.moves, cost))
        if result.status is Status.INFEASIBLE:
            self.prove(Proven(solver, None, result.proof))
        elif result.bound is not None:
            self.prove(Proven(solver, result.bound, result.proof))

    def find(self, found: Found) -> None:
        """Take over a solution if it is better than the best one.

        Raises:
            InternalError: it is better than what is proven.
        """
        if self.found is None or self.precedes(found.cost, self.found.cost):
            self.found = found
            self._check()

    def prove(self, proven: Proven) -> None:
        """Take over a bound if it is tighter than the tightest one.

        Raises:
            InternalError: the solution that is known is better.
        """
        if self.proven is None or self._is_tighter(proven.bound, self.proven.bound):
            self.proven = proven
            self._check()

    def precedes(self, one: Value, other: Value) -> bool:
        """Return True if a value is better: the better cost, or the looser bound.

        A bound on the first metric only is looser than one that goes on from the same number.
        """
        return self._key(one) < self._key(other)

    @property
    def cost(self) -> Value | None:
        """The cost of the best solution."""
        return None if self.found is None else self.found.cost

    @property
    def bound(self) -> Value | None:
        """The tightest bound; None also if it is proven that there is no solution."""
        return None if self.proven is None else self.proven.bound

    @property
    def infeasible(self) -> bool:
        """True if it is proven that there is no solution."""
        return self.proven is not None and self.proven.bound is None

    @property
    def settled(self) -> StopReason | None:
        """The reason that nothing is left to do; None if something is."""
        cost, bound = self.cost, self.bound
        if self.infeasible or (bound is not None and bound == cost):
            return StopReason.COMPLETED
        if self.max_cost is not None and bound is not None and first(bound) > self.max_cost:
            return StopReason.COST_LIMIT
        if self.decide is not None:
            answer = decision(cost, bound, self.decide, self.sense)
            return None if answer is None else StopReason.DECIDED
        return None

    def _is_tighter(self, one: Value | None, other: Value | None) -> bool:
        if one is None or other is None:
            return one is None and other is not None
        return self.precedes(other, one)

    def _key(self, value: Value) -> tuple[int, ...]:
        sign = 1 if self.sense == "min" else -1
        return tuple(sign * n for n in (value if isinstance(value, tuple) else (value,)))

    def _check(self) -> None:
        """Compare cost and bound, as far as both go."""
        if self.found is None or self.proven is None:
            return
        says = "that there is no solution"
        if self.proven.bound is not None:
            bound = self._key(self.proven.bound)
            if self._key(self.found.cost)[: len(bound)] >= bound:
                return
            says = f"the bound {self.proven.bound}"
        raise InternalError(
            f"solver `{self.proven.solver}` claims {says}, and solver `{self.found.solver}` has a "
            f"solution of the value {self.found.cost}",
            hint="this is a bug in gridproof",
        )
