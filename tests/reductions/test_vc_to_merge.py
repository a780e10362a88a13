"""Vertex cover to MERGE-GAME-SIMPLE: boards, audits, and the maps of solutions."""

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
from gridproof.games.merge.level import ATTACK_NAMES, MergeLevel, reading_order
from gridproof.games.merge.rules import State, apply, initial
from gridproof.grid import Direction, Pos
from gridproof.limits import Ticker
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import audit, lift, load_encoding, lower, overlay, save_encoding
from gridproof.reductions.reduce import reduce as encode
from gridproof.reductions.sources.graph import CoverProblem, Graph, minimum_cover
from gridproof.reductions.vc_to_merge.layout import lay_out
from gridproof.registry import find_game
from gridproof.solving.linear_program import LinearProgram, run
from gridproof.solving.solve import solve
from tests.oracles.merge import most_stones
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

_ID = "vc-to-merge"


def _level(encoding: Encoding) -> MergeLevel:
    assert isinstance(encoding.level, MergeLevel)
    return encoding.level


def _fewest_strikers(level: MergeLevel) -> int:
    """Return the fewest heroes with each stone beside one of them."""
    program = LinearProgram()
    for _ in level.heroes:
        program.column(1.0, 1.0, integer=True)
    for heroes in level.strikers:
        program.row(heroes, [1.0] * len(heroes), lower=1.0)
    values = run(program.highs(), Ticker()).values
    assert values is not None
    return sum(value > 0.5 for value in values)


def _breaks_all(level: MergeLevel) -> bool:
    """Return True if a play breaks all stones, as the game's own solver finds."""
    found = solve(level, objective="stones")
    assert found.status.name == "OPTIMAL"
    return found.cost == len(level.stones)


def _check(graph: Graph) -> None:
    """All sizes of covers: the board is what it should be, by two ways to find the truth."""
    best = fewest(graph)
    for size in range(len(graph.names) + 1):
        encoding = encode(_ID, CoverProblem(graph, size))
        level = _level(encoding)
        assert audit(encoding).passed, audit(encoding).faults
        assert encoding.k == len(level.stones)
        assert (_fewest_strikers(level) <= len(level.heroes) // 2) == (best <= size)
        if size in (best - 1, best):
            assert _breaks_all(level) == (best <= size)
        if best <= size:
            moves = lift(encoding, minimum_cover(graph))
            assert len(lower(encoding, moves)) <= size


def test_small_graphs() -> None:
    for graph in atlas()[::9]:
        _check(graph)


def test_random_graphs() -> None:
    for graph in random_graphs(4, 14, "merge"):
        _check(graph)


@pytest.mark.soak
def test_all_small_graphs() -> None:
    for graph in atlas():
        _check(graph)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_many_random_graphs(seed: int) -> None:
    for graph in random_graphs(ROUNDS, 20, f"merge {seed}"):
        _check(graph)


def _check_whatever_is_played(text: str, size: int) -> None:
    encoding = encode(_ID, f"cover: {size}\n{text}\n")
    board = json.loads(find_game("merge").write(encoding.level, "json"))
    assert (most_stones(board) == encoding.k) == (fewest(encoding.instance.graph) <= size)


@pytest.mark.parametrize(
    ("text", "size"), [("1 2", 0), ("1 2", 1), ("1 2", 2), ("1 2\n2 3", 1), ("1 2\n3 4", 2)]
)
def test_whatever_is_played(text: str, size: int) -> None:
    _check_whatever_is_played(text, size)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("text", "size"), [("1 2\n2 3", 0), ("1 2\n2 3", 2), ("1 2\n3 4", 1), ("1 2\n3 4", 3)]
)
def test_whatever_is_played_on_larger_boards(text: str, size: int) -> None:
    _check_whatever_is_played(text, size)


