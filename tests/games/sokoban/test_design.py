"""Rooms of sokoban: what is said of their starts, what a change leaves, and which are the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from gridproof.design.generate import Made, Missed, generate, remake
from gridproof.design.goal import Goal, Unmet
from gridproof.design.level_id import find_generator, make
from gridproof.design.stable_random import StableRandom
from gridproof.design.symmetry import symmetric, symmetry_class
from gridproof.errors import InputError
from gridproof.games.sokoban.design import Push, lines, pushes
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import WALL, SokobanLevel
from gridproof.games.sokoban.rules import State, initial, level_at
from gridproof.games.sokoban.solve.reverse import reverse
from gridproof.games.sokoban.themes import THEMES, changed, drawn
from gridproof.lazy import load
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.registry import digest
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from tests.samples import level_of, random_levels

pytestmark = pytest.mark.native


def level(*rows: str) -> SokobanLevel:
    found = level_of("sokoban", {"rows": rows})
    assert isinstance(found, SokobanLevel)
    return found


def rooms(seed: str, goal: Goal | None = None, ticker: Ticker | None = None, **given: Any) -> Any:
    return make(GAME, find_generator(GAME, "rooms"), StableRandom(seed), given, goal, ticker)


def by_pushes(found: SokobanLevel) -> list[set[State]]:
    """All positions that pushes solve, by how many are needed: the oracle of ``reverse``.

    It makes every push of every position there is, and goes back from the solved ones.
    """

    def position(player: int, boxes: tuple[int, ...]) -> State:
        return State(min(found.region([player], boxes)), boxes)

    before: dict[State, set[State]] = {}
    everywhere = sorted(found.reach)
    for boxes in combinations(everywhere, len(found.goals)):
        for here in {position(cell, boxes) for cell in everywhere if cell not in boxes}:
            before.setdefault(here, set())
            for player in found.region([here.player], boxes):
                for beyond in found.beyond.values():
                    to = beyond[box] if (box := beyond[player]) in boxes else -1
                    if to >= 0 and to not in boxes:
                        after = tuple(sorted({*boxes, to} - {box}))
                        before.setdefault(position(box, after), set()).add(here)
    layer = {here for here in before if found.goals.issuperset(here.boxes)}
    layers, seen = [], set[State]()
    while layer:
        layers.append(layer)
        seen |= layer
        layer = {earlier for here in layer for earlier in before[here]} - seen
    return layers


def test_reverse_finds_the_fewest_pushes_of_every_position() -> None:
    compared = 0
    for found in random_levels("sokoban", 40):
        if len(found.reach) > 10:
            continue
        expected = by_pushes(found)
        layers, complete = reverse(found, 1, 10**6, 10**6, Ticker())
        assert complete
        assert [set(layer) for layer in layers] == expected, GAME.write(found)
        for nodes in (1, 2, 9, 40):
            cut, complete = reverse(found, 1, 10**6, nodes, Ticker())
            assert complete == (nodes >= sum(map(len, expected)))
            *whole, last = map(set, cut)
            assert whole == expected[: len(whole)], GAME.write(found)
            assert last <= expected[len(whole)]
        compared += len(expected) > 3
    assert compared > 5


def test_reverse_that_is_cut_off_is_right_as_far_as_it_got() -> None:
    room = drawn(StableRandom("cut off"), "pillars", 9, 7, 3)
    assert room is not None
    whole, complete = reverse(room, 7, 4, 10**6, Ticker())
    assert complete
    cut, complete = reverse(room, 7, 4, 300, Ticker())
    assert not complete
    assert 3 < len(cut) < len(whole)
    assert cut[:-1] == whole[: len(cut) - 1]
    assert max(map(len, whole)) == 4
    assert reverse(room, 8, 4, 10**6, Ticker())[0] != whole
    for number, layer in enumerate(cut):
        for state in layer:
            assert solve(level_at(room, state)).cost == number


def test_reverse_keeps_limits() -> None:
    room = drawn(StableRandom("limits"), "open", 20, 18, 9)
    assert room is not None
    token = CancelToken()
    token.cancel()
    for ticker, reason in (
        (Ticker(Limits(time=0)), StopReason.TIME_LIMIT),
        (Ticker(Limits(memory=1 << 16)), StopReason.MEMORY_LIMIT),
        (Ticker(cancel=token), StopReason.INTERRUPTED),
    ):
        with pytest.raises(Stopped) as stopped:
            reverse(room, 0, 1, 10**9, ticker)
        assert stopped.value.reason is reason


@pytest.mark.parametrize("theme", THEMES)
def test_rooms_are_closed_and_connected_whatever_is_changed(theme: str) -> None:
    rng = StableRandom(theme)
    for width, height, boxes in ((5, 9, 1), (12, 7, 4), (9, 9, 3)):
        room = next(filter(None, (drawn(rng, theme, width, height, boxes) for _ in range(100))))
        for _ in range(30):
            assert (room.width, room.height, len(room.goals)) == (width, height, boxes)
            floor = {number for number, kind in enumerate(room.cells) if kind != WALL}
            assert floor == room.reach
            for x, y in map(room.cell, floor):
                assert 0 < x < width - 1
                assert 0 < y < height - 1
            after = changed(rng, room)
            assert after is not None
            assert after != room
            room = after


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ({"width": 8, "height": 7, "boxes": 2}, {}),
        ({"width": 7, "height": 9, "boxes": 3}, {"min_cost": 10, "max_cost": 14}),
        ({"width": 9, "height": 7, "boxes": 2}, {"min_cost": 30, "objective": "moves"}),
        ({"boxes": 4, "nodes": 500, "changes": 100}, {"min_cost": 20}),  # the search is cut off
        ({"boxes": 1, "theme": "blocks"}, {"max_cost": 5, "objective": "pushes-moves"}),
    ],
)
def test_rooms_are_as_wished(given: dict[str, Any], goal: dict[str, Any]) -> None:
    wanted = Goal(**goal)
    for made in generate("sokoban", "rooms", given, count=3, **goal):
        found = made.level
        assert isinstance(found, SokobanLevel)
        result = solve(found, objective=wanted.objective)
        assert (result.status, result.cost) == (Status.OPTIMAL, made.result.cost)
        cost = result.cost[0] if isinstance(result.cost, tuple) else result.cost
        assert cost is not None
        assert wanted.misses_cost(cost) == 0
        assert len(found.boxes) == len(found.movable) == given.get("boxes", 3)
        often = Counter(line.box for line in lines(pushes(found, result.moves or ())))
        assert all(often[box] >= 2 for box in range(len(found.boxes)))


def test_an_id_means_this_board_for_ever() -> None:
    made = remake("sokoban:rooms,width=7,boxes=2,min-cost=12#1.0@g1")
    assert isinstance(made, Made)
    assert isinstance(made.level, SokobanLevel)
    assert GAME.write(made.level.with_info()).splitlines() == [
        "#######",
        "# #   #",
        "#     #",
        "##  $##",
        "# #   #",
        "#   $.#",
        "#  #+##",
        "#######",
    ]


def test_wishes_that_rooms_cannot_meet() -> None:
    with pytest.raises(InputError, match="4 boxes that are not trivial take at least 8 pushes"):
        rooms("few", Goal(max_cost=7), boxes=4)
    with pytest.raises(InputError, match="no room of 6 × 5 cells for 9 boxes"):
        rooms("full", width=6, height=5, boxes=9)
    with pytest.raises(Unmet, match="too easy") as unmet:
        rooms("far", Goal(min_cost=500), width=6, height=6, boxes=1, changes=5)
    assert unmet.value.cost is not None
    assert 0 < unmet.value.cost < 500
    with pytest.raises(Stopped):
        rooms("late", Goal(min_cost=10**6), Ticker(Limits(time=0)))
    missed = remake("sokoban:rooms,width=6,height=6,boxes=1,changes=5,min-cost=99#0.0@g1")
    assert isinstance(missed, Missed)


BOARD = (
    "  ########",
    "###   #  #",
    "#  $# # ##",
    "# .  @$. #",
    "##########",
)


def test_boards_that_are_the_same_to_a_player() -> None:
    board = level(*BOARD)
    everywhere = board.region([initial(board).player], board.movable)
    assert len(everywhere) > 5
    same = [level_at(board, initial(board)._replace(player=cell)) for cell in everywhere]
    same.append(level("############", *(f"##{row}" for row in BOARD), "############"))
    kin = {symmetry_class(GAME, turned) for one in same for turned in symmetric(GAME, one)}
    assert len(kin) == 1
    boxes = (board.boxes[0]._replace(x=2), board.boxes[1])
    assert symmetry_class(GAME, replace(board, boxes=boxes)) not in kin


def test_essence_is_a_fixed_point_that_is_solved_alike() -> None:
    for found in random_levels("sokoban", 20, seed=3):
        normalized = GAME.normalized(found)
        assert digest(GAME, GAME.normalized(normalized)) == digest(GAME, normalized)
        if not found.movable:
            continue
        assert not GAME.validate(normalized)
        assert solve(normalized).cost == solve(found).cost


def test_measures_count_lines_and_changes() -> None:
    board = level("#######", "#@    #", "# $ $ #", "#  .  #", "#  .  #", "#######")
    result = solve(board)
    assert result.cost == 5
    made = pushes(board, result.moves or ())
    assert len(made) == 5
    measured = load(GAME.measure)(board, result, Ticker())
    assert list(measured) == [measure.id for measure in GAME.measures]
    # One box goes one to the side and two down, the other one to the side and one down.
    assert measured == {"boxes": 2, "box-changes": 1, "box-lines": 4}
    one, other = Push(0, "L"), Push(1, "L")
    turn = Push(0, "U")
    assert lines([one, one, other, one, turn, turn]) == [one, other, one, turn]


def test_easements_take_one_thing_away() -> None:
    board = level(*BOARD)
    found = list(GAME.relaxed_variants(board))
    assert Counter(easement.name for easement in found) == {"wall": 6, "box and goal": 4}
    for name, cells, easier in found:
        assert isinstance(easier, SokobanLevel)
        assert not GAME.validate(easier)
        if name == "wall":
            assert easier.reach - board.reach == {board.number(*cells)}
            assert 0 < cells[0].x < board.width - 1
            assert 0 < cells[0].y < board.height - 1
        else:
            assert set(board.boxes) - set(easier.boxes) == {cells[0]}
            assert board.goals - easier.goals == {board.number(cells[1])}
    alone = level("#####", "#@$.#", "#####")
    assert not list(GAME.relaxed_variants(alone))
