"""The solvers of onebomb under limits, and what they know when they are stopped."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from gridproof.games.onebomb import level as onebomb_level
from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.grid import Pos
from gridproof.limits import CancelToken
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve, solvers
from tests import truth
from tests.clock import FakeClock
from tests.games.onebomb.test_solvers import SOLVERS, level, random_rows, snake
from tests.oracles import onebomb as oracle

pytestmark = pytest.mark.native


def asked(count: int, seed: int) -> Iterator[tuple[OnebombLevel, str, int | None]]:
    """Boards with each solver that takes them, and the optimum."""
    rng = random.Random(seed)
    for _ in range(count):
        rows = random_rows(rng, 5)
        options: dict[str, str] = {}
        if rng.random() < 0.4:
            options["radius"] = str(rng.randint(1, 4))
        if rng.random() < 0.2:
            options["blast"] = "classic"
        if rng.random() < 0.2 and len(rows) * len(rows[0]) <= 12:
            options["bombs"] = "2"
        found = level(rows, **options)
        optimum = oracle.shortest(rows, radius=found.radius, bombs=found.bombs, blast=found.blast)
        for name in SOLVERS:
            if not solvers(GAME)[name].why_unsupported(found, GAME.objective()):
                yield found, name, optimum


def test_no_limit_makes_a_wrong_bound() -> None:
    for found, name, optimum in asked(60, 21):
        for limits in truth.small_limits(costs=True):
            truth.check(solve(found, solver=name, limits=limits), optimum, limits)


def test_every_solver_decides() -> None:
    for found, name, optimum in asked(150, 22):
        for wanted in range(0, 9, 2):
            result = solve(found, solver=name, decide=wanted)
            truth.check(result, optimum, Limits(), decide=wanted)


def test_cancelled_before_it_begins() -> None:
    token = CancelToken()
    token.cancel()
    for found, name, optimum in asked(20, 23):
        truth.check(solve(found, solver=name, cancel=token), optimum, Limits())


@pytest.mark.parametrize("name", [*SOLVERS])
def test_a_decision_below_the_straight_way_needs_no_search(name: str) -> None:
    found = level(["P....", "....K"])
    result = solve(found, solver=name, decide=4)
    assert (result.stop_reason, result.bound) == (StopReason.DECIDED, 5)
    assert result.stats.expanded == 0
    result = solve(found, solver=name, limits=Limits(max_cost=4))
    assert (result.stop_reason, result.bound) == (StopReason.COST_LIMIT, 5)
    assert result.stats.expanded == 0


@pytest.mark.parametrize("name", ["optimal", "layered", "n3", "n4"])
def test_a_walk_that_will_do_ends_the_search(name: str) -> None:
    found = level(["P....", "XXXX#", "K...."])
    assert solve(found, solver=name).cost == 10
    longer = level(["P......", "##X.X##", "K......"])
    whole, early = (solve(longer, solver=name, decide=k) for k in (None, 8))
    assert whole.cost == 2
    assert early.cost is not None
    assert early.stop_reason in (StopReason.DECIDED, StopReason.COMPLETED)
    assert early.stats.expanded <= whole.stats.expanded


def test_trying_all_bombs_stops_at_the_bound() -> None:
    found = level(["P" + "." * 30] + ["#" * 31] * 20 + ["." * 30 + "K"])
    result = solve(found, solver="n4")
    assert (result.status, result.cost) == (Status.OPTIMAL, 51)
    assert result.stats.expanded <= 31, "the last column is cleared in the first row"


@pytest.mark.parametrize("name", [*SOLVERS])
def test_memory_is_counted_before_it_is_taken(name: str) -> None:
    rows = ["P" + "." * 199, *["." * 200] * 198, "." * 198 + "XK"]
    found = level(rows)
    peak = solve(found, solver=name, limits=Limits(nodes=1)).stats.peak_memory
    assert peak >= (0.75 if name == "optimal" else 10) * 200 * 200
    result = solve(found, solver=name, limits=Limits(memory=peak - 1, nodes=1))
    assert (result.stop_reason, result.bound) == (StopReason.MEMORY_LIMIT, 398)


@pytest.mark.parametrize("name", ["n3", "n4", "bfs-only"])
def test_searches_in_python_look_at_the_clock(name: str) -> None:
    found = level(snake(61))
    for seconds in (1, 2, 5):
        clock = FakeClock(1.0)
        result = solve(found, solver=name, limits=Limits(time=seconds), clock=clock)
        assert result.stop_reason is StopReason.TIME_LIMIT
        assert result.bound == 120
        assert clock.reads < seconds + 20


def test_sets_that_were_tried_are_counted() -> None:
    found = level(["P" + "#" * 39, *["#" * 40] * 38, "X" * 38 + "XK"])
    result = solve(found, solver="n4", limits=Limits(memory=200_000))
    assert result.stop_reason is StopReason.MEMORY_LIMIT
    assert 150_000 < result.stats.peak_memory < 300_000


def test_what_is_remembered_of_bombs_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onebomb_level, "_MAX_REMEMBERED", 100)
    found = level(["P" + "#" * 19, *["#" * 20] * 18, "#" * 19 + "K"])
    plain = level(["P" + "#" * 19, *["#" * 20] * 18, "#" * 19 + "K"])
    for number in range(400):
        bomb = Pos(number % 20, number // 20)
        assert found.cleared((bomb,)) == plain.blasted(bomb, frozenset())
        known = found.cleared_by.items()
        assert sum(1 + len(bombs) + len(gone) for bombs, gone in known) <= 100


def test_sequences_of_bombs_clear_what_the_rules_say() -> None:
    # The solver works out prefixes once; the rules replay them.
    for blast in ("pierce", "classic"):
        found = level(["P##", "#X#", "##K"], bombs="3", blast=blast)
        result = solve(found, solver="n4")
        expected = oracle.shortest(["P##", "#X#", "##K"], radius=None, bombs=3, blast=blast)
        assert result.cost == expected


def test_a_walk_found_outlives_a_later_stop() -> None:
    found = level(["P#.", ".#K"])
    whole = solve(found, solver="layered")
    cut = solve(found, solver="layered", limits=Limits(nodes=whole.stats.expanded - 1))
    assert (cut.cost, cut.stop_reason) == (whole.cost, StopReason.NODE_LIMIT)
    assert cut.cost is not None


@pytest.mark.parametrize(
    ("name", "sizes"),
    # Of the straight ways that `optimal` looks for first it keeps a bit a cell.
    [("optimal", [200 * 200 - 1]), ("layered", [200 * 200 - 1, 2 * 200 * 200])],
)
def test_the_board_after_the_bombs_is_counted(name: str, sizes: list[int]) -> None:
    found = level(["P" + "." * 199, *["." * 200] * 198, "." * 198 + "XK"])
    start, _ = GAME.apply(found, GAME.initial(found), "bomb 0,0")
    for size in sizes:
        result = solve(found, solver=name, start=start, limits=Limits(memory=size))
        assert (result.stop_reason, result.bound) == (StopReason.MEMORY_LIMIT, 398)
