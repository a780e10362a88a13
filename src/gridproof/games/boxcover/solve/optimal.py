"""The fewest squares, proven: reductions, components, and branch and cut for each."""

from __future__ import annotations

from typing import Any

from gridproof.game import AnyGame, Objective
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.component import Component
from gridproof.games.boxcover.solve.cover import Cover, components, reduce
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Stopped, Ticker

__all__ = ["optimal"]


def optimal(
    game: AnyGame,
    level: BoxcoverLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The best covers of the components together; their bounds add up.

    Raises:
        Stopped: before there was a cover.
    """
    squares = maximal_squares(level, ticker)
    corners = list(squares)
    cover = Cover(dict(enumerate(squares.values())), ticker)
    reduce(cover)
    task = _Run(level, cover, ticker, root_bound or 0, None if decide is None else first(decide))
    stop = task.run()
    stats = Stats(expanded=ticker.nodes, peak_memory=ticker.peak_bytes)
    most = ticker.limits.max_cost
    if most is not None and task.best > most:
        if stop is StopReason.COMPLETED:
            stop = StopReason.COST_LIMIT
        return Answer(stop, None, task.lower, stats=stats, proof="search")
    chosen = [*cover.forced, *(key for part in task.parts for key in part.cover)]
    moves = tuple(str(corners[key]) for key in sorted(chosen))
    return Answer(stop, moves, task.lower, stats=stats, proof="search")


class _Run:
    """The components, and what they add up to."""

    def __init__(
        self,
        level: BoxcoverLevel,
        cover: Cover,
        ticker: Ticker,
        root_bound: int,
        wanted: int | None,
    ) -> None:
        self.ticker = ticker
        self.wanted = wanted
        self.root_bound = root_bound
        self.forced = len(cover.forced)
        self.parts = [Component(level, part, self._changed, ticker) for part in components(cover)]

    @property
    def best(self) -> int:
        """Squares of the best cover."""
        return self.forced + sum(len(part.cover) for part in self.parts)

    @property
    def lower(self) -> int:
        """The proven bound."""
        return max(self.forced + sum(part.bound for part in self.parts), self.root_bound)

    def run(self) -> StopReason:
        """Solves part after part, the small ones first."""
        try:
            self._changed()
            for part in self.parts:
                if (stop := self.ticker.tick()) is not None:
                    return stop
                part.solve(self.ticker)
        except Stopped as stopped:
            return stopped.reason
        except MemoryError:
            return StopReason.MEMORY_LIMIT
        return StopReason.COMPLETED

    def _changed(self) -> None:
        """Tells the ticker what is known, and stops if that answers the question."""
        self.ticker.bound, self.ticker.best = self.lower, self.best
        most = self.ticker.limits.max_cost
        # A cover that is dearer than was allowed is no answer.
        allowed = most is None or self.best <= most
        if self.wanted is not None and (
            (allowed and self.best <= self.wanted) or self.lower > self.wanted
        ):
            raise Stopped(StopReason.DECIDED)
        if most is not None and self.lower > most:
            raise Stopped(StopReason.COST_LIMIT)
