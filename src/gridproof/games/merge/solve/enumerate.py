"""The exact algorithms of the thesis: Theorem 3 (4^h) and Corollary 1 (2^h for ONE-HP)."""

from __future__ import annotations

import itertools

from gridproof._native import merge as native
from gridproof.game import Game, Objective
from gridproof.games.merge.damages import merges_for, trimmed
from gridproof.games.merge.level import MergeLevel
from gridproof.result import Answer, Stats, StopReason, Value
from gridproof.ticker import Ticker

__all__ = ["enumerate_2h", "enumerate_4h"]


def enumerate_4h(
    game: Game[MergeLevel, object],
    level: MergeLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """All maximal plays, for any hit points and types (Theorem 3)."""
    return _enumerated(level, ticker, root_bound, None)


def enumerate_2h(
    game: Game[MergeLevel, object],
    level: MergeLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """All plays in which half of each type's heroes merge once (Corollary 1)."""
    return _enumerated(level, ticker, root_bound, 1)


def _enumerated(
    level: MergeLevel, ticker: Ticker, root_bound: int | None, most: int | None
) -> Answer:
    kinds = list(level.types)
    left = []
    for kind in kinds:
        at_least = [len(level.types[kind]), *level.tokens(kind)[:most], 0]
        left.append([a - b for a, b in itertools.pairwise(at_least)])
    found = native.enumerate(
        type=[kinds.index(kind) for _, kind in level.heroes],
        strikes=[list(stones) for stones in level.strikes],
        hp=[hp for _, hp in level.stones],
        left=left,
        **ticker.for_kernel(),
    )
    stop, damages = StopReason(found["stop"]), found["damages"]
    return Answer(
        stop,
        None if damages is None else merges_for(level, trimmed(level, damages)),
        found["stones"] if stop is StopReason.COMPLETED else root_bound,
        stats=Stats(expanded=found["nodes"]),
        proof="search",
    )
