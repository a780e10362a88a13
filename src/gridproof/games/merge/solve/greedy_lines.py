"""Theorems 4 to 7 of the thesis, and beyond: sweeps over boards that fall apart into lines."""

from __future__ import annotations

from gridproof.game import Game, Objective
from gridproof.games.merge.damages import merges_for
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.lines import Striker, strikers_by_line
from gridproof.result import Answer, Stats, StopReason, Value
from gridproof.ticker import Ticker

__all__ = ["greedy_lines"]


def greedy_lines(
    game: Game[MergeLevel, object],
    level: MergeLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The fewest heroes that strike all stones; if they are too many, the most stones.

    Every stone has one hit point, so a hero either merges once or need not merge (Lemma 1), and
    half of the heroes can (Lemma 2).

    The sweep takes, for the first stone that is not struck yet, the striker that reaches furthest.
    Some striker of that stone must be taken; along a line all of them cover the stones from this
    one to their last, and earlier stones are struck already, so the furthest one is at least as
    good as any other.
    """
    stones, strikers = strikers_by_line(level)
    budget = len(level.heroes) // 2 if level.max_level != 1 else 0
    stats = Stats()
    if (stop := ticker.tick()) is not None:
        return Answer(stop, bound=root_bound, stats=stats, proof="search")
    stats.expanded = 1
    needed = sweep(len(stones), strikers)
    if needed is not None and len(needed) <= budget:
        chosen, bound = needed, len(stones) if objective is STONES else len(needed)
    elif objective is not STONES:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    else:
        best = most_stones(len(stones), strikers, budget, ticker, stats)
        if isinstance(best, StopReason):
            return Answer(best, bound=root_bound, stats=stats, proof="search")
        bound, chosen = best
    damages = [0] * len(level.heroes)
    for hero in chosen:
        damages[hero] = 1
    return Answer(
        StopReason.COMPLETED, merges_for(level, damages), bound, stats=stats, proof="search"
    )


def sweep(stones: int, strikers: list[Striker]) -> list[int] | None:
    """The fewest heroes that strike all stones 0, 1, …; None if some stone has no striker."""
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
) -> tuple[int, list[int]] | StopReason:
    """The most stones that ``budget`` heroes strike, and such heroes.

    f(b, i), the most of the first i stones struck by b heroes, is f(b, i - 1), or the last stone is
    struck: then by its striker with the smallest first stone, since of the stones up to i that one
    covers all that any other does.
    """
    widest: list[Striker | None] = [None] * stones
    for striker in reversed(strikers):
        for stone in range(striker.first, striker.last + 1):
            widest[stone] = striker
    row = [0] * (stones + 1)
    taken: list[bytearray] = []
    for _ in range(budget):
        if (stop := ticker.tick()) is not None:
            return stop
        stats.expanded += 1
        ticker.allocate(stones)
        new, took = [0] * (stones + 1), bytearray(stones)
        for i, widest_here in enumerate(widest):
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
    stats.peak_memory = ticker.peak_bytes
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
