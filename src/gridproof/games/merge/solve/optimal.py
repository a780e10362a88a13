"""The default solver: quick means first, then damages as an integer program."""

from __future__ import annotations

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.all_stones import AllStones, fits
from gridproof.games.merge.solve.damages import merges_for
from gridproof.games.merge.solve.enumerate import best_play, plays_are_few
from gridproof.games.merge.solve.greedy import greedy_play
from gridproof.limits import Stopped
from gridproof.result import Answer, StopReason
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["optimal"]


def optimal(task: Task[MergeLevel]) -> Answer:
    """Find damages that destroy the most stones, or all stones with the fewest merges.

    After a quick play and, if all stones might fall to few heroes, a set cover: the integer program
    of :class:`gridproof.games.merge.solve.program.DamageProgram`. If the plays are few, all of them
    are tried instead; that counts as one node, as it takes no longer than one of the program.
    """
    ticker, known = task.ticker, IncumbentAndBound(task)
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
        few = task.objective.id == STONES.id and plays_are_few(task.level)
        if task.options["enumerate"] and few:
            _try_all(task, known)
            return known.answer(known.ended or StopReason.COMPLETED)
        from gridproof.games.merge.solve.branch_and_cut import branch_and_cut  # loads HiGHS

        return branch_and_cut(task, known)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    except MemoryError:
        return known.answer(StopReason.MEMORY_LIMIT)


def _try_all(task: Task[MergeLevel], known: IncumbentAndBound) -> None:
    """Take over a best play, proven by all others."""
    known.stats.expanded = task.ticker.nodes
    best = best_play(task.level, task.ticker)
    known.find(best.moves, best.stones)
    known.prove(best.stones)


def _cover(task: Task[MergeLevel], known: IncumbentAndBound) -> None:
    """Take over what is known of the fewest heroes that strike all stones."""
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
