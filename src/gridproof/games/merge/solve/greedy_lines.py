"""Theorems 4 to 7 of the thesis, and beyond: sweeps over boards that fall apart into lines."""

from __future__ import annotations

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.damages import destroyed, merges_for
from gridproof.games.merge.solve.lines import LINE_BYTES, Striker, strikers_by_line
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import Answer, Stats
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["greedy_lines"]


def greedy_lines(task: Task[MergeLevel]) -> Answer:
    """Return the fewest heroes that strike all stones; if they are too many, the most stones.

    Every stone has one hit point, so a hero either merges once or need not merge (Lemma 1), and
    half of the heroes can (Lemma 2).

    The sweep takes, for the first stone that is not struck yet, the striker that reaches furthest.
    Some striker of that stone must be taken; along a line all of them cover the stones from this
    one to their last, and earlier stones are struck already, so the furthest one is at least as
    good as any other.
    """
    level, ticker, known = task.level, task.ticker, IncumbentAndBound(task)
    stones_count = task.objective.id == STONES.id
    if stones_count:
        known.find((), 0)
    if (ended := known.ended) is not None:
        return known.answer(ended)
    budget = len(level.heroes) // 2 if level.max_level != 1 else 0

    def take(chosen: list[int]) -> None:
        damages = [0] * len(level.heroes)
        for hero in chosen[:budget]:
            damages[hero] = 1
        value = destroyed(level, damages) if stones_count else len(chosen)
        known.find(merges_for(level, damages), value)

    try:
        ticker.allocate(LINE_BYTES * (len(level.heroes) + len(level.stones)))
        stones, strikers = strikers_by_line(level, ticker)
        if (stop := ticker.tick()) is not None:
            raise Stopped(stop)
        known.stats.expanded = 1
        needed = sweep(len(stones), strikers)
        if needed is not None and len(needed) <= budget:
            take(needed)
            known.prove(len(stones) if stones_count else len(needed))
            return known.answer()
        if not stones_count:
            return known.infeasible()
        if needed is not None:
            take(needed)
            if (ended := known.ended) is not None:
                return known.answer(ended)
        bound, chosen = most_stones(len(stones), strikers, budget, ticker, known.stats)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    take(chosen)
    known.prove(bound)
    return known.answer()


def sweep(stones: int, strikers: list[Striker]) -> list[int] | None:
    """Return the fewest heroes that strike all stones 0, 1, ….

    None if some stone has no striker.
    """
    chosen = []
    stone = nearest = 0
    while stone < stones:
        best = None
        while nearest < len(strikers) and strikers[nearest].first <= stone:
            best = strikers[nearest]
            nearest += 1
        if best is None or best.last < stone:
            return None
        chosen.append(best.hero)
        stone = best.last + 1
    return chosen


def most_stones(
    stones: int, strikers: list[Striker], budget: int, ticker: Ticker, stats: Stats
) -> tuple[int, list[int]]:
    """Return the most stones that ``budget`` heroes strike, and such heroes.

    f(b, i), the most of the first i stones struck by b heroes, is f(b, i - 1), or the last stone is
    struck: then by its striker with the smallest first stone, since of the stones up to i that one
    covers all that any other does.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    widest: list[Striker | None] = [None] * stones
    for striker in paced(reversed(strikers), ticker):
        for stone in range(striker.first, striker.last + 1):
            widest[stone] = striker
    row = [0] * (stones + 1)
    taken: list[bytearray] = []
    for _ in range(budget):
        if (stop := ticker.tick()) is not None:
            raise Stopped(stop)
        stats.expanded += 1
        ticker.allocate(stones)
        new, took = [0] * (stones + 1), bytearray(stones)
        for i, widest_here in enumerate(paced(widest, ticker)):
            best = new[i]
            if widest_here is not None:
                struck = row[widest_here.first] + i + 1 - widest_here.first
                if struck > best:
                    best = struck
                    took[i] = 1
            new[i + 1] = best
        taken.append(took)
        if new == row:
            break
        row = new
    chosen, i = [], stones
    for took in reversed(taken):
        while i and not took[i - 1]:
            i -= 1
        last = widest[i - 1] if i else None
        if last is None:
            break
        chosen.append(last.hero)
        i = last.first
    return row[stones], chosen
