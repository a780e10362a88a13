from __future__ import annotations

import pytest

from gridproof.errors import IllegalMove, InputError
from gridproof.game import BoardFault
from gridproof.games.merge import GAME
from gridproof.games.merge.level import SIDE, MergeLevel
from gridproof.games.merge.solve.bounds import root_bound
from gridproof.loading import read_boards
from gridproof.result import Status
from gridproof.solving import solve
from gridproof.ticker import Ticker
from gridproof.verifying import verify
from tests.samples import random_levels


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
