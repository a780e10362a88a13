"""Some solution, as fast as possible: best-first search over macro pushes (``native/sokoban``)."""

from __future__ import annotations

from gridproof._native import sokoban as native
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.improve import better
from gridproof.games.sokoban.solve.kernel import as_good, cost_of, problem, stats_of
from gridproof.games.sokoban.solvers import IMPROVE_NODES, IMPROVER, MAX_MORE_NODES
from gridproof.result import Answer, StopReason
from gridproof.solving.task import Task

__all__ = ["any_solution"]


def any_solution(task: Task[SokobanLevel]) -> Answer:
    """Return the first solution found, made better for as many nodes as it took, within limits.

    The bound is the root's, so some are proven optimal by it. Solutions that it excludes are not
    sought.
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
    stop, moves = StopReason.FIRST_SOLUTION, found["moves"]
    may_improve = (
        task.options["improve"] and IMPROVER.why_unsupported(task.level, task.objective) is None
    )
    if may_improve and not _is_enough(task, moves):
        task.ticker.nodes = found["nodes"]
        improved = better(task, moves, IMPROVE_NODES + min(found["nodes"], MAX_MORE_NODES))
        stats = stats_of(found, improved)
        moves = improved["moves"] or moves
        if improved["stop"] == StopReason.INTERRUPTED:
            stop = StopReason.INTERRUPTED
    if task.decide is not None and as_good(cost_of(moves, task.objective), task.decide):
        stop = StopReason.DECIDED
    return Answer(stop, tuple(moves.upper()), bound, stats=stats, proof="search")


def _is_enough(task: Task[SokobanLevel], moves: str) -> bool:
    """Return True if a solution is as good as requested, or as there is any."""
    cost = cost_of(moves, task.objective)
    if task.decide is not None:
        return as_good(cost, task.decide)
    return cost == (task.root_bound,)
