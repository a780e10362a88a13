"""The solvers of robots under limits, however small: what they say must hold all the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving import solve, solvers
from tests.oracles import robots as oracle
from tests.samples import GAMES, level_of, record

pytestmark = pytest.mark.native

SOLVERS = [name for name in solvers(GAMES["robots"]) if name != "search"]
NATIVE = ["optimal", "iddfs"]


def board(rng: random.Random) -> tuple[dict[str, Any], bool, int | None]:
    """A random board of 1 to 6 robots, whether it is played with `ricochet`, and its optimum."""
    if rng.random() < 0.5:
        found = record("robots", rng)
    else:
        width, height, robots = rng.choice(
            ((2, 2, 3), (3, 2, 4), (2, 3, 4), (3, 2, 5), (4, 2, 4), (3, 3, 4), (7, 1, 5), (7, 1, 6))
        )
        cells = [[x, y] for x in range(width) for y in range(height)]
        slots = [[x, y, "E"] for x, y in cells if x < width - 1]
        slots += [[x, y, "S"] for x, y in cells if y < height - 1]
        density = rng.choice((0, 0.1, 0.3))
        found = {
            "width": width,
            "height": height,
            "walls": [slot for slot in slots if rng.random() < density],
            "robots": rng.sample(cells, robots),
            "target_robot": rng.choice((*range(robots), "any")),
            "target": rng.choice(cells),
        }
    ricochet = rng.random() < 0.3
    plain = found | {"target_robot": None} if found["target_robot"] == "any" else found
    return found, ricochet, oracle.fewest_moves(plain, ricochet=ricochet)


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
        said, ricochet, optimum = board(rng)
        level = level_of("robots", said, {"ricochet": "yes" if ricochet else "no"})
        for solver in names:
            limits = some_limits(rng)
            decide = rng.choice((None, None, rng.randrange(8)))
            everything = solver == "optimal" and rng.random() < 0.3
            what = (said, ricochet, solver, limits, decide, everything)
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
                plain = said | {"target_robot": None} if said["target_robot"] == "any" else said
                count = oracle.count_optimal(plain, ricochet=ricochet)
                assert result.notes["solutions"] == count, what
                assert len(result.notes["listed"]) == min(count, 1000)
            if limits.memory is not None:
                assert result.stats.peak_memory <= limits.memory + 2000, what


def test_whatever_the_limits_bounds_hold_and_nothing_is_wrongly_infeasible() -> None:
    compare_limited(random.Random(11), 150, NATIVE)
    compare_limited(random.Random(12), 40, [name for name in SOLVERS if name not in NATIVE])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_whatever_the_limits_for_long(part: int) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    compare_limited(random.Random(seed), 3000, SOLVERS)
