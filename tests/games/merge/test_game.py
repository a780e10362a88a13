from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest

from gridproof.errors import IllegalMove, InputError, InvalidMove
from gridproof.files.reading import read_boards
from gridproof.games.merge.bounds import root_bound
from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import MAX_SIDE, SIDE, MergeLevel
from gridproof.games.merge.play import Chosen
from gridproof.grid import Pos
from gridproof.level import BoardFault
from gridproof.limits import Ticker
from gridproof.playing.session import Session
from gridproof.result import Status
from gridproof.solving.search import search
from gridproof.solving.solve import solve
from gridproof.solving.task import Task
from gridproof.verifying import verify
from tests.samples import generated, level_of, random_levels


def level(text: str, **options: str) -> MergeLevel:
    (found,) = read_boards(text, game="merge", options=options)
    assert isinstance(found, MergeLevel)
    return found


def test_the_hero_that_stays_gains_a_level_and_strikes() -> None:
    found = level("a1a\n.2.")
    state, gains = GAME.apply(found, GAME.initial(found), "2,0>0,0")
    assert gains == {"stones": 1, "merges": 1}
    assert state.heroes == (2, 0)
    assert state.stones == (0, 2)
    for move, reason in (
        ("2,0>0,0", "no hero at row 1, column 3"),
        ("0,0>0,0", "with itself"),
        ("1,0>0,0", "no hero"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            GAME.apply(found, state, move)


def test_type_and_level_must_be_equal_but_heroes_need_not_be_adjacent() -> None:
    found = level("ab..aa")
    start = GAME.initial(found)
    with pytest.raises(IllegalMove, match="different types, a and b"):
        GAME.apply(found, start, "0,0>1,0")
    after, _ = GAME.apply(found, start, "0,0>5,0")
    with pytest.raises(IllegalMove, match="different levels, 1 and 2"):
        GAME.apply(found, after, "4,0>5,0")


def test_attack_vectors_by_name_by_offsets_and_by_type() -> None:
    assert level("a1").attack == ((0, SIDE),)
    assert level("attack: III\na1").attack == ((0, ((-1, -1), (0, -1), (1, -1))),)
    own = level("attack: I\nattack b: 1,0 -1,0 1,0\nab1")
    assert own.attack == ((0, ((0, -1),)), (2, ((-1, 0), (1, 0))))
    assert level(GAME.write(own)) == own
    assert level("a1", attack="side; a=II").attack == ((0, SIDE), (1, ((0, -1), (0, 1))))
    assert level("attack b: side\nab1") == level("ab1"), "a type that strikes as all do"


def test_turning_a_board_turns_the_attack() -> None:
    found = level("attack: III\n1.\na.")
    turned = GAME.turn(found)
    assert turned.attack == ((0, ((1, -1), (1, 0), (1, 1))),), "vector IV"


def test_formats() -> None:
    text = (
        '{"n": 2, "heroes": [{"x": 0, "y": 1, "type": 2}], "stones": [{"x": 1, "y": 0, "hp": 12}]}'
    )
    found = level(text)
    assert (found.width, found.height) == (2, 2)
    with pytest.raises(InputError, match="stones up to 9"):
        GAME.write(found)
    assert level(GAME.write(found, "json")) == found
    by_type = level(text.replace('"n": 2', '"n": 2, "attack": {"2": [[1, 0]], "a": "II"}'))
    assert by_type.attack == ((0, SIDE), (1, ((0, -1), (0, 1))), (2, ((1, 0),)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1\na", "f:2:2: this row has 1 cells"),
        ("a0", "f:1:2: `0` is no symbol of merge"),
        ("attack: V\na1", "f:1:9: option `attack` must be one of"),
        ("attack a: 0,0\na1", "f:1:11: `attack a` must not hold `0,0`"),
        ("target: x\na1", "f:1:9: option `target`"),
        ('{"n": 2, "heroes": []}', "f:1: field `stones` is missing"),
        (
            '{"n": 2, "heroes": [{"x": 0, "y": 0, "type": 1}], "stones": [{"x":0,"y":0,"hp":0}]}',
            "f:1: a stone stands where something else stands (row 1, column 1)",
        ),
        ('{"n": 2, "heroes": [', "f:1:21: not JSON"),
    ],
)
def test_faults_name_their_place(text: str, message: str) -> None:
    (bad,) = GAME.read(text, "f")
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message)


def test_all_faults_of_a_board_are_named() -> None:
    text = '{"n":1,"heroes":[{"x":5,"y":0,"type":0}],"stones":[{"x":0,"y":0,"hp":0}]}'
    (bad,) = GAME.read(text, "f")
    assert isinstance(bad, BoardFault)
    assert len(str(bad).splitlines()) == 3


def test_stones_may_be_given_up_but_merges_must_clear_all() -> None:
    found = level("a3a")
    assert solve(found).cost == 0
    assert solve(found).status is Status.OPTIMAL
    assert solve(found, objective="merges").status is Status.INFEASIBLE
    assert verify(GAME, found, [], GAME.objective("stones")).valid
    assert not verify(GAME, found, [], GAME.objective("merges")).valid


def test_root_bounds_hold() -> None:
    for found in random_levels("merge", 75, seed=5):
        stones, merges = GAME.objectives
        most = solve(found).cost
        assert isinstance(most, int)
        assert most <= root_bound(found, stones, Ticker())
        fewest = solve(found, objective="merges").cost
        if fewest is not None:
            assert isinstance(fewest, int)
            assert root_bound(found, merges, Ticker()) <= fewest


VECTOR = '{"n": 2, "heroes": [], "stones": [], "attack": %s}'


@pytest.mark.parametrize(
    ("attack", "message"),
    [
        ('["x"]', "must be a list of pairs [dx, dy] of whole numbers up to 4095; entry 0 is not"),
        ("[[0, 1], [0, 0.5]]", "entry 1 is not one"),
        ("[0, 0]", "entry 0 is not one"),
        ("[[0, 5000]]", "up to 4095"),
        ("[[0, true]]", "entry 0 is not one"),
        ("5", "must be a name, a list of pairs [dx, dy], or these by type"),
        ("true", "must be a name"),
        ('{"a": 5}', "of `a` must be a name"),
        ('{"A": "I"}', "`A` is not a hero type"),
        ('{"a": "I; b=II"}', "of `a` must be one of"),
        ('{"1": "I", "a": "II"}', "says two vectors of type a"),
        ('{"%s": "I"}' % ("9" * 5000), "is not a hero type"),
        ('"0,0"', "must not hold `0,0`"),
        (str([[x, 1] for x in range(1001)]), "at most 1000 offsets"),
    ],
)
def test_vectors_in_json_are_read_strictly(attack: str, message: str) -> None:
    (bad,) = GAME.read(VECTOR % attack, "f")
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith("f:1: field `attack` ")
    assert message in str(bad)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack a: I\nattack a: II\na1", "f:2:11: `attack a` is said twice, and differently"),
        ("attack: side; a=II\nattack a: I\na1", "f:2:11: `attack` and `attack a` say two vectors"),
        ("attack: I; II\na1", "f:1:9: option `attack` says two vectors of all types"),
        ("attack: a=I; a=II\na1", "f:1:9: option `attack` says two vectors of type a"),
        ("attack a: 5000,0\na1", "f:1:11: `attack a` must be one of"),
        ("attack: ١,0\na1", "f:1:9: option `attack` must be one of"),
        ("attack: 1_0,0\na1", "f:1:9: option `attack` must be one of"),
        ("target: -1\na1", "f:1:9: option `target` must be a whole number"),
        ("a" * 4097, "f:1: boards of merge may have at most 4096 × 4096 cells"),
        ('{"n": 5000, "heroes": [], "stones": []}', "f:1: boards of merge may have at most 4096"),
        ('{"n": 2, "width": 3, "heroes": [], "stones": []}', "f:1: field `width` is 3"),
        ('{"n": 2, "target": -1, "heroes": [], "stones": []}', "f:1: field `target` must be"),
        ('{"n": 2, "heroes": [3], "stones": []}', "f:1: field `heroes[0]` must be an object"),
        (
            '{"n": 3, "heroes": [{"x": 2.0, "y": 0, "type": 1}], "stones": []}',
            "f:1: field `heroes[0].x` must be a whole number",
        ),
        (
            '{"n": 3, "heroes": [], "stones": [{"x": 0, "y": 0, "hp": 1.9}]}',
            "f:1: field `stones[0].hp` must be a whole number",
        ),
        (
            '{"n": 3, "heroes": [{"x": 5, "y": 0, "type": 1}], "stones": []}',
            "f:1: a hero a is not on the board: 5,0",
        ),
        (
            '{"n": 2, "heroes": [{"x": 1, "y": 0, "type": 1}, {"x": 1, "y": 0, "type": 2}],'
            ' "stones": []}',
            "f:1: a hero b stands where something else stands (row 1, column 2)",
        ),
    ],
)
def test_nothing_is_read_as_something_else(text: str, message: str) -> None:
    (bad,) = GAME.read(text, "f")
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message)


