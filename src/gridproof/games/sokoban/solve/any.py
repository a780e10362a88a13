"""Some solution, as fast as possible: best-first search over macro pushes (``native/sokoban``)."""

from __future__ import annotations

from gridproof._native import sokoban as native
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import as_good, cost_of, problem, stats_of
from gridproof.result import Answer, StopReason
from gridproof.task import Task

__all__ = ["any_solution"]


def any_solution(task: Task[SokobanLevel]) -> Answer:
    """The first solution found; the bound is the root's, so some are proven optimal by it.

    What the root's bound excludes is not looked for.
    """
    bound = task.root_bound
    if bound is not None:
        if task.wanted is not None and bound > task.wanted:
            return Answer(StopReason.DECIDED, bound=bound, proof="search")
        if task.max_cost is not None and bound > task.max_cost:
            return Answer(StopReason.COST_LIMIT, bound=bound, proof="search")
    found = native.any(**problem(task.level), control=task.ticker.control())
    stats = stats_of(found)
    if found["exhausted"]:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    if found["moves"] is None:
        return Answer(StopReason(found["stop"]), bound=bound, stats=stats, proof="search")
    stop, cost = StopReason.FIRST_SOLUTION, cost_of(found["moves"], task.objective)
    if task.decide is not None and as_good(cost, task.decide):
        stop = StopReason.DECIDED
    moves = tuple(found["moves"].upper())
    return Answer(stop, moves, bound, stats=stats, proof="search")
