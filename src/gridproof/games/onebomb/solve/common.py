"""The common begin and end of all solvers."""

from __future__ import annotations

from dataclasses import replace

from gridproof.games.onebomb.bounds import root_bound
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.games.onebomb.rules import State, complete, initial
from gridproof.grid import Pos
from gridproof.result import Answer
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["begin", "finished", "moves_of"]


def begin(task: Task[OnebombLevel]) -> tuple[State, Pos, IncumbentAndBound]:
    """Return the start state, the cell from which the walk starts, and the best so far."""
    level, known = task.level, IncumbentAndBound(task)
    state: State = task.start or initial(level)
    source = state.walker or level.start
    known.prove(root_bound(replace(level, start=source), task.objective, task.ticker))
    if complete(level, state, task.objective):
        known.find((), 0)
    return state, source, known


def finished(known: IncumbentAndBound) -> Answer | None:
    """Return the answer, if the findings settle the request."""
    if known.value is not None and known.value == known.bound:
        return known.answer()
    ended = known.ended
    return None if ended is None else known.answer(ended)


def moves_of(bombs: tuple[Pos, ...], path: str) -> tuple[str, ...]:
    """Return the bombs, then the steps of the walk."""
    return (*(f"bomb {bomb}" for bomb in bombs), *path)