def test_a_vector_that_is_given_besides_wins_over_the_file() -> None:
    text = "attack: II\nattack a: I\na1"
    assert level(text, attack="III").attack == level("attack: III\na1").attack
    assert level("attack a: I\na1", attack="III").attack == level("attack: III\na1").attack


@pytest.mark.parametrize("form", GAME.formats)
def test_whole_files_come_back(form: str) -> None:
    boards = [
        level("; one: two\ntarget: 1\nmax-level: 2\nattack: I\nattack b: 1,0 -1,0\nab1"),
        level("author: attack: side\na2\na."),
        level("; attack a: I\n1.\n.b", attack="; a=II"),
    ]
    text = "\n".join(GAME.write(found, form) for found in boards)
    back = list(GAME.read(text))
    assert back == boards
    assert GAME.recognises(text, "f")


@pytest.mark.parametrize(
    "move", ["0,0", "1_0,0>2,0", "²,0>2,0", "+0,0>2,0", f"0,0>{'9' * 5000},0", "0,0>2,0>2,0", "a>b"]
)
def test_moves_that_are_none(move: str) -> None:
    found = level("a1a")
    with pytest.raises(InvalidMove):
        GAME.apply(found, GAME.initial(found), move)


def test_labels_tell_stones_and_heroes_apart() -> None:
    stones = [{"x": x, "y": 0, "hp": hp} for x, hp in enumerate((1, 9, 12, 99, 100, 12345))]
    heroes = [{"x": x, "y": 1, "type": kind} for x, kind in enumerate((1, 26, 27, 300))]
    found = level_of("merge", {"width": 6, "height": 2, "heroes": heroes, "stones": stones})
    picture = GAME.scene(found, GAME.initial(found))
    labels = [s.label for s in picture.sprites]
    assert labels == ["a1", "z1", "A1", "?1", "▪1", "▪9", "12", "99", "++", "++"]
    assert all(len(label) == 2 for label in labels)
    assert "++ is more than 99 hit points, up to 12345" in picture.caption


