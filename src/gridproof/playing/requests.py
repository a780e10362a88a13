"""Requests to a worker about a play-through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gridproof.limits import CancelToken
from gridproof.playing.session import Session
from gridproof.result import Limits, Progress, Result
from gridproof.solving.solve import solve

__all__ = ["Question"]


@dataclass(frozen=True)
class Question:
    """A request to solve a play-through's level or position.

    Attributes:
        save: a play-through (:meth:`gridproof.playing.session.Session.save`).
        limits: where to stop.
        from_start: solve the level itself instead of the position that its moves lead to.
        all_solutions: count and list all optimal solutions too.
    """

    save: str
    limits: Limits = field(default_factory=Limits)
    from_start: bool = False
    all_solutions: bool = False

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Result:
        """Solve it here and now; see :func:`gridproof.solving.solve.solve`."""
        session = Session.load(self.save)
        game, level = session.game, session.level
        there = self.from_start or session.state == game.initial(level)
        return solve(
            level,
            game=game,
            objective=session.objective.id,
            limits=self.limits,
            start=None if there else session.state,
            all_solutions=self.all_solutions,
            cancel=cancel,
            progress=progress,
        )
