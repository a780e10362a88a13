"""Bounds that need no search; nothing here is native."""

from __future__ import annotations

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.level import Objective
from gridproof.limits import Ticker

__all__ = ["root_bound"]


def root_bound(level: BoxcoverLevel, objective: Objective, ticker: Ticker) -> int:
    """Return the number of points of which no two fit into one square: each needs its own.

    They are taken from left to right, each one that fits with none of those before it.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    side = level.side
    excluded = bytearray(len(level.points))
    count = 0
    for i, (x, y) in enumerate(level.points):
        if not excluded[i]:
            count += 1
            ticker.check()
            for j in level.between(x, x + side, y - side, y + side):
                excluded[j] = 1
    return count
