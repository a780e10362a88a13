"""Vertex cover as Bomb-r-cover: boards against covers by brute force, and audits of broken ones."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel, bits
from gridproof.grid import Pos
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.drawing.orthogonal import Drawing
from gridproof.reductions.reduce import audit, lift, load_encoding, lower, reduce, save_encoding
from gridproof.reductions.sources.graph import SOURCE, Cover, CoverProblem, Graph, minimum_cover
from gridproof.reductions.vc_to_bombcover import layout
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.reductions.graphs import COMPLETE, atlas, fewest
from tests.reductions.relaxation import least_explosions, static_explosions
from tests.samples import random_levels
from tests.soak import ROUNDS

RADII = (1, 2, 3)
NAME = "vc-to-bombcover"


def smallest_cover(graph: Graph) -> Cover:
    """By integer programming; its size by branching."""
    cover = minimum_cover(graph)
    assert len(cover) == fewest(graph)
    return cover


def encoded(
    graph: Graph, radius: int, size: int | None = None, *, pierce: bool = False
) -> Encoding:
    size = len(smallest_cover(graph)) if size is None else size
    return reduce(NAME, CoverProblem(graph, size), {"radius": radius, "pierce": pierce})


def graphs(count: int, largest: int = 20) -> Iterator[Graph]:
    """Random graphs, of all kinds and sizes."""
    for seed in range(count):
        yield SOURCE.random(str(2 + seed * 7 % (largest - 1)), Random(seed), {"cover": 1}).graph


def some(found: Sequence[Graph], share: int) -> list[tuple[Graph, int]]:
    """Each so many-th graph, with the radii in turn."""
    return [(graph, RADII[i % 3]) for i, graph in enumerate(found[::share])]


def check_board(graph: Graph, radius: int, rng: random.Random) -> None:
    """The fewest explosions are τ + L, whatever the order; covers go to boards and back."""
    cover = smallest_cover(graph)
    encoding = encoded(graph, radius, pierce=rng.random() < 0.3)
    certificate = audit(encoding)
    assert certificate.passed, certificate.faults
    assert all(condition.checked for condition in certificate.conditions)
    assert whole_floor(encoding.board(BombcoverLevel))
    moves = lift(encoding, cover)
    # A lower bound and a solution that meet: this is the board's optimum.
    assert len(moves) == encoding.k == least_explosions(encoding.board(BombcoverLevel))
    for _ in range(2):
        shuffled = rng.sample(moves, len(moves))
        found = lower(encoding, shuffled)
        assert len(found) == len(cover)
        assert not graph.uncovered(found)
    found, used, extra = sloppy_cover(encoding, rng)
    assert not graph.uncovered(found)
    assert len(found) <= used - extra


def whole_floor(level: BombcoverLevel) -> bool:
    """Return True if all empty cells hang together, as the theorem says of these boards."""
    floor = level.open_cells & ~level.crates
    return rules.directly_reachable(level, rules.initial(level), 0) == floor


def sloppy_cover(encoding: Encoding, rng: random.Random) -> tuple[Cover, int, int]:
    """Return the cover from a play that clears the board with random bombs; their number; and L."""
    level = encoding.board(BombcoverLevel)
    state, moves = rules.initial(level), []
    while state.crates:
        # A cell near some crate, empty at the start or freed; it may be that nothing is in reach.
        crate = level.cell(rng.choice(bits(state.crates)))
        direction = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        far = rng.randint(1, level.radius or 1)
        cell = Pos(crate.x + direction[0] * far, crate.y + direction[1] * far)
        if level.at(cell) == "#" or state.crates >> level.bit(cell) & 1:
            continue
        destroyed = rules.hits(level, state.crates, level.bit(cell))
        if destroyed.bit_count() == 1 and rng.random() < 0.7:
            continue
        moves.append(str(cell))
        state = rules.State(state.crates & ~destroyed, state.players)
    game = find_reduction(NAME).game
    assert verify(game, level, moves).valid
    extra = encoding.k - encoding.instance.size
    return find_reduction(NAME).lower(encoding, moves), len(moves), extra


@pytest.mark.parametrize(("graph", "radius"), some(atlas(), 6))
def test_small_graphs(graph: Graph, radius: int) -> None:
    check_board(graph, radius, random.Random(f"{graph} {radius}"))


@pytest.mark.parametrize(("graph", "radius"), some(list(graphs(100)), 20))
def test_random_graphs(graph: Graph, radius: int) -> None:
    check_board(graph, radius, random.Random(f"{graph} {radius}"))


@pytest.mark.soak
@pytest.mark.parametrize("radius", [*RADII, 4, 7])
@pytest.mark.parametrize("part", range(7))
def test_all_small_and_many_random_graphs(radius: int, part: int) -> None:
    rng = random.Random(f"{radius} {part}")
    for graph in [*atlas(), *graphs(5 * ROUNDS)][part::7]:
        check_board(graph, radius, rng)


@pytest.mark.parametrize("radius", [1, 2, 3, 4])
@pytest.mark.parametrize("edges", ["1 2", "1 2\n2 3", "1 2\n2 3\n1 3", "1 2\n1 3\n1 4"])
def test_the_games_exact_solver_agrees(edges: str, radius: int) -> None:
    for size in (0, 1):
        problem = SOURCE.read(f"cover: {size}\n{edges}")
        encoding = reduce(NAME, problem, {"radius": radius})
        result = solve(encoding.level)
        assert result.cost == encoding.k - size + len(smallest_cover(problem.graph))
        assert result.solution is not None
        if SOURCE.solve(problem) is None:
            with pytest.raises(InputError, match="nothing follows"):
                lower(encoding, result.solution)
        else:
            assert not SOURCE.faults(problem, lower(encoding, result.solution))


def exhaustive(level: BombcoverLevel) -> int:
    """The fewest explosions, from all sets of crates that any bombs in any order leave."""
    walls = {(i % level.width, i // level.width) for i, c in enumerate(level.cells) if c == "#"}
    crates = [(i % level.width, i // level.width) for i, c in enumerate(level.cells) if c == "x"]
    layer, seen = {frozenset(crates)}, {frozenset(crates)}
    for explosions in itertools.count():
        following = set()
        for left in layer:
            floor = [(level.players[0].x, level.players[0].y)]
            cleared, walked = True, set(floor)
            for x, y in floor:  # grows
                blast = set()
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    near = (x + dx, y + dy)
                    cleared &= near not in left
                    if near not in walls and near not in left and near not in walked:
                        walked.add(near)
                        floor.append(near)
                    for far in range(1, (level.radius or 1) + 1):
                        cell = (x + dx * far, y + dy * far)
                        if cell in left:
                            blast.add(cell)
                        if cell in left or cell in walls:
                            break
                following.add(left - blast)
            if cleared:
                return explosions
        layer = following - seen
        seen |= layer
    raise AssertionError


@pytest.mark.parametrize(
    ("edges", "radius"),
    [("1 2", 1), ("1 2", 2), ("1 2", 5), ("1 2\n2 3", 2), ("1 2\n2 3", 3), ("1 2\n3 4", 2)],
)
def test_exhaustive_play_agrees(edges: str, radius: int) -> None:
    check_by_play(edges, radius)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("edges", "radius"),
    [
        ("1 2\n2 3", 1),  # boards of 9 to 14 crates
        *(("1 2\n1 3\n1 4", radius) for radius in (2, 3, 4)),
        *(("1 2\n2 3\n3 4", radius) for radius in (2, 3, 4)),
        ("1 2\n1 3\n1 4\n4 5", 2),
        ("1 2\n2 3\n3 4\n4 5", 2),
    ],
)
def test_exhaustive_play_of_larger_boards(edges: str, radius: int) -> None:
    check_by_play(edges, radius)


def check_by_play(edges: str, radius: int) -> None:
    problem = SOURCE.read(f"cover: 1\n{edges}")
    encoding = reduce(NAME, problem, {"radius": radius})
    cover = smallest_cover(problem.graph)
    assert exhaustive(encoding.board(BombcoverLevel)) == encoding.k - problem.size + len(cover)


# Boards that the audit must refuse.

#: A drawing of the complete graph with 17 units. With 8 cells a unit and 2 more an edge, L is 34.
COMPLETE_DRAWING = Drawing(
    (Pos(1, 0), Pos(2, 1), Pos(1, 2), Pos(1, 3)),
    (
        (Pos(1, 0), Pos(2, 0), Pos(2, 1)),
        (Pos(1, 0), Pos(1, 2)),
        (Pos(1, 0), Pos(0, 0), Pos(0, 3), Pos(1, 3)),
        (Pos(2, 1), Pos(2, 2), Pos(1, 2)),
        (Pos(2, 1), Pos(3, 1), Pos(3, 3), Pos(1, 3)),
        (Pos(1, 2), Pos(1, 3)),
    ),
)


def laid_out(
    graph: Graph, drawing: Drawing, radius: int, size: int, patch: pytest.MonkeyPatch
) -> Encoding:
    """The encoding of a drawing that nobody has checked."""
    patch.setattr(layout, "check_drawing", lambda graph, drawing: [])
    problem = CoverProblem(graph, size)
    level, table = layout.board(problem, drawing, radius)
    k = size + sum(len(edge["crates"]) // 2 for edge in table["edges"])
    return Encoding(NAME, problem, {"radius": radius, "pierce": False}, level, k, table)


def unit(*path: tuple[int, int]) -> Any:
    """A unit with crates and bomb cells alternating on a path of cells."""
    return layout._Unit(path[::2], path[1::2])


#: Eight cells of a straight line, and the same with a bump that begins after two or after three.
STRAIGHT = unit(*((i, 0) for i in range(1, 8)))
AFTER_TWO = unit((1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (4, 0), (5, 0), (6, 0), (7, 0))
AFTER_THREE = unit((1, 0), (2, 0), (3, 0), (3, 1), (4, 1), (5, 1), (5, 0), (6, 0), (7, 0))


@pytest.mark.parametrize(("bump", "fewest"), [(AFTER_TWO, 36), (AFTER_THREE, 32)])
def test_the_layout_for_merging_is_wrong_for_bombs(
    bump: Any, fewest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The MERGE-GAME thesis refines by 8 and lengthens by 2, where heroes stand where they stand.

    Bombs can be set anywhere, so beside the bump too, where one destroys three crates.
    """
    monkeypatch.setattr(layout, "_pitch", lambda radius: 8)
    monkeypatch.setattr(layout, "_units", lambda radius: (STRAIGHT, bump))
    encoding = laid_out(COMPLETE, COMPLETE_DRAWING, 1, 2, monkeypatch)
    assert encoding.k == 36  # a cover of the complete graph takes 3 vertices, and so 37 explosions
    assert SOURCE.solve(encoding.instance) is None
    level = encoding.board(BombcoverLevel)
    bombs = [str(Pos(*cell)) for cell in static_explosions(level)]
    verdict = verify("bombcover", level, bombs)
    assert verdict.valid
    assert verdict.cost == fewest == least_explosions(level)
    with pytest.raises(InputError, match="no witness follows"):
        lower(encoding, bombs)
    assert refused(encoding) == {"L"}


