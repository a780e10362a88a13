"""Graphs as text, random graphs, and covers against brute force."""

from __future__ import annotations

import itertools
import random
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError, MissingPart
from gridproof.reductions.sources import graph as graphs
from gridproof.reductions.sources import graph_random, graph_text
from gridproof.reductions.sources.graph import SOURCE, CoverProblem, Graph, check
from gridproof.reductions.sources.libraries import networkx
from tests.oracles.covers import fewest_vertices
from tests.reductions.graphs import small_graphs
from tests.soak import ROUNDS

nx = networkx()
DIAMOND = Graph(("1", "2", "3", "4"), ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)))


@pytest.mark.parametrize(
    "text",
    [
        "cover: 2\n1 2\n1 3\n2 3\n2 4\n3 4",
        "# a comment\n\n1,2\r\n1\t3 # another\r\nCover : 2\n3 2\n2 4\n4, 3\n",
        "cover: 2\n1\n2\n3\n4\n4 3\n2 4\n3 2\n1 3\n2 1\n",
        "c of DIMACS\ncover: 2\np edge 4 5\ne 2 1\ne 1 3\ne 2 3\ne 4 2\ne 4 3\n",
        "cover: 2\np col 4 10\n"
        + "".join(f"e {u} {v}\ne {v} {u}\n" for u, v in ((1, 2), (1, 3), (2, 3), (2, 4), (3, 4))),
    ],
)
def test_formats(text: str) -> None:
    assert SOURCE.read(text) == CoverProblem(DIAMOND, 2)


def test_graph6_is_that_of_networkx() -> None:
    for number, graph in enumerate(small_graphs(6)):
        plain = nx.empty_graph(len(graph.names))
        plain.add_edges_from(graph.edges)
        for header in (True, False):
            text = nx.to_graph6_bytes(plain, header=header).decode()
            assert SOURCE.read(text, options={"cover": 1}).graph == graph, number
    large = nx.path_graph(100)
    text = nx.to_graph6_bytes(large).decode()
    assert SOURCE.read(text, options={"cover": 1}).graph.edges == tuple(large.edges)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n3 3\ncover: 1", "f:2:1: edge 3–3 joins a vertex with itself"),
        ("1 2\n2 1\ncover: 1", "f:2:1: edge 2–1 is there since line 1"),
        ("1 2 7\ncover: 1", "f:1:5: an edge has two ends"),
        ("cover: x\n1 2", "f:1:8: `cover` must be a whole number from 0"),
        ("cover: 1\n1 2\ncover: 2", "f:3:1: `cover` is said twice"),
        ("cover: 3\n1 2", "f:1: a cover of 3 is asked for, but there are 2 vertices"),
        ("1 2", "f: it is not said how many vertices the cover may have"),
        ("cover: 1\n1\n2", "f: there is no edge"),
        ("cover: 1", "f: there is no edge"),
        ("p edge 3 1\ne 1 4", "f:2:5: `4` must be a whole number from 1 to 3"),
        ("p edge 3 2\ne 1 2", "f: 2 edges are announced, but there are 1"),
        ("p edge 3 1\ne 1", "f:2:1: an edge is written `e 1 2`"),
        ("e 1 2\np edge 3 1", "f:1:1: a line `p edge VERTICES EDGES` must come first"),
        ("p edge 3 1\np edge 3 1", "f:2:1: there is a second line `p`"),
        ("p edge 3 1\nx 1 2", "f:2:1: lines begin with `c`, `p` or `e`"),
        ("p edge 9999 1\ne 1 2", "f:1:8: `9999` must be a whole number from 1 to 5000"),
        ("C", "f:1:2: a graph of 4 vertices takes 1 more characters of graph6, not 0"),
        ("Cé", "f:1:2: `é` is no character of graph6"),
        ("~~~~~~~~~", "f:1:1: graph6 of a graph of up to 5000 vertices is needed"),
        (">>graph6<<C^\nC^", "f:2:1: graph6 has one graph a line"),
        ("cover:1 2", "f:1:1: `cover:1` is no name of a vertex"),
    ],
)
def test_faults_have_a_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        SOURCE.read(text, "f")
    assert str(caught.value).startswith(message)


def test_too_many_vertices() -> None:
    text = "\n".join(f"{i} {i + 1}" for i in range(6000))
    with pytest.raises(InputError, match="f:5000:6: there are more than 5000 vertices"):
        SOURCE.read(text, "f")


def test_the_option_wins() -> None:
    assert SOURCE.read("cover: 1\n1 2\n2 3", options={"cover": 2}).size == 2
    assert SOURCE.read("cover: 1\n1 2\n2 3", options={"cover": None}).size == 1
    with pytest.raises(InputError, match="f: a cover of 9 is asked for"):
        SOURCE.read("cover: 1\n1 2\n2 3", "f", {"cover": "9"})


def random_graph(rng: random.Random) -> Graph:
    """Any simple graph, with vertices in any order."""
    names = tuple(f"v{rng.randrange(10**6)}.{i}" for i in range(rng.randint(2, 9)))
    pairs = list(itertools.combinations(range(len(names)), 2))
    return Graph(names, tuple(sorted(rng.sample(pairs, rng.randint(1, len(pairs))))))


def test_what_is_written_is_read_back() -> None:
    rng = random.Random(0)
    for _ in range(300):
        problem = CoverProblem(random_graph(rng), rng.randint(0, 2))
        assert SOURCE.read(SOURCE.write(problem)) == problem


