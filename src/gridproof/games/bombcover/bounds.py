"""Bounds that are proven without a search; nothing here is native."""

from __future__ import annotations

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.level import Objective
from gridproof.limits import Ticker

__all__ = ["reachable_crates", "root_bound"]

_ARMS = 4


def reachable_crates(level: BombcoverLevel, ticker: Ticker) -> int:
    """Return the number of crates that some player can reach over empty and crate cells.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    start = rules.cells_of(level, level.players)
    reached = rules.reach(level, start, level.open_cells, ticker.check)
    return (reached & level.crates).bit_count()


def root_bound(level: BombcoverLevel, objective: Objective, ticker: Ticker) -> int:
    """Return a bound: an explosion has four arms, and an arm without piercing takes one crate.

    All reachable crates have to go: cells reachable over empty and crate cells stay so.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    crates = reachable_crates(level, ticker)
    if level.pierce:
        return min(crates, 1)
    return -(-crates // _ARMS)
