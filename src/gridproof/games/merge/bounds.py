"""Bounds that need no search; nothing here is native."""

from __future__ import annotations

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.level import Objective
from gridproof.limits import Ticker, paced

__all__ = ["root_bound"]


def root_bound(level: MergeLevel, objective: Objective, ticker: Ticker) -> int:
    """Return a bound on the stones that fall, or on the merges that it takes.

    ``stones``: a stone cannot fall whose strikers, each at the highest level that its type can
    reach, deal less damage than it has hit points; all others might.
    ``merges``: a merge takes at most as many hit points as its hero has stones round it.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    if objective.id != STONES.id:
        total = sum(hp for _, hp in paced(level.stones, ticker))
        most = max((len(stones) for stones in paced(level.strikes, ticker)), default=0)
        return -(-total // most) if most else 0
    ticker.bound = len(level.stones)
    deepest = {kind: len(level.tokens(kind)) for kind in level.types}
    stones = zip(level.strikers, level.stones, strict=True)
    return sum(
        sum(deepest[level.heroes[i][1]] for i in strikers) >= hp
        for strikers, (_, hp) in paced(stones, ticker)
    )
