"""Covers of subdivided graphs to and fro, and links of items against all pairs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from gridproof.limits import Ticker
from gridproof.proof.reductions.boards import linked_pairs, surplus
from gridproof.proof.reductions.conditions import Cell
from gridproof.reductions.sources.graph import Graph, minimum_cover
from gridproof.reductions.sources.libraries import networkx
from gridproof.reductions.wirings.links import Node, Subdivision
from tests.reductions.graphs import small_graphs

nx = networkx()
PATH = Graph(("a", "b", "c"), ((0, 1), (1, 2)))


def edges_of(subdivision: Subdivision) -> list[tuple[Node, Node]]:
    return [
        pair
        for edge in range(len(subdivision.halves))
        for pair in itertools.pairwise(subdivision.path(edge))
    ]


def covers(nodes: set[Node], subdivision: Subdivision) -> bool:
    return all(u in nodes or v in nodes for u, v in edges_of(subdivision))


def smallest(subdivision: Subdivision) -> int:
    """The size of a smallest cover of the subdivision as a graph of its own."""
    plain = nx.convert_node_labels_to_integers(nx.Graph(edges_of(subdivision)))
    edges = tuple(sorted((min(e), max(e)) for e in plain.edges))
    return len(minimum_cover(Graph(tuple(map(str, plain)), edges)))


def test_a_path() -> None:
    subdivision = Subdivision(PATH, (1, 2))
    assert subdivision.extra == 3
    assert subdivision.path(0) == (0, (0, 1), (0, 2), 1)
    assert len(subdivision.path(1)) == 6
    assert subdivision.forward(frozenset({1})) == {1, (0, 1), (1, 2), (1, 4)}
    assert subdivision.items[:4] == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert subdivision.at[1] == ((0, 2), (1, 0))
    assert subdivision.name((1, 3)) == "vertex 3 of 4 on edge b–c"
    assert subdivision.common([(0, 2), (1, 0)]) == 1
    assert subdivision.common([(0, 0)]) == 0
    assert subdivision.common([(0, 0), (1, 0)]) is None


def test_covers_to_and_fro() -> None:
    """The lemma, on all small graphs: τ(G') = τ(G) + L, and any cover leads back to a small one."""
    rng = random.Random(0)
    for graph in small_graphs(7):
        subdivision = Subdivision(graph, tuple(rng.randint(1, 4) for _ in graph.edges))
        best = minimum_cover(graph)
        nodes = subdivision.forward(best)
        assert covers(nodes, subdivision)
        assert len(nodes) == len(best) + subdivision.extra == smallest(subdivision)
        assert len(subdivision.backward(nodes)) == len(best)
        for _ in range(2):
            # Any cover: nodes are dropped in random order as long as all is covered.
            chosen = set(subdivision.at)
            for node in rng.sample(sorted(chosen, key=str), rng.randint(0, len(chosen))):
                if covers(chosen - {node}, subdivision):
                    chosen.remove(node)
            back = subdivision.backward(chosen)
            assert not graph.uncovered(back)
            assert len(back) <= len(chosen) - subdivision.extra


class Near:
    """Items with links of some kind without symmetry between directions."""

    home = 0
    reach = 5

    def __init__(self, items: Sequence[Cell]) -> None:
        self.items = items

    def linked(self, one: Cell, other: Cell) -> bool:
        return abs(one[0] - other[0]) + 2 * abs(one[1] - other[1]) <= 5

    def misses(self, move: Cell, item: Cell) -> str | None:
        return None

    def starts(self, move: Cell) -> bool:
        return True

    def sites(self, group: Sequence[Cell]) -> set[int]:
        return {self.home}


def test_links_are_those_of_all_pairs() -> None:
    rng = random.Random(0)
    for _ in range(80):
        subdivision = Subdivision(PATH, (rng.randint(1, 4), rng.randint(1, 4)))
        count = len(subdivision.items)
        side = rng.randint(5, 15)
        places = [(x - 3, y + 7) for x in range(side) for y in range(side)]
        board = Near(rng.sample(places, count))
        share = {
            (j, i)
            for (i, a), (j, b) in itertools.combinations(enumerate(subdivision.items), 2)
            if set(subdivision.ends[a]) & set(subdivision.ends[b])
        }
        near = {
            (j, i)
            for (i, a), (j, b) in itertools.combinations(enumerate(board.items), 2)
            if board.linked(a, b)
        }
        found = list(linked_pairs(board, board.items, Ticker()))
        assert len(found) == len(set(found))
        assert set(found) == near
        left = set(share)
        assert set(surplus(found, left)) == near - share
        assert left == share - near


def test_some_links_of_a_crowd_are_found_at_once() -> None:
    board = Near([(0, 0)] * 100_000)
    assert len(list(itertools.islice(linked_pairs(board, board.items, Ticker()), 20))) == 20
