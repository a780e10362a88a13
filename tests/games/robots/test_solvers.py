"""The solvers of robots against the oracle, each other, and known positions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof._native import robots as native
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.games.robots.game import GAME
from gridproof.games.robots.generate.random_boards import noise
from gridproof.games.robots.level import SIDES, RobotsLevel
from gridproof.games.robots.solve.kernel import problem
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.games.robots.boards import for_sets, with_ricochet
from tests.games.tiny.robots import tiny
from tests.oracles import robots as oracle
from tests.samples import sample_levels
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

SOLVERS = [spec.id for spec in GAME.solvers]


def as_record(level: RobotsLevel) -> dict[str, Any]:
    """The board as the oracle takes it."""
    number = level.target_robot
    return {
        "width": level.width,
        "height": level.height,
        "walls": level.walls,
        "robots": [cell for _, cell in level.robots],
        "target_robot": None if number == "any" else level.index[number],
        "target": level.target,
    }


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_against_the_oracle(solver: str) -> None:
    rng = random.Random(solver)
    for _ in range(150):
        level = tiny(rng)
        expected = oracle.fewest_moves(as_record(level), ricochet=level.ricochet)
        result = solve(level, solver=solver)
        assert result.cost == expected, level
        assert result.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)


def compare_methods(
    rng: random.Random,
    count: int,
    longest: int,
    draw: Callable[[random.Random, int], RobotsLevel] = for_sets,
) -> None:
    """The search on sets of states against the one state by state."""
    for _ in range(count):
        level = draw(rng, longest)
        sets, states = (
            solve(level, solver="optimal", solver_options={"method": method})
            for method in ("sets", "states")
        )
        assert (sets.status, sets.cost) == (states.status, states.cost), level
        assert sets.status in (Status.OPTIMAL, Status.INFEASIBLE)


def test_sets_of_states_against_single_states() -> None:
    compare_methods(random.Random(1), 800, 7)


def test_sets_with_ricochet_against_single_states() -> None:
    compare_methods(random.Random(6), 300, 6, with_ricochet)


def test_ricochet_against_the_oracle() -> None:
    """Every native search, its solution, and the number of all solutions."""
    rng = random.Random(7)
    asked, longest = 0, 0
    for level in (with_ricochet(rng, 3) for _ in range(200)):
        if len(level.robots) > 4:
            continue  # the oracle would take long
        board = as_record(level)
        expected = oracle.fewest_moves(board, ricochet=True)
        asked += expected != oracle.fewest_moves(board)
        longest = max(longest, expected or 0)
        for options in ({"method": "sets"}, {"method": "states"}):
            result = solve(level, solver="optimal", solver_options=options)
            assert result.cost == expected, level
            assert result.moves is None or verify("robots", level, result.moves).valid, level
        assert solve(level, solver="iddfs").cost == expected, level
        if expected is not None:
            every = solve(level, all_solutions=True)
            assert every.notes["solutions"] == oracle.count_optimal(board, ricochet=True), level
    assert asked > 40
    assert longest > 6


def test_ricochet_that_asks_for_nothing_costs_nothing() -> None:
    """A robot that does not see the target turns on every way there, so the search is plain."""
    rng = random.Random(8)
    drawn = [for_sets(rng, 6) for _ in range(160)]
    levels = [
        level
        for level in (*sample_levels("robots"), *drawn)
        if isinstance(level, RobotsLevel) and not sees_target(level)
    ]
    assert len(levels) > 40
    for level in levels:
        for method in ("sets", "astar", "iddfs"):
            plain, turning = (
                native.solve(**problem(level) | {"ricochet": ricochet}, method=method, max_cost=9)
                for ricochet in (False, True)
            )
            for found in (plain, turning):
                del found["seconds"]
            assert plain == turning, (method, level)


def sees_target(level: RobotsLevel) -> bool:
    """Return whether a robot that may have to reach the target sees it: no wall is between."""
    for number, cell in level.robots:
        if level.target_robot not in ("any", number):
            continue
        if cell == level.target:
            return True
        for direction, bit in SIDES.items():
            at = cell
            while not level.closed[level.number_of(at)] & bit:
                at = at.step(direction)
                if at == level.target:
                    return True
    return False


REGRESSIONS = Path(__file__).parents[2] / "data" / "regressions"


def test_boards_that_need_each_part_of_the_relaxed_sets() -> None:
    """Each board's length comes out wrong if the part in its title is left out of the kernel."""
    text = (REGRESSIONS / "robots_sets.jsonl").read_text()
    levels = read_boards(text, "robots_sets.jsonl")
    for line, level in zip(text.splitlines(), levels, strict=True):
        board = json.loads(line)
        plain = board | {"target_robot": None} if board["target_robot"] == "any" else board
        assert oracle.fewest_moves(plain) == board["optimal"], board["title"]
        assert solve(level).cost == board["optimal"], board["title"]