def test_both_paddings_and_none() -> None:
    seen = set()
    for graph in (COMPLETE, TRIANGLE[0], *atlas()[20:24]):
        vertices = len(graph.names)
        for size in range(vertices + 1):
            encoding = encode(_ID, CoverProblem(graph, size))
            idle, pairs = encoding.map["idle"], encoding.map["pairs"]
            wanted = size - vertices // 2
            assert (len(idle), len(pairs)) == (max(2 * wanted, 0), max(-2 * wanted, 0))
            seen.add((vertices % 2, (wanted > 0) - (wanted < 0)))
    assert len(seen) == 6


def test_isolated_vertices_have_no_hero() -> None:
    graph = Graph(("1", "2", "3", "4", "5"), ((1, 3),))
    assert [_level(encode(_ID, CoverProblem(graph, size))).heroes for size in (2, 3, 5)] == 3 * [
        _level(encode(_ID, CoverProblem(graph, 2))).heroes
    ]
    for size in range(6):
        encoding = encode(_ID, CoverProblem(graph, size))
        assert audit(encoding).passed
        assert _breaks_all(_level(encoding)) == (size >= 1)
    encoding = encode(_ID, CoverProblem(graph, 3))
    assert lower(encoding, lift(encoding, frozenset({0, 1, 2}))) <= {1, 3}


def _sloppy(level: MergeLevel, moves: Sequence[str], rng: random.Random) -> list[str]:
    """The moves in another order, with merges of risen heroes here and there, then any others."""
    played: list[str] = []
    state: State = initial(level)

    def play(move: str) -> None:
        nonlocal state
        state, _ = apply(level, state, move)
        played.append(move)

    for move in rng.sample(moves, len(moves)):
        play(move)
        risen: dict[int, list[int]] = {}
        for hero, now in enumerate(state.heroes):
            if now > 1:
                risen.setdefault(now, []).append(hero)
        for heroes in risen.values():
            if len(heroes) > 1 and rng.random() < 0.4:
                a, b = rng.sample(heroes, 2)
                play(f"{level.heroes[a][0]}>{level.heroes[b][0]}")
    while (more := list(find_game("merge").legal(level, state))) and rng.random() < 0.9:
        play(rng.choice(more))
    return played


def _check_plays(graph: Graph, rng: random.Random) -> int:
    """Plays that nobody planned become covers; the highest level that a hero reached."""
    encoding = encode(_ID, problem(graph, rng.choice((0, 0, 1))))
    level, top = _level(encoding), 0
    found = solve(level, objective="stones").moves
    for moves in (lift(encoding, minimum_cover(graph)), found):
        assert moves is not None
        played = _sloppy(level, moves, rng)
        assert len(lower(encoding, played)) <= encoding.instance.size
        state = initial(level)
        for move in played:
            state, _ = apply(level, state, move)
        top = max(top, *state.heroes)
    return top


def test_any_play_becomes_a_cover() -> None:
    rng = random.Random("plays")
    assert max(_check_plays(graph, rng) for graph in random_graphs(12, 10, "plays")) > 3


@pytest.mark.soak
def test_many_plays_become_covers() -> None:
    rng = random.Random("many plays")
    for graph in random_graphs(10 * ROUNDS, 20, "many plays"):
        _check_plays(graph, rng)


def test_plays_that_leave_stones() -> None:
    encoding = encode(_ID, problem(COMPLETE))
    with pytest.raises(InputError, match=f"{encoding.k} are asked for"):
        lower(encoding, lift(encoding, frozenset({0, 1, 2}))[:-1])
    with pytest.raises(InputError, match="edge 3–4 is not covered"):
        lift(encoding, frozenset({0, 1}))


def test_saved_and_loaded() -> None:
    for graph in (COMPLETE, EDGE[0]):
        for size in range(len(graph.names) + 1):
            encoding = encode(_ID, CoverProblem(graph, size))
            assert load_encoding(save_encoding(encoding)) == encoding


# What pictures and pages show.


