"""Orthogonal drawings: each one is checked, and the check notices what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.grid import Pos
from gridproof.reductions.drawing.compaction import compacted
from gridproof.reductions.drawing.orthogonal import Drawing, check_drawing, draw, grid_points
from gridproof.reductions.sources.graph import SOURCE, Graph
from gridproof.reductions.sources.libraries import networkx
from tests.reductions.graphs import small_graphs
from tests.soak import ROUNDS

nx = networkx()


def check_draw(graph: Graph) -> None:
    drawing = draw(graph)
    assert check_drawing(graph, drawing) == []
    assert drawing == draw(graph)
    vertices = sum(1 for degree in graph.degrees() if degree)
    assert all(len(route) <= 4 for route in drawing.routes)  # two bends
    assert drawing.width <= len(graph.edges)
    assert drawing.height <= vertices
    points = [point for route in drawing.routes for point in route]
    assert min(point.x for point in points) == min(point.y for point in points) == 0


def test_small_graphs() -> None:
    for graph in small_graphs(7):
        check_draw(graph)


def test_random_graphs() -> None:
    for seed in range(40):
        check_draw(SOURCE.random(str(2 + seed), Random(seed), {"cover": 1}).graph)
    for seed in (2, 5):
        check_draw(SOURCE.random("200", Random(seed), {"cover": 1}).graph)


@pytest.mark.soak
def test_many_random_graphs() -> None:
    for seed in range(50 * ROUNDS):
        check_draw(SOURCE.random(str(2 + seed % 200), Random(seed), {"cover": 1}).graph)


@pytest.mark.parametrize(
    "plain",
    [
        nx.tetrahedral_graph(),
        nx.cubical_graph(),
        nx.dodecahedral_graph(),
        nx.frucht_graph(),
        nx.tutte_graph(),
        nx.truncated_tetrahedron_graph(),
        nx.truncated_cube_graph(),
        nx.ladder_graph(30),
        nx.circular_ladder_graph(20),
        nx.cycle_graph(50),
        nx.path_graph(50),
        nx.balanced_tree(2, 6),
        nx.hexagonal_lattice_graph(5, 5),
        nx.disjoint_union_all([nx.cubical_graph(), nx.path_graph(2), nx.star_graph(3)]),
    ],
)
def test_named_graphs(plain: Any) -> None:
    number = {name: i for i, name in enumerate(plain)}
    edges = sorted((min(e), max(e)) for e in nx.relabel_nodes(plain, number).edges)
    check_draw(Graph(tuple(map(str, range(len(number)))), tuple(edges)))


def test_isolated_vertices_have_no_point() -> None:
    drawing = draw(Graph(("a", "b", "c"), ((0, 2),)))
    assert drawing.at[1] is None
    assert None not in (drawing.at[0], drawing.at[2])


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="not planar"):
        draw(Graph(tuple("abcdef"), tuple((u, v) for u in range(3) for v in range(3, 6))))


def test_lines_are_straightened() -> None:
    bent = (Pos(0, 0), Pos(3, 0), Pos(3, 2), Pos(7, 2), Pos(7, 9))
    assert compacted((bent,)) == ((Pos(0, 0), Pos(0, 1)),)
    # Three lines at one point: two of them stay on their sides.
    lines = (
        (Pos(4, 0), Pos(4, 5)),
        (Pos(4, 0), Pos(2, 0), Pos(2, 3)),
        (Pos(4, 0), Pos(8, 0), Pos(8, 7)),
    )
    assert compacted(lines) == (
        (Pos(1, 0), Pos(1, 1)),
        (Pos(1, 0), Pos(0, 0)),
        (Pos(1, 0), Pos(2, 0)),
    )


def test_grid_points() -> None:
    route = (Pos(2, 0), Pos(0, 0), Pos(0, 1))
    assert list(grid_points(route)) == [Pos(2, 0), Pos(1, 0), Pos(0, 0), Pos(0, 1)]


PATH = Graph(("a", "b", "c"), ((0, 1), (1, 2)))
GOOD = Drawing((Pos(0, 0), Pos(2, 0), Pos(2, 2)), ((Pos(0, 0), Pos(2, 0)), (Pos(2, 0), Pos(2, 2))))
DETOUR = (Pos(2, 0), Pos(2, 1), Pos(1, 1), Pos(1, 0), Pos(1, 2), Pos(2, 2))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: replace(d, at=d.at[:2]), "other vertices or edges"),
        (lambda d: replace(d, at=(*d.at[:2], None)), "vertex c has 1 edges"),
        (lambda d: replace(d, at=(Pos(0, 1), *d.at[1:])), "edge a–b does not lead"),
        (lambda d: replace(d, routes=(d.routes[0], (Pos(2, 0), Pos(2, 1)))), "edge b–c does not"),
        (lambda d: replace(d, routes=(d.routes[0], ())), "edge b–c does not lead"),
        (lambda d: replace(d, routes=(d.routes[0], DETOUR)), "share a point"),
        (
            lambda d: replace(d, routes=(d.routes[0], (Pos(2, 0), Pos(2, 0), Pos(2, 2)))),
            "axis-parallel",
        ),
        (
            lambda d: Drawing(
                (Pos(0, 0), Pos(2, 0), Pos(1, 1)), (d.routes[0], (Pos(2, 0), Pos(1, 1)))
            ),
            "axis-parallel",
        ),
        (
            lambda d: Drawing((*d.at[:2], Pos(1, 0)), (d.routes[0], (Pos(2, 0), Pos(1, 0)))),
            "vertex c and edge a–b share a point",
        ),
        (
            lambda d: Drawing((*d.at[:2], Pos(0, 0)), (d.routes[0], (Pos(2, 0), Pos(0, 0)))),
            "vertex a and vertex c share a point",
        ),
    ],
)
def test_the_check_notices(change: Callable[[Drawing], Drawing], message: str) -> None:
    assert check_drawing(PATH, GOOD) == []
    faults = check_drawing(PATH, change(GOOD))
    assert any(message in fault.message for fault in faults), faults


def test_the_check_counts_edges() -> None:
    star = Graph(tuple("abcde"), tuple((0, i) for i in range(1, 5)))
    tips = (Pos(1, 0), Pos(0, 1), Pos(2, 1), Pos(1, 2))
    drawing = Drawing((Pos(1, 1), *tips), tuple((Pos(1, 1), tip) for tip in tips))
    assert [fault.message for fault in check_drawing(star, drawing)] == [
        "vertex a has 4 edges, more than 3"
    ]