def test_witnesses() -> None:
    problem = CoverProblem(DIAMOND, 2)
    cover = SOURCE.solve(problem)
    assert cover == frozenset({1, 2})
    assert SOURCE.write_witness(problem, cover) == "2 3"
    assert SOURCE.read_witness(problem, "3, 2") == cover
    assert SOURCE.faults(problem, cover) == []
    assert SOURCE.faults(problem, frozenset({0, 1, 3})) == [
        "3 vertices are chosen; 2 may be",
    ]
    assert SOURCE.faults(problem, frozenset({0})) == [
        "edge 2–3 is not covered",
        "edge 2–4 is not covered",
        "edge 3–4 is not covered",
    ]
    assert SOURCE.solve(CoverProblem(DIAMOND, 1)) is None
    with pytest.raises(InputError, match="no vertex `5`"):
        SOURCE.read_witness(problem, "5")


def test_the_example_has_a_witness() -> None:
    assert SOURCE.solve(SOURCE.read(SOURCE.example)) is not None


def test_covers_are_smallest() -> None:
    rng = random.Random(0)
    for graph in [*small_graphs(6), *(random_graph(rng) for _ in range(100))]:
        cover = graphs.minimum_cover(graph)
        assert not graph.uncovered(cover)
        assert len(cover) == fewest_vertices(graph.edges)


def test_small_graphs_are_all_there() -> None:
    found = list(small_graphs(7))
    assert len(found) == 147
    assert [len(graph.names) for graph in found].count(4) == 7  # 2K2, P4, K1,3, C4, paw, …
    for graph in found:
        assert min(graph.degrees()) >= 1
        check(graph)


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ("a b\na c\na d\na e", "vertex a has 4 edges; at most 3"),
        (
            "1 4\n1 5\n1 6\n2 4\n2 5\n2 6\n3 4\n3 5\n3 6",
            "not planar: paths between the vertices 1, 4, 5, 6, 2, 3 form",
        ),
        (
            "x 1\n" + "\n".join(f"{u} {u % 10 + 1}" for u in range(2, 11)) + "\nx 2",
            "",
        ),
    ],
)
def test_what_cannot_be_laid_out(edges: str, message: str) -> None:
    graph = SOURCE.read(edges, options={"cover": 1}).graph
    if not message:
        check(graph)
        return
    with pytest.raises(InputError, match=message):
        check(graph)


def test_the_petersen_graph_is_named_by_its_kuratowski_subgraph() -> None:
    graph = Graph(tuple("abcdefghij"), tuple(sorted(nx.petersen_graph().edges)))
    with pytest.raises(InputError, match=r"the vertices (\w, ){5}\w form a K3,3"):
        check(graph)


def test_networkx_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "networkx", None)
    with pytest.raises(MissingPart, match="need NetworkX"):
        check(DIAMOND)


# Random graphs


def check_random(vertices: int, seed: int) -> Any:
    problem = SOURCE.random(str(vertices), Random(seed))
    graph = problem.graph
    assert problem == SOURCE.random(str(vertices), Random(seed))
    assert len(graph.names) == vertices
    check(graph)
    assert SOURCE.solve(problem) is not None
    assert SOURCE.solve(CoverProblem(graph, problem.size - 1)) is None
    plain = nx.Graph(graph.edges)
    plain.add_nodes_from(range(vertices))
    assert plain.number_of_edges() == len(graph.edges) >= 1
    return plain


def test_random_graphs_are_of_many_kinds() -> None:
    seen = set()
    for seed in range(60):
        vertices = (2, 3, 5, 8, 13, 20)[seed % 6]
        plain = check_random(vertices, seed)
        seen |= {
            kind
            for kind, holds in (
                ("tree", nx.is_tree(plain)),
                ("cubic", {degree for _, degree in plain.degree} == {3}),
                ("parts", not nx.is_connected(plain)),
                ("isolated", 0 in dict(plain.degree).values()),
            )
            if holds
        }
    assert seen == {"tree", "cubic", "parts", "isolated"}


@pytest.mark.soak
def test_many_random_graphs() -> None:
    for seed in range(100 * ROUNDS):
        check_random(2 + seed % 60, seed)


def test_random_graphs_with_edges() -> None:
    for vertices in range(2, 12):
        most = graph_random.most_edges(vertices)
        for edges in range(1, most + 1):
            graph = SOURCE.random(f"{vertices},{edges}", Random(1), {"cover": 2}).graph
            assert len(graph.edges) == edges
            check(graph)
    assert SOURCE.random("5, 4", Random(1), {"cover": 2}).size == 2


@pytest.mark.parametrize("parameters", ["1", "x", "4,7", "4,0", "3,2,1", "", "100000"])
def test_no_such_random_graph(parameters: str) -> None:
    what = (
        "edges of a random graph of 4 vertices" if "4," in parameters else "size of a random graph"
    )
    with pytest.raises(InputError, match=f"the {what} must be"):
        SOURCE.random(parameters, Random(0))


def test_names_are_tokens() -> None:
    assert graph_text.tokens(" a, b\tc\n") == ["a", "b", "c"]


def test_counts_above_edges_of_names_are_counts() -> None:
    graph = SOURCE.read("4 3\na b\nb c\nc d\ncover: 2\n").graph
    assert graph == Graph(("a", "b", "c", "d"), ((0, 1), (1, 2), (2, 3)))


@pytest.mark.parametrize(
    "text",
    [
        *("4 3\n2\n1 3\n2 4\n1\n", "4 3\n2\n1 3\n2 4\n", "4 3\n2\n1 3\n2 9\n3\n"),
        *("5 3\na b\nb c\nc d\n", "4 4\na b\nb c\nc d\n"),
    ],
)
def test_counts_that_are_wrong_are_no_edge(text: str) -> None:
    with pytest.raises(InputError, match="may be an edge, or count"):
        SOURCE.read(f"{text}cover: 1\n")
