"""Where every hero strikes one stone at most: which type takes which stone is a flow."""

from __future__ import annotations

from collections import deque

from gridproof.game import Game, Objective
from gridproof.games.merge.damages import merges_for
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.result import Answer, Stats, StopReason, Value
from gridproof.ticker import Ticker

__all__ = ["flow"]


def flow(
    game: Game[MergeLevel, object],
    level: MergeLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """A largest assignment of stones to types, at most ⌊h / 2⌋ stones a type.

    Every stone has one hit point and takes a merge of its own, by any of its strikers; a type can
    give half of its heroes one (Lemma 2). So plays are flows from stones through types. One stone
    after another gets an augmenting path; a stone that finds none now will find none later, so the
    flow is a largest one (Kuhn 1955).
    """
    stats = Stats()
    room = {kind: level.tokens(kind)[0] if level.tokens(kind) else 0 for kind in level.types}
    #: for each stone a striker of each type
    choices = [{level.heroes[i][1]: i for i in reversed(s)} for s in level.strikers]
    held: dict[int, list[int]] = {kind: [] for kind in room}
    for stone in range(len(level.stones)):
        if (stop := ticker.tick()) is not None:
            return Answer(stop, bound=root_bound, stats=stats, proof="search")
        stats.expanded += 1
        _augment(stone, choices, held, room)
    damages = [0] * len(level.heroes)
    for kind, stones in held.items():
        for stone in stones:
            damages[choices[stone][kind]] = 1
    value = sum(damages)
    if objective is not STONES and value < len(level.stones):
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    return Answer(
        StopReason.COMPLETED, merges_for(level, damages), value, stats=stats, proof="search"
    )


def _augment(
    stone: int,
    choices: list[dict[int, int]],
    held: dict[int, list[int]],
    room: dict[int, int],
) -> None:
    """Finds a type for ``stone``, moving other stones to other types if need be."""
    came_from: dict[int, int] = dict.fromkeys(choices[stone], stone)
    reached = deque(came_from)
    while reached:
        kind = reached.popleft()
        if len(held[kind]) < room[kind]:
            while True:
                moved = came_from[kind]
                held[kind].append(moved)
                if moved == stone:
                    return
                kind = next(k for k, stones in held.items() if k != kind and moved in stones)
                held[kind].remove(moved)
        for other in held[kind]:
            for further in choices[other]:
                if further not in came_from:
                    came_from[further] = other
                    reached.append(further)
