"""The solvers of merge under limits, and what they know when they are stopped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.cover_rows import CoverRows, Stone, _thresholds
from gridproof.games.merge.solve.damages import can_be_dealt
from gridproof.games.merge.solve.greedy import greedy_damages, greedy_play
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.result import Limits, Progress, Status, StopReason
from gridproof.solving.linear_program import Optimum
from gridproof.solving.solve import solve, solvers
from gridproof.solving.task import task_for
from gridproof.verifying import verify
from tests import truth
from tests.clock import FakeClock
from tests.games.merge.test_solvers import WAYS, exact_solvers, level, optima, restricted
from tests.samples import generated

pytestmark = pytest.mark.native


def large(heroes: int, *, hp: int, types: int = 1) -> MergeLevel:
    found = generated("merge", "random", heroes=heroes, density="dense", hp=hp, types=types)
    assert isinstance(found, MergeLevel)
    return found


def asked(count: int, seed: int) -> Any:
    """Boards with what to ask `solve` for, by each solver that takes them, and the optimum."""
    for found in restricted(count, seed):
        for objective, optimum in optima(found).items():
            for name in exact_solvers(found, objective):
                for options in WAYS if name == "optimal" else [{}]:
                    asked = {"objective": objective, "solver": name, "solver_options": options}
                    yield found, asked, optimum


def test_no_limit_makes_a_wrong_bound() -> None:
    for found, request, optimum in asked(40, 11):
        for limits in truth.small_limits(costs=request["objective"] == "merges"):
            result = solve(found, limits=limits, **request)
            truth.check(result, optimum, limits)


def test_every_solver_decides() -> None:
    for found, request, optimum in asked(60, 12):
        for wanted in range(5):
            result = solve(found, decide=wanted, **request)
            truth.check(result, optimum, Limits(), decide=wanted)


def test_cancelled_before_it_begins() -> None:
    token = CancelToken()
    token.cancel()
    for found, request, optimum in asked(20, 13):
        result = solve(found, cancel=token, **request)
        truth.check(result, optimum, Limits())


def test_a_decision_ends_the_enumeration_early() -> None:
    found = level("1a1.a1a1\n........\n...9....")
    whole = solve(found, solver="enumerate-4h")
    early = solve(found, solver="enumerate-4h", decide=1)
    assert early.stop_reason is StopReason.DECIDED
    assert early.stats.expanded < whole.stats.expanded
    assert early.bound == 4


def test_the_enumeration_ends_once_all_stones_fall() -> None:
    first, second = level("1aa"), level("aa1")
    assert solve(first, solver="enumerate-4h").stats.expanded == 5  # the other hero is tried first
    assert solve(second, solver="enumerate-4h").stats.expanded == 3


@pytest.mark.parametrize("solver", ["optimal", "dp", "greedy-lines"])
def test_what_lies_above_the_largest_cost(solver: str) -> None:
    found = level("attack: I\n.1.1.1\naaaaaa")
    result = solve(found, objective="merges", solver=solver, limits=Limits(max_cost=2))
    assert (result.status, result.stop_reason, result.bound) == (
        Status.UNKNOWN,
        StopReason.COST_LIMIT,
        3,
    )
    exact = solve(found, objective="merges", solver=solver, limits=Limits(max_cost=3))
    assert (exact.status, exact.cost) == (Status.OPTIMAL, 3)


# The greedy play


def test_greedy_plays_are_plays() -> None:
    for found, request, optimum in asked(60, 14):
        objective = request["objective"]
        assert can_be_dealt(found, greedy_damages(found, Ticker()))
        goal = GAME.objective(objective)
        play = greedy_play(task_for(solvers(GAME)["optimal"], GAME, found, goal))
        if play is None:
            assert objective == "merges"
            continue
        verdict = verify(GAME, found, play[0], goal)
        assert verdict.valid
        assert optimum is not None
        assert isinstance(verdict.cost, int)
        assert verdict.cost >= play[1] if objective == "stones" else verdict.cost == play[1]


def test_a_large_board_shows_its_greedy_play_when_a_limit_stops_it() -> None:
    found = large(600, hp=6, types=2)
    for limits in (Limits(nodes=0), Limits(memory=200_000)):
        result = solve(found, limits=limits)
        assert result.status is Status.FEASIBLE
        assert isinstance(result.cost, int)
        assert isinstance(result.bound, int)
        assert result.bound // 3 < result.cost <= result.bound


def test_a_greedy_play_that_is_stopped_stays_a_play() -> None:
    found = large(600, hp=3)
    values: list[int] = []
    for seconds in (20, 100, 400):
        result = solve(found, limits=Limits(time=seconds), clock=FakeClock(1.0))
        assert (result.status, result.stop_reason) == (Status.FEASIBLE, StopReason.TIME_LIMIT)
        assert isinstance(result.cost, int)
        values.append(result.cost)
    assert values == sorted(values)
    assert values[0] != values[-1]


@pytest.mark.parametrize("solver", ["optimal", "flow", "greedy-lines", "dp"])
def test_set_up_looks_at_the_clock(solver: str) -> None:
    # Each reading of the clock takes a second: it is read after few steps, whatever is done.
    found = large(1500, hp=1)
    if solver == "dp":
        found = replace(found, max_level=2)
    if solver != "optimal":
        found = replace(found, attack=((0, ((0, -1),)),))
    for seconds in (1, 3, 10, 40):
        clock = FakeClock(1.0)
        result = solve(found, solver=solver, limits=Limits(time=seconds), clock=clock)
        assert result.stop_reason is StopReason.TIME_LIMIT
        assert clock.reads < seconds + 30


def test_memory_is_counted_before_it_is_taken() -> None:
    found = large(200, hp=8)
    peak = solve(found, limits=Limits(nodes=1)).stats.peak_memory
    assert peak > 1_000_000
    for part in (0.1, 0.5, 0.9):
        result = solve(found, limits=Limits(memory=int(peak * part), nodes=1))
        assert result.stop_reason is StopReason.MEMORY_LIMIT
        assert result.stats.peak_memory < 1.5 * peak


def test_progress_tells_bound_and_best() -> None:
    token = CancelToken()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.best is not None and progress.bound is not None:
            token.cancel()

    result = solve(large(2000, hp=8), cancel=token, progress=watch)
    assert result.stop_reason is StopReason.INTERRUPTED
    last = seen[-1]
    assert isinstance(last.best, int)
    assert isinstance(last.bound, int)
    assert last.best <= last.bound


# The integer program


def test_few_thresholds_are_listed_without_all_products() -> None:
    # 40 strikers of one level: 41 rows, not 2^40 products.
    stone = Stone(2, [[i] for i in range(40)], None)
    assert len(list(_thresholds(stone))) == 41
    assert len(CoverRows([stone], 40, Ticker())._rows) == 40, "all but the defining row"


def test_listing_stops_at_the_memory_limit() -> None:
    stones = [Stone(4, [[i], [i + 1], [i + 2], [i + 3]], None) for i in range(500)]
    with pytest.raises(Stopped) as stopped:
        CoverRows(stones, 600, Ticker(Limits(memory=100_000)))
    assert stopped.value.reason is StopReason.MEMORY_LIMIT


def test_bounds_rest_on_whole_numbers() -> None:
    open_to_all = level("1a1.a")
    assert solve(open_to_all, solver="optimal").proof == "search", "the root bound"
    few = level("1a1.1a1")
    assert (solve(few, solver="optimal").cost, solve(few, solver="optimal").proof) == (2, "search")
    for text in ("a9a", "1a1.1a1"):
        result = solve(level(text), objective="merges", solver="optimal")
        assert (result.status, result.proof) == (Status.INFEASIBLE, "search")


def test_a_program_that_did_not_end_is_not_infeasible(monkeypatch: pytest.MonkeyPatch) -> None:
    for stop in (StopReason.MEMORY_LIMIT, StopReason.TIME_LIMIT, StopReason.INTERRUPTED):
        none = Optimum(stop, None, float("nan"), 0, False)
        monkeypatch.setattr(
            "gridproof.set_cover.relaxation.run", lambda *args, none=none, **more: none
        )
        found = level("1a1.1a1")
        result = solve(found, objective="merges", solver="optimal", solver_options={"cover": False})
        assert (result.status, result.stop_reason) == (Status.UNKNOWN, stop)


def test_a_limit_above_all_solutions_leaves_the_proof_that_there_is_none() -> None:
    found = level(
        '{"max_level": 2, "width": 4, "height": 4,'
        ' "heroes": [{"x": 0, "y": 1, "type": 1}, {"x": 1, "y": 1, "type": 1},'
        ' {"x": 2, "y": 2, "type": 1}, {"x": 1, "y": 3, "type": 1}],'
        ' "stones": [{"x": 0, "y": 0, "hp": 1}, {"x": 2, "y": 1, "hp": 1},'
        ' {"x": 0, "y": 2, "hp": 1}, {"x": 3, "y": 2, "hp": 1}, {"x": 0, "y": 3, "hp": 1}]}'
    )
    for most in (0, 1, 2, 3, 9, None):
        result = solve(found, objective="merges", solver="optimal", limits=Limits(max_cost=most))
        assert result.status in (Status.INFEASIBLE, Status.UNKNOWN)
        assert result.stop_reason is not StopReason.COMPLETED or result.status is Status.INFEASIBLE
    assert result.status is Status.INFEASIBLE