def test_boards_that_need_each_part_of_ricochet() -> None:
    """Each board's length comes out wrong if the part in its title is left out of the kernel."""
    text = (REGRESSIONS / "robots_ricochet.jsonl").read_text()
    levels = read_boards(text, "robots_ricochet.jsonl")
    for line, level in zip(text.splitlines(), levels, strict=True):
        assert isinstance(level, RobotsLevel)
        assert level.ricochet
        board = json.loads(line)
        assert oracle.fewest_moves(as_record(level), ricochet=True) == board["optimal"]
        assert solve(level).cost == board["optimal"], board["title"]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_sets_of_states_against_single_states_for_long(part: int) -> None:
    seed = fresh_seed()
    compare_methods(random.Random(seed), 500 * ROUNDS, 10)
    compare_methods(random.Random(seed), 200 * ROUNDS, 7, with_ricochet)


def test_four_robots_against_the_oracle() -> None:
    rng = random.Random(2)
    for _ in range(120):
        level = for_sets(rng, 3)
        assert solve(level).cost == oracle.fewest_moves(as_record(level)), level


def test_all_optimal_solutions_are_counted_and_listed() -> None:
    rng = random.Random(3)
    several = 0
    for _ in range(150):
        level = tiny(rng)
        expected = oracle.count_optimal(as_record(level), ricochet=level.ricochet)
        result = solve(level, all_solutions=True)
        if result.cost is None:
            assert expected == 0
            continue
        count = result.notes["solutions"]
        assert count == expected, level
        assert len(set(result.notes["listed"])) == min(count, 1000)
        several += count > 1
    assert several > 20
    with pytest.raises(InputError, match="cannot count"):
        solve(sample_levels("robots")[0], solver="iddfs", all_solutions=True)


@pytest.mark.parametrize("solver", ["optimal", "iddfs"])
def test_a_known_solution_only_prunes(solver: str) -> None:
    level = sample_levels("robots")[0]  # optimum 6
    whole = solve(level, solver=solver)
    best = whole.moves
    assert best is not None
    longer = ["1R", "1L", *best] if verify("robots", level, ["1R", "1L", *best]).valid else None
    for known in (best, longer):
        assert known is not None
        result = solve(level, solver=solver, incumbent=known)
        assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, 6, 6)
        assert result.stats.expanded <= whole.stats.expanded
        stopped = solve(level, solver=solver, incumbent=known, limits=Limits(nodes=0))
        assert (stopped.stop_reason, stopped.cost) == (StopReason.NODE_LIMIT, len(known))
        for wanted in (5, 6, 8):
            decided = solve(level, solver=solver, incumbent=known, decide=wanted)
            assert isinstance(decided.cost, int)
            assert (decided.cost <= wanted) == (wanted >= 6)
            assert wanted >= 6 or decided.bound == 6
        if solver == "optimal":
            every = solve(level, incumbent=known, all_solutions=True)
            assert (every.status, every.notes["solutions"]) == (Status.OPTIMAL, 2)
    asked = solve(level, solver=solver, incumbent=best, decide=6)
    assert (asked.stop_reason, asked.stats.expanded) == (StopReason.DECIDED, 0)


