"""A quick play to begin with: stone by stone, as far as the damages last."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.damages import destroyed, merges_for, trimmed
from gridproof.limits import Stopped, Ticker
from gridproof.result import Answer, StopReason
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["greedy", "greedy_damages", "greedy_play"]


def greedy(task: Task[MergeLevel]) -> Answer:
    """Return the quick play and nothing more; for ``merges`` none if it leaves a stone.

    One node.
    """
    ticker, known = task.ticker, IncumbentAndBound(task)
    if (stop := known.ended or ticker.tick()) is not None:
        return known.answer(stop)
    known.stats.expanded = 1
    play = greedy_play(task)
    if play is not None:
        known.find(*play)
    stop = known.ended
    if stop is None:
        stop = StopReason.COMPLETED if play is None else StopReason.FIRST_SOLUTION
        try:
            ticker.check()
        except Stopped as stopped:
            stop = stopped.reason
    return Answer(stop, known.moves, known.bound, proof="search", stats=known.stats)


def greedy_play(task: Task[MergeLevel]) -> tuple[tuple[str, ...], int] | None:
    """Return a play and its value; None for ``merges`` if it does not destroy all stones.

    Stopped early it is a play for the stones so far; the ticker will say so again.
    """
    level = task.level
    damages = greedy_damages(level, task.ticker)
    fallen = destroyed(level, damages)
    if task.objective.id == STONES.id:
        return merges_for(level, damages), fallen
    if fallen < len(level.stones):
        return None
    moves = merges_for(level, trimmed(level, damages))
    return moves, len(moves)


def greedy_damages(
    level: MergeLevel,
    ticker: Ticker,
    stones: Iterable[int] | None = None,
    liking: Callable[[int, int], float] = lambda hero, damage: 0.0,
) -> list[int]:
    """Return damages that can be dealt, for one stone after the other.

    A stone gets its damage from the best strikers; among equals from those that deal least so far,
    as low levels are plenty, and among these from those with most stones round them. A stone that
    cannot be had takes nothing. Stopped early it leaves the other stones.

    Args:
        level: the board.
        ticker: looked at.
        stones: in this order; None: those with the fewest hit points first.
        liking: how much it is liked that a hero deals this much.
    """
    damages = [0] * len(level.heroes)
    left = {kind: list(level.tokens(kind)) for kind in level.types}
    kinds = [kind for _, kind in level.heroes]
    if stones is None:
        stones = sorted(range(len(level.stones)), key=lambda s: level.stones[s][1])
    for stone in stones:
        try:
            ticker.check()
        except Stopped:
            break
        strikers = level.strikers[stone]
        missing = level.stones[stone][1] - sum(damages[i] for i in strikers)
        if missing > sum(len(left[kinds[i]]) - damages[i] for i in strikers):
            continue
        ranked = [
            (-liking(i, damages[i] + 1), damages[i], -len(level.strikes[i]), i) for i in strikers
        ]
        heapq.heapify(ranked)
        raised = []
        while missing > 0 and ranked:
            _, dealt, strength, i = ranked[0]
            tokens = left[kinds[i]]
            if dealt < len(tokens) and tokens[dealt]:
                tokens[dealt] -= 1
                damages[i] += 1
                missing -= 1
                raised.append(i)
                heapq.heapreplace(ranked, (-liking(i, dealt + 2), dealt + 1, strength, i))
            else:
                heapq.heappop(ranked)
        if missing > 0:
            for i in raised:
                damages[i] -= 1
                left[kinds[i]][damages[i]] += 1
    return damages