def test_switchboard_asks_for_what_lifted_plays_do() -> None:
    for graph in (COMPLETE, EDGE[0], *random_graphs(5, 9, "switches")):
        for more in (0, 1):
            encoding = encode(_ID, problem(graph, more))
            board = find_reduction(_ID).switchboard(encoding)
            cover = minimum_cover(graph)
            asked = list(board.always)
            for vertex, choice in enumerate(board.choices):
                asked += choice.values[vertex in cover].cells
            for demand in board.demands:
                asked += next(way for way in demand.ways if way.choice in cover).cells
            strikers = {Pos.parse(move.split(">")[1]) for move in lift(encoding, cover)}
            assert len(asked) == len(strikers) <= board.budget
            assert set(asked) == strikers
            missing = sum(len(demand.unmet) for demand in board.demands)
            shorter = sum(len(demand.ways[0].cells) + 1 for demand in board.demands)
            assert missing == shorter


def test_parts_say_what_everything_is() -> None:
    for size in (0, 2, 4):
        encoding = encode(_ID, CoverProblem(COMPLETE, size))
        game, level = find_game("merge"), _level(encoding)
        scene = overlay(encoding, game.scene(level, game.initial(level)))
        told = {
            Pos(x, y)
            for mark in scene.marks
            for x in range(mark.x, mark.x + mark.width)
            for y in range(mark.y, mark.y + mark.height)
        }
        assert {cell for cell, _ in level.heroes + level.stones} <= told
        assert all(cell.within(level.width, level.height) for cell in told)
        assert {mark.tint for mark in scene.marks} == {*range(6), None}


# The audit.


def _rebuilt(encoding: Encoding, **changes: Any) -> Encoding:
    """An encoding whose map is changed, with the board that the map now says."""
    table = json.loads(json.dumps(encoding.map)) | changes
    heroes, stones = {Pos(*c) for c in table["idle"]}, set()
    for corners in table["paths"]:
        walk = [Pos(*corners[0])]
        for x, y in corners[1:]:
            while walk[-1] != (x, y):
                a = walk[-1]
                walk.append(Pos(a.x + (x > a.x) - (x < a.x), a.y + (y > a.y) - (y < a.y)))
        heroes |= set(walk[::2])
        stones |= set(walk[1::2])
    heroes |= {Pos(*hero) for hero, _ in table["pairs"]}
    stones |= {Pos(*stone) for _, stone in table["pairs"]}
    level = replace(
        _level(encoding),
        heroes=reading_order([(cell, 1) for cell in heroes]),
        stones=reading_order([(cell, 1) for cell in stones]),
        target=len(stones),
    )
    return replace(encoding, level=level, map=table, k=len(stones))


def _faults(encoding: Encoding, name: str) -> list[str]:
    """Return the faults that the audit finds in one condition."""
    found = {condition.id: condition.faults for condition in audit(encoding).conditions}
    assert found[name]
    return [f"{fault.message} @ {fault.cell}" for fault in found[name]]


def _drawn(graph: Graph, drawing: Any, size: int) -> Encoding:
    level, plan = lay_out(CoverProblem(graph, size), drawing)
    return Encoding(_ID, CoverProblem(graph, size), {}, level, len(level.stones), plan.record())


def test_drawings_by_hand() -> None:
    for graph, drawing in (EDGE, PATH, TRIANGLE):
        for size in range(len(graph.names) + 1):
            encoding = _drawn(graph, drawing, size)
            assert audit(encoding).passed
            assert _breaks_all(_level(encoding)) == (fewest(graph) <= size)


def test_a_bump_of_width_one_is_refused() -> None:
    """Its sides touch: one hero strikes three stones, and a cover of no vertex seems to do."""
    sound = _drawn(*EDGE, 0)
    assert not _breaks_all(_level(sound))
    bump = [[0, 0], [2, 0], [2, 1], [3, 1], [3, 0], [12, 0]]
    wrong = _rebuilt(sound, paths=[bump])
    assert _breaks_all(_level(wrong))
    assert _faults(wrong, "strikes") == [
        "the stone is struck from row 1, column 3, where it must not be @ 3,0"
    ]
    with pytest.raises(InputError, match="no witness follows from it"):
        lower(wrong, solve(wrong.level, objective="stones").moves or [])


