"""Planar graphs of degree at most 3: the source problem vertex cover."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Cover", "CoverProblem", "Graph"]

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
        """How many edges each vertex has."""
        found = [0] * len(self.names)
        for edge in self.edges:
            for vertex in edge:
                found[vertex] += 1
        return found

    def edge(self, number: int) -> str:
        """An edge for people: "1–3"."""
        u, v = self.edges[number]
        return f"{self.names[u]}–{self.names[v]}"


@dataclass(frozen=True)
class CoverProblem:
    """Whether some vertices, at most so many, touch all edges.

    Attributes:
        graph: the graph.
        size: how many vertices there may be.
    """

    graph: Graph
    size: int