def test_what_stays_is_the_same_thing_in_every_picture() -> None:
    found = level("attack: side\na.a1\n....\n..b2")
    before, moved, after = GAME.frames(found, GAME.initial(found), "0,0>2,0")
    kept = {sprite.id: sprite for sprite in before.sprites}
    assert len(kept) == 5
    assert [s.id for s in moved.sprites if s is not kept[s.id]] == ["hero0"]
    assert [s.id for s in after.sprites if s is not kept[s.id]] == ["hero1"]
    assert [s.level for s in after.sprites if s.id == "hero1"] == [2]


def test_long_boards_are_replayed_in_parts() -> None:
    # Beyond some hundred things a state is kept in parts: the same numbers, and as hashable.
    row = "a1" * 400
    found, short = level(row), level("a1a1")
    state, start = GAME.initial(found), GAME.initial(found)
    assert hash(state) == hash(start)
    assert state == start
    after, gains = GAME.apply(found, state, "798,0>0,0")
    assert gains == {"stones": 1, "merges": 1}
    assert list(after.heroes) == [2, *[1] * 398, 0]
    assert list(after.stones) == [0, *[1] * 399]
    assert (after.heroes[-1], after.heroes[:2], len(after.stones)) == (0, (2, 1), 400)
    assert after != start
    assert list(start.heroes) == [1] * 400, "states do not change"
    assert isinstance(GAME.initial(short).heroes, tuple)


# Legal moves, and positions as levels


def positions(found: MergeLevel, rng: random.Random, length: int) -> list[Any]:
    """Those of a random play, without a thought of its use."""
    states = [GAME.initial(found)]
    for _ in range(length):
        if not (merges := list(GAME.legal(found, states[-1]))):
            break
        states.append(GAME.apply(found, states[-1], rng.choice(merges))[0])
    return states


def test_legal_merges_are_what_apply_takes() -> None:
    rng = random.Random(21)
    for found in random_levels("merge", 20, seed=21):
        for state in positions(found, rng, 5):
            taken = []
            for move in GAME.actions(found) or ():
                try:
                    GAME.apply(found, state, move)
                except IllegalMove:
                    continue
                taken.append(move)
            assert list(GAME.legal(found, state)) == taken


def test_large_boards_have_no_list_of_actions_but_legal_moves() -> None:
    found = generated("merge", "random", heroes=2000)
    assert GAME.actions(found) is None
    assert len(list(itertools.islice(GAME.legal(found, GAME.initial(found)), 5))) == 5


def can_ever_merge(found: MergeLevel, state: Any, hero: int) -> bool:
    """Return True if some play from here merges this hero, by trying all."""
    seen, todo = {state}, [state]
    while todo:
        here = todo.pop()
        for move in GAME.legal(found, here):
            after, _ = GAME.apply(found, here, move)
            if after.heroes[hero] != here.heroes[hero]:
                return True
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return False


