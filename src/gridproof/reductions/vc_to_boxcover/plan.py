"""The map of a board: which point stands for which edge of the subdivided graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gridproof.grid import Pos
from gridproof.reduction import Encoding
from gridproof.reductions.drawing.orthogonal import Drawing
from gridproof.reductions.sources.graph import Graph
from gridproof.reductions.wirings import covers
from gridproof.reductions.wirings.links import Item, Node, Subdivision
from gridproof.strict_json import Field

__all__ = ["Plan", "square"]


@dataclass(frozen=True)
class Plan:
    """The layout of a board.

    Attributes:
        drawing: of the graph.
        points: of the path of each edge, in order, from the smaller vertex to the larger.
    """

    drawing: Drawing
    points: tuple[tuple[Pos, ...], ...]

    @classmethod
    def read(cls, encoding: Encoding) -> Plan:
        """Read the plan in a map: paths have an odd number of points, at least three.

        Raises:
            InputError: the map says none.
        """
        graph: Graph = encoding.instance.graph

        def path(field: Field) -> tuple[Pos, ...]:
            found = tuple(field.cells())
            if len(found) < 3 or len(found) % 2 == 0:
                field.fault(f"must have 3, 5, 7 or so on points, not {len(found)}")
            return found

        record = Field(dict(encoding.map))
        paths = record["paths"].entries(len(graph.edges), "a path for each edge")
        return cls(
            covers.read_drawing(record["drawing"], graph),
            tuple(map(path, paths)),
        )

    def record(self) -> dict[str, Any]:
        """Return the plan as JSON, for the map."""
        return {
            "drawing": covers.drawing_record(self.drawing),
            "paths": [list(map(list, path)) for path in self.points],
        }

    @property
    def halves(self) -> tuple[int, ...]:
        """Of each path, which has 2·l + 1 points, l."""
        return tuple(len(path) // 2 for path in self.points)

    def links(self, graph: Graph) -> tuple[Subdivision, dict[Item, Pos]]:
        """Return the graph with an edge for each point, and the point of each edge."""
        links = Subdivision(graph, self.halves)
        points = (point for path in self.points for point in path)
        return links, dict(zip(links.items, points, strict=True))


def square(links: Subdivision, at: dict[Item, Pos], node: Node) -> Pos:
    """Return the corner of a square on the points at a vertex of the subdivided graph."""
    points = [at[item] for item in links.at[node]]
    return Pos(min(x for x, _ in points), min(y for _, y in points))
