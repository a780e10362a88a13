"""What a player is told: how a play-through stands, and what is known of its level's best value."""

from __future__ import annotations

from collections.abc import Mapping

from gridproof.game import Objective, Outcome
from gridproof.result import Result, Status, Value, first
from gridproof.session import Session

__all__ = ["Standing"]


class Standing:
    """What is known of one level under one objective while it is played.

    Args:
        objective: what is played for.

    Attributes:
        best: the best value of any solution that was found, by a solver or by the player.
        bound: the best proven bound.
        impossible: whether it is proven that there is no solution.
    """

    def __init__(self, objective: Objective) -> None:
        self._objective = objective
        self._sign = 1 if objective.sense == "min" else -1
        self.best: Value | None = None
        self.bound: Value | None = None
        self.impossible = False

    @property
    def proven(self) -> bool:
        """Whether the best value is proven to be the best there is."""
        return self.best is not None and self.best == self.bound

    def learn(self, result: Result, before: Mapping[str, int] | None = None) -> None:
        """Takes over what a solver found.

        Args:
            result: of the level, or of a position of it.
            before: the costs of the moves to that position; None: the level itself was solved.
        """
        if result.cost is not None:
            spent = before or {}
            costs = {name: spent.get(name, 0) + result.costs.get(name, 0) for name in self._names}
            self._found(self.value(costs))
        if before is None:
            self.bound = result.bound if self.bound is None else self.bound
            if result.bound is not None and self._above(result.bound, self.bound):
                self.bound = result.bound
            self.impossible |= result.status is Status.INFEASIBLE

    def solved(self, session: Session) -> bool:
        """Whether the play has come to a good end.

        Where something is to be maximised every position may be a solution: the end is then where
        no move is left, or where more is proven to be impossible.
        """
        outcome = session.outcome
        if outcome is not Outcome.IN_PLAY or self._objective.sense == "min":
            return outcome is Outcome.SOLVED
        position = (session.level, session.state, self._objective)
        if not session.game.complete(*position):
            return False
        left = next(session.game.moves(*position), None)
        return left is None or self.value(session.costs) == self.bound

    def look(self, session: Session) -> None:
        """Takes over the player's own solution, if the position is one."""
        if self.solved(session):
            self._found(self.value(session.costs))

    def value(self, costs: Mapping[str, int]) -> Value:
        """The objective's value of these costs."""
        numbers = tuple(costs.get(name, 0) for name in self._names)
        return numbers[0] if len(numbers) == 1 else numbers

    def counter(self, session: Session) -> str:
        """The line below the board: ``12 pushes · best 34``, and how good that is."""
        parts = [self.words(self.value(session.costs))]
        if self.impossible:
            parts.append("no solution exists, proven")
        elif self.best is not None:
            parts.append(f"best {show(self.best)}")
            if self.proven:
                parts.append("proven optimal")
        if self.bound is not None and not self.proven and not self.impossible:
            parts.append(f"{self._limit} {show(self.bound)}")
        return " · ".join(parts)

    def verdict(self, session: Session) -> str:
        """One sentence if the play has come to an end, good or bad; else an empty text."""
        if session.outcome is Outcome.LOST:
            return "No solution can follow from here."
        if not self.solved(session):
            return ""
        value = self.value(session.costs)
        said = f"Solved: {self.words(value)}"
        if value == self.bound:
            return f"{said}, and that is optimal."
        if self.best is not None and self._above(value, self.best):
            return f"{said}; {show(self.best)} {'are possible' if self.proven else 'were found'}."
        return f"{said}."

    def outlook(self, result: Result) -> str:
        """What a solver proved of the rest of the play, without a word of how it goes: a hint."""
        if result.status is Status.INFEASIBLE:
            return "No solution can follow from here: proven."
        if result.bound is None:
            return "Nothing is proven of this position."
        return f"{self._limit.capitalize()} {self.words(result.bound, 'more')}."

    def report(self, result: Result) -> str:
        """What a solver found, in one sentence."""
        if result.status is Status.INFEASIBLE:
            return "There is no solution: proven."
        said = "No solution was found" if result.cost is None else self.words(result.cost)
        if result.status is Status.OPTIMAL:
            return f"{said}, proven optimal."
        if result.bound is None:
            return f"{said}."
        return f"{said}; {self._limit} {show(result.bound)} is proven."

    def words(self, value: Value, more: str = "") -> str:
        """A value with the names of what it counts: ``3 (more) explosions, 12 (more) steps``."""
        numbers = value if isinstance(value, tuple) else (value,)
        return ", ".join(
            _counted(n, name, more) for n, name in zip(numbers, self._names, strict=False)
        )

    @property
    def _limit(self) -> str:
        return "at least" if self._objective.sense == "min" else "at most"

    @property
    def _names(self) -> tuple[str, ...]:
        return self._objective.metrics

    def _found(self, value: Value) -> None:
        if self.best is None or self._above(self.best, value):
            self.best = value

    def _above(self, value: Value, other: Value | None) -> bool:
        """Whether a value is worse than another one; as a bound: says more."""
        if other is None:
            return True
        if isinstance(value, tuple) != isinstance(other, tuple):
            value, other = first(value), first(other)
        ours = value if isinstance(value, tuple) else (value,)
        theirs = other if isinstance(other, tuple) else (other,)
        return [self._sign * n for n in ours] > [self._sign * n for n in theirs]


def show(value: Value) -> str:
    """A value as people read it."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _counted(number: int, name: str, more: str) -> str:
    """A number of things: ``1 push``, ``2 more pushes``; ``length 9``, as that is no plural."""
    if not name.endswith("s"):
        return f"{number} {more} in {name}" if more else f"{name} {number}"
    if number == 1:
        name = name[:-2] if name.endswith(("shes", "ches", "xes", "sses")) else name[:-1]
    return " ".join(filter(None, [str(number), more, name]))
