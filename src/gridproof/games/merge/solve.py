"""Bounds and solvers of merge."""

from __future__ import annotations

from collections import Counter

from gridproof.game import Objective
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES

__all__ = ["root_bound"]


def root_bound(level: MergeLevel, objective: Objective) -> int | None:
    """A bound that needs no search.

    ``stones``: a stone cannot fall whose strikers, each at the highest level that its type's number
    of heroes allows (a hero of level k + 1 stands for 2^k heroes), deal less damage than it has hit
    points; all others might.
    ``merges``: a merge takes at most as many hit points as its hero has stones round it.
    """
    if objective is not STONES:
        total = sum(hp for _, hp in level.stones)
        most = max((len(stones) for stones in level.strikes), default=0)
        return -(-total // most) if most else 0
    heroes = Counter(kind for _, kind in level.heroes)
    damage = [0] * len(level.stones)
    for (_, kind), stones in zip(level.heroes, level.strikes, strict=True):
        for stone in stones:
            damage[stone] += heroes[kind].bit_length() - 1
    return sum(d >= hp for d, (_, hp) in zip(damage, level.stones, strict=True))
