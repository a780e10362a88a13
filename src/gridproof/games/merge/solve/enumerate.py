"""The exact algorithms of the thesis: Theorem 3 (4^h) and Corollary 1 (2^h for ONE-HP)."""

from __future__ import annotations

import itertools

from gridproof._native import merge as native
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.damages import merges_for, trimmed
from gridproof.limits import paced
from gridproof.result import Answer, StopReason
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["enumerate_2h", "enumerate_4h"]

#: Bytes of a hero and of a stone, in the lists that the kernel is given and in its own.
_HERO_BYTES = 500
_STONE_BYTES = 50


def enumerate_4h(task: Task[MergeLevel]) -> Answer:
    """Return all maximal plays, for any hit points and types (Theorem 3)."""
    return _enumerated(task, None)


def enumerate_2h(task: Task[MergeLevel]) -> Answer:
    """Return all plays in which half of each type's heroes merge once (Corollary 1)."""
    return _enumerated(task, 1)


def _enumerated(task: Task[MergeLevel], most: int | None) -> Answer:
    """Return all plays in which a hero deals at most a given damage; None: any."""
    level, ticker, known = task.level, task.ticker, IncumbentAndBound(task)
    known.find((), 0)
    if (ended := known.ended) is not None:
        return known.answer(ended)
    ticker.allocate(_HERO_BYTES * len(level.heroes) + _STONE_BYTES * len(level.stones))
    ticker.check()
    kinds = list(level.types)
    left = []
    for kind in kinds:
        at_least = [len(level.types[kind]), *level.tokens(kind)[:most], 0]
        left.append([a - b for a, b in itertools.pairwise(at_least)])
    # More damage than all heroes can deal together is out of reach, however much more it is.
    beyond = len(level.heroes) * len(level.heroes).bit_length() + 1
    every = len(level.stones)
    enough = every if task.wanted is None else min(max(task.wanted, 0), every)
    found = native.enumerate(
        type=[kinds.index(kind) for _, kind in level.heroes],
        strikes=[list(stones) for stones in level.strikes],
        hp=[min(hp, beyond) for _, hp in paced(level.stones, ticker)],
        left=left,
        enough=enough,
        control=ticker.control(),
    )
    known.stats.expanded = found["nodes"]
    if found["damages"] is not None:
        known.find(merges_for(level, trimmed(level, found["damages"])), found["stones"])
    stop = StopReason(found["stop"])
    if stop is StopReason.COMPLETED and enough <= found["stones"] < every:
        stop = StopReason.DECIDED
    elif stop is StopReason.COMPLETED:
        known.prove(found["stones"])
    return known.answer(stop)
