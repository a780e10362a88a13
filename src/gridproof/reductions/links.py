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
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import MOST_TOLD
from gridproof.reductions.graph import Cover, Graph

__all__ = [
    "MOST_NEAR",
    "Item",
    "Linked",
    "Node",
    "Numbers",
    "Subdivision",
    "link_faults",
    "linked_pairs",
]

#: A vertex number of G, or (edge number, i): inner vertex i = 1 … 2·l_e of that edge's path, from
#: its smaller end.
Node: TypeAlias = int | tuple[int, int]

#: (edge number, i): edge i = 0 … 2·l_e of that edge's path, from its smaller end.
Item: TypeAlias = tuple[int, int]

Numbers: TypeAlias = NDArray[np.int64]

#: Which pairs of items are linked, by how many columns and rows the second lies from the first.
Linked: TypeAlias = Callable[[Numbers, Numbers], NDArray[np.bool_]]

#: Items within reach of each other in both directions. In layouts they are a handful.
MOST_NEAR: Final = 64


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
        """The vertices of an edge's path, from its smaller end to its larger one."""
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
        """A vertex for people."""
        if isinstance(node, int):
            return f"vertex {self.graph.names[node]}"
        edge, i = node
        return f"vertex {i} of {2 * self.halves[edge]} on edge {self.graph.edge(edge)}"

    def forward(self, cover: Cover) -> set[Node]:
        """A cover of the subdivision with L more vertices than this one of the graph."""
        nodes: set[Node] = set(cover)
        for edge, (u, _) in enumerate(self.graph.edges):
            # u covers the first edge of the path, or v the last one; then every other vertex does.
            first = 2 if u in cover else 1
            nodes.update((edge, i) for i in range(first, 2 * self.halves[edge] + 1, 2))
        return nodes

    def backward(self, nodes: Collection[Node]) -> Cover:
        """A cover of the graph with at least L vertices fewer than this one of the subdivision.

        A path of which neither end is chosen has l_e + 1 inner vertices that are: one end of it
        stands for one of these. Every other path has l_e.
        """
        cover = {node for node in nodes if isinstance(node, int)}
        for u, v in self.graph.edges:
            if u not in cover and v not in cover:
                cover.add(u)
        return frozenset(cover)

    def common(self, items: Sequence[Item]) -> Node | None:
        """A vertex at which all these edges (at least one) are; None if there is none.

        Of an edge alone it is an end that is a vertex of the graph, if one is.
        """
        shared = set(self.ends[items[0]])
        for item in items[1:]:
            shared &= set(self.ends[item])
        return min(shared, key=_graph_first, default=None)


def _graph_first(node: Node) -> tuple[int, int, int]:
    return (0, node, 0) if isinstance(node, int) else (1, *node)


def link_faults(
    subdivision: Subdivision,
    cells: Sequence[Pos],
    reach: int,
    linked: Linked,
    place: Callable[[Pos], str] = lambda cell: cell.for_people,
) -> tuple[list[Fault], int]:
    """Where items are linked that should not be, or not linked that should be.

    Args:
        subdivision: its edges are the items.
        cells: where each of :attr:`Subdivision.items` is, all different.
        reach: linked items are at most so many columns, and so many rows, apart.
        linked: which of the items so near are linked, by columns and rows from one to the other.
        place: a cell as messages name it.

    Returns:
        Some of the faults, and how many pairs were found linked or had to be.
    """
    number = {item: i for i, item in enumerate(subdivision.items)}
    wanted = {
        (min(pair), max(pair))
        for items in subdivision.at.values()
        for pair in itertools.combinations([number[item] for item in items], 2)
    }
    pairs = linked_pairs(np.array(cells, dtype=np.int64), reach, linked)
    if isinstance(pairs, int):
        message = f"more than {MOST_NEAR} items lie within {reach} columns and rows of each other"
        return [Fault(message, cells[pairs])], 0
    found = set(map(tuple, pairs.tolist()))

    def told(i: int) -> str:
        edge, along = subdivision.items[i]
        return f"item {along + 1} of edge {subdivision.graph.edge(edge)}"

    faults = []
    for i, j in sorted(found - wanted)[:MOST_TOLD]:
        message = f"{told(i)} and {told(j)} ({place(cells[j])}) are linked, but share no end"
        faults.append(Fault(message, cells[i]))
    for i, j in sorted(wanted - found)[:MOST_TOLD]:
        message = f"{told(i)} and {told(j)} ({place(cells[j])}) share an end, but are no links"
        faults.append(Fault(message, cells[i]))
    return faults, len(found | wanted)


def linked_pairs(cells: Numbers, reach: int, linked: Linked) -> Numbers | int:
    """All pairs of linked cells by their numbers, the smaller one first, each pair once.

    Or the number of a cell that lies in a crowd: with it the pairs could be too many to look at.

    Args:
        cells: columns and rows.
        reach: linked cells are at most so many columns, and so many rows, apart.
        linked: which of the cells so near are linked, by columns and rows from one to the other.
    """
    # Pairs lie in one square of this side, or in two that touch.
    square = (cells - cells.min(axis=0)) // reach + 1
    stride = int(square[:, 0].max()) + 2
    keys = square[:, 1] * stride + square[:, 0]
    order = np.argsort(keys, kind="stable")
    ranked = keys[order]
    crowded = np.flatnonzero(ranked[MOST_NEAR:] == ranked[:-MOST_NEAR])
    if len(crowded):
        return int(order[crowded[0]])
    found = []
    for step in (0, 1, stride - 1, stride, stride + 1):
        # What may be near stands behind the cell in the order of squares, or in another square.
        place = np.arange(len(keys))
        low = place + 1 if step == 0 else np.searchsorted(ranked, ranked + step, "left")
        high = np.searchsorted(ranked, ranked + step, "right")
        for _ in range(MOST_NEAR):
            more = low < high
            place, low, high = place[more], low[more], high[more]
            pairs = np.stack((order[place], order[low]), axis=1)
            across, down = (cells[pairs[:, 1]] - cells[pairs[:, 0]]).T
            met = (np.maximum(abs(across), abs(down)) <= reach) & linked(across, down)
            found.append(np.sort(pairs[met], axis=1))
            low = low + 1
    return np.concatenate(found)
