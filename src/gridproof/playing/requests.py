"""Requests to a worker about a play-through."""

from __future__ import annotations

from gridproof.playing.session import Session
from gridproof.result import Limits
from gridproof.solving.requests import SolveRequest

__all__ = ["solve_request"]


def solve_request(
    session: Session,
    limits: Limits | None = None,
    *,
    from_start: bool = False,
    all_solutions: bool = False,
) -> SolveRequest:
    """Return the request to solve the position in hand.

    Args:
        session: the play-through.
        limits: where to stop.
        from_start: solve the level itself instead.
        all_solutions: count and list all optimal solutions too.
    """
    game, level = session.game, session.level
    at_start = from_start or session.state == game.initial(level)
    return SolveRequest(
        game.id,
        game.write(level, game.canonical_format),
        session.objective.id,
        limits=limits or Limits(),
        start=None if at_start else session.state,
        all_solutions=all_solutions,
    )
