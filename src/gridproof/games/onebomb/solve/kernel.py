"""The linear-time kernels for one piercing bomb; see ``native/onebomb``."""

from __future__ import annotations

from typing import Any

from gridproof._native import onebomb as native
from gridproof.games.onebomb.level import MAX_SIDE, OnebombLevel
from gridproof.games.onebomb.solve.common import begin, finished, moves_of
from gridproof.grid import Pos
from gridproof.result import Answer, StopReason
from gridproof.solving.task import Task

__all__ = ["layered", "optimal", "problem"]

#: No walk is longer than this many steps.
_LONGEST = MAX_SIDE * MAX_SIDE
_BRICKS_TO_ROCKS = bytes.maketrans(b"#", b"X")


def optimal(task: Task[OnebombLevel]) -> Answer:
    """Return two breadth-first searches and sweeps along rows and columns."""
    return _solve(task, "crossing")


def layered(task: Task[OnebombLevel]) -> Answer:
    """Return the editorial's 0-1 breadth-first search over cells and fragments of the walk."""
    return _solve(task, "layered")


def problem(level: OnebombLevel) -> dict[str, Any]:
    """Return the level as the arguments of the kernels."""
    return {
        "width": level.width,
        "height": level.height,
        "cells": level.cells,
        "start": level.number(level.start),
        "goal": level.number(level.goal),
        "radius": MAX_SIDE if level.radius is None else min(level.radius, MAX_SIDE),
    }


def _solve(task: Task[OnebombLevel], method: str) -> Answer:
    """Return the answer of a kernel.

    Raises:
        Stopped: by a limit or Ctrl-C, before it begins.
    """
    level, ticker = task.level, task.ticker
    state, source, known = begin(task)
    if (answer := finished(known)) is not None:
        return answer
    wanted = 0 if task.wanted is None else task.wanted
    asked = problem(level)
    if state.bombs:
        # No bomb is left. If all bricks are rocks, the one that a kernel sets changes nothing.
        ticker.allocate(len(level.cells))
        ticker.check()
        cells = level.after(state.bombs).cells.translate(_BRICKS_TO_ROCKS)
        asked |= {"cells": cells, "start": level.number(source)}
    found = native.solve(
        **asked,
        method=method,
        enough=min(max(wanted, 0), _LONGEST),
        control=ticker.control(),
    )
    known.stats.expanded = found["nodes"]
    known.stats.peak_memory = ticker.bytes + found["peak_memory"]
    notes = {"kernel_seconds": found["seconds"]}
    stop, path = StopReason(found["stop"]), found["path"]
    if found["bound"] is not None:
        known.prove(found["bound"])
    if path is None:
        return known.infeasible(notes=notes) if found["proven"] else known.answer(stop, notes)
    bombs: tuple[Pos, ...] = () if state.bombs else (level.cell(found["bomb"]),)
    known.find(moves_of(bombs, path), len(path))
    if found["proven"]:
        known.prove(len(path))
        return known.answer(stop, notes)
    return known.answer(StopReason.DECIDED if stop is StopReason.COMPLETED else stop, notes)
