"""Plain search, by the page `certificates-plain.md`."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import Any

from gridproof.game import AnyGame
from gridproof.level import Level
from tests.proof.second.core import refuse_unless

MAX_ENTRIES = 2_000_000


def prove(game: AnyGame, level: Level, objective: str, bound: Any, _: Iterator[Any]) -> None:
    """Makes all plays, best ones first."""
    goal = game.objective(objective)
    sign = 1 if goal.sense == "min" else -1
    claim = None if bound is None else (bound,) if isinstance(bound, int) else bound
    if claim is not None:
        claim = tuple(sign * entry for entry in claim)
    entered = count(1)
    start = game.initial(level)
    zero = (0,) * len(goal.metrics)
    known = {game.key(level, start, goal): zero}
    queue = [(zero, next(entered), start)]
    while queue:
        value, _number, state = heapq.heappop(queue)
        if known[game.key(level, state, goal)] < value:
            continue
        if claim is None or value[: len(claim)] < claim:
            refuse_unless(not game.complete(level, state, goal), "there is a better solution")
        elif goal.sense == "min":
            return
        for move in game.moves(level, state, goal):
            after, gains = game.apply(level, state, move)
            more = (sign * gains.get(metric, 0) for metric in goal.metrics)
            its = tuple(a + b for a, b in zip(value, more, strict=True))
            key = game.key(level, after, goal)
            if key not in known or its < known[key]:
                known[key] = its
                place = next(entered)
                refuse_unless(place <= MAX_ENTRIES, "too many entries")
                heapq.heappush(queue, (its, place, after))
