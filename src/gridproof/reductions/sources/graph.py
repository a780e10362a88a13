"""Planar graphs of degree at most 3: the source problem vertex cover."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from gridproof.errors import InputError, did_you_mean, shorten
from gridproof.lazy import is_installed
from gridproof.options import Option, option_values, whole_number
from gridproof.reduction import Source
from gridproof.reductions.sources import graph_random, graph_text
from gridproof.reductions.sources.forms import COVERS, GRAPHS
from gridproof.reductions.sources.libraries import networkx

__all__ = [
    "MAX_DEGREE",
    "SOURCE",
    "Cover",
    "CoverProblem",
    "Graph",
    "check",
    "minimum_cover",
]

MAX_DEGREE: Final = 3

#: Numbers (from 0) of the chosen vertices.
Cover = frozenset[int]


@dataclass(frozen=True)
class Graph:
    """A simple undirected graph.

    Attributes:
        names: of the vertices, in order, each once; at least one vertex has an edge.
        edges: pairs of vertex numbers (from 0), the smaller one first, each once, sorted.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]

    def degrees(self) -> list[int]:
        """Return the count of edges of each vertex."""
        found = [0] * len(self.names)
        for edge in self.edges:
            for vertex in edge:
                found[vertex] += 1
        return found

    def edge(self, number: int) -> str:
        """Return an edge as text for people: "1–3"."""
        u, v = self.edges[number]
        return f"{self.names[u]}–{self.names[v]}"

    def uncovered(self, cover: Cover) -> list[int]:
        """Return the numbers (from 0) of the edges of which neither end is chosen."""
        return [i for i, (u, v) in enumerate(self.edges) if u not in cover and v not in cover]


@dataclass(frozen=True)
class CoverProblem:
    """A question: does a set of at most `size` vertices touch all edges?

    Attributes:
        graph: the graph.
        size: the maximum count of vertices.
        notes: on the reading of its text.
    """

    graph: Graph
    size: int
    notes: tuple[str, ...] = field(default=(), compare=False)


def check(graph: Graph) -> None:
    """Refuse a graph that has no orthogonal drawing.

    Raises:
        InputError: a vertex has more than three edges, or the graph is not planar.
        MissingPart: NetworkX is not installed.
    """
    for vertex, degree in enumerate(graph.degrees()):
        if degree > MAX_DEGREE:
            raise InputError(
                f"vertex {graph.names[vertex]} has {degree} edges; at most {MAX_DEGREE} can be laid"
                " out",
                hint="vertex cover stays hard for planar graphs of degree at most 3",
            )
    nx = networkx()
    planar, witness = nx.check_planarity(nx.Graph(graph.edges), counterexample=True)
    if not planar:
        # Of degree at most 3 it is a subdivided K3,3, whose six corners have three edges there.
        corners = sorted(vertex for vertex, degree in witness.degree() if degree == MAX_DEGREE)
        names = ", ".join(graph.names[vertex] for vertex in corners)
        raise InputError(
            f"the graph is not planar: paths between the vertices {names} form a K3,3",
        )


def minimum_cover(graph: Graph) -> Cover:
    """Find a smallest vertex cover, by integer programming; where HiGHS is missing, by search."""
    from gridproof.limits import Ticker

    if not is_installed("highspy"):
        from gridproof.set_cover.smallest import smallest_cover

        return frozenset(smallest_cover(len(graph.names), [list(edge) for edge in graph.edges]))
    from gridproof.solving.linear_program import LinearProgram, run

    program = LinearProgram()
    for _ in graph.names:
        program.column(1.0, 1.0, integer=True)
    for u, v in graph.edges:
        program.row((u, v), (1.0, 1.0), lower=1.0)
    values = run(program.highs(), Ticker()).values
    assert values is not None  # all vertices are a cover
    return frozenset(vertex for vertex, value in enumerate(values) if value > 0.5)


def _size(text: str) -> int | None:
    return whole_number(text)


