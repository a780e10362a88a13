"""``rate``: the difficulty of a board, as far as numbers express it.

The score is in bits: the solution's cost, and for each of its positions the binary logarithm of the
number of next positions, from which the right one has to be picked. If the objective is maximised,
a move counts as one. ``docs/explanation/rating.md`` gives reasons and sources.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from gridproof.arguments import explained, whole_number
from gridproof.design.state_space import choices, survey
from gridproof.errors import MissingPart
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.limits import CancelToken, Stopped, Ticker, signals_cancel, token_of
from gridproof.registry import game_of
from gridproof.result import (
    Limits,
    Progress,
    Result,
    Status,
    StopReason,
    Value,
    checked_limits,
    first,
)
from gridproof.solving.solve import find_solver, solve, solvers
from gridproof.specs import Measure

__all__ = ["MEASURES", "STATES", "Rating", "rate"]

T = TypeVar("T")

#: Positions that may be visited by default.
STATES: Final = 20_000

#: Scores from which a board has two, three, four and five marks of difficulty.
_MARKS: Final = (6, 12, 24, 48)

#: The measures of every game; a game's own come after these.
MEASURES: Final = (
    Measure("score", "score", "bits: what the solution costs, and to pick each next position"),
    Measure("optimum", "best", "the value of the best solution"),
    Measure("solutions", "plays", "best plays; through the same positions they count once"),
    Measure("states", "states", "positions that can be come to at no more than the optimum"),
    Measure("branching", "next", "mean number of next positions"),
    Measure("forced", "forced", "share of positions on best plays with one best next one"),
    Measure("gap", "gap", "how much worse the simple player is than the optimum"),
    Measure("dead-ends", "dead", "share of the positions from which it is too late"),
)

#: The measures from one visit to the positions, by their names there.
_SURVEYED: Final = {
    "solutions": "solutions",
    "states": "states",
    "branching": "branching",
    "forced": "forced",
    "dead-ends": "dead_ends",
}


@dataclass(frozen=True)
class Rating:
    """The difficulty of a board.

    Attributes:
        level: the board.
        result: its best solution found, and the proven bound.
        measures: the measures of every game, then the game's own.
        values: by id of a measure, in their order; None: it is not known, or the board has none.
        at_least: ids of the values that are lower bounds.
    """

    level: Level
    result: Result
    measures: tuple[Measure, ...]
    values: Mapping[str, Value | float | None]
    at_least: frozenset[str] = frozenset()

    @property
    def score(self) -> float | None:
        """The score in bits; None if there is no solution, or nothing is known of one."""
        score = self.values["score"]
        assert not isinstance(score, tuple)
        return score

    @property
    def difficulty(self) -> int | None:
        """The score as one to five marks, the same scale for all games; None without a score."""
        return None if self.score is None else 1 + bisect_right(_MARKS, self.score)

    @property
    def approximate(self) -> bool:
        """True if the score is that of a solution that is not proven to be the best."""
        return self.result.status is Status.FEASIBLE

    def to_json(self) -> dict[str, Any]:
        """Return the rating as a JSON object (without the file and the level's number)."""
        result = self.result
        return {
            "title": result.title,
            "game": result.game,
            "digest": result.digest,
            "objective": result.objective,
            "status": str(result.status),
            "values": dict(self.values),
            "approximate": self.approximate,
            "at_least": sorted(self.at_least),
            "cost": result.cost,
            "bound": result.bound,
            "solution": result.solution,
            "solver": result.solver,
            "versions": dict(result.versions),
        }


@explained
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
    """Rate a board: solve it, visit its positions, and replay its solution.

    If the default solver finds no solution within the limits, the next solver that supports the
    board gets as much; its solution counts as not proven to be the best.

    Args:
        level: a level without faults.
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of an objective; None is the game's first one.
        limits: of each solver, and of the counting after it.
        states: positions that may be visited; a value that needs more is "at least", or missing.
        cancel: set from elsewhere to stop; the rating has the values known by then.
        progress: called about every 50 ms while the board is solved.

    Raises:
        UnknownName: no such game or objective.
        InputError: the limits do not fit the objective.
        BadBoard: the level lacks something without which there is nothing to solve.
    """
    game = game_of(level, game)
    goal, limits = game.objective(objective), checked_limits(limits)
    states = whole_number(states, "a count of positions")
    token = token_of(cancel)
    with signals_cancel(token) as signals:
        rating = _Rater(game, level, goal, limits, token, progress).rating(states)
    if signals and cancel is None and rating.result.stop_reason is not StopReason.INTERRUPTED:
        raise KeyboardInterrupt  # nobody else would hear of it
    return rating


@dataclass(frozen=True)
class _Rater:
    """The state that the parts of a rating share."""

    game: AnyGame
    level: Level
    objective: Objective
    limits: Limits
    cancel: CancelToken
    progress: Callable[[Progress], None] | None

    def rating(self, states: int) -> Rating:
        """Return the rating, without the parts that a limit stopped."""
        game, level, result = self.game, self.level, self._best_known()
        values: dict[str, Value | float | None] = dict.fromkeys(m.id for m in MEASURES)
        values |= dict.fromkeys(m.id for m in game.measures)
        values["optimum"] = result.cost
        at_least = set()
        if result.status in (Status.FEASIBLE, Status.UNKNOWN):
            values["optimum"] = result.bound if result.sense == "min" else result.cost
            at_least.add("optimum")
        if result.cost is not None:
            values["solutions"] = 1
            at_least.add("solutions")
        seen = self._measured(lambda ticker: survey(game, level, result, ticker, states=states))
        if seen is not None:
            values |= {id_: getattr(seen, name) for id_, name in _SURVEYED.items()}
            at_least.discard("solutions")
            at_least |= {id_ for id_, name in _SURVEYED.items() if name in seen.at_least}
        if result.status is Status.OPTIMAL:
            values["gap"] = self._gap(result)
            if game.measure:
                own = self._measured(lambda ticker: load(game.measure)(level, result, ticker)) or {}
                values |= {m.id: own.get(m.id) for m in game.measures}
        values["score"], exact = self._score(result, states)
        if not exact:
            at_least.add("score")
        return Rating(
            level,
            result,
            (*MEASURES, *game.measures),
            values,
            frozenset(id_ for id_ in at_least if values[id_] is not None),
        )

    def _solve(self, solver: str | None) -> Result:
        return solve(
            self.level,
            game=self.game,
            objective=self.objective.id,
            solver=solver,
            limits=self.limits,
            cancel=self.cancel,
            progress=self.progress,
        )

    def _best_known(self) -> Result:
        """Return the default solver's solution.

        If it finds none, that of the next solver that supports the board.
        """
        result = self._solve(None)
        if result.status is not Status.UNKNOWN or self.cancel.cancelled:
            return result
        fitting = [
            name
            for name, spec in solvers(self.game).items()
            if spec.why_unsupported(self.level, self.objective) is None and name != result.solver
        ]
        other = self._solve(fitting[0]) if fitting else result
        if other.cost is None:
            return result if other.status is Status.UNKNOWN else other
        if result.bound is None or other.status is Status.OPTIMAL:
            return other
        status = Status.OPTIMAL if other.cost == result.bound else Status.FEASIBLE
        return replace(other, status=status, bound=result.bound, proof=result.proof)

    def _gap(self, result: Result) -> int | None:
        """Return the excess of the simple player.

        None if there is none, or it finds no solution.
        """
        simple = find_solver(self.game, self.game.baseline or None)
        if simple is None or simple.why_unsupported(self.level, self.objective) is not None:
            return None
        try:
            played = self._solve(simple.id).cost
        except MissingPart:  # browsers lack some packages
            return None
        if played is None or result.cost is None:
            return None
        return abs(first(played) - first(result.cost))

    def _ticker(self) -> Ticker:
        limits = Limits(time=self.limits.time, memory=self.limits.memory)
        return Ticker(limits, cancel=self.cancel)

    def _measured(self, measure: Callable[[Ticker], T]) -> T | None:
        """Return a measurement under the limits; None if one of them stopped it."""
        try:
            return measure(self._ticker())
        except Stopped:
            return None

    def _score(self, result: Result, states: int) -> tuple[float | None, bool]:
        """Return the score of the solution, or a bound on it; and True for the score."""
        minimised = result.sense == "min"
        if result.moves is not None and result.cost is not None:
            bits, whole = self._bits(result.moves, states)
            cost = first(result.cost) if minimised else len(result.moves)
            return round(cost + bits, 2), whole
        if result.status is Status.UNKNOWN and minimised and result.bound is not None:
            return float(first(result.bound)), False
        return None, True

    def _bits(self, moves: Sequence[str], states: int) -> tuple[float, bool]:
        """Return the bits to pick the next position, all along a play.

        And True if all were counted.
        """
        game, level, objective = self.game, self.level, self.objective
        ticker = self._ticker()
        state, bits, whole = game.initial(level), 0.0, True
        here: Set[Hashable] = frozenset()
        for move in moves:
            if game.key(level, state, objective) not in here:
                try:
                    number, here = choices(game, level, objective, state, ticker, states=states)
                except Stopped:
                    return bits, False
                whole &= number > 0
                bits += math.log2(max(number, 1))
            state, _ = game.apply(level, state, move)
        return bits, whole
