"""Plain search against oracles that were written without sight of this code.

The oracles (``tests/oracles``) copy boards and search literally, without any of the lemmas that the
rules' move generators and keys rest on; each lemma has its regression board below as well.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from gridproof.games.merge import rules
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.registry import find_game
from gridproof.result import Status
from gridproof.solving.solve import solve
from tests.games.merge.test_solvers import oracle_board
from tests.games.tiny.merge import tiny
from tests.oracles import bombcover, boxcover, merge, onebomb, robots, sokoban
from tests.samples import level_of, record
from tests.soak import ROUNDS, fresh_seed


def check(
    game: str,
    board: dict[str, Any],
    expected: Any,
    options: dict[str, str] | None = None,
    objective: str | None = None,
) -> None:
    result = solve(level_of(game, board, options), objective=objective, solver="search")
    about = (board, options)
    if expected is None:
        assert result.status is Status.INFEASIBLE, about
    else:
        assert result.status is Status.OPTIMAL, about
        assert result.cost == expected, about


def compare_robots(rng: random.Random) -> None:
    board = record("robots", rng)
    oracle = board | {"target_robot": None} if board["target_robot"] == "any" else board
    for ricochet in (False, True):
        expected = robots.fewest_moves(oracle, ricochet=ricochet)
        check("robots", board, expected, {"ricochet": "yes" if ricochet else "no"})


def compare_bombcover(rng: random.Random) -> None:
    board = record("bombcover", rng)
    variant: dict[str, Any] = {
        "radius": rng.choice((None, None, 1, 2, 3)),
        "pierce": rng.random() < 0.4,
        "throw": rng.random() < 0.4,
    }
    options = {
        "radius": str(variant["radius"] or "unlimited"),
        "pierce": "yes" if variant["pierce"] else "no",
        "throw": "yes" if variant["throw"] else "no",
    }
    rows = board["rows"]
    check("bombcover", board, bombcover.fewest_explosions(rows, **variant), options)
    if sum(row.count("x") for row in rows) <= 4:
        both = bombcover.fewest_explosions_then_steps(rows, **variant)
        check("bombcover", board, both, options, "explosions-steps")


def compare_onebomb(rng: random.Random) -> None:
    board = record("onebomb", rng)
    radius = rng.choice((None, None, 1, 2))
    bombs = rng.choice((1, 1, 1, 2))
    blast = rng.choice(("pierce", "classic"))
    expected = onebomb.shortest(board["rows"], radius=radius, bombs=bombs, blast=blast)
    options = {"radius": str(radius or "unlimited"), "bombs": str(bombs), "blast": blast}
    check("onebomb", board, expected, options)


def compare_merge(rng: random.Random) -> None:
    found = tiny(rng)
    assert isinstance(found, MergeLevel)
    board = oracle_board(found)
    for top in (None, rng.randint(1, 3)):
        options = {} if top is None else {"max-level": str(top)}
        check("merge", board, merge.most_stones(board, top), options)
        check("merge", board, merge.fewest_merges(board, top), options, objective="merges")


def compare_sokoban(rng: random.Random) -> None:
    board = record("sokoban", rng)
    for objective in find_game("sokoban").objectives:
        expected = sokoban.best(board["rows"], objective.metrics)
        if expected is not None and len(expected) == 1:
            check("sokoban", board, expected[0], objective=objective.id)
        else:
            check("sokoban", board, expected, objective=objective.id)


def compare_boxcover(rng: random.Random) -> None:
    board = record("boxcover", rng)
    check("boxcover", board, boxcover.fewest_squares(board))


COMPARISONS = {
    "robots": compare_robots,
    "bombcover": compare_bombcover,
    "onebomb": compare_onebomb,
    "merge": compare_merge,
    "sokoban": compare_sokoban,
    "boxcover": compare_boxcover,
}


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("game", COMPARISONS)
def test_hundreds_of_random_boards(game: str, part: int) -> None:
    rng = random.Random(f"{game} {part}")
    for _ in range(150):
        COMPARISONS[game](rng)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("game", COMPARISONS)
def test_thousands_of_random_boards(game: str, part: int) -> None:
    rng = random.Random(fresh_seed())
    for _ in range(50 * ROUNDS):
        COMPARISONS[game](rng)


def test_onebomb_a_brick_can_be_the_last_step_before_the_blast() -> None:
    # Distances "over empty cells", read literally, never enter a brick and find nothing here.
    check("onebomb", {"rows": ["KXP", "###"]}, 4)


def test_onebomb_both_orders_of_the_arms_are_needed() -> None:
    for rows in (["P#.", "XX#", "XXK"], ["PXX", "#XX", ".#K"]):
        check("onebomb", {"rows": rows}, onebomb.shortest(rows))


def test_onebomb_further_bombs_in_one_order_only() -> None:
    # The best pair is found although the second bomb is only tried behind the first one.
    rows = ["P#..", "XXX#", "K.#."]
    check("onebomb", {"rows": rows}, None)
    check("onebomb", {"rows": rows}, 8, {"bombs": "2"})
    assert onebomb.shortest(rows, bombs=2) == 8


def test_onebomb_which_bricks_are_gone_matters_not_how_many() -> None:
    # The bomb on the first brick is tried before those that clear the way.
    check("onebomb", {"rows": ["#X..", "XP#K", "X..."]}, 2)


def test_merge_the_number_of_heroes_that_strike_nothing_matters() -> None:
    # Seven merges make a hero of level 4 beside the stone, whatever heroes are left over.
    board = {
        "width": 10,
        "height": 1,
        "heroes": [{"x": x, "y": 0, "type": 1} for x in range(1, 10)],
        "stones": [{"x": 0, "y": 0, "hp": 3}],
    }
    check("merge", board, 7, objective="merges")


def test_merge_the_lowest_level_has_to_be_merged_out_first() -> None:
    # The stone of 2 falls only if its hero merges twice: four heroes give one of level 3.
    board = {
        "width": 5,
        "height": 1,
        "heroes": [{"x": x, "y": 0, "type": 1} for x in (0, 1, 2, 3)],
        "stones": [{"x": 4, "y": 0, "hp": 2}],
    }
    assert merge.most_stones(board) == 1
    check("merge", board, 1)
    check("merge", board, 3, objective="merges")


def test_merge_the_fewest_merges_are_not_maximal(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three merges make a hero of level 3 beside the stone of 2; merging level 1 out takes a fourth.
    board = {
        "width": 7,
        "height": 1,
        "heroes": [{"x": x, "y": 0, "type": 1} for x in (1, 2, 3, 4, 5, 6)],
        "stones": [{"x": 0, "y": 0, "hp": 2}],
    }
    assert merge.fewest_merges(board) == 3
    check("merge", board, 3, objective="merges")
    monkeypatch.setattr(
        find_game("merge"), "moves", lambda level, state, goal: rules.moves(level, state, STONES)
    )
    check("merge", board, 4, objective="merges")


def test_robots_only_helpers_are_interchangeable(monkeypatch: pytest.MonkeyPatch) -> None:
    board = {
        "width": 3,
        "height": 2,
        "walls": [],
        "robots": [[0, 0], [2, 0]],
        "target_robot": 0,
        "target": [2, 0],
    }
    expected = robots.fewest_moves(board)
    check("robots", board, expected)
    game = find_game("robots")
    monkeypatch.setattr(game, "key", lambda level, state, objective: tuple(sorted(state.cells)))
    result = solve(level_of("robots", board), solver="search")
    assert result.cost != expected
