"""The designer's report."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from gridproof.games.merge import GAME
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import MERGES
from gridproof.lazy import load
from gridproof.result import Limits, Result, first
from gridproof.task import value_of
from gridproof.ticker import Stopped, Ticker

__all__ = ["measure"]


def measure(level: MergeLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """The values of the game's measures; None where there is none, or the ticker ended it."""
    assert result.cost is not None
    assert result.moves is not None
    stones = len(level.stones)
    by_merges = result.objective == MERGES.id
    most = stones if by_merges else first(result.cost)
    fewest = first(result.cost) if by_merges else None
    given_up: int | None = 0
    if most < stones:
        given_up = _given_up(level, result.moves, most, ticker)
    elif not by_merges:
        with suppress(Stopped):
            fewest = value_of(GAME, level, MERGES, ticker)
    return {
        "stones": stones,
        "most-stones": most,
        "clearable": int(most == stones),
        "fewest-merges": fewest,
        "given-up": given_up,
    }


def _given_up(level: MergeLevel, moves: tuple[str, ...], most: int, ticker: Ticker) -> int | None:
    """How many stones every best play leaves, one of which is known."""
    state = GAME.initial(level)
    for move in moves:
        state, _ = GAME.apply(level, state, move)
    left = [stone for stone, hp in enumerate(state.stones) if hp]
    own = Ticker(Limits(time=ticker.seconds_left), cancel=ticker.cancel)
    try:
        return len(load("gridproof.games.merge.solve.given_up:given_up")(level, most, left, own))
    except Stopped:
        return None