#: The graph of PATH with its edges at another vertex.
_OTHER_PATH = Graph(("1", "2", "3"), ((0, 2), (1, 2)))


def _level_with(encoding: Encoding, **changes: Any) -> Encoding:
    return replace(encoding, level=replace(encoding.level, **changes))


@pytest.mark.parametrize(
    ("change", "name", "said"),
    [
        (
            lambda e: _level_with(e, heroes=e.level.heroes[1:]),
            "board",
            "vertex 1: no hero stands here @ 0,0",
        ),
        (
            lambda e: _level_with(e, stones=(*e.level.stones, (Pos(2, 2), 1))),
            "board",
            "the map names no stone here @ 2,2",
        ),
        (
            lambda e: _level_with(e, heroes=(*e.level.heroes, (Pos(3, 3), 1))),
            "padding",
            "4 of 8 heroes can strike; a cover of 1 vertices takes 2 + 1 + 0 @ None",
        ),
        (
            lambda e: _level_with(e, heroes=((Pos(0, 0), 2), *e.level.heroes[1:])),
            "SIMPLE",
            "a hero has type 2, most have type 1 @ 0,0",
        ),
        (
            lambda e: _level_with(e, stones=((Pos(1, 0), 2), *e.level.stones[1:])),
            "SIMPLE",
            "a stone has 2 hit points, not 1 @ 1,0",
        ),
        (
            lambda e: _level_with(e, attack=((0, ATTACK_NAMES["III"]),)),
            "SIMPLE",
            "heroes do not strike just the four cells beside them @ None",
        ),
        (
            lambda e: _level_with(e, max_level=1),
            "SIMPLE",
            "no hero may rise above level 1 @ None",
        ),
        (lambda e: _level_with(e, target=5), "SIMPLE", "the target is 5 of 6 stones @ None"),
        (lambda e: replace(e, k=5), "SIMPLE", "k is 5, where the board has 6 stones @ None"),
        (
            lambda e: replace(e, instance=replace(e.instance, size=2)),
            "padding",
            "3 of 7 heroes can strike; a cover of 2 vertices takes 2 + 2 + 0 @ None",
        ),
        (
            lambda e: replace(e, instance=replace(e.instance, graph=_OTHER_PATH)),
            "paths",
            "edge 2–3 ends here, but vertex 3 is at row 1, column 7 @ 6,6",
        ),
        (
            lambda e: _rebuilt(e, paths=[[[0, 0], [5, 0]], e.map["paths"][1]]),
            "paths",
            "the path of edge 1–2 has a length of 5, which is not 6, 10, 14 and so on @ 0,0",
        ),
        (
            lambda e: _rebuilt(e, idle=[[6, 3]]),
            "paths",
            "an idle hero is where step 3 of edge 2–3 is @ 6,3",
        ),
        (
            lambda e: _rebuilt(e, pairs=[[[2, 2], [2, 1]]]),
            "strikes",
            "the stone is struck from row 1, column 3, where it must not be @ 2,1",
        ),
        (
            lambda e: _rebuilt(e, pairs=[[[2, 3], [4, 4]]]),
            "strikes",
            "the stone is not struck from row 4, column 3 @ 4,4",
        ),
        (
            lambda e: _rebuilt(e, drawing=e.map["drawing"] | {"at": [[0, 0], [1, 0], [0, 1]]}),
            "drawing",
            None,
        ),
    ],
)
def test_refused_with_the_place(
    change: Callable[[Encoding], Encoding], name: str, said: str | None
) -> None:
    encoding = _drawn(*PATH, 1)
    assert audit(encoding).passed
    faults = _faults(change(encoding), name)
    assert said is None or said in faults


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"paths": []}, "a path for each edge"),
        ({"paths": [[[0, 0]], [[6, 0], [6, 6]]]}, "two or more corners"),
        ({"paths": [[[0, 0], [6, 6]], [[6, 0], [6, 6]]]}, "each in line with the next"),
        ({"paths": [[[0, 0], [0, 0]], [[6, 0], [6, 6]]]}, "each in line with the next"),
        ({"paths": [[[0, 0], [7, 0]], [[6, 0], [6, 6]]]}, r"`paths\[0\]\[1\]` is not on the board"),
        (
            {"paths": [[[0, 0], [6, 0]] * 999, [[6, 0], [6, 6]]]},
            r"far too long for \d+ heroes and stones",
        ),
        ({"idle": [[1]]}, r"a pair \[x, y\]"),
        ({"pairs": [[[0, 0]]]}, "a pair of cells"),
        ({"drawing": {}}, "`drawing.at` is missing"),
        (
            {"drawing": {"at": [None] * 3, "routes": [[[0, 0], [200, 0]], []]}},
            "200 long, far too long for 3 vertices",
        ),
        ({"idle": None}, "`idle` is missing"),
    ],
)
def test_maps_that_are_none(changes: dict[str, Any], said: str) -> None:
    encoding = _drawn(*PATH, 1)
    with pytest.raises(InputError, match=said):
        audit(replace(encoding, map={**encoding.map, **changes}))


