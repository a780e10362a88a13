"""The fewest squares, proven: reductions, components, and branch and cut for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.window_cuts import WindowCuts, in_the_plane
from gridproof.grid import Pos
from gridproof.limits import Stopped, paced
from gridproof.result import Answer, Stats, StopReason, first
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.cover import RULES, Cover, Rule, common, components, fold, foldable, reduce
from gridproof.set_cover.cuts import Cutter
from gridproof.set_cover.odd_cycles import OddCycles
from gridproof.solving.task import Task

if TYPE_CHECKING:
    from gridproof.set_cover.regions import Places

__all__ = ["optimal", "places", "shorten", "squares_for"]

#: Squares are folded if one in this many can be.
_PATHS = 4
#: Points that are covered anew at a time; such a part is solved in a second or two.
_NEIGHBOURHOOD = 1200


def optimal(task: Task[BoxcoverLevel]) -> Answer:
    """Return the best covers of the components together; their bounds add up.

    Raises:
        Stopped: before there was a cover.
    """
    ticker = task.ticker
    squares = maximal_squares(task.level, ticker)
    corners = list(squares)
    cover = Cover(dict(enumerate(squares.values())), ticker)
    rules = [rule for option, rule in RULES.items() if task.options[option]]
    shorten(cover, rules, folding=task.options["fold"])
    run = _CoverSearch(task, cover)
    stop = run.run()
    stats = Stats(expanded=ticker.nodes, peak_memory=ticker.peak_bytes)
    most = task.max_cost
    if most is not None and run.best > most:
        if stop is StopReason.COMPLETED:
            stop = StopReason.COST_LIMIT
        return Answer(stop, None, run.lower, stats=stats, proof="search")
    moves = run.known_moves
    if moves is None:
        chosen = cover.unfolded(key for part in run.parts for key in part.cover)
        moves = tuple(str(corners[key]) for key in chosen)
    return Answer(stop, moves, run.lower, stats=stats, proof="search")


def shorten(cover: Cover, rules: Sequence[Rule], *, folding: bool) -> None:
    """Apply reductions, and fold where there are long paths of points in two squares each.

    On scattered points there are a few short ones. Folding these takes away less than what windows
    do afterwards, which are not looked for where squares are no squares any more.
    """
    reduce(cover, rules)
    paths = sum(foldable(cover, key) for key in paced(cover.squares, cover.ticker))
    if folding and paths * _PATHS >= len(cover.squares):
        reduce(cover, [*rules, fold])


def places(
    level: BoxcoverLevel, points: Sequence[int], squares: Sequence[Sequence[int]]
) -> Places | None:
    """Return the squares of a component by their place; None if some were folded."""
    at = [level.points[point] for point in points]
    if not in_the_plane(at, squares, level.side):
        return None
    from gridproof.games.boxcover.solve.places import SquarePlaces

    return SquarePlaces(at, squares, level.side)


class _CoverSearch:
    """The components, and what they add up to."""

    def __init__(self, task: Task[BoxcoverLevel], cover: Cover) -> None:
        self.task, self.ticker = task, task.ticker
        self.root_bound = task.root_bound or 0
        self.forced = cover.laid
        known = None
        if task.incumbent is not None and not cover.folded:
            known = squares_for(task.level, cover, task.incumbent.moves)
        settings = ComponentSettings(
            task.options["fixing"],
            task.options["local_search"],
            task.options["budget"],
            self._cutter if task.options["cuts"] else None,
            _NEIGHBOURHOOD if task.options["local_search"] else None,
            self._places if task.options["cuts"] else None,
        )
        self.parts = [
            Component(
                squares,
                None if known is None else [key for key in squares if key in known],
                self._changed,
                settings,
                self.ticker,
            )
            for squares in components(cover)
        ]

    def _cutter(self, points: Sequence[int], squares: Sequence[Sequence[int]]) -> Cutter:
        """Return windows, unless squares were folded; then many points lie in two squares each."""
        at = [self.task.level.points[point] for point in points]
        if in_the_plane(at, squares, self.task.level.side):
            return WindowCuts(at, squares)
        return OddCycles(squares)

    def _places(self, points: Sequence[int], squares: Sequence[Sequence[int]]) -> Places | None:
        return places(self.task.level, points, squares)

    @property
    def found(self) -> int:
        """Squares of the best covers of the parts."""
        return self.forced + sum(len(part.cover) for part in self.parts)

    @property
    def best(self) -> int:
        """Squares of the best cover."""
        known = self.task.incumbent
        return self.found if known is None else min(self.found, first(known.value))

    @property
    def known_moves(self) -> tuple[str, ...] | None:
        """The incumbent's, if the parts have no cover that is as good."""
        known = self.task.incumbent
        return known.moves if known is not None and first(known.value) < self.found else None

    @property
    def lower(self) -> int:
        """The proven bound."""
        return max(self.forced + sum(part.bound for part in self.parts), self.root_bound)

    def run(self) -> StopReason:
        """Solve part after part, the small ones first."""
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
        """Tell the ticker what is known, and stop if that answers the question."""
        self.ticker.bound, self.ticker.best = self.lower, self.best
        wanted, most = self.task.wanted, self.task.max_cost
        # A cover that is dearer than was allowed is no answer.
        allowed = most is None or self.best <= most
        if wanted is not None and ((allowed and self.best <= wanted) or self.lower > wanted):
            raise Stopped(StopReason.DECIDED)
        if most is not None and self.lower > most:
            raise Stopped(StopReason.COST_LIMIT)


def squares_for(level: BoxcoverLevel, cover: Cover, moves: Iterable[str]) -> set[int]:
    """Return keys of squares that are left and cover the points left of those these cover.

    With the forced squares they are no more than these. The remainder of a square of the plane lies
    in one square that is left: at first in a maximal one, and a reduction drops a square only for
    another one with its points. So when a square was forced by a point, the remainder of the one of
    these that covers the point lay in the forced square: nothing of it is left after that.
    """
    found = set()
    for x, y in map(Pos.parse, moves):
        cover.ticker.check()
        inside = level.between(x, x + level.side, y, y + level.side)
        if points := {i for i in inside if i in cover.points}:
            found.add(min(common(points, cover.points)))
    return found