def refused(encoding: Encoding) -> set[str]:
    """The conditions that an audit finds broken; each fault of the board's cells has a place."""
    certificate = audit(encoding)
    broken = {condition.id for condition in certificate.conditions if condition.faults}
    for condition in certificate.conditions:
        if condition.id in {"L", "H", "C"}:
            assert all(fault.cell is not None for fault in condition.faults)
    assert certificate.passed == (not broken)
    return broken


def test_a_bump_beside_an_arm_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = unit(*((i, 0) for i in range(1, 10)))
    straight = [(i, 0) for i in range(1, 7)]
    bump = unit(*straight, (6, 1), (7, 1), (8, 1), (8, 0), (9, 0))
    monkeypatch.setattr(layout, "_units", lambda radius: (plain, bump))
    encoding = laid_out(COMPLETE, COMPLETE_DRAWING, 1, 3, monkeypatch)
    assert refused(encoding) == {"L"}
    # The bump of edge 1–3 ends two cells above vertex 3, from which edge 2–3 goes to the right.
    x, y = encoding.map["vertices"][2]
    faults = [fault for condition in audit(encoding).conditions for fault in condition.faults]
    assert {fault.cell for fault in faults} & {Pos(x + 1, y - 2), Pos(x + 1, y)}
    assert least_explosions(encoding.board(BombcoverLevel)) < encoding.k


