"""The solvers of robots against the oracle, each other, and known positions."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gridproof._native import robots as native
from gridproof.errors import InputError
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve import problem
from gridproof.loading import read_boards
from gridproof.result import Limits, Status, StopReason
from gridproof.solving import solve, solvers
from tests.oracles import robots as oracle
from tests.samples import GAMES, level_of, random_levels, record, shipped_levels
from tests.soak import ROUNDS

pytestmark = pytest.mark.native

SOLVERS = [name for name in solvers(GAMES["robots"]) if name != "search"]


def board_of_four(rng: random.Random, longest: int) -> dict[str, Any]:
    """A random board with four robots, one of which has to reach the target."""
    while True:
        width, height = rng.randint(1, longest), rng.randint(2, longest)
        if width * height > 4:
            break
    cells = [[x, y] for x in range(width) for y in range(height)]
    density = rng.choice((0, 0.05, 0.15, 0.3))
    return {
        "width": width,
        "height": height,
        "walls": [
            [x, y, side]
            for x, y in cells
            for side, inside in (("E", x < width - 1), ("S", y < height - 1))
            if inside and rng.random() < density
        ],
        "robots": rng.sample(cells, 4),
        "target_robot": rng.randrange(4),
        "target": rng.choice(cells),
    }


def length(found: dict[str, Any]) -> int | None:
    return None if found["moves"] is None else len(found["moves"])


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_against_the_oracle(solver: str) -> None:
    rng = random.Random(solver)
    for _ in range(120):
        board = record("robots", rng)
        ricochet = rng.random() < 0.5
        plain = board | {"target_robot": None} if board["target_robot"] == "any" else board
        expected = oracle.fewest_moves(plain, ricochet=ricochet)
        level = level_of("robots", board, {"ricochet": "yes" if ricochet else "no"})
        result = solve(level, solver=solver)
        assert result.cost == expected, (board, ricochet)
        assert result.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)


def compare_kernels(rng: random.Random, count: int, longest: int) -> None:
    """The search on sets of states against the one state by state, solutions replayed."""
    for _ in range(count):
        level = level_of("robots", board_of_four(rng, longest))
        sets, states = (native.solve(**problem(level), method=m) for m in ("triples", "astar"))
        assert length(sets) == length(states), problem(level)
        assert sets["exhausted"] == states["exhausted"] == (length(states) is None)
        assert solve(level).cost == length(sets)


def test_sets_of_states_against_single_states() -> None:
    compare_kernels(random.Random(1), 700, 7)


REGRESSIONS = Path(__file__).parent.parent / "data" / "regressions"


def test_boards_that_need_each_part_of_the_relaxed_sets() -> None:
    """Each board's length comes out wrong if the part in its title is left out of the kernel."""
    text = (REGRESSIONS / "robots_sets.jsonl").read_text()
    levels = read_boards(text, "robots_sets.jsonl")
    for line, level in zip(text.splitlines(), levels, strict=True):
        board = json.loads(line)
        assert oracle.fewest_moves(board) == board["optimal"], board["title"]
        assert solve(level).cost == board["optimal"], board["title"]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_sets_of_states_against_single_states_for_long(part: int) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    compare_kernels(random.Random(seed), 500 * ROUNDS, 10)


def test_four_robots_against_the_oracle() -> None:
    rng = random.Random(2)
    for _ in range(60):
        board = board_of_four(rng, 4)
        found = native.solve(**problem(level_of("robots", board)))
        assert length(found) == oracle.fewest_moves(board), board


def test_all_optimal_solutions_are_counted_and_listed() -> None:
    rng = random.Random(3)
    several = 0
    for _ in range(150):
        board = record("robots", rng)
        ricochet = rng.random() < 0.3
        plain = board | {"target_robot": None} if board["target_robot"] == "any" else board
        level = level_of("robots", board, {"ricochet": "yes" if ricochet else "no"})
        result = solve(level, all_solutions=True)
        if result.cost is None:
            assert oracle.count_optimal(plain, ricochet=ricochet) == 0
            continue
        count = result.notes["solutions"]
        assert count == oracle.count_optimal(plain, ricochet=ricochet), (board, ricochet)
        assert len(set(result.notes["listed"])) == min(count, 1000)
        several += count > 1
    assert several > 20
    with pytest.raises(InputError, match="cannot count"):
        solve(shipped_levels("robots")[0], solver="iddfs", all_solutions=True)


def test_the_hardest_known_positions() -> None:
    for level in shipped_levels("robots"):
        if level.title is not None and level.title.startswith("Hardest"):
            result = solve(level)
            assert result.status is Status.OPTIMAL
            assert f"{result.cost} moves" in level.title


def test_bounds_of_stopped_searches_hold() -> None:
    rng = random.Random(4)
    for level in random_levels("robots", 12, seed=31):
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
    for level in shipped_levels("robots")[5:8]:
        whole = solve(level)
        assert isinstance(whole.cost, int)
        for nodes in (1, 50, 300):
            limited = [solve(level, limits=Limits(nodes=nodes)) for _ in range(2)]
            assert limited[0].bound == limited[1].bound
            assert limited[0].stats.expanded == limited[1].stats.expanded <= nodes
            assert isinstance(limited[0].bound, int)
            assert limited[0].bound <= whole.cost


@pytest.mark.parametrize("solver", ["optimal", "iddfs", "bfs-early", "bfs-sorted"])
def test_max_cost_and_decide(solver: str) -> None:
    level = shipped_levels("robots")[0]  # optimum 6
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
    rng = random.Random(5)
    cells = [[x, y] for x in range(255) for y in range(255)]
    *robots, target = rng.sample(cells, 11)
    walls = [[x, y, "E"] for x, y in rng.sample(cells, 6000) if x < 254]
    walls += [[x, y, "S"] for x, y in rng.sample(cells, 6000) if y < 254]
    board = {"width": 255, "height": 255, "walls": walls, "robots": robots, "target": target}
    for options in ({}, {"ricochet": "yes", "target-robot": "any"}):
        level = level_of("robots", board, options)
        assert isinstance(level, RobotsLevel)
        result = solve(level, limits=Limits(nodes=3000))
        assert result.cost is not None or result.stop_reason is StopReason.NODE_LIMIT
        assert isinstance(result.bound, int)


def test_the_native_solver_refuses_what_it_cannot_use() -> None:
    good = problem(shipped_levels("robots")[0])  # type: ignore[arg-type]
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