def test_the_hardest_known_positions() -> None:
    for level in sample_levels("robots"):
        if level.title is not None and level.title.startswith("Hardest"):
            result = solve(level)
            assert result.status is Status.OPTIMAL
            assert f"{result.cost} moves" in level.title


def test_bounds_of_stopped_searches_hold() -> None:
    rng = random.Random(4)
    for level in (tiny(rng) for _ in range(30)):
        whole = solve(level)
        for solver in SOLVERS:
            part = solve(level, solver=solver, limits=Limits(nodes=rng.randrange(12)))
            if whole.cost is None:
                assert part.status in (Status.INFEASIBLE, Status.UNKNOWN)
                continue
            assert isinstance(whole.cost, int)
            bound = part.bound or 0
            assert isinstance(bound, int)
            assert bound <= whole.cost, solver
    turning = [with_ricochet(rng, 5) for _ in range(30)]
    for hard in (*sample_levels("robots")[5:8], *turning):
        whole = solve(hard)
        if whole.cost is None:
            continue
        assert isinstance(whole.cost, int)
        for nodes in (1, 50, 300):
            limited = [solve(hard, limits=Limits(nodes=nodes)) for _ in range(2)]
            assert limited[0].bound == limited[1].bound
            assert limited[0].stats.expanded == limited[1].stats.expanded <= nodes
            assert isinstance(limited[0].bound, int)
            assert limited[0].bound <= whole.cost


@pytest.mark.parametrize("solver", ["optimal", "iddfs", "bfs-early", "bfs-sorted"])
def test_max_cost_and_decide(solver: str) -> None:
    level = sample_levels("robots")[0]  # optimum 6
    cut = solve(level, solver=solver, limits=Limits(max_cost=5))
    assert (cut.status, cut.bound) == (Status.UNKNOWN, 6)
    assert cut.stop_reason is StopReason.COST_LIMIT
    assert solve(level, solver=solver, limits=Limits(max_cost=6)).cost == 6
    if solver in ("optimal", "iddfs"):
        no = solve(level, solver=solver, decide=5)
        assert no.bound == 6
        assert solve(level, solver=solver, decide=6).cost == 6


def test_memory_stays_within_the_limit() -> None:
    (level,) = read_boards("7650+42+E2302B12+C9")
    for memory in (1 << 20, 4 << 20, 16 << 20, 64 << 20):
        result = solve(level, limits=Limits(memory=memory))
        assert result.stats.peak_memory <= memory
        if result.status is not Status.OPTIMAL:
            assert result.stop_reason is StopReason.MEMORY_LIMIT
            assert isinstance(result.bound, int)
            assert 0 < result.bound <= 25


def test_ten_robots_and_the_largest_boards() -> None:
    board = noise(random.Random(5), width=255, height=255, walls=9, robots=10)
    for level in (board, replace(board, ricochet=True, target_robot="any")):
        result = solve(level, limits=Limits(nodes=3000))
        assert result.cost is not None or result.stop_reason is StopReason.NODE_LIMIT
        assert isinstance(result.bound, int)


def test_the_native_solver_refuses_what_it_cannot_use() -> None:
    good = problem(sample_levels("robots")[0])  # type: ignore[arg-type]
    changes: tuple[dict[str, Any], ...] = (
        {"walls": b""},
        {"width": 0},
        {"robots": []},
        {"target_robot": 3},
        {"target": 35},
        {"robots": [0, 1, 35]},
    )
    for change in changes:
        with pytest.raises(ValueError, match=r"board|robot|target"):
            native.solve(**good | change)
