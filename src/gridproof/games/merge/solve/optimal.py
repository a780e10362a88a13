"""The default solver: damages as an integer program, tightened before HiGHS branches."""

from __future__ import annotations

import math

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.all_stones import AllStones, fits
from gridproof.games.merge.solve.cover_rows import CoverRows
from gridproof.games.merge.solve.damages import destroyed, merges_for, trimmed
from gridproof.games.merge.solve.greedy import greedy_play
from gridproof.games.merge.solve.program import damage_program
from gridproof.known import Known
from gridproof.linear_program import TOLERANCE, SolverFailure, run
from gridproof.result import Answer, StopReason
from gridproof.task import Task
from gridproof.ticker import Stopped

__all__ = ["optimal"]


def optimal(task: Task[MergeLevel]) -> Answer:
    """Which damages destroy the most stones, or all stones with the fewest merges.

    After a quick play and, where all stones might fall to few heroes, a set cover: the integer
    program of :func:`gridproof.games.merge.solve.program.damage_program`.
    """
    ticker, known = task.ticker, Known(task)
    try:
        if task.options["greedy"] and (play := greedy_play(task)) is not None:
            known.find(*play)
        if (ended := known.ended) is not None:
            return known.answer(ended)
        if task.options["cover"] and fits(task.level):
            _cover(task, known)
            if (ended := known.ended) is not None or known.value == known.bound:
                return known.answer(ended or StopReason.COMPLETED)
        if (stop := ticker.tick()) is not None:
            raise Stopped(stop)
        return _solved(task, known)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    except MemoryError:
        return known.answer(StopReason.MEMORY_LIMIT)


def _cover(task: Task[MergeLevel], known: Known) -> None:
    """Takes over what is known of the fewest heroes that strike all stones."""
    level = task.level
    struck = sum(map(bool, level.strikers))
    maximise = task.objective.id == STONES.id
    if not maximise and struck < len(level.stones):
        return
    (kind,) = level.types
    most = level.tokens(kind)[0] if level.tokens(kind) else 0
    cover = AllStones(level, task.ticker)
    taken = task.ticker.bytes
    try:
        cover.solve(most if maximise else None)
    finally:
        task.ticker.allocate(taken - task.ticker.bytes)
        allowed = task.max_cost is None or maximise or cover.size <= task.max_cost
        if cover.size <= most and allowed:
            heroes = set(cover.heroes)
            moves = merges_for(level, [int(i in heroes) for i in range(len(level.heroes))])
            known.find(moves, struck if maximise else len(moves))
        if maximise:
            known.prove(struck - (cover.bound > most))
        elif cover.bound <= most:
            known.prove(cover.bound)


def _solved(task: Task[MergeLevel], known: Known) -> Answer:
    level, ticker = task.level, task.ticker
    maximise = task.objective.id == STONES.id
    program, damage, stones = damage_program(level, task.objective, ticker, task.max_cost)
    if not maximise and any(sum(map(len, stone.strikers)) < stone.hp for stone in stones):
        return known.infeasible()
    if not stones:
        known.find((), 0)
        known.prove(0)
        return known.answer()
    if task.options["tighten"]:
        CoverRows(stones, program.columns, ticker).tighten(program, ticker)

    def look(best: float, bound: float) -> bool:
        if math.isfinite(best):
            known.reach(round(best))
        if math.isfinite(bound):
            known.prove(_whole(bound, maximise), "milp-float")
        return known.ended is not None

    found = run(program.highs(), ticker, look)
    known.stats.expanded = max(found.nodes, 1)
    if found.infeasible:
        return _none(known, task.max_cost)
    if math.isfinite(found.bound):
        known.prove(_whole(found.bound, maximise), "milp-float")
    if found.values is not None:
        dealt = [round(sum(found.values[c] for c in columns)) for columns in damage]
        moves = merges_for(level, trimmed(level, dealt))
        known.find(moves, destroyed(level, dealt) if maximise else len(moves))
    return known.answer(found.stop)


def _none(known: Known, max_cost: int | None) -> Answer:
    """The program has no solution: nor has the board, or none of at most ``max_cost``."""
    if known.value is not None and (max_cost is None or known.value <= max_cost):
        raise SolverFailure("HiGHS says that there is no solution where one is known")
    if max_cost is None:
        return known.infeasible("milp-float")
    known.prove(max_cost + 1, "milp-float")
    return known.answer()


def _whole(bound: float, maximise: bool) -> int:
    """The bound of HiGHS as a whole number, rounded the safe way."""
    return math.floor(bound + TOLERANCE) if maximise else math.ceil(bound - TOLERANCE)
