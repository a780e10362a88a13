"""Breadth-first search along the strip."""

from __future__ import annotations

from gridproof.games._template.level import StripLevel
from gridproof.limits import Stopped
from gridproof.result import Answer
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["stride"]

#: Rough bytes of a column that was reached.
_ENTRY_BYTES = 200


def stride(task: Task[StripLevel]) -> Answer:
    """Return the fewest steps.

    ``longest-only`` leaves out all steps but the longest one. That is safe: whatever a shorter step
    is followed by, the columns further right need no more steps.
    """
    level, ticker, known = task.level, task.ticker, IncumbentAndBound(task)
    came_by = {level.start: 0}  # the step that led to a column
    frontier, steps = [level.start], 0
    try:
        while level.width - 1 not in came_by:
            known.prove(steps + 1)
            reached = []
            for column in frontier:
                if (stop := known.ended or ticker.tick()) is not None:
                    raise Stopped(stop)
                known.stats.expanded += 1
                longest = min(level.stride, level.width - 1 - column)
                for step in range(longest if task.options["longest_only"] else 1, longest + 1):
                    if column + step not in came_by:
                        ticker.allocate(_ENTRY_BYTES)
                        came_by[column + step] = step
                        reached.append(column + step)
            frontier, steps = reached, steps + 1
    except Stopped as stopped:
        return known.answer(stopped.reason)
    column, moves = level.width - 1, list[str]()
    while column != level.start:
        moves.append(f"{came_by[column]}")
        column -= came_by[column]
    known.find(tuple(reversed(moves)), steps)
    known.prove(steps)
    return known.answer()
