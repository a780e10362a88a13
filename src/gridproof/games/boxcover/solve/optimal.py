"""The fewest squares, proven: reductions, components, and an integer program for each."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from gridproof.game import Game, Objective
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.cover import Cover, components, reduce
from gridproof.games.boxcover.solve.greedy import greedy_cover
from gridproof.linear_program import TOLERANCE, LinearProgram, run
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = ["optimal"]


def optimal(
    game: Game[Any, Any],
    level: BoxcoverLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The best covers of the components together; their bounds add up."""
    squares = maximal_squares(level)
    corners = list(squares)
    cover = Cover(dict(enumerate(squares.values())))
    reduce(cover)
    task = _Run(cover, ticker, root_bound or 0, None if decide is None else first(decide))
    stop = task.run()
    stats = Stats(expanded=ticker.nodes)
    most = ticker.limits.max_cost
    if most is not None and task.best > most:
        if stop is StopReason.COMPLETED:
            stop = StopReason.COST_LIMIT
        return Answer(stop, None, task.lower, stats=stats, proof="milp-float")
    chosen = [*cover.forced, *(key for part in task.covers for key in part)]
    moves = tuple(str(corners[key]) for key in sorted(chosen))
    return Answer(stop, moves, task.lower, stats=stats, proof="milp-float")


class _Run:
    """What is known of each component: its best cover and its bound."""

    def __init__(self, cover: Cover, ticker: Ticker, root_bound: int, wanted: int | None) -> None:
        self.ticker = ticker
        self.wanted = wanted
        self.root_bound = root_bound
        self.forced = len(cover.forced)
        self.parts = list(components(cover))
        self.covers = [greedy_cover(part) for part in self.parts]
        self.bounds = [1] * len(self.parts)

    @property
    def best(self) -> int:
        """Squares of the best cover."""
        return self.forced + sum(map(len, self.covers))

    @property
    def lower(self) -> int:
        """The proven bound."""
        return max(self.forced + sum(self.bounds), self.root_bound)

    def run(self) -> StopReason:
        """Solves part after part, the small ones first."""
        for number in range(len(self.parts)):
            stop = self._answered() or self.ticker.tick() or self._solve(number)
            if stop is not None:
                return stop
        return self._answered() or StopReason.COMPLETED

    def _answered(self) -> StopReason | None:
        """Why nothing more is to be found out; tells the ticker what is known."""
        self.ticker.bound, self.ticker.best = self.lower, self.best
        if self.wanted is not None and (self.best <= self.wanted or self.lower > self.wanted):
            return StopReason.DECIDED
        most = self.ticker.limits.max_cost
        return StopReason.COST_LIMIT if most is not None and self.lower > most else None

    def _solve(self, number: int) -> StopReason | None:
        part, cover = self.parts[number], self.covers[number]
        if len(cover) == self.bounds[number]:
            return None
        stop: StopReason | None = None

        def answered(best: float, bound: float) -> bool:
            nonlocal stop
            self._raise(number, bound)
            stop = self._answered()
            return stop is not None

        keys = list(part)
        highs = _program(part).highs()
        columns = np.array([keys.index(key) for key in cover], dtype=np.int32)
        highs.setSolution(len(columns), columns, np.ones(len(columns)))
        outcome = run(highs, self.ticker, answered)
        self._raise(number, outcome.bound)
        if outcome.values is not None:
            found = [key for key, value in zip(keys, outcome.values, strict=True) if value > 0.5]
            self.covers[number] = min(cover, found, key=len)
        if outcome.stop is StopReason.COMPLETED:
            return None
        return stop or outcome.stop

    def _raise(self, number: int, bound: float) -> None:
        """Notes a bound of HiGHS; the number of squares is whole."""
        if math.isfinite(bound):
            self.bounds[number] = max(self.bounds[number], math.ceil(bound - TOLERANCE))


def _program(part: Mapping[int, Collection[int]]) -> LinearProgram:
    """A column a square, a row a point."""
    program = LinearProgram()
    columns: dict[int, list[int]] = {}
    for points in part.values():
        column = program.column(1.0, 1.0, integer=True)
        for point in points:
            columns.setdefault(point, []).append(column)
    for row in columns.values():
        program.row(row, [1.0] * len(row), lower=1.0)
    return program
