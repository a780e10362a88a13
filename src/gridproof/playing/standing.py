"""The standing of a play-through, and the best known value of its level."""

from __future__ import annotations

from collections.abc import Mapping

from gridproof.game import DeadEnd
from gridproof.level import Objective, Outcome
from gridproof.playing import messages
from gridproof.playing.session import Session
from gridproof.result import Result, Status, Value
from gridproof.solving.solve import at_least_as_good

__all__ = ["Standing"]


class Standing:
    """The knowledge about one level under one objective while it is played.

    Args:
        objective: the objective of the play.
        best: the cost of the best play known from before, or None.

    Attributes:
        objective: the objective of the play.
        best: the best value of any solution that was found, by a solver or by the player.
        known: a solver's result for the level itself, or None.
    """

    def __init__(self, objective: Objective, best: Value | None = None) -> None:
        self.objective = objective
        self.best = best
        self.known: Result | None = None

    def learn(self, result: Result, before: Mapping[str, int] | None = None) -> None:
        """Take over the findings of a solver.

        Args:
            result: of the level, or of a position of it.
            before: the costs of the moves to that position; None: the level itself was solved.
        """
        if before is None and self.settled is None:
            self.known = result
        if result.cost is not None:
            spent = before or {}
            costs = {name: cost + spent.get(name, 0) for name, cost in result.costs.items()}
            self._found(messages.value_of(self.objective, costs))

    def look(self, session: Session) -> Outcome:
        """Return the standing of a position as a player sees it; a solution is taken over.

        Under a maximising objective the end is also where no more is possible, proven.
        """
        end = session.end
        value = self.value(session)
        if end is Outcome.IN_PLAY and self.objective.sense == "max" and self._proves(value):
            position = (session.level, session.state, self.objective)
            end = Outcome.SOLVED if session.game.complete(*position) else end
        if end is Outcome.SOLVED:
            self._found(value)
        return end

    def is_final(self, session: Session) -> bool:
        """Return True if moves have led to an end that further moves could only spoil."""
        if not session.made:
            return False
        if session.is_over:
            return True
        position = (session.level, session.state, self.objective)
        proven = self.objective.sense == "max" and self._proves(self.value(session))
        return proven and session.game.complete(*position)

    def counter(self, session: Session) -> str:
        """Return the count so far, and the best known value: ``12 pushes · best 10 (optimal)``."""
        said = messages.amount(self.objective, self.value(session))
        if self.best is None:
            return said
        proof = self.known if self._proves(self.best) else None
        return f"{said} · {messages.best(self.best, proof)}"

    def dead_end(self, session: Session, outcome: Outcome) -> DeadEnd | None:
        """Return the reason that no solution can follow, if the game has one for the position."""
        if outcome is Outcome.SOLVED:
            return None
        return session.game.dead_end(session.level, session.state, self.objective)

    def verdict(
        self,
        session: Session,
        outcome: Outcome,
        dead_end: DeadEnd | None = None,
        *,
        by_solver: bool,
    ) -> str:
        """Return a sentence if the play has come to an end, good or bad; else an empty text."""
        if outcome is Outcome.LOST or dead_end is not None:
            return messages.dead("" if dead_end is None else dead_end.why)
        if outcome is not Outcome.SOLVED or not session.moves:
            return ""
        return messages.solved(self.objective, self.value(session), self.known, by_solver=by_solver)

    def value(self, session: Session) -> Value:
        """Return the value so far, in the objective of the play."""
        return messages.value_of(self.objective, session.costs)

    @property
    def settled(self) -> Result | None:
        """The knowledge that is final; a search that is stopped early adds less."""
        known = self.known
        final = known is not None and known.status in (Status.OPTIMAL, Status.INFEASIBLE)
        return known if final else None

    def _proves(self, value: Value) -> bool:
        """Return True if no value is better, proven."""
        return self.known is not None and value == self.known.bound

    def _found(self, value: Value) -> None:
        if self.best is None or at_least_as_good(value, self.best, self.objective.sense):
            self.best = value
