"""Boards of boxcover as wished, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridproof.design.generate import Made, generate, remake
from gridproof.design.goal import Goal, Unmet
from gridproof.design.level_id import find_generator, make
from gridproof.design.stable_random import StableRandom
from gridproof.design.symmetry import symmetric, symmetry_class
from gridproof.errors import InputError
from gridproof.games.boxcover.design import measure
from gridproof.games.boxcover.game import GAME
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.grid import Pos
from gridproof.limits import CancelToken, Ticker
from gridproof.registry import digest
from gridproof.solving.solve import solve
from tests.samples import generated, random_levels

pytestmark = pytest.mark.native


def test_clusters_lie_round_few_places() -> None:
    found = generated("boxcover", "clustered", points=500, clusters=3, spread=4, side=50)
    crowds: list[Pos] = []
    for point in found.points:
        if not any(max(abs(point.x - x), abs(point.y - y)) <= 24 for x, y in crowds):
            crowds.append(point)
    assert len(crowds) <= 3
    assert len({p.x for p in found.points}) > 3 * 9, "spread is the reach of one draw of three"
    with pytest.raises(InputError, match="coordinates would be larger"):
        generated("boxcover", "clustered", spread=MAX_COORDINATE // 3)


def test_what_is_aimed_at_is_made_again_from_its_name() -> None:
    (found,) = generate(GAME, "climb", {"points": 20}, min_gap=2)
    assert found.gap is not None
    assert found.gap >= 2
    again = remake(found.id)
    assert isinstance(again, Made)
    assert (again.level, again.symmetry_class) == (found.level, found.symmetry_class)


def test_a_wish_that_no_board_meets_is_given_up() -> None:
    with pytest.raises(Unmet, match="not reached") as unmet:
        make(
            GAME,
            find_generator(GAME, "climb"),
            StableRandom("x"),
            {"points": 3},
            goal=Goal(min_cost=4),
        )
    assert unmet.value.cost in (1, 2, 3)


def test_measures() -> None:
    found = BoxcoverLevel(points=(Pos(0, 0), Pos(1, 0), Pos(5, 0)), side=2)
    assert measure(found, solve(found), Ticker()) == {"points": 3, "apart": 2}
    token = CancelToken()
    token.cancel()
    assert measure(found, solve(found), Ticker(cancel=token)) == {"points": 3, "apart": None}


def test_easements_have_one_point_less() -> None:
    found = BoxcoverLevel(points=(Pos(0, 7), Pos(1, 5)), side=2)
    eased = [replace(found, points=points) for points in ((Pos(1, 5),), (Pos(0, 7),))]
    assert list(GAME.relaxed_variants(found)) == [
        ("point 0,7", ((0, 0),), eased[0]),
        ("point 1,5", ((1, 2),), eased[1]),
    ]
    assert not list(GAME.relaxed_variants(eased[0]))


def test_boards_are_akin_wherever_they_lie_and_however_they_are_turned() -> None:
    for found in (generated("boxcover", "clustered"), *random_levels("boxcover", 10)):
        there = BoxcoverLevel(
            points=tuple(Pos(x + 7, y - 9) for x, y in found.points), side=found.side
        )
        assert digest(GAME, GAME.normalized(there)) == digest(GAME, GAME.normalized(found))
        assert {symmetry_class(GAME, board) for board in symmetric(GAME, there)} == {
            symmetry_class(GAME, found)
        }
        assert {solve(board).cost for board in symmetric(GAME, there)} == {solve(found).cost}
