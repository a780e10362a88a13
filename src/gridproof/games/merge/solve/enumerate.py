"""The exact algorithms of the thesis: Theorem 3 (4^h) and Corollary 1 (2^h for ONE-HP)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from gridproof._native import merge as native
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.damages import merges_for
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import Answer, StopReason
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["BestPlay", "best_play", "enumerate_2h", "enumerate_4h", "plays_are_few"]

#: Bytes of a hero and of a stone, in the lists that the kernel is given and in its own.
_HERO_BYTES: Final = 500
_STONE_BYTES: Final = 50

#: Plays that are soon tried, all of them: in 2 ms, as long as an integer program takes.
_FEW_PLAYS: Final = 1 << 16
#: Heroes of such plays: those of more take long to count.
_FEW_HEROES: Final = 64


class BestPlay(NamedTuple):
    """A play that destroys the most stones.

    Attributes:
        moves: of plays that destroy as many, few.
        stones: how many fall.
        ever: the stones that fall in this play or in another one that destroys as many.
    """

    moves: tuple[str, ...]
    stones: int
    ever: frozenset[int]


def plays_are_few(level: MergeLevel) -> bool:
    """Return True if :func:`best_play` takes no longer than an integer program."""
    if len(level.heroes) > _FEW_HEROES:
        return False
    plays = 1
    for kind in level.types:
        left = sum(counts := _dealt(level, kind, _most(level)))
        for count in counts:
            plays *= math.comb(left, count)
            left -= count
    return plays <= _FEW_PLAYS


def best_play(level: MergeLevel, ticker: Ticker) -> BestPlay:
    """Try all maximal plays; none of them counts as a node.

    Every play is a part of a maximal one, which destroys its stones too. A hero that deals more
    than the hit points of any stone destroys what it does with as many: so all that deal so much
    are alike.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    every = len(level.stones)
    found = _tried(level, _most(level), every + 1, ticker, counted=False)
    if (stop := StopReason(found["stop"])) is not StopReason.COMPLETED:
        raise Stopped(stop)
    moves = merges_for(level, found["damages"])
    return BestPlay(moves, found["stones"], frozenset(found["ever"]))


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
    every = len(level.stones)
    enough = every if task.wanted is None else min(max(task.wanted, 0), every)
    found = _tried(level, most, enough, ticker)
    known.stats.expanded = found["nodes"]
    if found["damages"] is not None:
        known.find(merges_for(level, found["damages"]), found["stones"])
    stop = StopReason(found["stop"])
    if stop is StopReason.COMPLETED and enough <= found["stones"] < every:
        stop = StopReason.DECIDED
    elif stop is StopReason.COMPLETED:
        known.prove(found["stones"])
    return known.answer(stop)


def _tried(
    level: MergeLevel, most: int | None, enough: int, ticker: Ticker, *, counted: bool = True
) -> Mapping[str, Any]:
    """Return what the kernel finds, until a play destroys ``enough`` stones."""
    ticker.allocate(_HERO_BYTES * len(level.heroes) + _STONE_BYTES * len(level.stones))
    ticker.check()
    kinds = list(level.types)
    # More damage than all heroes can deal together is out of reach, however much more it is.
    beyond = len(level.heroes) * len(level.heroes).bit_length() + 1
    return native.enumerate(
        type=[kinds.index(kind) for _, kind in level.heroes],
        strikes=[list(stones) for stones in level.strikes],
        hp=[min(hp, beyond) for _, hp in paced(level.stones, ticker)],
        left=[_dealt(level, kind, most) for kind in kinds],
        enough=enough,
        control=ticker.control(counted=counted),
    )


def _dealt(level: MergeLevel, kind: int, most: int | None) -> list[int]:
    """Return how many heroes of a type deal 0, 1, … in a maximal play, and ``most`` or more."""
    at_least = [len(level.types[kind]), *level.tokens(kind)[:most], 0]
    return [a - b for a, b in itertools.pairwise(at_least)]


def _most(level: MergeLevel) -> int:
    return max((hp for _, hp in level.stones), default=0)
