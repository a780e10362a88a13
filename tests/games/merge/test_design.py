"""Boards of merge as wished, and what a designer is told of them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from gridproof.design.generate import Made, generate, remake
from gridproof.design.goal import Goal, Unmet
from gridproof.design.level_id import find_generator, make
from gridproof.design.stable_random import StableRandom
from gridproof.design.symmetry import symmetric, symmetry_class
from gridproof.errors import InputError
from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import ATTACK_NAMES, MAX_SIDE, MergeLevel
from gridproof.games.merge.solve.damages import can_be_dealt, fallen
from gridproof.games.merge.solve.enumerate import best_play
from gridproof.games.merge.solve.given_up import given_up as program_given_up
from gridproof.games.merge.solve.measures import measure
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.registry import digest
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.solving.task import value_of
from gridproof.verifying import verify
from tests.games.merge.test_solvers import level, optima, restricted
from tests.samples import generated

pytestmark = pytest.mark.native


# The simple player


def test_greedy_is_never_better_than_the_optimum() -> None:
    worse = 0
    for found in restricted(80, 31):
        best = optima(found)
        for objective, sign in (("stones", 1), ("merges", -1)):
            played = solve(found, solver="greedy", objective=objective).cost
            if isinstance(played, int):
                optimum = best[objective]
                assert optimum is not None
                assert sign * played <= sign * optimum
                worse += played != optimum
    assert worse


def test_greedy_does_not_look_ahead() -> None:
    found = level("1a1a1a1.a")  # the first and the third hero strike all
    assert solve(found, solver="greedy").cost == 3
    assert solve(found).cost == 4
    given_up = solve(found, solver="greedy", objective="merges")
    assert (given_up.status, given_up.stop_reason) == (Status.UNKNOWN, StopReason.COMPLETED)
    assert solve(found, objective="merges").cost == 2


def test_greedy_keeps_its_limits() -> None:
    found = level("1a1\n.a.\n1a1")
    assert (
        solve(found, solver="greedy", limits=Limits(nodes=0)).stop_reason is StopReason.NODE_LIMIT
    )
    decided = solve(found, solver="greedy", decide=1)
    assert decided.stop_reason is StopReason.DECIDED
    dear = solve(found, solver="greedy", objective="merges", limits=Limits(max_cost=1))
    assert (dear.moves, dear.stop_reason) == (None, StopReason.COST_LIMIT)


# Generators


@pytest.mark.parametrize("shape", ["I", "II", "III", "IV"])
def test_two_line_shapes_are_those_of_the_theorems(shape: str) -> None:
    found = generated("merge", "two-lines", shape=shape, heroes=9, stones=7, hp=1)
    assert (len(found.heroes), len(found.stones)) == (9, 7)
    assert found.attack == ((0, ATTACK_NAMES[shape]),)
    assert min(found.width, found.height) == (1 if shape == "II" else 2)
    assert f"two-line shape {shape}" in GAME.facts(found)
    assert any(found.strikes)
    with pytest.raises(InputError, match=f"do not fit on {MAX_SIDE}"):
        generated("merge", "two-lines", shape=shape, heroes=MAX_SIDE)


@pytest.mark.parametrize(
    ("parameters", "wishes"),
    [
        ({}, {"min_cost": 9, "max_cost": 9}),
        ({"heroes": 10, "types": 2}, {"min_gap": 1}),
        (
            {"heroes": 8, "stones": 4, "hp": 2},
            {"objective": "merges", "max_cost": 4},
        ),
    ],
)
def test_what_is_aimed_at_is_made_again_from_its_name(
    parameters: dict[str, Any], wishes: dict[str, Any]
) -> None:
    (found,) = generate(GAME, "climb", parameters, **wishes)
    goal = Goal(**wishes)
    assert not goal.misses_cost(found.cost)
    assert not goal.about_gap or not goal.misses_gap(found.gap or 0)
    again = remake(found.id)
    assert isinstance(again, Made)
    assert (again.level, again.symmetry_class) == (found.level, found.symmetry_class)


def test_a_wish_that_no_board_meets_is_given_up() -> None:
    rng, spec = StableRandom("given up"), find_generator(GAME, "climb")
    few = {"heroes": 2, "stones": 2}
    with pytest.raises(Unmet, match="not reached") as unmet:
        make(GAME, spec, rng, few, goal=Goal(min_cost=2, min_gap=1))
    assert unmet.value.cost in (0, 1, 2)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Stopped):
        make(GAME, spec, rng, few, goal=Goal(min_gap=1), ticker=Ticker(cancel=token))


# What a designer is told


def most_and_given_up(found: MergeLevel) -> tuple[int, int]:
    """By trying all damages."""
    depth = [len(found.tokens(kind)) for _, kind in found.heroes]
    most, ever = 0, set[int]()
    for dealt in itertools.product(*(range(d + 1) for d in depth)):
        if can_be_dealt(found, dealt):
            stones = fallen(found, dealt)
            if len(stones) > most:
                most, ever = len(stones), set()
            if len(stones) == most:
                ever |= stones
    return most, len(found.stones) - len(ever)


def test_stones_that_fall_in_some_best_play() -> None:
    """By all plays and by the integer program."""
    shorter = 0
    for found in restricted(50, 33):
        most, given_up = most_and_given_up(found)
        best = best_play(found, Ticker())
        assert (best.stones, len(found.stones) - len(best.ever)) == (most, given_up)
        played = GAME.replay(found, GAME.initial(found), best.moves)
        left = {stone for stone, hp in enumerate(played.state.stones) if hp}
        assert len(left) == len(found.stones) - most
        assert len(program_given_up(found, most, left, Ticker())) == given_up
        options = {"enumerate": False, "cover": False}
        program = solve(found, solver="optimal", solver_options=options)
        assert program.moves is not None
        shorter += len(program.moves) - len(best.moves)
    assert shorter >= 0, "plays with few merges are taken"


def test_the_first_best_play_is_not_all_of_them() -> None:
    found = level("1aa1")  # either stone falls, but not both
    best = best_play(found, Ticker())
    assert (best.stones, set(best.ever)) == (1, {0, 1})


def test_stones_of_worse_plays_are_not_among_those_of_the_best() -> None:
    found = level("1a1..a1")  # the play that breaks the last stone comes first, and breaks no other
    best = best_play(found, Ticker())
    assert (best.stones, set(best.ever)) == (2, {0, 1})


def test_the_report_against_all_plays() -> None:
    varied = set()
    for found in restricted(50, 32):
        expected = optima(found)
        most, given_up = most_and_given_up(found)
        assert most == expected["stones"]
        clearable = expected["merges"] is not None
        for objective in ("stones", "merges"):
            result = solve(found, objective=objective)
            if result.cost is None:
                continue
            assert measure(found, result, Ticker()) == {
                "stones": len(found.stones),
                "most-stones": most,
                "clearable": clearable,
                "fewest-merges": expected["merges"],
                "given-up": given_up,
            }
        varied.add((given_up, len(found.stones) - most))
    assert len(varied) > 5
    assert any(given_up < left for given_up, left in varied), "one stone or another"


def test_a_report_that_is_stopped_says_less() -> None:
    token = CancelToken()
    token.cancel()
    for text, values in (("1a1a1", (3, 2, 0, None, None)), ("1a1\n.a.", (2, 2, 1, None, 0))):
        found = level(text)
        said = measure(found, solve(found), Ticker(cancel=token))
        assert tuple(said.values()) == values
        assert tuple(said) == tuple(measure.id for measure in GAME.measures)


def test_a_value_is_of_the_rules_and_proven() -> None:
    for found in restricted(40, 33):
        for objective, best in optima(found).items():
            assert value_of(GAME, found, GAME.objective(objective), Ticker()) == best


def test_easements_have_one_thing_less() -> None:
    found = level("21\na.\nab")
    said = []
    for name, cells, eased in GAME.relaxed_variants(found):
        assert isinstance(eased, MergeLevel)
        assert not GAME.validate(eased)
        said.append((name, cells, eased.stones))
    assert said == [
        ("hit point", ((0, 0),), (((0, 0), 1), ((1, 0), 1))),
        ("stone", ((0, 0),), (((1, 0), 1),)),
        ("stone", ((1, 0),), (((0, 0), 2),)),
    ]


def test_what_is_of_no_account_is_left_out_of_the_essence() -> None:
    small = level("attack: II\n1.\na2\na.")
    large = level("attack: II; b=III\n.....\n..1..\n..a2.\n..a..\n.b...\n.....")
    assert digest(GAME, GAME.normalized(large)) == digest(GAME, GAME.normalized(small))
    assert GAME.normalized(level("a.")).heroes == ()
    for one, other in (
        # what the types are called
        ("ab1\nab2", "ba1\nba2"),
        ("attack: a=I; b=II\nab1\nab2", "attack: a=II; b=I\nba1\nba2"),
        # the vector of all types where each one has its own
        ("attack: III; a=I; b=II\nab1\nab2", "attack: IV; a=I; b=II\nab1\nab2"),
        ("attack: I; b=II\nab1\na.2", "attack: I; b=IV\nab1\na.2"),
    ):
        assert symmetry_class(GAME, level(one)) == symmetry_class(GAME, level(other))
    swapped = level("attack: a=I; b=II\nba1\nba2")
    assert symmetry_class(GAME, swapped) != symmetry_class(
        GAME, level("attack: a=I; b=II\nab1\nab2")
    )
    for board in symmetric(GAME, large):
        assert symmetry_class(GAME, board) == symmetry_class(GAME, small)
    for found in restricted(40, 34):
        normalized = GAME.normalized(found)
        assert not GAME.validate(normalized)
        assert optima(normalized) == optima(found)


@pytest.mark.parametrize("generator", ["random", "lines", "two-lines", "apart", "climb"])
def test_generated_boards_are_akin_to_their_mirror_images(generator: str) -> None:
    found = generated("merge", generator)
    assert len({symmetry_class(GAME, board) for board in symmetric(GAME, found)}) == 1
    result = solve(found)
    for board in symmetric(GAME, found):
        assert solve(board).cost == result.cost
    assert verify(GAME, found, result.moves or ()).valid
