"""Orthogonal drawings of planar graphs of degree at most 3, on a grid.

A drawing is made from a visibility representation (Tamassia and Tollis 1986): each vertex is a
horizontal bar, each edge a vertical segment between the bars of its ends that touches no other bar.
With at most three edges, a vertex becomes the point of its bar where the middle one of its edges
arrives; the others run along the bar and turn once. So each edge has at most two bends. Then the
drawing is made smaller (:mod:`gridproof.reductions.drawing.compaction`).
"""

from __future__ import annotations

import importlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reductions.drawing.compaction import compacted
from gridproof.reductions.sources.graph import MAX_DEGREE, Graph, check
from gridproof.reductions.sources.libraries import networkx

__all__ = ["Drawing", "check_drawing", "draw", "grid_points"]


@dataclass(frozen=True)
class Drawing:
    """A drawing of a graph on the unit grid; ``x`` runs to the right, ``y`` down, from 0.

    Attributes:
        at: the point of each vertex; None for vertices without an edge.
        routes: the points where each edge begins, turns and ends, from its smaller vertex.
    """

    at: tuple[Pos | None, ...]
    routes: tuple[tuple[Pos, ...], ...]

    @property
    def width(self) -> int:
        """Columns of grid points."""
        return 1 + max(point.x for route in self.routes for point in route)

    @property
    def height(self) -> int:
        """Rows of grid points."""
        return 1 + max(point.y for route in self.routes for point in route)


def grid_points(route: tuple[Pos, ...]) -> Iterator[Pos]:
    """Yield all grid points on a route of axis-parallel segments, in order, both ends included."""
    yield route[0]
    for start, end in itertools.pairwise(route):
        dx, dy = end.x - start.x, end.y - start.y
        length = max(abs(dx), abs(dy))
        for i in range(1, length + 1):
            yield Pos(start.x + dx // length * i, start.y + dy // length * i)


def check_drawing(graph: Graph, drawing: Drawing) -> list[Fault]:
    """Return the faults of a drawing; the cells of faults are its grid points.

    It looks at nothing but graph and drawing: each vertex with an edge has a point, each edge is an
    axis-parallel route between the points of its ends, at most three edges meet, and no grid point
    belongs to two vertices or edges, but for the ends of an edge.
    """
    degrees = graph.degrees()
    if len(drawing.at) != len(degrees) or len(drawing.routes) != len(graph.edges):
        return [Fault("the drawing has other vertices or edges than the graph")]
    faults = []
    owner: dict[Pos, str] = {}
    for vertex, (point, degree) in enumerate(zip(drawing.at, degrees, strict=True)):
        name = f"vertex {graph.names[vertex]}"
        if (point is None) != (degree == 0):
            faults.append(Fault(f"{name} has {degree} edges: it must have a point if it has one"))
        if degree > MAX_DEGREE:
            faults.append(Fault(f"{name} has {degree} edges, more than {MAX_DEGREE}", point))
        if point is not None:
            if point in owner:
                faults.append(Fault(f"{owner[point]} and {name} share a point", point))
            owner[point] = name
    for number, (route, (u, v)) in enumerate(zip(drawing.routes, graph.edges, strict=True)):
        name = f"edge {graph.edge(number)}"
        if len(route) < 2 or route[0] != drawing.at[u] or route[-1] != drawing.at[v]:
            faults.append(Fault(f"{name} does not lead from one of its ends to the other"))
            continue
        steps = list(itertools.pairwise(route))
        if not all((a.x == b.x) != (a.y == b.y) for a, b in steps):
            faults.append(Fault(f"{name} is not made of axis-parallel segments", route[0]))
            continue
        for point in list(grid_points(route))[1:-1]:
            if point in owner:
                faults.append(Fault(f"{owner[point]} and {name} share a point", point))
            owner[point] = name
    return faults


def draw(graph: Graph) -> Drawing:
    """Draw a graph; equal graphs get equal drawings.

    With n vertices that have an edge it is at most 3n/2 points wide and n points high.

    Raises:
        InputError: the graph is not planar, or a vertex has more than three edges.
        MissingPart: NetworkX is not installed.
    """
    check(graph)
    height, left = _visibility(graph)
    attached: list[list[int]] = [[] for _ in graph.names]
    for edge in graph.edges:
        for vertex in edge:
            attached[vertex].append(left[edge])
    points = [
        Pos(sorted(columns)[len(columns) // 2], height[vertex]) if columns else Pos(0, 0)
        for vertex, columns in enumerate(attached)
    ]
    routes = []
    for u, v in graph.edges:
        start, end, column = points[u], points[v], left[u, v]
        corners = (start, Pos(column, start.y), Pos(column, end.y), end)
        routes.append(tuple(dict.fromkeys(corners)))
    at: list[Pos | None] = [None] * len(points)
    smaller = compacted(tuple(routes))
    for (u, v), route in zip(graph.edges, smaller, strict=True):
        at[u], at[v] = route[0], route[-1]
    return Drawing(tuple(at), smaller)


def _visibility(graph: Graph) -> tuple[Mapping[int, int], Mapping[tuple[int, int], int]]:
    """Return rows of the vertices' bars and columns of the edges' segments.

    The graph is triangulated and its edges directed along a canonical ordering, from a source s to
    a sink t on the outer face. A row is the length of a longest path from s, a column that of a
    longest path in the dual graph, from the outer face's left side to the face left of the edge.
    """
    nx = networkx()
    planar = importlib.import_module("networkx.algorithms.planar_drawing")
    vertices = [vertex for vertex, degree in enumerate(graph.degrees()) if degree]
    start = nx.Graph()
    start.add_nodes_from(vertices)
    # Triangulations have four vertices at least; the numbers below 0 are none of the graph's.
    start.add_nodes_from(range(-1, len(vertices) - 5, -1))
    start.add_edges_from(graph.edges)
    embedding, outer = planar.triangulate_embedding(nx.check_planarity(start)[1])
    ordering = [vertex for vertex, _ in planar.get_canonical_ordering(embedding, outer)]
    rank = {vertex: place for place, vertex in enumerate(ordering)}

    row: dict[int, int] = {}
    for vertex in ordering:
        below = [row[other] for other in embedding[vertex] if rank[other] < rank[vertex]]
        row[vertex] = max(below, default=-1) + 1

    face: dict[tuple[int, int], Any] = {}  # the face to the right of each directed edge
    number = 0
    for edge in embedding.edges:
        if edge not in face:
            around = embedding.traverse_face(*edge)
            name: Any = number
            number += 1
            is_outer = set(around) == {ordering[0], ordering[1], ordering[-1]}
            for u, v in zip(around, around[1:] + around[:1], strict=True):
                # The outer face lies on both sides of the whole.
                face[u, v] = ("right" if rank[u] < rank[v] else "left") if is_outer else name
    upward = [edge for edge in embedding.edges if rank[edge[0]] < rank[edge[1]]]
    dual: dict[Any, set[Any]] = {}
    for u, v in upward:
        dual.setdefault(face[v, u], set()).add(face[u, v])
    column = _longest_paths(dual, "left")
    return row, {
        (u, v): column[face[v, u] if rank[u] < rank[v] else face[u, v]] for u, v in graph.edges
    }


def _longest_paths(after: Mapping[Any, Iterable[Any]], start: Any) -> dict[Any, int]:
    """Return the lengths of longest paths from the one source of a directed acyclic graph."""
    waiting = Counter(target for targets in after.values() for target in targets)
    length = {start: 0}
    ready = [start]
    while ready:
        here = ready.pop()
        for target in after.get(here, ()):
            length[target] = max(length.get(target, 0), length[here] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return length
