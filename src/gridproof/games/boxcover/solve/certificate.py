"""Proofs of a number of squares, for the checker ``gridproof.proof.boxcover``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.optimal import shorten, squares_for
from gridproof.games.boxcover.solve.recorded_cuts import RecordedOddCycles, RecordedWindows
from gridproof.games.boxcover.solve.window_cuts import in_the_plane
from gridproof.limits import Stopped, Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.making import MadeProof
from gridproof.proof.tree import Program, Row, no_groups
from gridproof.result import Limits
from gridproof.set_cover.branching import Branching
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.cover import RULES, components
from gridproof.set_cover.cuts import Cutter
from gridproof.set_cover.priced_trees import renumbered, tree_records
from gridproof.set_cover.recorded import RecordedBranching, RecordedCover

__all__ = ["make"]

#: Reductions of a record.
_STEPS = 1000
#: The part of the time that is left for branch and cut; the rest is for making prices small.
_PROVING = 0.9


def make(claim: Claim[BoxcoverLevel], ticker: Ticker) -> MadeProof:
    """Return the solver's branch and cut once more, with the bound as its goal, recorded.

    Raises:
        Stopped: by a limit or Ctrl-C, before there was any proof.
    """
    level = claim.level
    goal = claim.bound if isinstance(claim.bound, int) else len(level.points)
    corners = sorted(maximal_squares(level, ticker).items())
    cover = RecordedCover({key: points for key, (_, points) in enumerate(corners)}, ticker)
    shorten(cover, list(RULES.values()), folding=True)
    known = None
    if claim.moves is not None and not cover.folded:
        known = squares_for(level, cover, claim.moves)
    groups = list(components(cover))
    # Better covers say which components are done: not needed where an optimum is known, or for one.
    look = claim.cost != goal or (known is None and len(groups) > 1)

    def changed() -> None:
        if cover.laid + sum(part.component.bound for part in parts) >= goal:
            raise _Enough

    parts: list[_Part] = []
    parts += [_Part(level, squares, known, look, changed, ticker) for squares in groups]
    seconds = ticker.seconds_left
    limits = Limits(
        time=None if seconds is None else _PROVING * seconds,
        memory=ticker.control(counted=False).memory,
    )
    proving = Ticker(limits, cancel=ticker.cancel, progress=ticker.progress)
    for part in parts:
        try:
            changed()
            part.component.solve(proving)
        except (_Enough, Stopped):
            break
        finally:
            part.write(ticker)
    parts.sort(key=lambda part: part.points[0])
    return MadeProof(cover.laid + sum(part.proven for part in parts), _records(cover.steps, parts))


class _Enough(Exception):
    """The goal is reached."""


def _records(steps: Sequence[Any], parts: Sequence[_Part]) -> Iterator[Any]:
    chunks = range(0, len(steps), _STEPS)
    yield len(chunks)
    for start in chunks:
        yield steps[start : start + _STEPS]
    for part in parts:
        yield from part.records


class _Part:
    """A component and the proof of its bound.

    Args:
        level: the board.
        squares: key of each square → its points.
        known: keys of squares that cover all; None: none are known.
        look: True if to look for better covers.
        changed: called whenever the bound has changed.
        ticker: looked at.

    Attributes:
        component: as it is solved.
        points: in ascending order.
        proven: the number of squares that the records prove necessary.
        records: what the checker reads of the component. To begin with, that its first point needs
            a square.
    """

    def __init__(
        self,
        level: BoxcoverLevel,
        squares: Mapping[int, set[int]],
        known: set[int] | None,
        look: bool,
        changed: Callable[[], None],
        ticker: Ticker,
    ) -> None:
        self.points = sorted(set().union(*squares.values()))
        self._level, self._squares = level, len(squares)
        self._tree: RecordedBranching | None = None
        self._cuts: RecordedWindows | RecordedOddCycles | None = None
        self.proven = 1
        self.records: list[Any] = [[0, 0], [1, [0, 1]]]
        settings = ComponentSettings(True, look, False, self._cutter, branching=self._branching)
        own = None if known is None else [key for key in squares if key in known]
        self.component = Component(squares, own, changed, settings, ticker)

    def _cutter(self, points: Sequence[int], squares: Sequence[Sequence[int]]) -> Cutter:
        at = [self._level.points[point] for point in points]
        if in_the_plane(at, squares, self._level.side):
            self._cuts = RecordedWindows(points, at, squares)
        else:
            self._cuts = RecordedOddCycles(points, squares)
        return self._cuts

    def _branching(self, *args: Any, **settings: Any) -> Branching:
        self._tree = RecordedBranching(*args, **settings)
        return self._tree

    def write(self, ticker: Ticker) -> None:
        """Makes the records of what has been proven, and forgets how.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        if self._tree is not None and self._tree.proof is not None and self._cuts is not None:
            most, root = self._tree.proof
            points = [Row(row, 1) for row in self._tree.of_points]
            cuts = self._cuts.found
            rows = [Row(columns, least, weights) for (columns, weights, least), _ in cuts]
            n = self._squares
            program = Program([1] * n, most, [0] * n, [1] * n)
            nodes = tree_records(root, points + rows, program, ticker, no_groups)
            used, nodes = renumbered(nodes, len(points))
            names = [cuts[row - len(points)].record for row in used]
            self.proven, self.records = most + 1, [[most, len(names)], *names, *nodes]
        self._tree = self._cuts = None
