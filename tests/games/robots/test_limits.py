"""The solvers of robots under limits, however small: what they say must hold all the same."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from gridproof.games.robots.game import GAME
from gridproof.games.robots.level import RobotsLevel
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.solve import solve
from tests.games.robots.test_solvers import as_record
from tests.games.tiny.robots import tiny
from tests.oracles import robots as oracle
from tests.samples import level_of, sample_levels
from tests.soak import fresh_seed

pytestmark = pytest.mark.native

SOLVERS = [spec.id for spec in GAME.solvers]
NATIVE = ["optimal", "iddfs"]


def check(result: Result, optimum: int | None, what: Any) -> None:
    assert result.status is not Status.INFEASIBLE or optimum is None, what
    if optimum is None:
        assert result.cost is None, what
        return
    if result.cost is not None:
        assert isinstance(result.cost, int)
        assert result.cost >= optimum, what
    if result.bound is not None:
        assert isinstance(result.bound, int)
        assert result.bound <= optimum, what


def some_limits(rng: random.Random) -> Limits:
    nodes = rng.choice((None, None, 0, 1, 2, 3, 5, 10, 30, 100))
    memory = rng.choice((None, rng.randrange(1 << rng.randrange(21))))
    most = rng.choice((None, None, None, rng.randrange(8)))
    return Limits(nodes=nodes, memory=memory, max_cost=most)


def compare_limited(rng: random.Random, boards: int, names: list[str]) -> None:
    for _ in range(boards):
        level = tiny(rng)
        said = as_record(level)
        optimum = oracle.fewest_moves(said, ricochet=level.ricochet)
        for solver in names:
            limits = some_limits(rng)
            decide = rng.choice((None, None, rng.randrange(8)))
            everything = solver == "optimal" and rng.random() < 0.3
            what = (level, solver, limits, decide, everything)
            result = solve(
                level, solver=solver, limits=limits, decide=decide, all_solutions=everything
            )
            check(result, optimum, what)
            if result.stop_reason in (StopReason.COST_LIMIT, StopReason.DECIDED):
                asked = [k for k in (limits.max_cost, decide) if k is not None]
                assert result.cost is None, what
                assert isinstance(result.bound, int), what
                assert result.bound > min(asked), what
            if limits.nodes is None and limits.memory is None and result.cost is None:
                ended = (StopReason.COMPLETED, StopReason.COST_LIMIT, StopReason.DECIDED)
                assert result.stop_reason in ended, what
            if "solutions" in result.notes:
                count = oracle.count_optimal(said, ricochet=level.ricochet)
                assert result.notes["solutions"] == count, what
                assert len(result.notes["listed"]) == min(count, 1000)
            if limits.memory is not None:
                assert result.stats.peak_memory <= limits.memory + 2000, what


def read(said: dict[str, Any]) -> RobotsLevel:
    level = level_of("robots", said)
    assert isinstance(level, RobotsLevel)
    return level


THREE_CELLS = {"width": 3, "height": 1, "walls": [], "robots": [[0, 0]], "target": [2, 0]}
FOUR_ROBOTS = {
    "width": 3,
    "height": 2,
    "walls": [],
    "robots": [[1, 0], [1, 1], [0, 1], [2, 0]],
    "target": [1, 0],
    "target_robot": "3",
}


def corridor(side: int) -> dict[str, Any]:
    """A board that is one long way which turns in almost each cell; ``side`` is odd."""
    way: list[tuple[int, int]] = []
    for top in range(0, side - 1, 3):
        columns = range(side) if top % 2 == 0 else range(side - 1, -1, -1)
        for i, x in enumerate(columns):
            way += [(x, top + i % 2), (x, top + 1 - i % 2)]
        if top + 3 < side - 1:
            way.append((way[-1][0], top + 2))
    open_sides = {tuple(sorted(pair)) for pair in pairwise(way)}
    walls = [
        [x, y, name]
        for x in range(side)
        for y in range(side)
        for name, beyond in (("E", (x + 1, y)), ("S", (x, y + 1)))
        if max(beyond) < side and ((x, y), beyond) not in open_sides
    ]
    ends = {"robots": [list(way[0])], "target": list(way[-1])}
    return {"width": side, "height": side, "walls": walls} | ends


@pytest.mark.parametrize("solver", NATIVE)
def test_a_store_that_is_full_from_the_start_proves_nothing(solver: str) -> None:
    level = read(THREE_CELLS)
    for memory in range(0, 60_000, 500):
        result = solve(level, solver=solver, limits=Limits(memory=memory))
        assert result.cost == 1 or result.stop_reason is StopReason.MEMORY_LIMIT
        check(result, 1, memory)


def test_a_bound_is_raised_only_by_what_was_looked_at() -> None:
    level = read(FOUR_ROBOTS)
    for nodes in range(10):
        check(solve(level, limits=Limits(nodes=nodes)), 2, nodes)
    for memory in range(0, 1 << 20, 20_000):
        check(solve(level, limits=Limits(memory=memory)), 2, memory)


@pytest.mark.parametrize("solver", SOLVERS)
def test_max_cost_and_decide_are_kept_exactly(solver: str) -> None:
    walls = [[0, 1, "E"], [3, 0, "S"]]
    level = read({"width": 4, "height": 3, "walls": walls, "robots": [[3, 0]], "target": [1, 2]})
    for most in (0, 4, 5, 6, 7):
        limited = solve(level, solver=solver, limits=Limits(max_cost=most))
        decided = solve(level, solver=solver, decide=most)
        if most >= 6:
            assert limited.cost == decided.cost == 6
            continue
        assert limited.stop_reason is StopReason.COST_LIMIT
        assert decided.stop_reason is StopReason.DECIDED
        for result in (limited, decided):
            assert result.status is Status.UNKNOWN
            assert isinstance(result.bound, int)
            assert most < result.bound <= 6


def test_small_tables_end_iterative_deepening_on_unsolvable_boards() -> None:
    walls = [[3, 2, "E"], [4, 2, "E"], [5, 0, "E"], [5, 1, "E"]]
    walls += [[0, 3, "S"], [3, 5, "S"], [6, 5, "S"]]
    robots = [[5, 1], [1, 0]]
    level = read({"width": 7, "height": 7, "walls": walls, "robots": robots, "target": [2, 2]})
    assert solve(level).status is Status.INFEASIBLE
    for memory in (0, 30_000, 60_000, 200_000):
        result = solve(level, solver="iddfs", limits=Limits(memory=memory))
        assert result.stop_reason is StopReason.MEMORY_LIMIT


def test_a_count_that_is_stopped_keeps_the_optimum_and_says_no_number() -> None:
    level = sample_levels("robots")[0]
    whole = solve(level, all_solutions=True)
    assert (whole.status, whole.cost, whole.notes["solutions"]) == (Status.OPTIMAL, 6, 2)
    # What counting keeps of each state does not fit, the states do, in tables that grow less.
    part, memory = whole, 0
    while "solutions" in part.notes:
        memory = part.stats.peak_memory - 1
        part = solve(level, all_solutions=True, limits=Limits(memory=memory))
    assert (part.status, part.stop_reason) == (Status.OPTIMAL, StopReason.MEMORY_LIMIT)
    assert part.stats.peak_memory <= memory
    assert not {"solutions", "listed"} & part.notes.keys()


@pytest.mark.parametrize("solver", NATIVE)
def test_solutions_may_be_as_long_as_boards_allow(solver: str) -> None:
    level = read(corridor(101))
    result = solve(level, solver=solver)
    assert result.cost == result.bound
    assert isinstance(result.cost, int)
    assert result.cost > 6000
    if solver == "optimal":
        assert solve(level, all_solutions=True).notes["solutions"] == 1


def test_whatever_the_limits_bounds_hold_and_nothing_is_wrongly_infeasible() -> None:
    compare_limited(random.Random(11), 150, NATIVE)
    compare_limited(random.Random(12), 40, [name for name in SOLVERS if name not in NATIVE])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_whatever_the_limits_for_long(part: int) -> None:
    seed = fresh_seed()
    compare_limited(random.Random(seed), 3000, SOLVERS)
