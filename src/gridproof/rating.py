"""``rate``: how hard a board is, as far as numbers say it. The formula of the score is here.

``docs/explanation/rating.md`` gives the reasons and the sources.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gridproof.cancelling import CancelToken
from gridproof.game import AnyGame, Level, Measure
from gridproof.grid import Pos
from gridproof.result import Limits, Progress, Result, Value

__all__ = ["MEASURES", "STATES", "Rating", "heat", "rate"]

#: Positions that are visited, if not told otherwise.
STATES: Final = 20_000

#: What is said of the boards of every game; a game's own measures come after these.
MEASURES: Final = (
    Measure("optimum", "optimum", "the value of the best solution"),
    Measure("solutions", "solutions", "best plays; through the same positions they count once"),
    Measure("states", "states", "positions that can be come to at no more than the optimum"),
    Measure("branching", "branching", "mean number of next positions"),
    Measure("forced", "forced", "share of the positions on best plays with one best move only"),
    Measure("gap", "gap", "how much worse the simple player is than the optimum"),
    Measure("dead-ends", "dead ends", "share of the positions from which no solution follows"),
)


@dataclass(frozen=True)
class Rating:
    """How hard a board is.

    Attributes:
        level: the board.
        result: its solution, and what is proven.
        measures: what is said of it: those of every game, then the game's own.
        values: by id of a measure, in their order; None: it is not known, or the board has none.
        at_least: ids of values of which only this much is known; ``score`` too.
        score: bits; None if there is no solution, or nothing is known of one.
        approximate: whether the score is that of a solution not proven to be the best.
    """

    level: Level
    result: Result
    measures: tuple[Measure, ...]
    values: Mapping[str, Value | float | None]
    at_least: frozenset[str]
    score: float | None
    approximate: bool = False

    @cached_property
    def heat(self) -> Mapping[Pos, int]:
        """How many moves of the solution touch each cell; cells that none touches are not named."""
        raise NotImplementedError


def heat(game: AnyGame, level: Level, moves: tuple[str, ...]) -> dict[Pos, int]:
    """How many of the moves touch each cell: things go over it, come up on it or change there."""
    raise NotImplementedError


def rate(
    level: Level,
    *,
    game: AnyGame | str | None = None,
    objective: str | None = None,
    limits: Limits | None = None,
    states: int = STATES,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Rating:
    """Rates a board.

    Args:
        level: a level without faults.
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of an objective; None is the game's first one.
        limits: where each solver has to stop.
        states: positions that are visited.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms while the board is solved.
    """
    raise NotImplementedError
