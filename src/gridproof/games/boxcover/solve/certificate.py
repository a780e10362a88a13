"""Proofs of a number of squares, for the checker ``gridproof.proof.boxcover``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.optimal import places, shorten, squares_for
from gridproof.games.boxcover.solve.recorded_cuts import (
    CutNames,
    RecordedOddCycles,
    RecordedWindows,
)
from gridproof.games.boxcover.solve.window_cuts import in_the_plane
from gridproof.limits import Stopped, Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.making import MadeProof
from gridproof.proof.tree import Program, Row, no_groups
from gridproof.result import Limits
from gridproof.set_cover.branching import Branching
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.cover import RULES, components
from gridproof.set_cover.cuts import Cut, Cutter
from gridproof.set_cover.priced_trees import TreeCase, renumbered, tree_records
from gridproof.set_cover.recorded import RecordedBranching, RecordedCover

if TYPE_CHECKING:
    from gridproof.set_cover.regions import Places

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
        settings = ComponentSettings(
            True, look, False, self._cutter, places=self._places, branching=self._branching
        )
        own = None if known is None else [key for key in squares if key in known]
        self.component = Component(squares, own, changed, settings, ticker)

    def _cutter(self, points: Sequence[int], squares: Sequence[Sequence[int]]) -> Cutter:
        at = [self._level.points[point] for point in points]
        if in_the_plane(at, squares, self._level.side):
            self._cuts = RecordedWindows(points, at, squares)
        else:
            self._cuts = RecordedOddCycles(points, squares)
        return self._cuts

    def _places(self, points: Sequence[int], squares: Sequence[Sequence[int]]) -> Places | None:
        return places(self._level, points, squares)

    def _branching(self, *args: Any, **settings: Any) -> Branching:
        self._tree = RecordedBranching(*args, **settings)
        return self._tree

    def write(self, ticker: Ticker) -> None:
        """Make the records of what has been proven, and forget how.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        if self._tree is not None and self._tree.proof is not None and self._cuts is not None:
            most, root = self._tree.proof
            written = _Written(self._tree, self._cuts.names, self._squares, ticker)
            self.proven, self.records = most + 1, written.records(most, root)
        self._tree = self._cuts = None


class _Written:
    """Rows and trees of a component, as the checker reads them."""

    def __init__(
        self, tree: RecordedBranching, names: CutNames, squares: int, ticker: Ticker
    ) -> None:
        self._points = [Row(row, 1) for row in tree.of_points]
        self._cuts, self._regional, self._names = tree.cuts, tree.regional, names
        self._rows = self._points + [
            Row(columns, least, weights) for columns, weights, least in tree.cuts
        ]
        self._squares, self._ticker = squares, ticker

    def records(self, most: int, root: TreeCase) -> list[Any]:
        """Return those of the proof that more than ``most`` squares are needed.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        first, last = len(self._points), len(self._rows)
        trees = {last: self._tree([1] * self._squares, most, root)}
        needed = _priced(trees[last])
        for place, proof in reversed(self._regional.items()):
            number = first + place
            if number in needed:
                columns, weights, least = self._cuts[place]
                costs = [0] * self._squares
                for column, weight in zip(columns, weights, strict=True):
                    costs[column] = weight
                trees[number] = self._tree(costs, least - 1, proof)
                needed |= _priced(trees[number])
        used, nodes = renumbered([node for tree in trees.values() for node in tree], first)
        left = iter(nodes)
        trees = {number: list(islice(left, len(tree))) for number, tree in trees.items()}
        records: list[Any] = [[most, len(used)]]
        for number in used:
            cut = self._cuts[number - first]
            if number in trees:
                records += [_cases(cut), *trees[number]]
            else:
                records.append(self._names.of(cut))
        return records + trees[last]

    def _tree(self, costs: Sequence[int], most: int, root: TreeCase) -> list[Any]:
        n = len(costs)
        program = Program(costs, most, [0] * n, [1] * n)
        return tree_records(root, self._rows, program, self._ticker, no_groups)


def _priced(nodes: Iterable[Any]) -> set[int]:
    """Return the rows that a tree rests on."""
    return {row for _, flat, *_ in nodes for row in flat[::2]}


def _cases(cut: Cut) -> list[Any]:
    """Return the record of a row that a tree proves."""
    columns, weights, least = cut
    weighed = [number for pair in zip(columns, weights, strict=True) for number in pair]
    return ["cases", least - 1, weighed]
