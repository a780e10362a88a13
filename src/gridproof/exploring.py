"""What can be found out of a board by visiting its positions: how many best plays there are."""

from __future__ import annotations

from typing import Final

from gridproof.game import AnyGame, Level
from gridproof.result import Result
from gridproof.ticker import Ticker

__all__ = ["optimal_solutions"]

#: Positions that are visited before it is said that they are too many.
_MOST_STATES: Final = 100_000


def optimal_solutions(
    game: AnyGame, level: Level, result: Result, ticker: Ticker, *, cap: int
) -> int | None:
    """How many best plays there are, at most ``cap``; None if there are too many positions.

    Plays that lead through the same positions count once.

    Args:
        game: of the level.
        level: that was solved.
        result: an optimal one.
        ticker: whose clock is looked at.
        cap: where counting ends.

    Raises:
        Stopped: the ticker ended it.
    """
    raise NotImplementedError
