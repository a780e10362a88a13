"""A solution made better: windows of its pushes are searched again (``native/sokoban``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gridproof._native import sokoban as native
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import as_good, cost_of, enough, problem, stats_of
from gridproof.result import Answer, StopReason
from gridproof.solving.task import Task

__all__ = ["better", "improve"]


def improve(task: Task[SokobanLevel]) -> Answer:
    """Return the solution that it is given, with its windows at their best.

    Windows are searched to the fewest pushes, and then to the fewest moves; for objectives that
    count moves first, the other way round.
    """
    known = task.incumbent
    assert known is not None, "it has a solution to begin with"
    bound = task.root_bound
    value = known.value if isinstance(known.value, tuple) else (known.value,)
    if task.decide is not None and as_good(value, task.decide):
        return Answer(StopReason.DECIDED, known.moves, bound, proof="search")
    task.ticker.best = known.value
    found = better(task, "".join(known.moves))
    moves, stop = known.moves, StopReason(found["stop"])
    if found["moves"] is not None:
        moves = tuple(found["moves"].upper())
        if task.decide is not None and as_good(
            cost_of(found["moves"], task.objective), task.decide
        ):
            stop = StopReason.DECIDED
    return Answer(stop, moves, bound, stats=stats_of(found), proof="search")


def better(task: Task[SokobanLevel], moves: str, nodes: int | None = None) -> dict[str, Any]:
    """Return the native search's improvement of a solution; without moves if time ran out.

    Args:
        task: the request; its limits are kept.
        moves: the solution, in letters.
        nodes: that it may take besides; None is no further limit.
    """
    control = task.ticker.control()
    if nodes is not None:
        control = replace(control, nodes=min(control.nodes, nodes))
    return native.improve(
        **problem(task.level),
        moves=moves,
        objective=task.objective.id,
        enough=None if task.decide is None else enough(task.decide),
        control=control,
    )
