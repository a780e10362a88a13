"""Vertex covers of subdivided graphs, and the lemma on links that reductions from them rest on.

Let G be a graph and G' the graph that replaces each edge e of G by a path of 2·l_e + 1 edges. A
smallest vertex cover of G' has L more vertices than one of G, where L is the sum of all l_e: each
path needs l_e of its inner vertices, and these do exactly if one of its ends is chosen too.

A layout has an item (a crate, a point) for each edge of G'. Two items are linked if one move could
ever remove both. If items are linked exactly when their edges share an end, then each move removes
items at one vertex of G', since all l_e are at least 1 and G' has no triangle: the centres of the
moves that clear the board are a vertex cover of G'.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gridproof.reductions.sources.graph import Cover, Graph

__all__ = [
    "Item",
    "Node",
    "Subdivision",
]

#: A vertex number of G, or (edge number, i): inner vertex i = 1 … 2·l_e of that edge's path, from
#: its smaller end.
Node: TypeAlias = int | tuple[int, int]

#: (edge number, i): edge i = 0 … 2·l_e of that edge's path, from its smaller end.
Item: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Subdivision:
    """A graph with each edge replaced by a path of an odd number of edges.

    Attributes:
        graph: the graph.
        halves: l_e of each edge, at least 1: the path of edge e has 2·l_e + 1 edges.
    """

    graph: Graph
    halves: tuple[int, ...]

    @property
    def extra(self) -> int:
        """L: how many more vertices a smallest cover has than one of the graph itself."""
        return sum(self.halves)

    def path(self, edge: int) -> tuple[Node, ...]:
        """Return the vertices of an edge's path, from its smaller end to its larger one."""
        u, v = self.graph.edges[edge]
        return (u, *((edge, i) for i in range(1, 2 * self.halves[edge] + 1)), v)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The edges of all paths, path by path."""
        return tuple((e, i) for e, half in enumerate(self.halves) for i in range(2 * half + 1))

    @cached_property
    def ends(self) -> dict[Item, tuple[Node, Node]]:
        """The two ends of each edge of all paths."""
        found: dict[Item, tuple[Node, Node]] = {}
        for edge in range(len(self.halves)):
            path = self.path(edge)
            for i, pair in enumerate(itertools.pairwise(path)):
                found[edge, i] = pair
        return found

    @cached_property
    def at(self) -> dict[Node, tuple[Item, ...]]:
        """The edges at each vertex that has one."""
        found: dict[Node, list[Item]] = {}
        for item, pair in self.ends.items():
            for node in pair:
                found.setdefault(node, []).append(item)
        return {node: tuple(items) for node, items in found.items()}

    def name(self, node: Node) -> str:
        """Return a vertex as text for people."""
        if isinstance(node, int):
            return f"vertex {self.graph.names[node]}"
        edge, i = node
        return f"vertex {i} of {2 * self.halves[edge]} on edge {self.graph.edge(edge)}"

    def forward(self, cover: Cover) -> set[Node]:
        """Return a cover of the subdivision with L more vertices than this one of the graph."""
        nodes: set[Node] = set(cover)
        for edge, (u, _) in enumerate(self.graph.edges):
            # u covers the first edge of the path, or v the last one; then every other vertex does.
            first = 2 if u in cover else 1
            nodes.update((edge, i) for i in range(first, 2 * self.halves[edge] + 1, 2))
        return nodes

    def backward(self, nodes: Collection[Node]) -> Cover:
        """Return a cover of the graph, at least L vertices smaller than this of the subdivision.

        A path of which neither end is chosen has l_e + 1 inner vertices that are: one end of it
        stands for one of these. Every other path has l_e.
        """
        cover = {node for node in nodes if isinstance(node, int)}
        for u, v in self.graph.edges:
            if u not in cover and v not in cover:
                cover.add(u)
        return frozenset(cover)

    def common(self, items: Sequence[Item]) -> Node | None:
        """Return a vertex at which all these edges (at least one) are; None if there is none.

        For a single edge it is an end that is a vertex of the graph, if one is.
        """
        shared = set(self.ends[items[0]])
        for item in items[1:]:
            shared &= set(self.ends[item])
        return min(shared, key=_graph_first, default=None)


def _graph_first(node: Node) -> tuple[int, int, int]:
    return (0, node, 0) if isinstance(node, int) else (1, *node)
