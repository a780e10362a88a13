"""The bound, the guide and the closure of boards beyond the search on sets, on small boards."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gridproof._native import robots as native
from gridproof.files.reading import read_boards
from gridproof.games.robots.generate.random_boards import noise
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve.kernel import problem
from gridproof.limits import Ticker
from gridproof.result import Limits
from tests.games.robots.boards import for_sets, with_ricochet
from tests.games.robots.kernel_answers import check_part, cost
from tests.games.tiny.robots import crowded
from tests.oracles import robots as oracle
from tests.soak import ROUNDS

pytestmark = pytest.mark.native


def search(level: RobotsLevel, **options: Any) -> dict[str, Any]:
    """Search state by state, with the tables for hard boards from the first node on."""
    return native.solve(**problem(level), method="astar", easy_nodes=0, **options)


def plain(level: RobotsLevel) -> dict[str, Any]:
    """Search with the wall-only bound alone, as easy boards are."""
    control = Ticker(Limits(nodes=50_000)).control()
    return native.solve(**problem(level), method="astar", easy_nodes=1 << 40, control=control)


def check(level: RobotsLevel) -> None:
    """Compare with the plain search, under limits too."""
    reference = plain(level)
    if reference["stop"] != "COMPLETED":
        return
    expected = cost(reference)
    whole = search(level)
    assert cost(whole) == expected, level
    for nodes in {1, 3, 10, whole["nodes"] // 2}:
        part = search(level, control=Ticker(Limits(nodes=nodes)).control())
        check_part(level, part, nodes, expected)
    if expected:
        assert search(level, max_cost=expected - 1)["moves"] is None
        decided = search(level, any=True, max_cost=expected + 2)
        assert expected <= len(decided["moves"]) <= expected + 2


@pytest.mark.parametrize("draw", [for_sets, with_ricochet])
def test_the_bound_never_exceeds_the_optimum(draw: Any) -> None:
    rng = random.Random(11)
    for _ in range(40 * ROUNDS):
        check(draw(rng, 6))


def test_two_robots_and_long_boards() -> None:
    rng = random.Random(12)
    for _ in range(40 * ROUNDS):
        check(crowded(rng, robots=rng.choice((1, 2, 2, 3)), longest=9))


def test_sparse_boards_need_chains_of_blockers() -> None:
    rng = random.Random(13)
    for _ in range(20 * ROUNDS):
        width, height = rng.randint(5, 9), rng.randint(4, 8)
        check(noise(rng, width=width, height=height, walls=rng.choice((3, 6)), robots=3))


def test_the_closure_proves_unreachable_targets_without_a_search() -> None:
    rng = random.Random(14)
    proven = 0
    for _ in range(150):
        level = noise(rng, width=rng.randint(3, 7), height=rng.randint(3, 7), walls=30, robots=3)
        found = search(level)
        if found["exhausted"]:
            assert cost(plain(level)) is None, level
            proven += found["nodes"] == 0
    assert proven >= 10


REGRESSIONS = Path(__file__).parents[2] / "data" / "regressions"


def test_boards_that_need_each_part_of_the_bound() -> None:
    """Each board's length comes out wrong if the part in its title is left out of the kernel."""
    text = (REGRESSIONS / "robots_blockers.jsonl").read_text()
    levels = read_boards(text, "robots_blockers.jsonl")
    for line, level in zip(text.splitlines(), levels, strict=True):
        assert isinstance(level, RobotsLevel)
        board = json.loads(line)
        plain_board = board | {"target_robot": None} if board["target_robot"] == "any" else board
        assert oracle.fewest_moves(plain_board) == board["optimal"], board["title"]
        assert cost(search(level)) == board["optimal"], board["title"]
