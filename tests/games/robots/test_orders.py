"""One order of two moves is enough: the search of single states against one that makes both."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gridproof._native import robots as native
from gridproof.files.reading import read_boards
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve.kernel import problem
from tests.games.tiny.robots import crowded
from tests.soak import ROUNDS

pytestmark = pytest.mark.native

BOARDS = Path(__file__).parents[2] / "data" / "regressions" / "robots_orders.jsonl"

#: All nodes with the wall-only bound, and with the chains of blockers.
BOUNDS = (1 << 40, 0)


def optimum(level: RobotsLevel, **options: Any) -> int | None:
    """Return the proven number of moves; None if there is no solution."""
    found = native.solve(**problem(level), **options)
    if found["exhausted"]:
        return None
    assert found["bound"] == len(found["moves"]), level
    return len(found["moves"])


@pytest.mark.parametrize("easy_nodes", BOUNDS)
def test_boards_that_need_each_test_of_independence(easy_nodes: int) -> None:
    """Each length comes out wrong if the test in the board's title is left out of the kernel."""
    text = BOARDS.read_text()
    records = [json.loads(line) for line in text.splitlines()]
    for level, record in zip(read_boards(text), records, strict=True):
        assert isinstance(level, RobotsLevel)
        found = optimum(level, method="astar", easy_nodes=easy_nodes)
        assert found == record["optimal"], record["title"]


def test_skipped_orders_lose_no_solution() -> None:
    rng = random.Random(15)
    for _ in range(150 * ROUNDS):
        robots = rng.choice((2, 3, 4, 4))
        level = crowded(rng, robots=robots, longest=4)
        expected = optimum(level, method="sets" if robots > 2 else "iddfs")
        for easy_nodes in BOUNDS:
            found = optimum(level, method="astar", easy_nodes=easy_nodes)
            assert found == expected, level
