"""Sokoban under small limits: bounds hold, questions are answered, and numbers do not drift."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from gridproof.cli.solve import answer_to
from gridproof.files.reading import read_boards, read_file
from gridproof.games.sokoban.bounds import root_bound
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.limits import Stopped, Ticker
from gridproof.result import Limits, Status, StopReason, Value, first
from gridproof.solving.solve import solve, solvers
from tests.clock import FakeClock
from tests.samples import generated, level_of, random_levels

pytestmark = pytest.mark.native

SHIPPED = Path(__file__).parents[3] / "src" / "gridproof" / "data" / "levels" / "sokoban"
PROVEN = ("optimal", "bidirectional", "astar", "bfs", "search")

SMALL = """\
#####
#@$.#
#####

########
#@ $  .#
#  $  .#
########

#####
#@* #
#####
"""


def levels() -> list[SokobanLevel]:
    found = [*read_boards(SMALL, game="sokoban"), *random_levels("sokoban", 4, seed=8)]
    return [level for level in found if isinstance(level, SokobanLevel)]


def crowded() -> SokobanLevel:
    """A square room with many boxes."""
    found = generated("sokoban", "random", width=24, height=24, boxes=60, walls=0, pulls=500)
    assert isinstance(found, SokobanLevel)
    return found


def as_good(cost: Value, wanted: Value) -> bool:
    if isinstance(wanted, int):
        return first(cost) <= wanted
    costs = cost if isinstance(cost, tuple) else (cost,)
    return costs[: len(wanted)] <= wanted


@pytest.mark.parametrize("name", solvers(GAME))
def test_whatever_the_limit_bounds_hold_and_nothing_is_called_infeasible(name: str) -> None:
    limits = [Limits(memory=memory) for memory in (*range(0, 90_000, 9_000), 300_000, 1 << 20)]
    limits += [Limits(nodes=nodes) for nodes in (0, 1, 2, 5, 10)]
    for level in levels():
        for objective in GAME.objectives:
            if solvers(GAME)[name].why_unsupported(level, objective) is not None:
                continue
            best = solve(level, objective=objective.id).cost
            for limit in limits:
                said = solve(level, objective=objective.id, solver=name, limits=limit)
                if best is None:
                    assert said.cost is None
                    continue
                assert said.status is not Status.INFEASIBLE, limit
                assert said.bound is None or first(said.bound) <= first(best), limit
                assert said.cost is None or first(said.cost) >= first(best), limit


@pytest.mark.parametrize("name", PROVEN)
def test_every_question_is_answered(name: str) -> None:
    for level in levels():
        for objective in GAME.objectives:
            if solvers(GAME)[name].why_unsupported(level, objective) is not None:
                continue
            best = solve(level, objective=objective.id).cost
            if best is None:
                continue
            wanted: list[Value] = [first(best) + more for more in (-1, 0, 1)]
            if isinstance(best, tuple):
                wanted += [
                    (best[0] + more, best[1] + yet_more)
                    for more in (-1, 0, 1)
                    for yet_more in (-2, -1, 0, 1)
                ]
            for value in wanted:
                said = solve(level, objective=objective.id, solver=name, decide=value)
                assert answer_to(said, value) is as_good(best, value), (objective.id, value)


def test_a_question_in_two_metrics_is_answered_in_both() -> None:
    level = read_file(str(SHIPPED / "microban1.txt"))[29]
    no = solve(level, objective="pushes-moves", decide=(5, 20))
    assert answer_to(no, (5, 20)) is False
    assert isinstance(no.bound, tuple)
    assert no.bound > (5, 20)
    assert no.stop_reason in (StopReason.DECIDED, StopReason.COMPLETED)


def test_any_solution_answers_what_it_can() -> None:
    (level,) = read_boards("########\n#@ $  .#\n#  $  .#\n########", game="sokoban")
    assert solve(level, solver="any", decide=5).stop_reason is StopReason.DECIDED
    assert solve(level, solver="any", decide=100).stop_reason is StopReason.DECIDED
    too_dear = solve(level, solver="any", limits=Limits(max_cost=5))
    assert (too_dear.stop_reason, too_dear.bound) == (StopReason.COST_LIMIT, 6)


def test_the_first_insertion_may_be_one_too_many() -> None:
    (level,) = read_boards("#####\n#@$.#\n#####", game="sokoban")
    for memory in range(0, 100_000, 5_000):
        said = solve(level, solver="any", limits=Limits(memory=memory))
        assert said.stop_reason in (StopReason.MEMORY_LIMIT, StopReason.FIRST_SOLUTION)


# Set-up


def test_the_root_bound_looks_at_the_clock_and_leaves_what_it_knows() -> None:
    level = crowded()
    clock = FakeClock(step=0.0)
    full = root_bound(level, GAME.objective(), Ticker(clock=clock))
    assert full is not None
    assert clock.reads > 60
    memory = Ticker(Limits(memory=1000))
    with pytest.raises(Stopped):
        root_bound(level, GAME.objective(), memory)
    assert isinstance(memory.bound, int)
    assert 0 < memory.bound <= full


def test_the_root_bound_of_many_boxes_is_quick() -> None:
    rows = ["#" * 60, "#@" + "*" * 57 + "#", *(["#" + "*" * 58 + "#"] * 57), "#" * 60]
    level = level_of("sokoban", {"rows": rows})
    ticker = Ticker(Limits(memory=100_000))
    assert isinstance(level, SokobanLevel)
    assert root_bound(level, GAME.objective(), ticker) == 0
    assert GAME.validate(level) == []


@pytest.mark.parametrize("name", solvers(GAME))
def test_crowded_boards_are_left_when_time_is_up(name: str) -> None:
    level = crowded()
    objective = "moves" if solvers(GAME)[name].objectives else "pushes"
    said = solve(level, objective=objective, solver=name, limits=Limits(time=0))
    assert said.status is Status.UNKNOWN
    assert said.stop_reason is StopReason.TIME_LIMIT


@pytest.mark.parametrize("solver", ["astar", "bfs", "bidirectional"])
def test_a_start_is_called_lost_only_when_proven(solver: str) -> None:
    (found,) = read_boards("--$-\n-#@-\n--.-\n", game="sokoban")
    for microseconds in range(0, 300, 2):
        limits = Limits(time=microseconds * 1e-6)
        result = solve(found, solver=solver, objective="moves", limits=limits)
        infeasible = result.status is Status.INFEASIBLE
        assert infeasible == (result.stop_reason is StopReason.COMPLETED)


@pytest.mark.parametrize("number", [110, 115])
def test_tables_do_not_depend_on_the_time_left(number: int) -> None:
    """Tables that a naive share of the seconds left refuses are made within any time limit.

    The search takes a few hundredths of the limit, so that it is reached on no machine.
    """
    level = read_file(str(SHIPPED / "microban1.txt"), game="sokoban")[number]
    untimed, timed = (
        solve(
            level,
            solver="optimal",
            solver_options={"tables-after": 1, "backward": False, "upper-bound": False},
            limits=Limits(nodes=1000, time=seconds),
            clock=process_time,
        )
        for seconds in (None, 1.1)
    )
    assert timed.status is untimed.status is Status.OPTIMAL
    for counter in ("expanded", "generated", "evaluated", "reopened", "dead_ends"):
        assert getattr(timed.stats, counter) == getattr(untimed.stats, counter)