def test_paths_all_over_a_large_empty_board_are_refused_at_once() -> None:
    encoding = _drawn(*EDGE, 1)
    side = 4096
    level = replace(_level(encoding), width=side, height=side)
    rows = [[[0, y], [side - 1, y]][:: 1 - 2 * (y % 2)] for y in range(side)]
    path = [cell for row in rows for cell in row]  # 16 million cells
    with pytest.raises(InputError, match="far too long"):
        audit(replace(encoding, level=level, map={**encoding.map, "paths": [path]}))


def test_boards_of_other_games() -> None:
    encoding = _drawn(*PATH, 1)
    other = encode("vc-to-boxcover", CoverProblem(PATH[0], 1)).level
    with pytest.raises(InputError, match="must be one of merge, not of boxcover"):
        audit(replace(encoding, level=other))


def test_paths_of_other_lengths_lift_nothing() -> None:
    encoding = _rebuilt(_drawn(*PATH, 1), paths=[[[0, 0], [5, 0]], [[6, 0], [6, 6]]])
    with pytest.raises(InputError, match="has a length of 5"):
        lift(encoding, frozenset({1}))


def mutated(encoding: Encoding, rng: random.Random) -> Encoding:
    """A thing on the board, in the map or in the question changed; or in board and map alike."""
    level, graph = _level(encoding), encoding.instance.graph
    table = json.loads(json.dumps(encoding.map))

    def cell() -> Pos:
        return Pos(rng.randrange(level.width), rng.randrange(level.height))

    def shifted(at: Sequence[int]) -> list[int]:
        x, y = Pos(*at).step(rng.choice(list(Direction)), rng.choice((1, 1, 2)))
        return [min(max(x, 0), level.width - 1), min(max(y, 0), level.height - 1)]

    heroes, stones = list(level.heroes), list(level.stones)
    match rng.randrange(13):
        case 0:
            heroes.pop(rng.randrange(len(heroes)))
        case 1:
            stones.pop(rng.randrange(len(stones)))
        case 2:
            things = rng.choice((heroes, stones))
            things.append((cell(), 1))
        case 3:
            things = rng.choice((heroes, stones))
            number = rng.randrange(len(things))
            things[number] = (Pos(*shifted(things[number][0])), things[number][1])
        case 4:
            things = rng.choice((heroes, stones))
            number = rng.randrange(len(things))
            things[number] = (things[number][0], 2)
        case 5:
            return replace(encoding, k=encoding.k + rng.choice((-1, 1)))
        case 6:
            size = rng.randrange(len(graph.names) + 2)
            return replace(encoding, instance=CoverProblem(graph, size))
        case 7:
            edges = set(graph.edges)
            edges.remove(rng.choice(graph.edges))
            u, v = sorted(rng.sample(range(len(graph.names)), 2))
            other = Graph(graph.names, tuple(sorted(edges | {(u, v)})))
            return replace(encoding, instance=CoverProblem(other, encoding.instance.size))
        case 8:
            change = rng.choice(
                [{"max_level": rng.choice((1, 2))}, {"target": 1}]
                + [{"attack": ((0, vector),)} for vector in ATTACK_NAMES.values()]
            )
            return replace(encoding, level=replace(level, **change))
        case 9:  # two corners of a path, so that it stays straight
            path = rng.choice(table["paths"])
            place = rng.randrange(len(path))
            x, y = shifted(path[place])
            dx, dy = x - path[place][0], y - path[place][1]
            for i in (place - 1, place, place + 1):
                if 0 <= i < len(path):
                    keeps = i != place and (path[i][0] != path[place][0]) == bool(dx)
                    if not keeps:
                        path[i] = [path[i][0] + dx, path[i][1] + dy]
            return _rebuilt_or_same(encoding, table)
        case 10:
            table["idle"].append(list(cell()))
            return _rebuilt_or_same(encoding, table)
        case 11:
            table["pairs"].append([list(cell()), list(cell())])
            return _rebuilt_or_same(encoding, table)
        case 12:
            name = rng.choice([name for name in ("idle", "pairs", "paths") if table[name]])
            things = table[name]
            if name == "paths":
                rng.shuffle(things)
            else:
                things.pop(rng.randrange(len(things)))
            return _rebuilt_or_same(encoding, table)
    changed = replace(level, heroes=reading_order(heroes), stones=reading_order(stones))
    return replace(encoding, level=changed)


