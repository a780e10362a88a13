"""The solvers of H.-S. Liu's report to the course Theory of Computer Games (Taiwan, 2018).

All of them look for the fewest moves and step the player cell by cell. The report's prunings are
dead squares and freeze deadlocks; its A* is bidirectional, ours here is not. See
``docs/explanation/sokoban-course.md`` for the proofs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from gridproof._native import sokoban_course as native
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import stats_of
from gridproof.result import Answer, StopReason
from gridproof.solving.task import Task

__all__ = ["astar", "astar_sorted", "bfs", "bidirectional"]

_NO_WAY: Final = (1 << 32) - 1


def bfs(task: Task[SokobanLevel]) -> Answer:
    """Search breadth-first from the start."""
    found = _found(task, "bidirectional", ratio=0)
    return _answer(task, found, forward=found["forward"])


def bidirectional(task: Task[SokobanLevel]) -> Answer:
    """Search breadth-first from the start and, less deep, from the ends."""
    found = _found(task, "bidirectional", ratio=task.options["ratio"])
    return _answer(task, found, forward=found["forward"], backward=found["backward"])


def astar(task: Task[SokobanLevel]) -> Answer:
    """Return a* with the cheapest assignment of boxes to goals."""
    return _answer(task, _found(task, "astar"))


def astar_sorted(task: Task[SokobanLevel]) -> Answer:
    """Return a* with the distances of boxes and goals sorted by place, which may say too much."""
    answer = _answer(task, _found(task, "astar-sorted"))
    if answer.moves is None:
        return answer
    return replace(answer, stop_reason=StopReason.FIRST_SOLUTION, bound=task.root_bound)


def _found(task: Task[SokobanLevel], method: str, **more: int) -> Mapping[str, Any]:
    """Return the findings of the native function.

    Raises:
        Stopped: a limit is reached before the search begins.
    """
    level, ticker = task.level, task.ticker
    # Each table of pushes is here and in the kernel, and while it is made a dictionary.
    ticker.allocate(taken := len(level.reach) * (len(level.goals) * 16 + 100))
    squares = sorted(level.reach, key=lambda number: (number % level.width, number))
    index = {number: i for i, number in enumerate(squares)}
    goals = sorted(level.goals, key=index.__getitem__)
    pushes = []
    for goal in goals:
        ticker.check()
        to_goal = level.pushes_to([goal])
        pushes.append([to_goal.get(number, _NO_WAY) for number in squares])
    ticker.check()
    found = native.solve(
        squares=[level.cell(number) for number in squares],
        boxes=[index[number] for number in level.movable],
        goals=[index[number] for number in goals],
        dead=[index[number] for number in level.dead],
        pushes=pushes,
        player=index[level.number(level.players[0])],
        method=method,
        prune_dead=task.options["dead_squares"],
        prune_frozen=task.options["freeze"],
        max_cost=min(_most(task.max_cost), _most(task.wanted)),
        root_bound=task.root_bound or 0,
        **more,
        control=ticker.control(),
    )
    return found | {"peak_memory": found["peak_memory"] + taken}


def _most(cost: int | None) -> int:
    """Return the largest cost of interest, in the kernel's form."""
    return _NO_WAY if cost is None else min(max(cost, 0), _NO_WAY)


def _answer(task: Task[SokobanLevel], found: Mapping[str, Any], **counts: int) -> Answer:
    """Return the answer of a search that finds the fewest moves, if it runs to its end."""
    stop, bound, moves = StopReason(found["stop"]), found["bound"], found["path"]
    # A search that a limit met while it was set up has seen too little to say that of the start.
    exhausted = found["exhausted"] and stop is StopReason.COMPLETED
    if exhausted:
        bound = None
    elif moves is not None:
        bound = len(moves)
    elif stop is StopReason.COMPLETED:  # it ended at the largest cost of interest
        decided = _most(task.wanted) <= _most(task.max_cost)
        stop = StopReason.DECIDED if decided else StopReason.COST_LIMIT
    return Answer(
        stop,
        None if moves is None else tuple(moves),
        bound,
        infeasible=exhausted,
        stats=stats_of(found),
        notes={"kernel_seconds": found["seconds"], **counts},
        proof="search",
    )
