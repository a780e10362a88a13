"""The map of a board: where heroes and stones stand, and what graph they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.games.merge.level import MergeLevel
from gridproof.grid import Pos
from gridproof.reduction import Encoding
from gridproof.reductions.drawing.orthogonal import Drawing, grid_points
from gridproof.reductions.sources.graph import CoverProblem, Graph
from gridproof.reductions.wirings import covers
from gridproof.reductions.wirings.links import Node, Subdivision
from gridproof.strict_json import Field

__all__ = ["Plan", "budget", "length_fault", "vertices"]


#: Steps that paths may always have, so that an audit says where something is missing.
_SLACK: Final = 1000


@dataclass(frozen=True)
class Plan:
    """The layout of a board.

    Attributes:
        drawing: of the graph.
        corners: of the path of each edge, ends included, from the smaller vertex to the larger.
        idle: heroes that strike nothing.
        pairs: heroes with a stone of their own, and that stone.
    """

    drawing: Drawing
    corners: tuple[tuple[Pos, ...], ...]
    idle: tuple[Pos, ...] = ()
    pairs: tuple[tuple[Pos, Pos], ...] = ()

    @classmethod
    def read(cls, encoding: Encoding) -> Plan:
        """Read the plan in a map: paths are straight between corners, and on the board.

        Raises:
            InputError: the map says none.
        """
        level, edges = encoding.board(MergeLevel), encoding.instance.graph.edges

        def cell(field: Field) -> Pos:
            found = field.cell()
            if not found.within(level.width, level.height):
                field.fault("is not on the board")
            return found

        def corners(field: Field) -> tuple[Pos, ...]:
            found = tuple(map(cell, field.entries()))
            if len(found) < 2 or any((a.x == b.x) == (a.y == b.y) for a, b in pairwise(found)):
                field.fault("must be two or more corners of a path, each in line with the next")
            return found

        record = Field(dict(encoding.map))
        drawing = covers.read_drawing(record["drawing"], encoding.instance.graph)
        paths = record["paths"].entries(len(edges), "a path for each edge")
        pairs = [pair.entries(2, "a pair of cells") for pair in record["pairs"].entries()]
        plan = cls(
            drawing,
            tuple(map(corners, paths)),
            tuple(map(cell, record["idle"].entries())),
            tuple((cell(hero), cell(stone)) for hero, stone in pairs),
        )
        # On each of their cells something has to stand; of boards of any size a map is short.
        things = len(level.heroes) + len(level.stones)
        if sum(map(plan.length, range(len(edges)))) > 2 * things + _SLACK:
            record["paths"].fault(f"are far too long for {things} heroes and stones")
        return plan

    def record(self) -> dict[str, Any]:
        """Return the plan as JSON, for the map."""
        return {
            "drawing": covers.drawing_record(self.drawing),
            "paths": [list(map(list, path)) for path in self.corners],
            "idle": list(map(list, self.idle)),
            "pairs": [[list(hero), list(stone)] for hero, stone in self.pairs],
        }

    def cells(self, edge: int) -> list[Pos]:
        """Return the cells of a path, in order: heroes and stones in turn."""
        return list(grid_points(self.corners[edge]))

    def length(self, edge: int) -> int:
        """Return steps of a path."""
        return sum(abs(b.x - a.x) + abs(b.y - a.y) for a, b in pairwise(self.corners[edge]))

    def links(self, graph: Graph) -> tuple[Subdivision, dict[Node, Pos]]:
        """Return the graph of the heroes and stones, and the hero's cell for each of its vertices.

        Raises:
            InputError: the lengths of the paths do not let them be one.
        """
        lengths = list(map(self.length, range(len(graph.edges))))
        for edge, length in enumerate(lengths):
            fault = length_fault(graph, edge, length)
            if fault is not None:
                raise InputError(fault, hint="`gridproof reduce audit` says what else is wrong")
        links = Subdivision(graph, tuple(length // 4 for length in lengths))
        at: dict[Node, Pos] = {}
        for edge in range(len(lengths)):
            at.update(zip(links.path(edge), self.cells(edge)[::2], strict=True))
        return links, at

    def pair_heroes(self) -> Sequence[Pos]:
        """Return the heroes of the pairs."""
        return [hero for hero, _ in self.pairs]


def length_fault(graph: Graph, edge: int, length: int) -> str | None:
    """Return the fault of a path's length; None if it is 4·l + 2 with l ≥ 1."""
    if length % 4 == 2 and length >= 6:
        return None
    name = graph.edge(edge)
    return f"the path of edge {name} has a length of {length}, which is not 6, 10, 14 and so on"


def vertices(problem: CoverProblem) -> int:
    """Count the vertices that have an edge: the others have no hero, and no cover needs them."""
    return sum(map(bool, problem.graph.degrees()))


def budget(problem: CoverProblem) -> int:
    """Return the maximum count of chosen vertices among those that have an edge."""
    return min(problem.size, vertices(problem))