def _rebuilt_or_same(encoding: Encoding, table: dict[str, Any]) -> Encoding:
    """With the map's own board, if its paths are straight and on the board."""
    level = _level(encoding)
    for path in table["paths"]:
        for (ax, ay), (bx, by) in pairwise(path):
            if (ax != bx) == (ay != by) or not Pos(bx, by).within(level.width, level.height):
                return replace(encoding, map=table)
    return _rebuilt(encoding, **table)


def check_truth(encoding: Encoding) -> None:
    """Check that the statements of an audit are true."""
    yes = fewest(encoding.instance.graph) <= encoding.instance.size
    cost = solve(encoding.level, objective="stones").cost
    assert isinstance(cost, int)
    assert (cost >= encoding.k) == yes


def some_board(rng: random.Random) -> Encoding:
    """A board of a small graph."""
    graph = rng.choice([graph for graph in atlas() if len(graph.names) <= 4])
    size = rng.randrange(len(graph.names) + 1)
    return encode(_ID, CoverProblem(graph, size))


# Sizes.


def test_large_graphs() -> None:
    (graph,) = random_graphs(1, 2, "any")
    found = find_reduction(_ID).source.random("200", Random(1))
    encoding = encode(_ID, found)
    certificate = audit(encoding)
    assert certificate.passed
    assert certificate.conditions[1].checked == len(_level(encoding).heroes) + encoding.k
    assert len(lower(encoding, lift(encoding, minimum_cover(found.graph)))) <= found.size
    assert graph.edges


def test_boards_that_would_be_too_large() -> None:
    names = tuple(map(str, range(2000)))
    ladder = [(i, i + 1) for i in range(1999)]
    with pytest.raises(InputError, match="boards of merge may have at most 4096 × 4096"):
        encode(_ID, CoverProblem(Graph(names, tuple(ladder)), 1000))
