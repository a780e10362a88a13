"""Covers of subdivided graphs to and fro, and links of items against all pairs."""

from __future__ import annotations

import itertools
import random

import numpy as np
from numpy.typing import NDArray

from gridproof.grid import Pos
from gridproof.reductions.graph import Graph, minimum_cover, networkx
from gridproof.reductions.links import Node, Numbers, Subdivision, link_faults
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


def near(across: Numbers, down: Numbers) -> NDArray[np.bool_]:
    """Links of some kind without symmetry between directions."""
    return (abs(across) + 2 * abs(down)) <= 5


def test_links_are_those_of_all_pairs() -> None:
    rng = random.Random(0)
    for _ in range(80):
        subdivision = Subdivision(PATH, (rng.randint(1, 4), rng.randint(1, 4)))
        count = len(subdivision.items)
        side = rng.randint(5, 15)
        places = [Pos(x - 3, y + 7) for x in range(side) for y in range(side)]
        cells = rng.sample(places, count)
        faults, checked = link_faults(subdivision, cells, 5, near)
        wrong = pairs = 0
        for (i, a), (j, b) in itertools.combinations(enumerate(cells), 2):
            linked = abs(a.x - b.x) + 2 * abs(a.y - b.y) <= 5
            ends = [set(subdivision.ends[subdivision.items[n]]) for n in (i, j)]
            share = bool(ends[0] & ends[1])
            pairs += linked or share
            wrong += linked != share
        assert len(faults) == wrong <= 40 or len(faults) >= 20
        assert checked == pairs
        assert all(fault.cell in cells for fault in faults)


def test_a_crowd_is_refused() -> None:
    subdivision = Subdivision(PATH, (50, 50))
    cells = [Pos(i % 15, i // 15) for i in range(len(subdivision.items))]
    faults, _ = link_faults(subdivision, cells, 1000, near)
    assert "more than 64 items" in faults[0].message
