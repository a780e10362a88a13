"""The native solvers; what they do and why it is right stands in ``native/robots`` and the docs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gridproof._native import robots as native
from gridproof.games.robots import rules
from gridproof.games.robots.level import RobotsLevel
from gridproof.grid import Direction
from gridproof.result import Answer, Stats, StopReason, first
from gridproof.solving.task import Task

__all__ = ["LISTED", "NO_LIMIT", "iddfs", "optimal", "problem"]

#: The number of optimal solutions that are listed; all are counted.
LISTED: Final = 1000
#: The kernel's names of the values of the option ``method``.
_METHODS: Final = {"sets": "sets", "states": "astar"}
#: The kernel's value for "any cost".
NO_LIMIT: Final = (1 << 32) - 1


def optimal(task: Task[RobotsLevel]) -> Answer:
    """Search by A*, over sets of states or over single ones.

    When all solutions are wanted, the answer's notes count all shortest ones (``solutions``) and
    list the first :data:`LISTED` of them, or fewer if they are long (``listed``); solutions that
    differ only in the places of helpers are included. Without these notes the counting was stopped,
    or the number does not fit into 64 bits.
    """
    return _answer(task, _METHODS[task.options["method"]])


def iddfs(task: Task[RobotsLevel]) -> Answer:
    """Search depth-first to a growing depth, with the wall-only bound and a transposition table."""
    return _answer(task, "iddfs")


def problem(level: RobotsLevel) -> dict[str, Any]:
    """Return the level as the arguments of the kernel."""
    target_robot = level.target_robot
    return {
        "width": level.width,
        "height": level.height,
        "walls": level.closed,
        "robots": list(rules.initial(level).cells),
        "target_robot": -1 if target_robot == "any" else level.index[target_robot],
        "target": level.target_cell,
        "ricochet": level.ricochet,
    }


def _answer(task: Task[RobotsLevel], method: str) -> Answer:
    level, incumbent = task.level, task.incumbent
    max_cost = NO_LIMIT if task.max_cost is None else task.max_cost
    wanted = NO_LIMIT if task.wanted is None else max(task.wanted, 0)
    known, better = None, NO_LIMIT
    if incumbent is not None:
        cost = first(incumbent.value)
        if task.wanted is not None and cost <= task.wanted:
            return Answer(StopReason.DECIDED, incumbent.moves, proof="none")
        # No solution as dear as it is looked for, unless all of them are to be counted.
        known, better = incumbent.moves, cost if task.all_solutions else max(cost - 1, 0)
    found = native.solve(
        **problem(level),
        method=method,
        count_all=task.all_solutions,
        list_limit=LISTED,
        max_cost=min(max_cost, wanted, better, NO_LIMIT),
        threads=task.threads,
        any=task.wanted is not None,
        control=task.ticker.control(),
    )
    stats = Stats(
        expanded=found["nodes"],
        generated=found["generated"],
        evaluated=found["evaluated"],
        peak_memory=found["peak_memory"],
    )
    names = [[f"{number}{d.name}" for d in Direction] for number, _ in level.robots]

    def named(moves: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        return tuple(names[robot][d] for robot, d in moves)

    notes: dict[str, Any] = {"kernel_seconds": found["seconds"]}
    stop, bound = StopReason(found["stop"]), found["bound"]
    infeasible = found["moves"] is None and found["exhausted"]
    if found["moves"] is not None:
        if "solutions" in found:
            notes["solutions"] = found["solutions"]
            notes["listed"] = [named(moves) for moves in found["listed"]]
        known = named(found["moves"])
        if stop is StopReason.COMPLETED and bound < len(known):
            stop = StopReason.DECIDED
    elif infeasible:  # also if time was up just then
        stop, bound = StopReason.COMPLETED, None
    elif stop is StopReason.COMPLETED and bound <= better:  # all that is not too dear was searched
        stop = StopReason.DECIDED if wanted <= max_cost else StopReason.COST_LIMIT
    return Answer(
        stop, known, bound, infeasible=infeasible, stats=stats, notes=notes, proof="search"
    )
