"""Graphs for the tests of reductions from vertex cover, and plain drawings of small ones."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from random import Random

from gridproof.grid import Pos
from gridproof.reductions.drawing.orthogonal import Drawing
from gridproof.reductions.sources.graph import MAX_DEGREE, SOURCE, CoverProblem, Graph
from gridproof.reductions.sources.libraries import networkx
from tests.oracles.covers import fewest_vertices

__all__ = [
    "COMPLETE",
    "EDGE",
    "PATH",
    "TRIANGLE",
    "atlas",
    "fewest",
    "problem",
    "random_graphs",
    "small_graphs",
]

#: (graph, drawing) of one edge of two units, a path of three vertices, and a triangle.
EDGE = (Graph(("1", "2"), ((0, 1),)), Drawing((Pos(0, 0), Pos(2, 0)), ((Pos(0, 0), Pos(2, 0)),)))
PATH = (
    Graph(("1", "2", "3"), ((0, 1), (1, 2))),
    Drawing((Pos(0, 0), Pos(1, 0), Pos(1, 1)), ((Pos(0, 0), Pos(1, 0)), (Pos(1, 0), Pos(1, 1)))),
)
TRIANGLE = (
    Graph(("1", "2", "3"), ((0, 1), (0, 2), (1, 2))),
    Drawing(
        (Pos(0, 0), Pos(1, 0), Pos(0, 1)),
        (
            (Pos(0, 0), Pos(1, 0)),
            (Pos(0, 0), Pos(0, 1)),
            (Pos(1, 0), Pos(1, 1), Pos(0, 1)),
        ),
    ),
)
COMPLETE = Graph(("1", "2", "3", "4"), ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)))


def small_graphs(most: int) -> Iterator[Graph]:
    """All planar graphs of degree at most 3 without isolated vertices, up to isomorphism.

    Args:
        most: vertices at most; up to 7.

    Raises:
        MissingPart: NetworkX is not installed.
    """
    nx = networkx()
    for found in nx.graph_atlas_g():
        degrees = [degree for _, degree in found.degree()]
        if not 1 <= len(degrees) <= most or min(degrees) < 1 or max(degrees) > MAX_DEGREE:
            continue
        if nx.check_planarity(found)[0]:
            names = tuple(str(vertex + 1) for vertex in found)
            yield Graph(names, tuple(sorted((min(e), max(e)) for e in found.edges)))


@functools.cache
def atlas() -> tuple[Graph, ...]:
    """All planar graphs of degree at most 3, up to seven vertices, none of them isolated."""
    return tuple(small_graphs(7))


def random_graphs(count: int, most: int, seed: str) -> Iterator[Graph]:
    """Random graphs of two to ``most`` vertices; some have isolated vertices."""
    rng = random.Random(seed)
    for _ in range(count):
        graph = SOURCE.random(str(rng.randint(2, most)), Random(rng.randrange(10**6))).graph
        lonely = tuple(f"alone {i}" for i in range(rng.choice((0, 0, 1, 2))))
        yield Graph(graph.names + lonely, graph.edges)


@functools.cache
def fewest(graph: Graph) -> int:
    """Return the number of vertices of a smallest cover."""
    return fewest_vertices(graph.edges)


def problem(graph: Graph, more: int = 0) -> CoverProblem:
    """Return the question for a cover of the smallest size, or of more or fewer vertices."""
    return CoverProblem(graph, fewest(graph) + more)
