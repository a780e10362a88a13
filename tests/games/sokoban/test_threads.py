"""The optimal search shared by threads: the optimum of one thread, and limits that hold."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gridproof._native import sokoban as native
from gridproof.files.reading import read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.limits import Ticker
from gridproof.result import Limits
from tests.games.sokoban.boards import LEVELS, TRAPS, dense_level, level

pytestmark = pytest.mark.native

COLLECTIONS = Path(__file__).parents[2] / "data" / "sokoban"


def shared(
    found: SokobanLevel, threads: int, limits: Limits | None = None, **options: Any
) -> dict[str, Any]:
    """All that the search tells, but for how long it took."""
    control = Ticker(limits or Limits()).control()
    said: dict[str, Any] = native.solve(
        **problem(found), threads=threads, control=control, **options
    )
    return {name: value for name, value in said.items() if name != "seconds"}


def pushes_of(said: dict[str, Any]) -> int | None:
    return None if said["moves"] is None else sum(map(str.isupper, said["moves"]))


def test_threads_change_no_optimum() -> None:
    rng = random.Random("threads")
    boards = [level(*rows) for _, rows in TRAPS.values()]
    boards += [dense_level(rng) for _ in range(200)]
    for found in boards:
        plain = shared(found, 1, without=["tables"])
        options: dict[str, Any] = {
            "tables_after": rng.randrange(1, 40),
            "zone_squares": rng.randint(3, 19),
        }
        if rng.random() < 0.5:
            options["without"] = ["backward"]
        two = shared(found, 2, **options)
        assert two["stop"] == "COMPLETED"
        assert two["exhausted"] == plain["exhausted"], GAME.write(found)
        assert pushes_of(two) == pushes_of(plain), GAME.write(found)
        assert shared(found, 3, **options) == two, GAME.write(found)


@pytest.mark.parametrize(("number", "pushes"), [(36, 59), (89, 35), (147, 50), (148, 49)])
def test_no_meeting_of_a_round_is_lost(number: int, pushes: int) -> None:
    """If nodes backwards are looked up by nobody, these have no solution, or a dearer one."""
    found = read_file(str(LEVELS / "microban1.txt"), game="sokoban")[number - 1]
    assert isinstance(found, SokobanLevel)
    two, three = (shared(found, threads, without=["tables", "upper_bound"]) for threads in (2, 3))
    assert two["bound"][0] == pushes_of(two) == pushes
    assert three == two


@pytest.mark.parametrize("number", [17, 29, 45])
def test_turns_of_a_job_are_shared(number: int) -> None:
    """It makes no difference who helps with the turns of strategies, and who is sooner."""
    found = read_file(str(COLLECTIONS / "sasquatch01.txt"), game="sokoban")[number - 1]
    assert isinstance(found, SokobanLevel)
    limits = Limits(nodes=45_000)
    two, three, five = (shared(found, threads, limits, tables_after=500) for threads in (2, 3, 5))
    assert two == three == five


@pytest.mark.parametrize(("number", "pushes"), [(93, 34), (144, 36), (153, 336)])
@pytest.mark.parametrize("without", [[], ["backward"]])
def test_limits_hold_where_tables_are_shared(number: int, pushes: int, without: list[str]) -> None:
    """Also where work that is done aside is waited for, or given up."""
    found = read_file(str(LEVELS / "microban1.txt"), game="sokoban")[number - 1]
    assert isinstance(found, SokobanLevel)
    requests = [
        *(Limits(nodes=nodes) for nodes in (0, 1, 60, 500, 3001, 20_001, 26_000)),
        *(Limits(nodes=20_000, memory=memory) for memory in (10_000, 1 << 20, 1 << 22, 1 << 24)),
        *(Limits(time=seconds) for seconds in (0.0, 1e-3, 0.1)),
    ]
    for limits in requests:
        two, five = (
            shared(found, threads, limits, tables_after=50, without=without) for threads in (2, 5)
        )
        for said in (two, five):
            assert not said["exhausted"]
            assert said["bound"][0] <= pushes
            assert (pushes_of(said) or pushes) >= pushes
            assert limits.nodes is None or said["nodes"] <= limits.nodes
            assert limits.memory is None or said["peak_memory"] <= max(limits.memory, 1 << 20)
        if "TIME_LIMIT" not in (two["stop"], five["stop"]):
            assert two == five, limits
