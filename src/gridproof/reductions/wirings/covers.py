"""The common part of boards for vertex cover: the drawing in their map, and the switchboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from gridproof.grid import Pos
from gridproof.reduction import Choice, Demand, Switchboard, Value, Way
from gridproof.reductions.drawing.orthogonal import Drawing
from gridproof.reductions.sources.graph import CoverProblem, Graph
from gridproof.reductions.wirings.links import Node, Subdivision
from gridproof.strict_json import Field

__all__ = ["drawing_record", "read_drawing", "switchboard", "titled"]


#: A place in a drawing, in its units.
_Point: TypeAlias = tuple[float, float]

#: Drawings of n vertices have 3n/2 · n points at most; those of maps may have more, within reason.
_LONGEST: Final = 16


def titled(problem: CoverProblem) -> str:
    """Return a board's title: the instance that it stands for."""
    graph = problem.graph
    vertices, edges = len(graph.names), len(graph.edges)
    return f"Cover of {vertices} vertices and {edges} edge{'s' * (edges != 1)} by {problem.size}"


def drawing_record(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing as JSON."""
    return {
        "at": [None if point is None else list(point) for point in drawing.at],
        "routes": [[list(point) for point in route] for route in drawing.routes],
    }


def read_drawing(field: Field, graph: Graph) -> Drawing:
    """Read a drawing that :func:`drawing_record` wrote; it need not be one of the graph.

    Raises:
        FieldError: it is none, or its counts are not those of the graph, or it is far too long.
    """
    vertices = len(graph.names)
    at = field["at"].entries(vertices, "a point or null for each vertex")
    routes = field["routes"].entries(len(graph.edges), "a list of points for each edge")
    drawing = Drawing(
        tuple(None if point.value is None else point.cell() for point in at),
        tuple(tuple(route.cells()) for route in routes),
    )
    steps = sum(
        abs(b.x - a.x) + abs(b.y - a.y) for route in drawing.routes for a, b in pairwise(route)
    )
    if steps > _LONGEST * vertices**2:
        field["routes"].fault(f"are {steps} long, far too long for {vertices} vertices")
    return drawing


def switchboard(
    problem: CoverProblem,
    links: Subdivision,
    at: Sequence[_Point | None],
    routes: Sequence[Sequence[_Point]],
    cell: Callable[[Node], Pos],
    *,
    unit: str,
    budget: int,
    always: tuple[Pos, ...] = (),
) -> Switchboard:
    """Return a switchboard: vertices ask for their own move, edges for moves along their paths.

    An edge needs every second inner vertex of its path, as many as its half length; one more if
    neither of its ends is chosen.

    Args:
        problem: the instance of the board.
        links: the graph that its links are.
        at: the point of each vertex in a drawing; None for vertices without an edge.
        routes: the line of each edge in the drawing.
        cell: the cell of the scene at which a vertex of ``links`` asks for a move.
        unit: name of the moves that are counted.
        budget: the maximum count of moves.
        always: cells at which further moves are always asked for.
    """
    graph = problem.graph
    choices = tuple(
        Choice(
            f"vertex {name}",
            (Value("not chosen"), Value("chosen", (cell(vertex),) if degree else ())),
            at=at[vertex],
        )
        for vertex, (name, degree) in enumerate(zip(graph.names, graph.degrees(), strict=True))
    )
    demands = []
    for edge, (u, v) in enumerate(graph.edges):
        inner = tuple(map(cell, links.path(edge)[1:-1]))
        ways = (Way(u, 1, inner[1::2]), Way(v, 1, inner[0::2]))
        demands.append(
            Demand(
                f"edge {graph.edge(edge)}",
                ways,
                unmet=(*inner[0::2], *inner[-1:]),
                route=tuple(routes[edge]),
            )
        )
    return Switchboard(unit, budget, choices, tuple(demands), always)