_COVER: Final = Option(
    "cover",
    None,
    _size,
    str,
    "how many vertices the cover may have",
    json_text=str,
    values="a whole number from 0",
)


class _GraphSource(Source[CoverProblem, Cover]):
    """Vertex cover in planar graphs of degree at most 3."""

    id = "graph"
    title = "planar vertex cover, degree at most 3"
    forms = GRAPHS
    witnesses = COVERS
    parameters = "VERTICES[,EDGES]"
    example = "cover: 2\n1 2\n1 3\n2 3\n3 4\n"
    sizes = ("2", "4", "5,6", "9")
    options = (_COVER,)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> CoverProblem:
        found = graph_text.read(text, source)
        graph = Graph(found.names, found.edges)
        given = self._cover(options)
        size = found.cover if given is None else given
        if size is None:
            raise InputError(
                f"{source}: it is not said how many vertices the cover may have",
                hint="give `cover`, or begin the file with a line such as `cover: 3`",
            )
        if size > len(graph.names):
            where = source if given is not None else f"{source}:{found.cover_line}"
            many = f"{len(graph.names)} vertices"
            raise InputError(f"{where}: a cover of {size} is asked for, but there are {many}")
        return CoverProblem(graph, size, found.notes)

    def write(self, instance: CoverProblem) -> str:
        graph = instance.graph
        return f"cover: {instance.size}\n{graph_text.write(graph.names, graph.edges)}"

    def random(
        self, parameters: str, rng: Random, options: Mapping[str, Any] | None = None
    ) -> CoverProblem:
        vertices, edges = graph_random.graph(parameters, rng)
        graph = Graph(tuple(str(vertex + 1) for vertex in range(vertices)), edges)
        size = self._cover(options)
        if size is not None and size > vertices:
            raise InputError(f"a cover of {size} is asked for, but there are {vertices} vertices")
        return CoverProblem(graph, len(minimum_cover(graph)) if size is None else size)

    def solve(self, instance: CoverProblem) -> Cover | None:
        cover = minimum_cover(instance.graph)
        return cover if len(cover) <= instance.size else None

    def faults(self, instance: CoverProblem, witness: Cover) -> list[str]:
        graph = instance.graph
        found = [f"edge {graph.edge(number)} is not covered" for number in graph.uncovered(witness)]
        if len(witness) > instance.size:
            found.append(f"{len(witness)} vertices are chosen; {instance.size} may be")
        return found

    def read_witness(self, instance: CoverProblem, text: str) -> Cover:
        number = {name: vertex for vertex, name in enumerate(instance.graph.names)}
        chosen = graph_text.tokens(text)
        for name in chosen:
            if name not in number:
                near = did_you_mean(name, number)
                raise InputError(f"the graph has no vertex `{shorten(name)}`", hint=near)
        return frozenset(number[name] for name in chosen)

    def write_witness(self, instance: CoverProblem, witness: Cover) -> str:
        return " ".join(instance.graph.names[vertex] for vertex in sorted(witness))

    def claimed(self, instance: CoverProblem) -> Mapping[str, Any]:
        names = instance.graph.names
        edges = [[names[u], names[v]] for u, v in instance.graph.edges]
        return {"edges": edges, "cover": instance.size}

    def facts(self, claimed: Any) -> Sequence[str]:
        """Return the size of the cover, and each edge, its ends in one order."""
        edges = [sorted(map(json.dumps, edge)) for edge in claimed["edges"]]
        return [f"a cover of {claimed['cover']}", *(f"the edge {u}–{v}" for u, v in edges)]

    def notes(self, instance: CoverProblem) -> Sequence[str]:
        return instance.notes

    def _cover(self, options: Mapping[str, Any] | None) -> int | None:
        said = {name: value for name, value in (options or {}).items() if value is not None}
        size: int | None = option_values("a graph", self.options, said).get("cover")
        return size


SOURCE: Final = _GraphSource()
