"""The fewest squares, proven: reductions, components, and branch and cut for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from gridproof._native import boxcover as native
from gridproof.game import Game, Objective
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.branching import Branching
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.cover import Cover, components, reduce
from gridproof.games.boxcover.solve.greedy import greedy_cover
from gridproof.games.boxcover.solve.relaxation import Stopped
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = ["optimal"]

#: Steps of the local search for each square there is, before a proof and at each turn.
_STEPS_A_SQUARE = 50
#: Nodes of the tree in a turn.
_NODES_A_TURN = 50


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
    task = _Run(level, cover, ticker, root_bound or 0, None if decide is None else first(decide))
    stop = task.run()
    stats = Stats(expanded=ticker.nodes)
    most = ticker.limits.max_cost
    if most is not None and task.best > most:
        if stop is StopReason.COMPLETED:
            stop = StopReason.COST_LIMIT
        return Answer(stop, None, task.lower, stats=stats)
    chosen = [*cover.forced, *(key for part in task.covers for key in part)]
    moves = tuple(str(corners[key]) for key in sorted(chosen))
    return Answer(stop, moves, task.lower, stats=stats)


class _Run:
    """What is known of each component: its best cover and its bound."""

    def __init__(
        self,
        level: BoxcoverLevel,
        cover: Cover,
        ticker: Ticker,
        root_bound: int,
        wanted: int | None,
    ) -> None:
        self.level = level
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
        try:
            for number, part in enumerate(self.parts):
                self._look()
                if (stop := self.ticker.tick()) is not None:
                    return stop
                if self._open(number):
                    self._solve(number, part)
            self._look()
        except Stopped as stopped:
            return stopped.reason
        return StopReason.COMPLETED

    def _open(self, number: int) -> bool:
        return self.bounds[number] < len(self.covers[number])

    def _look(self) -> None:
        """Tells the ticker what is known, and stops if that answers the question."""
        self.ticker.bound, self.ticker.best = self.lower, self.best
        if self.wanted is not None and (self.best <= self.wanted or self.lower > self.wanted):
            raise Stopped(StopReason.DECIDED)
        most = self.ticker.limits.max_cost
        if most is not None and self.lower > most:
            raise Stopped(StopReason.COST_LIMIT)

    def _solve(self, number: int, part: Mapping[int, Collection[int]]) -> None:
        """Proves one bound after another, and looks for better covers in between."""
        keys = list(part)
        points = sorted(set().union(*part.values()))
        place = {point: i for i, point in enumerate(points)}
        squares = [sorted(place[point] for point in part[key]) for key in keys]
        of_points: list[list[int]] = [[] for _ in points]
        for square, members in enumerate(squares):
            for point in members:
                of_points[point].append(square)
        search = native.LocalSearch(len(squares), of_points)
        branching = Branching([self.level.points[p] for p in points], squares, of_points)

        def take(cover: Collection[int]) -> None:
            self.covers[number] = [keys[square] for square in cover]
            self._look()

        def look_for_covers() -> None:
            while self._open(number):
                found = search.find(
                    len(self.covers[number]) - 1,
                    _STEPS_A_SQUARE * len(squares),
                    **self.ticker.for_kernel(counted=False),
                )
                if found["cover"] is not None:
                    take(found["cover"])
                elif found["stop"] != StopReason.COMPLETED.name:
                    raise Stopped(StopReason[found["stop"]])
                else:
                    return

        def raise_bound() -> None:
            self.bounds[number] = branching.bound
            self._look()

        try:
            branching.tighten(len(self.covers[number]), self.ticker)
        finally:
            self.bounds[number] = branching.bound
        raise_bound()
        while self._open(number):
            branching.start()
            look_for_covers()
            while self._open(number) and not branching.prove(_NODES_A_TURN, self.ticker):
                look_for_covers()
            if branching.cover is not None:
                take(branching.cover)
            raise_bound()
