"""Bounds that are proven without a search; nothing here is native."""

from __future__ import annotations

from gridproof.games.onebomb.level import OnebombLevel
from gridproof.level import Objective
from gridproof.limits import Ticker

__all__ = ["root_bound"]


def root_bound(level: OnebombLevel, objective: Objective, ticker: Ticker) -> int:
    """Return the length of the way without obstacles: no walk is shorter."""
    return abs(level.start.x - level.goal.x) + abs(level.start.y - level.goal.y)
