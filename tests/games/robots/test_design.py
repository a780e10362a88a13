"""Boards of robots as they are wished for, and what is said of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gridproof.design.goal import Goal, Unmet
from gridproof.design.stable_random import StableRandom
from gridproof.design.symmetry import symmetry_class
from gridproof.game import RelaxedVariant
from gridproof.games.robots.design import measure, relaxed_variants
from gridproof.games.robots.game import GAME
from gridproof.games.robots.generate.random_boards import backward, noise, standard
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.quadrants import PLACES
from gridproof.games.robots.solve import aiming
from gridproof.games.robots.solve.hardest import hardest
from gridproof.games.robots.solve.stops import find_stops
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.registry import digest
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from tests.games.robots.test_solvers import as_record
from tests.games.tiny.robots import crowded, tiny
from tests.oracles import robots as oracle
from tests.soak import ROUNDS

pytestmark = pytest.mark.native


def pairs(level: RobotsLevel) -> Iterator[tuple[int, int, RobotsLevel]]:
    """Each robot (its place) and cell number, and the board that asks for them."""
    for place, (number, _) in enumerate(level.robots):
        for cell in range(level.width * level.height):
            yield place, cell, replace(level, target=level.cell_of(cell), target_robot=number)


def test_one_search_knows_the_optimum_of_every_robot_and_target() -> None:
    rng = random.Random(1)
    sizes = set()
    for _ in range(25):
        level = tiny(rng)
        sizes.add((level.width, level.height))
        stops = find_stops(level, Ticker(), max_states=10**6)
        assert stops.exhausted
        for place, cell, asked in pairs(level):
            optimum = stops.optimum([place], cell)
            assert (optimum and optimum[0]) == solve(asked).cost, asked
    assert any(width != height for width, height in sizes)


def test_it_knows_which_pairs_have_one_shortest_play() -> None:
    rng = random.Random(2)
    seen = []
    for _ in range(60):
        level = tiny(rng)
        stops = find_stops(level, Ticker(), max_states=10**6)
        for place, cell, asked in random.Random(3).sample(list(pairs(level)), 1):
            optimum = stops.optimum([place], cell)
            count = oracle.count_optimal(as_record(asked), ricochet=level.ricochet)
            assert min(count, 2) == (min(optimum[1], 2) if optimum else 0), asked
            seen.append(count)
        anyone = replace(level, target=level.cell_of(0), target_robot="any")
        optimum = stops.optimum(range(len(level.robots)), 0)
        count = oracle.count_optimal(as_record(anyone), ricochet=level.ricochet)
        assert min(count, 2) == (min(optimum[1], 2) if optimum else 0), anyone
    assert {0, 1, 2} <= set(seen)


def compare_with_all_stops(rng: random.Random, count: int) -> None:
    shapes = set()
    for number in range(count):
        level = replace(tiny(rng), ricochet=number % 2 == 1)
        expected = oracle.all_stops(as_record(level), ricochet=level.ricochet)
        shapes.add((level.width > level.height) - (level.width < level.height))
        for max_states in (10**6, rng.randint(1, 20), rng.randint(1, 1000)):
            stops = find_stops(level, Ticker(), max_states=max_states)
            assert stops.exhausted or max_states < 10**6
            for robot in range(len(level.robots)):
                for cell in range(level.width * level.height):
                    fewest, ways = expected.get((robot, *level.cell_of(cell)), (None, 0))
                    said = stops.optimum([robot], cell)
                    if said is None:
                        unknown = not stops.exhausted and fewest is not None
                        assert fewest is None or (unknown and fewest > stops.complete), level
                    else:
                        assert said == (fewest, min(ways, 2)), level
    assert len(shapes) == 3


def test_every_robot_and_cell_with_its_plays() -> None:
    compare_with_all_stops(random.Random(4), 12)


@pytest.mark.soak
def test_every_robot_and_cell_of_many_boards() -> None:
    compare_with_all_stops(random.Random(5), 20 * ROUNDS)


def test_a_search_that_is_cut_short_says_how_far_it_came() -> None:
    rng = random.Random(4)
    cut = 0
    for _ in range(40):
        level = crowded(rng, robots=3)
        whole = find_stops(level, Ticker(), max_states=10**6)
        for most in (1, 2, 7, 60):
            part = find_stops(level, Ticker(), max_states=most)
            cut += not part.exhausted
            for known, said in zip(whole.depths, part.depths, strict=True):
                within = 0 <= known <= part.complete
                assert said == (known if within or part.exhausted else -1)
            ways = [w for w, depth in zip(whole.ways, part.depths, strict=True) if depth >= 0]
            assert ways == [w for w in part.ways if w]
    assert cut > 50


def test_the_search_keeps_its_limits() -> None:
    level = standard(random.Random(5), robots=5)
    token = CancelToken()
    token.cancel()
    for ticker, reason in (
        (Ticker(Limits(time=0)), StopReason.TIME_LIMIT),
        (Ticker(cancel=token), StopReason.INTERRUPTED),
        (Ticker(Limits(memory=0)), StopReason.MEMORY_LIMIT),
        (Ticker(Limits(memory=10**6)), StopReason.MEMORY_LIMIT),
    ):
        with pytest.raises(Stopped) as stopped:
            find_stops(level, ticker, max_states=10**7)
        assert stopped.value.reason is reason


def drawn(seed: int, goal: Goal, **board: Any) -> RobotsLevel:
    """A board of one of the generators that aim, by whether it is given a width."""
    rng, ticker = StableRandom(f"{seed}"), Ticker()
    robots = board.pop("robots", 4)
    if "width" in board:
        return noise(rng, robots=robots, walls=10, goal=goal, ticker=ticker, **board)
    return standard(rng, robots=robots, goal=goal, ticker=ticker, **board)


@pytest.mark.parametrize(
    ("board", "cost"),
    [
        ({}, 6),
        ({}, 11),  # beyond the first search
        ({"target_robot": 2}, 7),
        ({"target_robot": "any"}, 4),
        ({"ricochet": True, "robots": 2}, 6),
        ({"width": 9, "height": 5, "robots": 3}, 7),
        ({"width": 20, "height": 3, "robots": 2, "target_robot": "any"}, 5),
    ],
)
def test_boards_of_an_exact_length(board: dict[str, Any], cost: int) -> None:
    goal, found = Goal(min_cost=cost, max_cost=cost), 0
    for seed in range(4):
        try:
            level = drawn(seed, goal, **board)
        except Unmet:
            continue
        found += 1
        assert level == drawn(seed, goal, **board)
        assert [number for number, _ in level.robots] == list(range(len(level.robots)))
        assert level.target_robot == board.get("target_robot", 0)
        assert level.target not in [cell for _, cell in level.robots]
        assert "width" in board or level.target in PLACES
        assert solve(level).cost == cost
    assert found


def test_one_optimal_solution_within_the_first_search_and_beyond_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = Goal(min_cost=5, max_cost=5, unique=True)
    for states in (aiming._STATES, 2):
        monkeypatch.setattr(aiming, "_STATES", states)
        monkeypatch.setattr(aiming, "_SLOW_STATES", states)
        for seed in range(3):
            level = drawn(seed, goal, width=9, height=7, robots=2)
            result = solve(level, all_solutions=True)
            assert (result.cost, result.notes["solutions"]) == (5, 1)


def test_what_a_start_does_not_have_is_said_with_the_nearest() -> None:
    def small(goal: Goal) -> RobotsLevel:
        rng = StableRandom("small")
        return noise(rng, width=4, height=3, walls=0, robots=2, goal=goal, ticker=Ticker())

    assert solve(small(Goal(min_cost=2, max_cost=2))).cost == 2
    for goal, nearest in ((Goal(min_cost=90), 3), (Goal(max_cost=0), 1)):
        with pytest.raises(Unmet, match="without a target as wished") as unmet:
            small(goal)
        assert unmet.value.cost == nearest


def test_without_wishes_boards_stay_what_they_were() -> None:
    for goal in (None, Goal()):
        level = standard(StableRandom("same"), robots=4, goal=goal)
        assert level == standard(StableRandom("same"), robots=4)


def test_robots_and_targets_are_never_in_the_closed_centre() -> None:
    assert len(PLACES) == 252
    rng = random.Random(6)
    for _ in range(50):
        level = standard(rng, robots=10)
        assert {level.target, *(cell for _, cell in level.robots)} <= set(PLACES)
        assert all(level.closed[level.number_of(cell)] != 15 for cell in PLACES)
        assert sum(sides == 15 for sides in level.closed) == 4


def test_hill_climbing_goes_up() -> None:
    def climbed(steps: int, goal: Goal | None = None) -> RobotsLevel:
        goal = goal or Goal()
        return hardest(StableRandom("6"), robots=3, steps=steps, goal=goal, ticker=Ticker())

    costs = [solve(climbed(steps)).cost for steps in (0, 4, 12)]
    assert all(isinstance(cost, int) for cost in costs)
    assert costs[0] <= costs[1] <= costs[2] > costs[0]  # type: ignore[operator]
    assert climbed(12) == climbed(12)
    least = costs[1]
    assert isinstance(least, int)
    early = solve(climbed(12, Goal(min_cost=least, max_cost=least)))
    assert early.cost == least
    with pytest.raises(Unmet) as unmet:
        climbed(4, Goal(min_cost=40))
    assert unmet.value.cost == costs[1]


def test_boards_made_backwards_have_the_way_that_was_planned() -> None:
    rng = random.Random(7)
    for _ in range(150):
        width, height = rng.randint(1, 12), rng.randint(2, 9)
        robots, stops = rng.randint(1, min(5, width * height - 1)), rng.randint(1, 6)
        level = backward(
            rng, width=width, height=height, robots=robots, stops=stops, walls=rng.choice((0, 40))
        )
        assert not GAME.validate(level)
        alone = solve(replace(level, robots=level.robots[:1]))
        assert alone.status is Status.OPTIMAL
        assert isinstance(alone.cost, int)
        assert 1 <= alone.cost <= stops


def test_walls_of_boards_made_backwards_are_as_frequent_as_said() -> None:
    for walls, least, most in ((0, 1, 3), (40, 60, 120), (100, 170, 256)):
        level = backward(StableRandom("walls"), width=16, height=16, robots=4, stops=3, walls=walls)
        assert least <= len(level.walls) <= most


def test_measures_are_those_of_the_solution() -> None:
    text = "┏━━━━━━━┓\n┃▣     ■┃\n┃       ┃\n┃    ◎  ┃\n┗━━━━━━━┛\n"
    (level,) = GAME.read(text)
    assert isinstance(level, RobotsLevel)
    result = solve(level)
    assert result.moves == ("0R", "0D")
    assert measure(level, result, Ticker()) == {"robots-used": 1, "bumps": 1}
    assert set(measure(level, result, Ticker())) == {measure.id for measure in GAME.measures}


def test_easements_take_away_each_wall_and_each_helper() -> None:
    level = backward(StableRandom("ease"), width=5, height=4, robots=3, stops=2, walls=40)
    found: list[RelaxedVariant] = list(relaxed_variants(level))
    assert [e.name for e in found] == ["wall"] * len(level.walls) + ["robot 1", "robot 2"]
    for easement in found:
        assert isinstance(easement.level, RobotsLevel)
        assert not GAME.validate(easement.level)
        assert all(cell.within(5, 4) for cell in easement.cells)
    assert len({digest(GAME, easement.level) for easement in found}) == len(found)
    anyone = replace(level, target_robot="any")
    assert sum(e.name != "wall" for e in relaxed_variants(anyone)) == 3
    alone = replace(level, robots=level.robots[:1])
    assert all(e.name == "wall" for e in relaxed_variants(alone))


def test_boards_with_robots_that_are_alike_swapped_are_doubles() -> None:
    level = standard(StableRandom("double"), robots=4)
    a, b, c, d = (cell for _, cell in level.robots)
    swapped = replace(level, robots=((0, a), (1, c), (2, d), (3, b)))
    renumbered = replace(level, robots=((2, a), (4, c), (5, b), (7, d)), target_robot=2)
    for double in (swapped, renumbered, GAME.mirror(swapped)):
        assert symmetry_class(GAME, double) == symmetry_class(GAME, level)
    other = replace(level, robots=((0, b), (1, a), (2, c), (3, d)))
    assert symmetry_class(GAME, other) != symmetry_class(GAME, level)
