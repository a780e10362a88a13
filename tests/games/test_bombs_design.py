"""Boards of bombcover and onebomb as wished, what is said of them, and what makes them easier."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from gridproof.design.generate import Made, generate, remake
from gridproof.design.goal import Goal, Unmet
from gridproof.design.level_id import find_generator, make
from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.limits import Stopped, Ticker
from gridproof.registry import find_game
from gridproof.result import Limits, StopReason
from gridproof.solving.solve import solve
from tests.samples import random_levels

BOMBCOVER, ONEBOMB = find_game("bombcover"), find_game("onebomb")


@pytest.mark.parametrize(
    ("parameters", "wishes"),
    [
        ({"width": 7, "height": 9}, {}),
        ({"width": 8, "height": 6, "radius": 2}, {"min_gap": 1, "max_cost": 6}),
        ({"width": 8, "height": 8}, {"min_cost": 5, "max_cost": 5, "max_gap": 1}),
    ],
)
def test_greedy_bombs_fail_as_much_as_is_wished(
    parameters: dict[str, Any], wishes: dict[str, Any]
) -> None:
    run = generate("bombcover", "traps", parameters, count=3, attempts=30, **wishes)
    boards = list(run)
    assert run.ending == "delivered"
    goal = Goal(**wishes)
    for made in boards:
        level: Any = made.level
        assert {name: getattr(level, name) for name in parameters} == parameters
        greedy = solve(level, solver="greedy").cost
        assert isinstance(greedy, int)
        gap = greedy - made.cost
        assert not goal.misses_cost(made.cost)
        assert not goal.misses_gap(gap)
        assert wishes or gap > 0
        again = remake(made.id)
        assert isinstance(again, Made)
        assert again.level == level


@pytest.mark.parametrize(
    ("parameters", "wishes"),
    [
        ({"width": 3, "height": 7}, {"min_gap": 4, "max_gap": 4}),
        ({"width": 12, "height": 7}, {}),
        ({"width": 9, "height": 16, "bricks": 100}, {"min_gap": 6, "max_gap": 7}),
        ({"width": 21, "height": 15, "loops": 30, "radius": 1}, {"min_gap": 4, "min_cost": 25}),
        ({"bricks": 60}, {"min_gap": 24, "max_gap": 24, "min_cost": 31, "max_cost": 31}),
        ({"width": 15, "height": 15}, {"max_gap": 1, "min_cost": 20}),
    ],
)
def test_the_bomb_saves_as_many_steps_as_is_wished(
    parameters: dict[str, Any], wishes: dict[str, Any]
) -> None:
    run = generate("onebomb", "mazes", parameters, count=4, attempts=60, **wishes)
    boards = list(run)
    assert run.ending == "delivered"
    goal = Goal(**wishes)
    for made in boards:
        level: Any = made.level
        cells = level.cells.replace(b"#", b"X")
        walk = solve(replace(level, cells=cells)).cost
        assert isinstance(walk, int)
        assert not goal.misses_gap(walk - made.cost)
        assert not goal.misses_cost(made.cost)
        assert wishes or walk > made.cost
        assert (level.width, level.radius) == (
            parameters.get("width", 20),
            parameters.get("radius"),
        )


def test_what_no_board_can_be() -> None:
    cases: tuple[tuple[str, str, dict[str, int], dict[str, Any], str], ...] = (
        ("bombcover", "traps", {"width": 17}, {}, "at most 16 cells"),
        ("bombcover", "traps", {"width": 3, "height": 3, "empty": 1}, {}, "there is no crate"),
        ("onebomb", "mazes", {}, {"min_gap": 3, "max_gap": 3}, "an even number of steps"),
        ("onebomb", "mazes", {"height": 2}, {}, "from 3 to 1000"),
    )
    for game, generator, parameters, wishes, message in cases:
        with pytest.raises(InputError, match=message):
            list(generate(game, generator, parameters, **wishes))


def test_a_vain_search_says_how_near_it_came() -> None:
    with pytest.raises(Unmet, match="not reached by 300 changes") as trap:
        make(
            BOMBCOVER,
            find_generator(BOMBCOVER, "traps"),
            random.Random(1),
            {"width": 4, "height": 5},
            Goal(min_gap=2),
        )
    assert trap.value.cost is not None
    spec = find_generator(ONEBOMB, "mazes")
    with pytest.raises(Unmet, match="no wall that saves"):
        make(ONEBOMB, spec, random.Random(1), {"width": 5}, Goal(min_gap=500))
    with pytest.raises(Unmet, match="no walk of such a length") as maze:
        make(ONEBOMB, spec, random.Random(1), {"width": 9}, Goal(min_cost=500))
    assert 0 < (maze.value.cost or 0) < 500


@pytest.mark.parametrize(
    ("game", "name", "parameters"),
    [(BOMBCOVER, "traps", {}), (ONEBOMB, "mazes", {"width": 999, "height": 1000})],
)
def test_generators_that_aim_can_be_stopped(
    game: AnyGame, name: str, parameters: dict[str, int]
) -> None:
    ticker = Ticker(Limits(time=0.0))
    with pytest.raises(Stopped) as stopped:
        make(game, find_generator(game, name), random.Random(1), parameters, ticker=ticker)
    assert stopped.value.reason is StopReason.TIME_LIMIT


def test_a_normalized_bombcover_board_plays_alike() -> None:
    changed = 0
    for level in random_levels("bombcover", 12):
        normalized = BOMBCOVER.normalized(level)
        changed += normalized != level
        assert not BOMBCOVER.validate(normalized)
        assert BOMBCOVER.normalized(normalized) == normalized
        assert BOMBCOVER.normalized(BOMBCOVER.turn(level)) == BOMBCOVER.turn(normalized)
        goal = "explosions-steps"
        assert solve(normalized, objective=goal).cost == solve(level, objective=goal).cost
    assert changed > 5


def test_what_is_out_of_reach_does_not_matter() -> None:
    texts = ("#####\n#@.x#\n#####\n", "#######\n#.#x#.#\n#.#.#x#\n#.#@#.#\n#######\n", "@.x\n")
    boards = [BOMBCOVER.normalized(next(iter(BOMBCOVER.read(text)))) for text in texts]
    assert boards[0] == BOMBCOVER.turn(boards[1]) == boards[2]


@pytest.mark.parametrize("game", [BOMBCOVER, ONEBOMB])
def test_taking_away_anything_else_changes_nothing(game: AnyGame) -> None:
    tried = 0
    for level in random_levels(game.id, 30):
        told: set[int] = set()
        for _, (cell,), eased in game.relaxed_variants(level):
            board: Any = eased
            assert not game.validate(board)
            number = cell.y * level.width + cell.x
            told.add(number)
            assert [number] == [i for i, kind in enumerate(board.cells) if kind != level.cells[i]]
        empty = "." if game is BOMBCOVER else b"."
        others = [
            i for i in range(len(level.cells)) if i not in told and level.cells[i : i + 1] != empty
        ]
        for number in others[:2]:
            tried += 1
            cells = level.cells[:number] + empty + level.cells[number + 1 :]
            assert solve(replace(level, cells=cells)).cost == solve(level).cost
    assert tried > 10


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("######\n#@.xx#\n##.#.#\n######\n", {"crates": 2, "closed": 25}),
        ("3 4\nP#.K\n.X#X\n....\n", {"detour": 0, "bricks": 1}),
        ("3 4\nP.X.\n.XXK\n....\n", {"detour": 2, "bricks": 0}),
    ],
)
def test_measures(text: str, values: dict[str, int]) -> None:
    game = BOMBCOVER if "@" in text else ONEBOMB
    level: Any = next(iter(game.read(text)))
    assert load(game.measure)(level, solve(level), Ticker()) == values
    assert [measure.id for measure in game.measures] == list(values)
