"""The stones that every best play leaves."""

from __future__ import annotations

import math
from collections.abc import Collection

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.cover_rows import CoverRows, Stone, defining_row
from gridproof.games.merge.solve.damages import can_be_dealt, fallen
from gridproof.games.merge.solve.program import budgets, damage_columns
from gridproof.linear_program import TOLERANCE, LinearProgram, SolverFailure, run
from gridproof.result import StopReason
from gridproof.ticker import Stopped, Ticker

__all__ = ["given_up"]


def given_up(level: MergeLevel, most: int, left: Collection[int], ticker: Ticker) -> set[int]:
    """The stones that no play destroys which destroys the most.

    Of the plays that destroy ``most`` stones one is looked for that destroys as many as possible
    of those that no such play is known to destroy. If it destroys some of them, they are known from
    then on; if the most is none, no best play destroys any of the others, which are those that are
    asked for. Each round but the last takes off a stone, so there are no more rounds than stones.
    That a stone can fall is replayed; that it cannot rests on the bound of HiGHS.

    Args:
        level: the board.
        most: how many stones can be destroyed at most.
        left: stones that some best play leaves; all others are known to fall in one.
        ticker: looked at.

    Raises:
        Stopped: by a limit or Ctrl-C.
        SolverFailure: HiGHS fails, or says what cannot be.
    """
    unknown = set(left)
    while unknown:
        falling = _best_play(level, most, unknown, ticker)
        if not falling:
            break
        unknown -= falling
    return unknown


def _best_play(level: MergeLevel, most: int, wanted: Collection[int], ticker: Ticker) -> set[int]:
    """As many of the wanted stones as a play can destroy together that destroys ``most``."""
    program = LinearProgram(maximise=True, ticker=ticker)
    damage = damage_columns(program, level)
    budgets(program, level, damage)
    stones, falls = [], []
    for stone, (strikers, (_, hp)) in enumerate(zip(level.strikers, level.stones, strict=True)):
        columns = [damage[i] for i in strikers]
        if sum(map(len, columns)) >= hp:
            falls.append(program.column(float(stone in wanted), 1.0, integer=True))
            stones.append(Stone(hp, columns, falls[-1]))
    if not stones:
        return set()
    for found in stones:
        defining_row(found).add_to(program)
    program.row(falls, [1.0] * len(falls), lower=most)
    CoverRows(stones, program.columns, ticker).tighten(program, ticker)
    optimum = run(program.highs(), ticker)
    if optimum.stop is not StopReason.COMPLETED:
        raise Stopped(optimum.stop)
    if optimum.values is None:
        raise SolverFailure("HiGHS says that there is no solution where one is known")
    if math.floor(optimum.bound + TOLERANCE) == 0:
        return set()
    dealt = [round(sum(optimum.values[c] for c in columns)) for columns in damage]
    destroyed = fallen(level, dealt)
    if not can_be_dealt(level, dealt) or len(destroyed) < most or destroyed.isdisjoint(wanted):
        raise SolverFailure("HiGHS has a solution that is none")
    return destroyed.intersection(wanted)
