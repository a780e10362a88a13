from __future__ import annotations

import pytest

from gridproof.errors import IllegalMove, InputError, InvalidMove
from gridproof.game import BoardFault
from gridproof.games.merge import GAME
from gridproof.games.merge.level import SIDE, MergeLevel
from gridproof.games.merge.solve.bounds import root_bound
from gridproof.loading import read_boards
from gridproof.result import Status
from gridproof.solving import solve
from gridproof.ticker import Ticker
from gridproof.verifying import verify
from tests.samples import level_of, random_levels


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
        ("a0", "f:1:2: `0` is not a cell"),
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
    for found in random_levels("merge", 150, seed=5):
        stones, merges = GAME.objectives
        most = solve(found).cost
        bound = root_bound(found, stones, Ticker())
        assert isinstance(most, int)
        assert bound is not None
        assert most <= bound
        fewest = solve(found, objective="merges").cost
        if fewest is not None:
            assert isinstance(fewest, int)
            bound = root_bound(found, merges, Ticker())
            assert bound is not None
            assert bound <= fewest


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