@pytest.mark.parametrize(("radius", "broken"), [(2, {"D", "C"}), (3, {"D"})])
def test_a_vertex_of_degree_four_is_refused(
    radius: int, broken: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    star = Graph(("hub", "1", "2", "3", "4"), tuple((0, i) for i in range(1, 5)))
    tips = (Pos(1, 0), Pos(0, 1), Pos(2, 1), Pos(1, 2))
    drawing = Drawing((Pos(1, 1), *tips), tuple((Pos(1, 1), tip) for tip in tips))
    encoding = laid_out(star, drawing, radius, 1, monkeypatch)
    assert refused(encoding) == broken
    hub = Pos(*encoding.map["vertices"][0])
    for condition in audit(encoding).conditions:
        assert not condition.faults or condition.faults[0].cell == hub
    with pytest.raises(InputError, match="vertex hub has 4 edges"):
        encoded(star, radius)


def test_another_radius_is_refused() -> None:
    encoding = encoded(COMPLETE, 2)
    level = encoding.board(BombcoverLevel)
    for radius, broken in ((1, {"B", "L", "H"}), (3, {"B", "L"}), (None, {"B", "L"})):
        assert refused(replace(encoding, level=replace(level, radius=radius))) == broken
    wide = replace(
        encoding, level=replace(level, radius=3), options={**encoding.options, "radius": 3}
    )
    assert refused(wide) == {"L"}


def test_other_rules_are_refused() -> None:
    encoding = encoded(COMPLETE, 2)
    for change in ({"pierce": True}, {"throw": True}, {"players": (Pos(1, 1), Pos(2, 1))}):
        assert refused(replace(encoding, level=replace(encoding.level, **change))) == {"B"}
    assert refused(replace(encoding, k=encoding.k + 1)) == {"k"}
    assert refused(replace(encoding, level=encoding.level.with_info(k="1"))) == {"k"}
    assert refused(replace(encoding, instance=CoverProblem(COMPLETE, 2))) == {"k"}


def with_cell(encoding: Encoding, cell: Pos, kind: str) -> Encoding:
    level = encoding.board(BombcoverLevel)
    at = cell.y * level.width + cell.x
    cells = level.cells[:at] + kind + level.cells[at + 1 :]
    return replace(encoding, level=replace(level, cells=cells))


def test_inner_walls_are_judged_by_what_they_do() -> None:
    encoding = encoded(COMPLETE, 3)
    wires = encoding.map["edges"]
    level = encoding.board(BombcoverLevel)
    for crate, bomb in zip(wires[0]["crates"], wires[0]["bombs"], strict=False):
        middle = Pos((crate[0] + bomb[0]) // 2, (crate[1] + bomb[1]) // 2)
        if level.at(middle) == "." and [*middle] != bomb:
            assert refused(with_cell(encoding, middle, "#")) == {"H"}
    assert "H" in refused(with_cell(encoding, Pos(*wires[0]["bombs"][0]), "#"))
    assert {"B", "H"} <= refused(with_cell(encoding, Pos(*wires[0]["crates"][0]), "#"))
    # The player in a corner of his own.
    walled = with_cell(with_cell(encoding, Pos(1, 2), "#"), Pos(2, 1), "#")
    assert refused(walled) == {"C"}
    harmless = with_cell(encoding, Pos(level.width - 2, 1), "#")
    assert refused(harmless) == set()
    assert len(lift(harmless, smallest_cover(COMPLETE))) == harmless.k


# Boards and maps with something changed: refused, or as right as before.

SMALL = [graph for graph in atlas() if len(graph.names) <= 5]


def mutated(encoding: Encoding, rng: random.Random) -> Encoding:
    """An encoding with one thing changed: mostly a cell of the board."""
    level = encoding.board(BombcoverLevel)
    cell = Pos(rng.randrange(level.width), rng.randrange(level.height))
    crate = level.cell(rng.choice(bits(level.crates)))
    kind = rng.choice(("cell", "cell", "cell", "near", "shift", "player", "level", "map", "k"))
    if kind in ("cell", "near"):
        if kind == "near":  # a crate or something beside one
            cell = Pos(crate.x + rng.randint(-2, 2), crate.y + rng.randint(-2, 2))
            cell = cell if cell.within(level.width, level.height) else crate
        if cell in level.players:
            return encoding
        return with_cell(encoding, cell, rng.choice("#.x"))
    if kind == "shift":
        x, y = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        return with_cell(with_cell(encoding, crate, "."), Pos(crate.x + x, crate.y + y), "x")
    if kind == "player":
        players = rng.choice(((cell,), (*level.players, cell)))
        return replace(encoding, level=replace(level, players=players))
    if kind == "level":
        change = rng.choice(
            ({"radius": rng.choice((1, 2, 3, 4, None))}, {"pierce": True}, {"throw": True})
        )
        return replace(encoding, level=replace(level, **change))
    if kind == "k":
        step = rng.choice((-1, 1))
        size = encoding.instance.size + step
        problem = CoverProblem(encoding.instance.graph, size)
        return rng.choice(
            (
                replace(encoding, k=encoding.k + step),
                replace(encoding, instance=problem),
                replace(encoding, instance=problem, k=encoding.k + step, level=level.with_info()),
            )
        )
    return replace(encoding, map=mutated_map(encoding.map, rng))


def mutated_map(table: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
    edges = [{name: list(edge[name] or ()) for name in edge} for edge in table["edges"]]
    vertices = list(table["vertices"])
    edge = rng.choice(edges)
    cells = rng.choice((edge["crates"], edge["bombs"], vertices))
    at = rng.randrange(len(cells))
    match rng.choice(("move", "move", "swap", "drop", "edges")):
        case "move":
            x, y = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
            cells[at] = [cells[at][0] + x, cells[at][1] + y]
        case "swap":
            other = rng.randrange(len(cells))
            cells[at], cells[other] = cells[other], cells[at]
        case "drop":
            edge["crates"].pop()
            edge["bombs"].pop()
        case "edges":
            rng.shuffle(edges)
    return {
        "vertices": vertices,
        "edges": [edge | {"longer": edge["longer"] or None} for edge in edges],
    }


def some_board(rng: random.Random) -> Encoding:
    """A board of a small graph, of a smallest cover or of one vertex fewer."""
    graph = rng.choice(SMALL)
    size = max(0, len(smallest_cover(graph)) - rng.randint(0, 1))
    return encoded(graph, rng.choice(RADII), size)


def check_truth(changed: Encoding) -> None:
    """Check that a board that passes an audit is as hard as its instance, a small graph."""
    best = smallest_cover(changed.instance.graph)
    moves = find_reduction(NAME).lift(changed, best)
    verdict = verify("bombcover", changed.level, moves)
    assert verdict.valid
    # So this is the optimum.
    assert verdict.cost == least_explosions(changed.board(BombcoverLevel))
    assert (len(moves) <= changed.k) == (len(best) <= changed.instance.size)


# Maps, pictures, and what is shown.


def test_encodings_are_saved_and_loaded() -> None:
    for radius in RADII:
        encoding = encoded(COMPLETE, radius)
        assert load_encoding(save_encoding(encoding)) == encoding
        assert encoding.board(BombcoverLevel).info["k"] == str(encoding.k)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vertices": 3}, "`map.vertices` must be a list, not 3"),
        ({"vertices": [[1, 2, 3]]}, r"`map.vertices\[0\]` must be a pair"),
        ({"vertices": [[1, 2.5]]}, r"`map.vertices\[0\]\[1\]` must be a whole number"),
        ({"edges": None}, "`map.edges` is missing"),
        ({"edges": [7]}, r"`map.edges\[0\]` must be an object"),
        ({"edges": [{"crates": []}]}, r"`map.edges\[0\].bombs` is missing"),
        ({"edges": [{"crates": [], "bombs": [], "longer": [[1, 2]]}]}, r"longer` must be a list"),
    ],
)
def test_malformed_maps(change: Mapping[str, Any], message: str) -> None:
    encoding = encoded(COMPLETE, 2)
    with pytest.raises(InputError, match=message):
        audit(replace(encoding, map={**encoding.map, **change}))


def test_maps_that_do_not_fit() -> None:
    encoding = encoded(COMPLETE, 2)
    vertices, edges = encoding.map["vertices"], encoding.map["edges"]
    short = {**edges[0], "crates": edges[0]["crates"][:2], "bombs": edges[0]["bombs"][:1]}
    single = {**edges[0], "crates": edges[0]["crates"][:1], "bombs": []}
    off = {**edges[0], "crates": [[-5, 10**6], *edges[0]["crates"][1:]]}
    for table, broken in (
        ({"vertices": vertices[:-1], "edges": edges}, "G"),
        ({"vertices": [*vertices[:-1], None], "edges": edges}, "G"),
        ({"vertices": vertices, "edges": edges[1:]}, "G"),
        ({"vertices": vertices, "edges": [short, *edges[1:]]}, "G"),
        ({"vertices": vertices, "edges": [single, *edges[1:]]}, "G"),
        ({"vertices": vertices, "edges": [off, *edges[1:]]}, "B"),
    ):
        wrong = replace(encoding, map=table)
        assert refused(wrong) == {broken}
        if broken == "G":
            with pytest.raises(InputError, match="the map does not fit the graph"):
                find_reduction(NAME).parts(wrong)


def test_moves_may_name_the_one_player() -> None:
    encoding = encoded(COMPLETE, 2)
    cover = smallest_cover(COMPLETE)
    moves = lift(encoding, cover)
    assert lower(encoding, [f"1:{move}" for move in moves]) == lower(encoding, moves)


def test_another_game_is_refused() -> None:
    board = next(random_levels("boxcover", 1))
    with pytest.raises(InputError, match="must be one of bombcover, not of boxcover"):
        audit(replace(encoded(COMPLETE, 2), level=board))


def test_sizes_that_cannot_be() -> None:
    for size in (-1, 5):
        with pytest.raises(InputError, match=f"a cover of {size} is asked for, but there are 4"):
            encoded(COMPLETE, 2, size)
    for size in (0, 4):
        assert audit(encoded(COMPLETE, 2, size)).passed
    with pytest.raises(InputError, match="at most 4096 × 4096"):
        encoded(COMPLETE, 400)
    with pytest.raises(InputError, match="not planar"):
        encoded(Graph(tuple("abcdef"), tuple((u, v) for u in range(3) for v in range(3, 6))), 2, 3)


def test_isolated_vertices_are_left_out() -> None:
    graph = Graph(("a", "b", "c", "d"), ((0, 2),))
    encoding = encoded(graph, 2)
    assert encoding.map["vertices"][1] is None
    assert audit(encoding).passed
    spare = encoded(graph, 2, 2)  # chosen, but it asks for nothing
    assert len(lift(spare, frozenset({1, 2}))) == spare.k - 1
    board = find_reduction(NAME).switchboard(spare)
    assert board.choices[1].at is None
    assert board.choices[1].values[1].cells == ()


def asked(encoding: Encoding, cover: Cover) -> list[Pos]:
    """Return the cells at which the switchboard asks for moves."""
    board = find_reduction(NAME).switchboard(encoding)
    cells = [*board.always]
    for vertex, choice in enumerate(board.choices):
        cells += choice.values[int(vertex in cover)].cells
    for demand in board.demands:
        chosen = (way for way in demand.ways if way.value == int(way.choice in cover))
        way = next(chosen, None)
        cells += demand.unmet if way is None else way.cells
    return cells


@pytest.mark.parametrize(("graph", "radius"), some(atlas(), 25))
def test_the_switchboard_asks_for_solutions(graph: Graph, radius: int) -> None:
    cover = smallest_cover(graph)
    encoding = encoded(graph, radius)
    board = find_reduction(NAME).switchboard(encoding)
    assert board.budget == encoding.k
    assert len(board.demands) == len(graph.edges)
    assert sorted(map(str, asked(encoding, cover))) == sorted(lift(encoding, cover))
    # Whatever is chosen, these bombs clear the board; that takes too many if it is no small cover.
    for size in range(len(graph.names) + 1):
        for chosen in itertools.combinations(range(len(graph.names)), size):
            moves = [str(cell) for cell in asked(encoding, frozenset(chosen))]
            assert verify("bombcover", encoding.level, moves).valid
            assert len(moves) == size + encoding.k - len(cover) + len(
                graph.uncovered(frozenset(chosen))
            )
    # The drawing that it shows is the board's.
    places = {choice.at for choice in board.choices}
    for demand in board.demands:
        assert {demand.route[0], demand.route[-1]} <= places
        for (ax, ay), (bx, by) in itertools.pairwise(demand.route):
            assert (ax == bx) != (ay == by)


def test_parts_say_what_stands_for_what() -> None:
    for radius in RADII:
        encoding = encoded(COMPLETE, radius)
        level = encoding.board(BombcoverLevel)
        parts = find_reduction(NAME).parts(encoding)
        lines = [part for part in parts if part.line]
        assert [part.tint for part in lines] == list(range(6))
        on_lines = {
            Pos(x, y)
            for part in lines
            for a, b in itertools.pairwise(part.line)
            for x in range(min(a.x, b.x), max(a.x, b.x) + 1)
            for y in range(min(a.y, b.y), max(a.y, b.y) + 1)
        }
        assert {level.cell(bit) for bit in bits(level.crates)} <= on_lines
        assert [part.sign for part in parts if part.sign] == ["1", "2", "3", "4"]
        for part in parts:
            for area in part.areas:
                assert area.columns(level.width)
                assert area.rows(level.height)
                if "more" in part.text:
                    inside = sum(area.shows(level.cell(bit)) for bit in bits(level.crates))
                    assert inside >= (6 if radius == 1 else 3)


@pytest.mark.parametrize("radius", RADII)
def test_graphs_of_200_vertices(radius: int) -> None:
    for seed in (2, 5):
        problem = SOURCE.random("200", Random(seed))
        encoding = reduce(NAME, problem, {"radius": radius})
        assert audit(encoding).passed
        crates = encoding.board(BombcoverLevel).cells.count("x")
        assert 2 * (encoding.k - problem.size) == crates - len(problem.graph.edges)
