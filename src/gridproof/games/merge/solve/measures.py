"""The values of the measures of a board, which take searches of their own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from gridproof.errors import MissingPart
from gridproof.games.merge import rules
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.enumerate import best_play, plays_are_few
from gridproof.lazy import load
from gridproof.limits import Stopped, Ticker
from gridproof.registry import find_game
from gridproof.result import Result, first
from gridproof.solving.task import value_of

__all__ = ["measure"]


def measure(level: MergeLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of the game's measures.

    None where there is none, or the ticker ended it.
    """
    assert result.cost is not None
    assert result.moves is not None
    stones = len(level.stones)
    by_merges = result.objective == rules.MERGES.id
    most = stones if by_merges else first(result.cost)
    fewest = first(result.cost) if by_merges else None
    stay: int | None = 0
    if most < stones:
        stay = _given_up(level, result.moves, most, ticker)
    elif not by_merges:
        with suppress(Stopped):
            fewest = value_of(find_game(level.game), level, rules.MERGES, ticker)
    return {
        "stones": stones,
        "most-stones": most,
        "clearable": int(most == stones),
        "fewest-merges": fewest,
        "given-up": stay,
    }


def _given_up(level: MergeLevel, moves: tuple[str, ...], most: int, ticker: Ticker) -> int | None:
    """Return the number of stones that every best play leaves, given one play."""
    state = rules.initial(level)
    for move in moves:
        state, _ = rules.apply(level, state, move)
    left = [stone for stone, hp in enumerate(state.stones) if hp]
    try:
        if plays_are_few(level):
            return len(set(left) - best_play(level, ticker).ever)
        given_up = load("gridproof.games.merge.solve.given_up:given_up")
        return len(given_up(level, most, left, ticker))
    except (Stopped, MissingPart):  # browsers have no linear programs
        return None