def test_positions_that_are_boards_have_the_same_future() -> None:
    rng = random.Random(22)
    said = high = unsaid = 0
    for found in random_levels("merge", 40, seed=22):
        for state in positions(found, rng, 4)[1:]:
            stuck = all(
                now <= 1 or not can_ever_merge(found, state, hero)
                for hero, now in enumerate(state.heroes)
            )
            board = GAME.level_at(found, state)
            assert (board is not None) == stuck
            if board is None:
                unsaid += 1
                continue
            said += 1
            high += found.max_level != 1 and len(board.heroes) > 1
            assert not GAME.validate(board)
            for goal in GAME.objectives:
                best = search(Task(GAME, found, goal, Ticker(), start=state)).bound
                result = solve(board, objective=goal.id)
                assert result.cost == best
                if result.moves is not None:
                    assert verify(GAME, found, result.moves, goal, start=state).cost == best
    assert min(said, high, unsaid) > 20, (said, high, unsaid)


def test_a_hero_others_can_catch_up_with_stays() -> None:
    # Without the hero of level 2 no hero strikes the stone; the last two make one to merge with.
    found = level("2aaaa")
    state, _ = GAME.apply(found, GAME.initial(found), "2,0>1,0")
    assert GAME.level_at(found, state) is None
    assert search(Task(GAME, found, GAME.objective(), Ticker(), start=state)).bound == 1
    (without,) = GAME.read("1..aa")
    assert isinstance(without, MergeLevel)
    assert solve(without).cost == 0
    capped = replace(found, max_level=2, target=1, info={"title": "t"})
    assert GAME.level_at(capped, state) == replace(without, max_level=2, target=1)


def test_what_has_fallen_is_no_longer_wanted() -> None:
    found = level("target: 2\na1a.1bb")
    state, _ = GAME.apply(found, GAME.initial(found), "0,0>2,0")
    rest = GAME.level_at(found, state)
    assert rest == level("target: 1\n....1bb")
    assert GAME.level_at(found, GAME.initial(found)) == found


# Keys and pointing


def test_pointing_picks_merges_and_lets_go() -> None:
    session = Session(level("a1a.b"))
    assert session.point(Pos(0, 0))
    assert session.cursor == Chosen(Pos(0, 0), picked=Pos(0, 0))
    session.point(Pos(0, 0))
    assert session.cursor == Chosen(Pos(0, 0)), "the same hero again: let go"
    session.point(Pos(0, 0))
    session.point(Pos(3, 0))
    assert session.cursor == Chosen(Pos(3, 0)), "nobody there: let go"
    session.point(Pos(0, 0))
    with pytest.raises(IllegalMove, match="different types"):
        session.point(Pos(4, 0))
    session.point(Pos(2, 0))
    assert session.moves == ("0,0>2,0",)


def test_a_pick_of_which_the_hero_is_gone_is_none() -> None:
    found = level("a1aa")
    state, _ = GAME.apply(found, GAME.initial(found), "0,0>2,0")
    stale = Chosen(Pos(3, 0), picked=Pos(0, 0))
    assert GAME.interpret(found, state, stale, "enter") == Chosen(Pos(3, 0), picked=Pos(3, 0))
    assert GAME.interpret(found, state, stale, "left") == Chosen(Pos(2, 0))
    assert GAME.point(found, state, stale, Pos(2, 0)) == Chosen(Pos(2, 0), picked=Pos(2, 0))
    assert GAME.interpret(found, state, Chosen(Pos(0, 0)), "enter") is None, "nobody there"


# Boards by chance


@pytest.mark.parametrize(
    ("generator", "parameters"),
    [
        ("random", {"heroes": 60, "density": "dense", "hp": 6, "types": 3}),
        ("lines", {"heroes": 60}),
        ("apart", {"heroes": 60}),
    ],
)
def test_generators_keep_their_parameters(generator: str, parameters: dict[str, Any]) -> None:
    found = generated("merge", generator, **parameters)
    assert len(found.heroes) == 60
    assert len(found.types) > 1 or generator == "lines"
    assert all(len(stones) <= 1 for stones in found.strikes) == (generator == "apart")
    with pytest.raises(InputError, match=f"do not fit on {MAX_SIDE}"):
        generated("merge", generator, heroes=10**9)


def test_attack_cells_are_explained_in_words() -> None:
    (attack,) = (option for option in GAME.options if option.name == "attack")
    said = attack.explain(attack.parse("II; a=I"))
    assert said == "Heroes strike the cells above and below; heroes of type a strike the cell above"
