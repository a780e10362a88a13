"""The course's solvers of sokoban, against an oracle and against each other."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gridproof._native import sokoban_course as native
from gridproof.errors import InputError
from gridproof.files.reading import read_boards, read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from tests.oracles import sokoban as oracle
from tests.samples import level_of, record
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

SHIPPED = Path(__file__).parents[3] / "src" / "gridproof" / "data" / "levels" / "sokoban"
PROVEN = ("bidirectional", "astar", "bfs")
ALL = (*PROVEN, "astar-sorted")


def level(*rows: str) -> SokobanLevel:
    found = level_of("sokoban", {"rows": rows})
    assert isinstance(found, SokobanLevel)
    return found


def microban(number: int) -> SokobanLevel:
    found = read_file(str(SHIPPED / "microban1.txt"))[number - 1]
    assert isinstance(found, SokobanLevel)
    return found


def compare(rng: random.Random) -> None:
    board = record("sokoban", rng)
    found = level_of("sokoban", board)
    best = oracle.best(board["rows"], ["moves"])
    for solver in ALL:
        result = solve(found, objective="moves", solver=solver)
        if best is None:
            assert result.status is Status.INFEASIBLE, (solver, board)
        elif solver in PROVEN:
            assert (result.status, result.cost) == (Status.OPTIMAL, best[0]), (solver, board)
        else:
            assert isinstance(result.cost, int)
            assert result.cost >= best[0], board
    for solver in PROVEN:
        for dead, frozen in ((False, False), (True, False), (False, True)):
            options: dict[str, Any] = {"dead-squares": dead, "freeze": frozen}
            if solver == "bidirectional":
                options["ratio"] = rng.randint(1, 5)
            result = solve(found, objective="moves", solver=solver, solver_options=options)
            assert result.stop_reason is StopReason.COMPLETED
            cost = None if result.cost is None else (result.cost,)
            assert cost == best, (solver, options, board)


@pytest.mark.parametrize("part", range(4))
def test_hundreds_of_random_boards(part: int) -> None:
    rng = random.Random(f"sokoban solvers {part}")
    for _ in range(250):
        compare(rng)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_thousands_of_random_boards(part: int) -> None:
    rng = random.Random(fresh_seed())
    for _ in range(100 * ROUNDS):
        compare(rng)


#: Levels of Microban I with their fewest moves.
MOVES = {1: 33, 2: 16, 3: 41, 8: 97, 18: 71, 36: 156, 59: 178, 61: 100, 84: 201}


@pytest.mark.parametrize("number", MOVES)
def test_small_levels_of_microban(number: int) -> None:
    found = microban(number)
    for solver in PROVEN:
        result = solve(found, objective="moves", solver=solver)
        assert (result.status, result.cost) == (Status.OPTIMAL, MOVES[number]), solver
        assert result.bound == MOVES[number]
        assert result.verified
    rough = solve(found, objective="moves", solver="astar-sorted")
    assert rough.status is Status.FEASIBLE
    assert rough.stop_reason is StopReason.FIRST_SOLUTION
    assert isinstance(rough.cost, int)
    assert rough.cost >= MOVES[number]


def test_the_depth_from_the_ends_changes_only_work() -> None:
    found = microban(16)
    by_ratio = {
        ratio: solve(
            found, objective="moves", solver="bidirectional", solver_options={"ratio": ratio}
        )
        for ratio in (1, 4, 32)
    }
    forward = solve(found, objective="moves", solver="bfs")
    assert {result.cost for result in (forward, *by_ratio.values())} == {100}
    backward = [result.notes["backward"] for result in by_ratio.values()]
    assert backward == sorted(backward, reverse=True)
    nodes = [result.stats.expanded for result in (*by_ratio.values(), forward)]
    assert nodes == sorted(nodes)
    assert len(set(nodes)) == len(nodes)


def test_the_prunings_save_states_and_no_solution() -> None:
    found = microban(5)
    stored = {}
    for dead in (False, True):
        for frozen in (False, True):
            options = {"dead-squares": dead, "freeze": frozen}
            result = solve(found, objective="moves", solver="bfs", solver_options=options)
            assert result.cost == 25
            stored[dead, frozen] = result.notes["forward"]
    assert stored[True, True] < stored[True, False] < stored[False, True] < stored[False, False]


def test_boxes_that_only_wait_for_each_other_are_no_deadlock() -> None:
    # After the first push the upper box is stuck until the lower one is pushed on. Taking every box
    # for a wall, one would find no solution.
    rows = ["  . #", "##$  ", "@$ . "]
    assert oracle.best(rows, ["moves"]) == (3,)
    for solver in ALL:
        assert solve(level(*rows), objective="moves", solver=solver).cost == 3


def test_sorted_distances_say_too_much() -> None:
    rows = [".$ ", ".$@"]
    assert oracle.best(rows, ["moves"]) == (4,)
    result = solve(level(*rows), objective="moves", solver="astar-sorted")
    assert (result.status, result.cost, result.bound) == (Status.FEASIBLE, 5, 2)


def test_states_are_told_apart_on_boards_of_every_size() -> None:
    for width, height in ((20, 3), (40, 3), (80, 3), (200, 3), (31, 33)):
        rows = ["-" * width] * height
        rows[1] = "@$" + "-" * (width - 3) + "."
        for solver in PROVEN:
            result = solve(level(*rows), objective="moves", solver=solver)
            assert (result.status, result.cost) == (Status.OPTIMAL, width - 2), (solver, width)


def test_large_boards_are_refused_with_a_reason() -> None:
    rows = ["@$." + "-" * 30] + ["-" * 33] * 32
    found = level(*rows)
    with pytest.raises(InputError, match="the player can get to more than 1024 squares"):
        solve(found, objective="moves", solver="bfs")
    with pytest.raises(InputError, match="not made for objective `pushes`"):
        solve(level("@$."), solver="bfs")


def test_a_level_that_is_solved_or_lost_takes_no_node() -> None:
    for solver in ALL:
        solved = solve(level("#####", "#@* #", "#####"), objective="moves", solver=solver)
        assert (solved.status, solved.cost) == (Status.OPTIMAL, 0)
        lost = solve(level("#####", "#@$ #", "##. #", "#####"), objective="moves", solver=solver)
        assert (lost.status, lost.stats.expanded) == (Status.INFEASIBLE, 0)


@pytest.mark.parametrize("solver", ALL)
def test_limits(solver: str) -> None:
    found = microban(3)
    full = solve(found, objective="moves", solver=solver)
    nodes = full.stats.expanded
    assert solve(found, objective="moves", solver=solver).stats.expanded == nodes
    last = 0
    for part in (0, 1, nodes // 2, nodes - 1):
        cut = solve(found, objective="moves", solver=solver, limits=Limits(nodes=part))
        assert (cut.status, cut.stop_reason) == (Status.UNKNOWN, StopReason.NODE_LIMIT)
        assert cut.stats.expanded == part
        assert isinstance(cut.bound, int)
        assert last <= cut.bound <= 41
        last = cut.bound
    memory = solve(found, objective="moves", solver=solver, limits=Limits(memory=9000))
    assert (memory.status, memory.stop_reason) == (Status.UNKNOWN, StopReason.MEMORY_LIMIT)
    timed = solve(found, objective="moves", solver=solver, limits=Limits(time=0))
    assert timed.stop_reason is StopReason.TIME_LIMIT


@pytest.mark.parametrize("solver", PROVEN)
def test_costs_that_are_too_high_and_questions(solver: str) -> None:
    found = microban(3)

    def ask(**request: Any) -> tuple[Any, ...]:
        result = solve(found, objective="moves", solver=solver, **request)
        return result.status, result.stop_reason, result.cost, result.bound

    assert ask(limits=Limits(max_cost=41)) == (Status.OPTIMAL, StopReason.COMPLETED, 41, 41)
    assert ask(limits=Limits(max_cost=40)) == (Status.UNKNOWN, StopReason.COST_LIMIT, None, 41)
    assert ask(decide=41) == (Status.OPTIMAL, StopReason.COMPLETED, 41, 41)
    assert ask(decide=40) == (Status.UNKNOWN, StopReason.DECIDED, None, 41)
    assert ask(decide=0)[:3] == (Status.UNKNOWN, StopReason.DECIDED, None)


def test_an_unproven_solver_answers_questions_too() -> None:
    found = microban(3)
    yes = solve(found, objective="moves", solver="astar-sorted", decide=41)
    assert (yes.status, yes.cost) == (Status.FEASIBLE, 41)
    no = solve(found, objective="moves", solver="astar-sorted", decide=40)
    assert (no.status, no.stop_reason, no.bound) == (Status.UNKNOWN, StopReason.DECIDED, 41)


def test_the_native_function_checks_its_arguments() -> None:
    good: dict[str, Any] = {
        "squares": [(0, 0), (1, 0), (2, 0)],
        "boxes": [1],
        "goals": [2],
        "dead": [],
        "pushes": [[2, 1, 0]],
        "player": 0,
        "method": "astar",
    }
    assert native.solve(**good)["path"] == "R"
    wrongs: list[dict[str, Any]] = [
        {"squares": []},
        {"squares": [(x, y) for x in range(33) for y in range(33)]},
        {"boxes": [3]},
        {"boxes": [1, 2]},
        {"dead": [7]},
        {"player": 3},
        {"pushes": []},
        {"pushes": [[1]]},
        {"method": "dfs"},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"."):
            native.solve(**(good | wrong))


def test_the_courses_program_takes_a_native_solver() -> None:
    (found,) = read_boards("2 4\n.$@-\n----\n", game="sokoban")
    result = solve(found, objective="moves")
    assert result.solver in (spec.id for spec in GAME.solvers)
    assert json.loads(json.dumps(result.to_json()))["costs"] == {"moves": 1, "pushes": 1}
