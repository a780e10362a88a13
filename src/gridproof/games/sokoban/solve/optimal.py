"""The default solver: best-first search over pushes, in C++ (``native/sokoban``)."""

from __future__ import annotations

from typing import Final

from gridproof._native import sokoban as native
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import as_good, cost_of, enough, problem, stats_of
from gridproof.result import Answer, StopReason, Value
from gridproof.solving.task import Task

__all__ = ["optimal"]

_NO_LIMIT: Final = (1 << 32) - 1
_MAX_ZONE_SQUARES: Final = 24
#: The options that switch a part of the search off.
_PARTS: Final = (
    "matching",
    "freeze",
    "corrals",
    "patterns",
    "backward",
    "symmetries",
    "upper_bound",
    "tables",
    "groups",
    "quadruples",
    "zones",
    "learnt_zones",
    "conflicts",
    "turns",
    "within",
)


def optimal(task: Task[SokobanLevel]) -> Answer:
    """Return a cheapest solution for any of the four objectives."""
    objective, known, root = task.objective, task.incumbent, task.root_bound or 0
    lexicographic = len(objective.metrics) > 1
    most = _NO_LIMIT if task.max_cost is None else min(task.max_cost, _NO_LIMIT)
    if known is not None:
        value = known.value if isinstance(known.value, tuple) else (known.value,)
        if task.decide is not None and as_good(value, task.decide):
            return Answer(StopReason.DECIDED, known.moves, task.root_bound, proof="search")
        task.ticker.best = known.value
        # Only what is better is looked for; with two metrics it may be as good in the first one.
        most = min(most, value[0] if lexicographic else max(value[0] - 1, 0))
    found = native.solve(
        **problem(task.level),
        objective=objective.id,
        without=[part for part in _PARTS if not task.options[part]],
        most=most,
        enough=None if task.decide is None else enough(task.decide),
        tables_after=task.options["tables_after"],
        zone_squares=min(task.options["zone_squares"], _MAX_ZONE_SQUARES),
        threads=task.threads,
        control=task.ticker.control(),
    )
    stats = stats_of(found)
    if found["exhausted"]:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    stop = StopReason.DECIDED if found["decided"] else StopReason(found["stop"])
    bound: Value = max(found["bound"][0], root)
    moves = cost = None
    if found["moves"] is not None:
        moves, cost = tuple(found["moves"].upper()), cost_of(found["moves"], objective)
    if lexicographic and stop is StopReason.COMPLETED and cost is not None:
        bound = cost
    elif lexicographic and stop is StopReason.DECIDED:
        bound = max(found["bound"], (root, 0))
    if known is not None and (cost is None or value < cost):
        moves = known.moves
    if stop is StopReason.COMPLETED and moves is None:
        stop = StopReason.COST_LIMIT
    return Answer(stop, moves, bound, stats=stats, proof="search")
