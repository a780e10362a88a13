"""Vertex cover to Box-cover: boards for squares of several sides, audits, maps of solutions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import audit, lift, load_encoding, lower, overlay, save_encoding
from gridproof.reductions.reduce import reduce as encode
from gridproof.reductions.sources.graph import CoverProblem, Graph, minimum_cover
from gridproof.reductions.vc_to_boxcover.layout import lay_out
from gridproof.registry import find_game
from gridproof.solving.linear_program import LinearProgram, run
from gridproof.solving.solve import solve
from tests.oracles.boxcover import fewest_squares
from tests.reductions.graphs import (
    COMPLETE,
    EDGE,
    PATH,
    TRIANGLE,
    atlas,
    fewest,
    problem,
    random_graphs,
)
from tests.soak import ROUNDS

_ID = "vc-to-boxcover"
_SIDES = (1, 2, 3, 4)


def _level(encoding: Encoding) -> BoxcoverLevel:
    assert isinstance(encoding.level, BoxcoverLevel)
    return encoding.level


def _fewest(level: BoxcoverLevel) -> int:
    """The fewest squares with a left and a lower edge that touch points, by HiGHS alone."""
    sets = {
        tuple(level.between(x, x + level.side, bottom, bottom + level.side))
        for x, y in level.points
        for bottom in {p.y for p in level.points if abs(p.x - x) <= level.side}
        if abs(bottom - y) <= level.side
    }
    program = LinearProgram()
    holders: list[list[int]] = [[] for _ in level.points]
    for inside in sets:
        column = program.column(1.0, 1.0, integer=True)
        for point in inside:
            holders[point].append(column)
    for columns in holders:
        program.row(columns, [1.0] * len(columns), lower=1.0)
    values = run(program.highs(), Ticker()).values
    assert values is not None
    return sum(value > 0.5 for value in values)


def _check(graph: Graph, side: int, rng: random.Random) -> None:
    """The board is what it should be, by two ways to find the truth."""
    encoding = encode(_ID, problem(graph), {"side": side})
    level = _level(encoding)
    assert audit(encoding).passed, audit(encoding).faults
    assert level.side == side
    found = solve(level)
    assert (found.status.name, found.cost) == ("OPTIMAL", encoding.k)
    assert _fewest(level) == encoding.k
    moves = lift(encoding, minimum_cover(graph))
    assert len(moves) == encoding.k
    assert found.moves is not None
    for squares in (moves, found.moves):
        assert len(lower(encoding, squares)) <= fewest(graph)
    # One square more leaves room for waste, and for a cover of one vertex more.
    larger = encode(_ID, problem(graph, 1), {"side": side})
    assert audit(larger).passed
    assert larger.k == encoding.k + 1
    stray = Pos(rng.randrange(level.width), rng.randrange(level.height))
    squares = [*_moved(level, found.moves, rng), str(stray)]
    assert len(lower(larger, rng.sample(squares, len(squares)))) <= fewest(graph) + 1


def _moved(level: BoxcoverLevel, moves: Sequence[str], rng: random.Random) -> list[str]:
    """The squares, each moved as far as what it covers allows, in some direction."""
    squares = []
    for move in moves:
        x, y = Pos.parse(move)
        inside = [level.points[i] for i in level.between(x, x + level.side, y, y + level.side)]
        if inside:
            x = rng.choice((min(p.x for p in inside), max(p.x for p in inside) - level.side))
            y = rng.choice((min(p.y for p in inside), max(p.y for p in inside) - level.side))
        squares.append(f"{x},{y}")
    return squares


def test_small_graphs() -> None:
    rng = random.Random("small")
    for number, graph in enumerate(atlas()):
        if number % 3 == 0:
            _check(graph, _SIDES[number // 3 % 4], rng)


def test_random_graphs() -> None:
    rng = random.Random("random")
    for side, graph in zip((*_SIDES, 7), random_graphs(5, 20, "boxes"), strict=True):
        _check(graph, side, rng)


@pytest.mark.soak
@pytest.mark.parametrize("side", _SIDES)
def test_all_small_graphs(side: int) -> None:
    rng = random.Random(side)
    for graph in atlas():
        _check(graph, side, rng)


@pytest.mark.soak
@pytest.mark.parametrize("side", [*_SIDES, 5, 8])
def test_many_random_graphs(side: int) -> None:
    rng = random.Random(side)
    for graph in random_graphs(2 * ROUNDS, 20, f"boxes {side}"):
        _check(graph, side, rng)


def test_all_groupings_of_one_edge() -> None:
    for side in (1, 2, 5):
        for graph, drawing in (EDGE, PATH)[: 1 if side == 1 else 2]:
            encoding = _drawn(graph, drawing, fewest(graph), side)
            board = json.loads(find_game("boxcover").write(encoding.level, "json"))
            if len(board["points"]) <= 11:
                assert fewest_squares(board) == encoding.k


def test_any_side_has_a_board() -> None:
    for side in (1, 2, 3, 5, 10, 11, 100, 10**6):
        for graph in (COMPLETE, *random_graphs(3, 12, "sides")):
            encoding = encode(_ID, problem(graph), {"side": side})
            assert audit(encoding).passed
            assert load_encoding(save_encoding(encoding)) == encoding
    with pytest.raises(InputError, match="need points beyond 1000000000"):
        encode(_ID, problem(COMPLETE), {"side": 10**8})


def test_any_size_of_cover() -> None:
    graph = Graph(("1", "2", "3", "4"), ((0, 1), (1, 2)))
    for size in range(8):
        encoding = encode(_ID, CoverProblem(graph, size))
        assert audit(encoding).passed
        cost = solve(encoding.level).cost
        assert isinstance(cost, int)
        assert (cost <= encoding.k) == (size >= 1)
    encoding = encode(_ID, CoverProblem(graph, 2))
    assert lower(encoding, lift(encoding, frozenset({1, 3}))) == {1}


def test_solutions_that_do_not_do() -> None:
    encoding = encode(_ID, problem(COMPLETE))
    moves = lift(encoding, frozenset({0, 1, 2}))
    with pytest.raises(InputError, match="the board is not solved"):
        lower(encoding, moves[:-1])
    with pytest.raises(InputError, match=f"{encoding.k} are asked for"):
        lower(encoding, [*moves, "0,0"])
    with pytest.raises(InputError, match="edge 3–4 is not covered"):
        lift(encoding, frozenset({0, 1}))


# What pictures and pages show.


@pytest.mark.parametrize("side", _SIDES)
def test_switchboard_asks_for_the_lifted_squares(side: int) -> None:
    for graph in (COMPLETE, EDGE[0], *random_graphs(3, 6, "switches")):
        for more in (0, 1):
            encoding = encode(_ID, problem(graph, more), {"side": side})
            raster = Raster(_level(encoding))
            board = find_reduction(_ID).switchboard(encoding)
            cover = minimum_cover(graph)
            asked = list(board.always)
            for vertex, choice in enumerate(board.choices):
                asked += choice.values[vertex in cover].cells
            for demand in board.demands:
                asked += next(way for way in demand.ways if way.choice in cover).cells
                assert len(demand.unmet) == len(demand.ways[0].cells) + 1
            squares = [raster.cell(Pos.parse(move)) for move in lift(encoding, cover)]
            assert sorted(asked) == sorted(squares)
            assert len(asked) <= board.budget == encoding.k


@pytest.mark.parametrize("side", [1, 2, 50])
def test_parts_say_what_everything_is(side: int) -> None:
    encoding = encode(_ID, problem(COMPLETE), {"side": side})
    game, level = find_game("boxcover"), _level(encoding)
    raster = Raster(level)
    scene = overlay(encoding, game.scene(level, game.initial(level)))
    assert {raster.cell(point) for point in level.points} == {
        cell for stroke in scene.strokes for cell in stroke.cells
    }
    assert len(scene.strokes) == 6
    assert [mark.sign for mark in scene.marks] == ["1", "2", "3", "4"]
    for mark in scene.marks:
        assert Pos(mark.x, mark.y).within(raster.width, raster.height)
        assert Pos(mark.x + mark.width, mark.y + mark.height).within(
            raster.width + 1, raster.height + 1
        )


# The audit.


def _drawn(graph: Graph, drawing: Any, size: int, side: int) -> Encoding:
    level, plan = lay_out(CoverProblem(graph, size), drawing, side)
    k = size + sum(plan.halves)
    return Encoding(_ID, CoverProblem(graph, size), {"side": side}, level, k, plan.record())


def _rebuilt(encoding: Encoding, paths: Sequence[Sequence[Sequence[int]]]) -> Encoding:
    """An encoding with other points, in map and board alike."""
    points = tuple(Pos(x, y) for path in paths for x, y in path)
    level = replace(_level(encoding), points=points)
    k = encoding.instance.size + sum(len(path) // 2 for path in paths)
    return replace(encoding, level=level, map={**encoding.map, "paths": paths}, k=k)


def _copy(encoding: Encoding) -> list[list[list[int]]]:
    paths: list[list[list[int]]] = json.loads(json.dumps(encoding.map["paths"]))
    return paths


def _faults(encoding: Encoding, name: str) -> list[str]:
    """Return the faults that the audit finds in one condition."""
    found = {condition.id: condition.faults for condition in audit(encoding).conditions}
    assert found[name]
    return [f"{fault.message} @ {fault.cell}" for fault in found[name]]


#: The graph of PATH with its edges at another vertex.
_OTHER_PATH = Graph(("1", "2", "3"), ((0, 2), (1, 2)))


def test_drawings_by_hand() -> None:
    for graph, drawing in (EDGE, PATH, TRIANGLE):
        for side in (*_SIDES, 9):
            encoding = _drawn(graph, drawing, fewest(graph), side)
            assert audit(encoding).passed, audit(encoding).faults
            assert solve(encoding.level).cost == encoding.k


def test_an_edge_that_does_not_leave_diagonally_is_refused() -> None:
    """With side 1 a straight one would share a square with the third edge of its vertex."""
    star = Graph(("1", "2", "3", "4"), ((0, 1), (0, 2), (0, 3)))
    encoding = encode(_ID, problem(star), {"side": 1})
    paths = _copy(encoding)
    (bent,) = (path for path in paths if path[1][0] != path[0][0] and path[1][1] != path[0][1])
    first, bend, then = bent[:3]
    bend[:] = [(first[0] + then[0]) // 2, (first[1] + then[1]) // 2]
    wrong = _rebuilt(encoding, paths)
    faults = _faults(wrong, "L")
    assert all("are linked, but share no end" in fault for fault in faults)
    assert any(f"point {bend[0]},{bend[1]}" in fault for fault in faults)


def test_a_corner_that_is_kept_is_refused() -> None:
    """With side 1 three points would fit one square there, as if the path were shorter."""
    encoding = _drawn(*TRIANGLE, 2, 1)
    paths = _copy(encoding)
    kept = 0
    for path in paths:
        for i, (a, b) in enumerate(pairwise(path)):
            long = all(abs(c - d) == 1 for c, d in zip(a, b, strict=True))
            if long and not kept and 3 < i < len(path) - 3 and path[i - 1][0] == a[0]:
                path.insert(i + 1, [a[0], b[1]])
                path.pop()  # so that the number stays odd
                kept += 1
    assert kept == 1
    assert any("are linked" in fault for fault in _faults(_rebuilt(encoding, paths), "L"))


def test_five_points_in_two_units_are_refused() -> None:
    """An even number of points is no path of the lemma."""
    encoding = _drawn(*EDGE, 1, 2)
    paths = _copy(encoding)
    del paths[0][-1]
    with pytest.raises(InputError, match="must have 3, 5, 7 or so on points, not 10"):
        audit(_rebuilt(encoding, paths))


@pytest.mark.parametrize("side", [2, 3, 4])
def test_a_sixth_point_needs_room(side: int) -> None:
    """Six points in equal steps, T less a bit, would be linked two by two and over one."""
    encoding = _drawn(*EDGE, 0, side)
    assert audit(encoding).passed
    paths = _copy(encoding)
    paths[0][8][0] -= 1  # the two in the middle of the six now are 1 apart
    wrong = _rebuilt(encoding, paths)
    x = paths[0][8][0]
    assert any(f"point {x}," in fault for fault in _faults(wrong, "L"))


@pytest.mark.parametrize(
    ("change", "name", "said"),
    [
        (
            lambda e: _level_with(e, points=e.level.points[1:]),
            "points",
            "point 0,9: point 1 of edge 1–2 is not on the board @ None",
        ),
        (
            lambda e: _level_with(e, points=(*e.level.points, Pos(3, 3))),
            "points",
            "point 3,3: the map does not name it @ 3,6",
        ),
        (
            lambda e: _level_with(e, side=3),
            "side",
            "squares have side 3, where the option says 2 @ None",
        ),
        (lambda e: _level_with(e, side=3), "L", None),
        (lambda e: _level_with(e, side=1), "H", None),
        (lambda e: replace(e, k=6), "k", "k is 6, where it must be 1 + 4 @ None"),
        (
            lambda e: replace(e, instance=replace(e.instance, size=2)),
            "k",
            "k is 5, where it must be 2 + 4 @ None",
        ),
        (
            lambda e: replace(e, instance=replace(e.instance, graph=_OTHER_PATH)),
            "L",
            None,
        ),
        (
            lambda e: _rebuilt(e, [_copy(e)[0], [*_copy(e)[1][:-1], _copy(e)[0][0]]]),
            "points",
            "point 0,9: point 5 of edge 2–3 is where point 1 of edge 1–2 is @ 0,0",
        ),
        (
            lambda e: _rebuilt(e, [_copy(e)[0], [[9 * i, 0] for i in range(5)]]),
            "L",
            None,
        ),
        (
            lambda e: replace(e, map=e.map | {"drawing": {"at": [None] * 3, "routes": [[], []]}}),
            "drawing",
            None,
        ),
    ],
)
def test_refused_with_the_place(
    change: Callable[[Encoding], Encoding], name: str, said: str | None
) -> None:
    encoding = _drawn(*PATH, 1, 2)
    assert audit(encoding).passed
    faults = _faults(change(encoding), name)
    assert said is None or said in faults, faults


def _level_with(encoding: Encoding, **changes: Any) -> Encoding:
    return replace(encoding, level=replace(encoding.level, **changes))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"paths": []}, "a path for each edge"),
        ({"paths": [[[0, 0]], [[1, 1]]]}, "must have 3, 5, 7 or so on points, not 1"),
        ({"paths": [[[0, 0, 1]] * 3, [[1, 1]] * 3]}, r"`paths\[0\]\[0\]` must be a pair"),
        ({"paths": None}, "`paths` is missing"),
        ({"drawing": {"at": [1], "routes": []}}, "a point or null for each vertex"),
    ],
)
def test_maps_that_are_none(changes: dict[str, Any], said: str) -> None:
    encoding = _drawn(*PATH, 1, 2)
    with pytest.raises(InputError, match=said):
        audit(replace(encoding, map={**encoding.map, **changes}))


def test_boards_of_other_games() -> None:
    encoding = _drawn(*PATH, 1, 2)
    other = encode("vc-to-merge", CoverProblem(PATH[0], 1)).level
    with pytest.raises(InputError, match="must be one of boxcover, not of merge"):
        audit(replace(encoding, level=other))


def mutated(encoding: Encoding, rng: random.Random) -> Encoding:
    """A point on the board, in the map or in both, or the question changed."""
    level, graph = _level(encoding), encoding.instance.graph
    points, paths = list(level.points), _copy(encoding)
    number = rng.randrange(len(points))
    path = rng.choice(paths)

    def shifted(point: Sequence[int]) -> Pos:
        far = rng.choice((1, 1, 1, 2, level.side))
        dx, dy = rng.choice(((far, 0), (-far, 0), (0, far), (0, -far), (far, far)))
        return Pos(point[0] + dx, point[1] + dy)

    match rng.randrange(11):
        case 0:
            points.pop(number)
        case 1:
            points.append(shifted(points[number]))
        case 2:
            points[number] = shifted(points[number])
        case 3:
            return replace(encoding, k=encoding.k + rng.choice((-1, 1)))
        case 4:
            size = rng.randrange(len(graph.names) + 2)
            return replace(encoding, instance=CoverProblem(graph, size))
        case 5:
            edges = set(graph.edges)
            edges.remove(rng.choice(graph.edges))
            u, v = sorted(rng.sample(range(len(graph.names)), 2))
            other = Graph(graph.names, tuple(sorted(edges | {(u, v)})))
            return replace(encoding, instance=CoverProblem(other, encoding.instance.size))
        case 6:
            side = max(1, level.side + rng.choice((-1, 1)))
            options = {"side": rng.choice((side, level.side))}
            return replace(_level_with(encoding, side=side), options=options)
        case 7 | 8:
            place = rng.randrange(len(path))
            path[place] = list(shifted(path[place]))
            return _rebuilt(encoding, paths)
        case 9:
            if len(path) < 5:
                return encoding
            place = rng.randrange(len(path) - 1)
            del path[place : place + 2]
            return _rebuilt(encoding, paths)
        case 10:
            rng.shuffle(rng.choice((path, paths)))
            return _rebuilt(encoding, paths)
    return _level_with(encoding, points=tuple(points))


def check_truth(encoding: Encoding) -> None:
    """Check that the statements of an audit are true."""
    yes = fewest(encoding.instance.graph) <= encoding.instance.size
    assert (_fewest(_level(encoding)) <= encoding.k) == yes


def some_board(rng: random.Random) -> Encoding:
    """A board of a small graph."""
    graph = rng.choice([graph for graph in atlas() if len(graph.names) <= 4])
    size = rng.randrange(len(graph.names) + 1)
    return encode(_ID, CoverProblem(graph, size), {"side": rng.choice((1, 2, 3, 5))})


@pytest.mark.parametrize("side", [1, 2, 9])
def test_large_graphs(side: int) -> None:
    found = find_reduction(_ID).source.random("200", Random(1))
    encoding = encode(_ID, found, {"side": side})
    certificate = audit(encoding)
    assert certificate.passed
    assert certificate.conditions[1].checked == len(_level(encoding).points)
    assert len(lower(encoding, lift(encoding, minimum_cover(found.graph)))) <= found.size


def test_crowds_are_refused_at_once() -> None:
    """A map may say that thousands of points lie on one spot."""
    encoding = _drawn(*PATH, 1, 2)
    paths = [[[i % 3, i % 2] for i in range(20_001)], _copy(encoding)[1]]
    assert "lie within 2" in _faults(_rebuilt(encoding, paths), "L")[0]
