"""The native search of sokoban against the oracle, with each of its parts on and off."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from gridproof._native import sokoban as native
from gridproof.cli.solve import answer_to
from gridproof.errors import InputError
from gridproof.files.reading import read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.level import Outcome
from gridproof.playing.session import Session
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from tests.games.sokoban.boards import LEVELS, TRAPS, choices, dense_level, level, microban
from tests.oracles import sokoban as oracle
from tests.samples import level_of, record
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

PARTS = ("matching", "freeze", "corrals", "patterns", "backward", "symmetries")
OBJECTIVES = ("pushes", "moves", "pushes-moves", "moves-pushes")


def cost(found: SokobanLevel, objective: str = "pushes", without: Sequence[str] = ()) -> Any:
    """The proven cost, checked by replay; None if there is proven to be no solution."""
    parts = dict.fromkeys(without, False)
    result = solve(found, objective=objective, solver="optimal", solver_options=parts)
    assert result.stop_reason is StopReason.COMPLETED
    assert result.status in (Status.OPTIMAL, Status.INFEASIBLE)
    return result.cost


def compare(rng: random.Random) -> None:
    board = record("sokoban", rng)
    found = level_of("sokoban", board)
    for objective in OBJECTIVES:
        metrics = GAME.objective(objective).metrics
        best = oracle.best(board["rows"], metrics)
        expected = best[0] if best is not None and len(metrics) == 1 else best
        assert cost(found, objective) == expected, (objective, board)
        without = [part for part in PARTS if rng.random() < 0.5]
        assert cost(found, objective, without) == expected, (objective, without, board)


@pytest.mark.parametrize("part", range(4))
def test_hundreds_of_random_boards(part: int) -> None:
    rng = random.Random(f"sokoban optimal {part}")
    for _ in range(150):
        compare(rng)


def symmetric_board(rng: random.Random) -> SokobanLevel:
    """A small board that is a mirror image of itself, or all but its player, boxes or goals."""
    while True:
        width, height, upside_down = rng.randint(3, 6), rng.randint(2, 4), rng.random() < 0.5

        def twin(
            x: int,
            y: int,
            right: int = width - 1,
            bottom: int = height - 1,
            turn: bool = upside_down,
        ) -> tuple[int, int]:
            return right - x, bottom - y if turn else y

        floor = {(x, y) for x in range(width) for y in range(height)}
        for x, y in sorted(floor):
            if rng.random() < 0.2:
                floor -= {(x, y), twin(x, y)}
        chosen = []
        for straight in (0.1, 0.1):  # goals, boxes
            some: set[tuple[int, int]] = set()
            for cell in rng.sample(sorted(floor), min(2, len(floor))):
                some |= {cell} if rng.random() < straight else {cell, twin(*cell)}
            chosen.append(some)
        goals, boxes = chosen
        if len(goals) != len(boxes) or not floor - boxes:
            continue
        player = rng.choice(sorted(floor - boxes))
        reached = [player]
        for x, y in reached:
            beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            reached += [cell for cell in beside if cell in floor and cell not in reached]
        if len(reached) < len(floor):
            continue
        rows = []
        for y in range(height):
            row = ""
            for cell in ((x, y) for x in range(width)):
                symbols = "@$ " if cell not in goals else "+*."
                row += symbols[0 if cell == player else 1 if cell in boxes else 2]
                row = row if cell in floor else row[:-1] + "#"
            rows.append(f"#{row}#")
        return level("#" * (width + 2), *rows, "#" * (width + 2))


def compare_symmetric(rng: random.Random) -> bool:
    found = symmetric_board(rng)
    rows = GAME.write(found).splitlines()
    best = oracle.best(rows, ["pushes"])
    expected = None if best is None else best[0]
    for without in ((), ("backward",), ("matching", "corrals", "freeze")):
        assert cost(found, without=without) == expected, (without, rows)
    best = oracle.best(rows, ["moves", "pushes"])
    assert cost(found, "moves-pushes") == best, rows
    return expected is not None


def test_symmetric_boards() -> None:
    rng = random.Random("sokoban symmetric")
    assert sum(compare_symmetric(rng) for _ in range(150)) >= 30


@pytest.mark.soak
def test_many_symmetric_boards() -> None:
    rng = random.Random(fresh_seed())
    for _ in range(100 * ROUNDS):
        compare_symmetric(rng)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_thousands_of_random_boards(part: int) -> None:
    rng = random.Random(fresh_seed())
    for _ in range(100 * ROUNDS):
        compare(rng)


def test_no_part_changes_the_optimum_of_denser_boards() -> None:
    rng = random.Random("dense")
    for _ in range(250):
        found = dense_level(rng)
        plain = cost(found, without=("freeze", "corrals", "backward"))
        assert plain is not None, "pushed back the way it was pulled it is solved"
        for without in ((), ("backward",), ("corrals",), ("freeze",), ("matching",)):
            assert cost(found, without=without) == plain, (without, GAME.write(found))
        fewest = cost(found, "moves", ("freeze",))
        assert cost(found, "moves") == fewest, GAME.write(found)


# Boards on which a naive form of one part goes wrong


@pytest.mark.parametrize("name", TRAPS)
def test_traps(name: str) -> None:
    expected, rows = TRAPS[name]
    found = level(*rows)
    for without in choices(PARTS):
        assert cost(found, without=without) == expected, without
    best = oracle.best([row.replace("-", " ") for row in rows], ["pushes"])
    assert (None if best is None else best[0]) == expected


def test_corrals_are_for_pushes_only() -> None:
    # The pushes of a corral may be made first at no cost in pushes, but the walk gets longer.
    found = level("#####", "#*..#", "##$$#", "#.$@#", "#####")
    assert (cost(found), cost(found, "moves")) == (3, 4)
    assert cost(found, "moves", ("corrals",)) == 4


def test_lexicographic_objectives() -> None:
    for number in (1, 2, 5, 11, 20):
        found = read_file(str(LEVELS / "microban1.txt"))[number - 1]
        assert isinstance(found, SokobanLevel)
        pushes, moves = cost(found), cost(found, "moves")
        by_pushes, by_moves = cost(found, "pushes-moves"), cost(found, "moves-pushes")
        assert by_pushes[0] == pushes <= by_moves[1]
        assert by_moves[0] == moves <= by_pushes[1]


#: Push optima of Microban I, proven by YASS 2.148 too: number → pushes.
MICROBAN = {
    1: 8,
    2: 3,
    3: 13,
    4: 7,
    5: 6,
    7: 6,
    8: 32,
    9: 10,
    10: 21,
    11: 16,
    12: 11,
    14: 10,
    17: 9,
    20: 16,
    21: 5,
    25: 7,
    31: 6,
    40: 7,
    44: 1,
    51: 8,
    60: 44,
}


@pytest.mark.parametrize("number", MICROBAN)
def test_small_levels_of_microban_with_each_part_off(number: int) -> None:
    found = microban(number)
    for without in ((), *((part,) for part in PARTS)):
        assert cost(found, without=without) == MICROBAN[number], without
    fewest = cost(found, "moves")
    assert cost(found, "moves", ("freeze",)) == fewest
    assert cost(found, "moves-pushes")[0] == fewest


def test_boxoban_levels_are_proven_in_few_nodes() -> None:
    for found in read_file(str(next(LEVELS.glob("boxoban*")))):
        assert isinstance(found, SokobanLevel)
        result = solve(found)
        assert result.status is Status.OPTIMAL
        assert result.stats.expanded < 2000


# Limits


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_limits_leave_a_proven_bound(objective: str) -> None:
    found = microban(36)
    full = solve(found, objective=objective)
    assert full.status is Status.OPTIMAL
    best = full.cost[0] if isinstance(full.cost, tuple) else full.cost
    assert isinstance(best, int)
    nodes = full.stats.expanded
    assert solve(found, objective=objective).stats.expanded == nodes
    last = 0
    for part in (0, 1, nodes // 2, nodes - 1):
        cut = solve(found, objective=objective, limits=Limits(nodes=part))
        assert cut.stop_reason is StopReason.NODE_LIMIT
        assert cut.stats.expanded == part
        assert isinstance(cut.bound, int)
        assert last <= cut.bound <= best
        last = cut.bound
    timed = solve(found, objective=objective, limits=Limits(time=0))
    assert timed.stop_reason is StopReason.TIME_LIMIT


def test_memory_is_never_above_the_limit() -> None:
    found = microban(93)
    for memory in (50_000, 300_000, 1_000_000):
        cut = solve(found, limits=Limits(memory=memory))
        assert cut.stop_reason is StopReason.MEMORY_LIMIT
        assert cut.stats.peak_memory <= memory
        assert cut.bound is not None


def test_where_the_fronts_are_full_the_search_with_tables_goes_on() -> None:
    found, pushes = microban(99), 131
    limits = Limits(memory=2 << 20)
    fronts = solve(found, limits=limits, solver_options={"tables": False})
    assert fronts.stop_reason is StopReason.MEMORY_LIMIT
    assert isinstance(fronts.bound, int)
    assert fronts.bound <= pushes
    both = solve(found, limits=limits)
    assert (both.stop_reason, both.cost) == (StopReason.COMPLETED, pushes)
    assert both.stats.peak_memory is not None
    assert both.stats.peak_memory <= 2 << 20


def test_costs_that_are_too_high_and_questions() -> None:
    found = microban(1)
    best = solve(found).cost
    assert isinstance(best, int)

    def ask(**request: Any) -> tuple[Any, ...]:
        result = solve(found, **request)
        return result.status, result.stop_reason

    assert ask(limits=Limits(max_cost=best)) == (Status.OPTIMAL, StopReason.COMPLETED)
    assert ask(limits=Limits(max_cost=best - 1)) == (Status.UNKNOWN, StopReason.COST_LIMIT)
    yes = solve(found, decide=best)
    assert isinstance(yes.cost, int)
    assert yes.cost <= best
    no = solve(found, decide=best - 1)
    assert isinstance(no.bound, int)
    assert no.bound >= best


def test_boards_of_every_size() -> None:
    for width, height in ((20, 3), (40, 3), (80, 3), (200, 3), (31, 33)):
        rows = ["-" * width] * height
        rows[1] = "@$" + "-" * (width - 3) + "."
        assert cost(level(*rows)) == width - 2
    with pytest.raises(InputError, match="more than 1,024 squares"):
        solve(level(*(["@$." + "-" * 37] + ["-" * 40] * 39)), solver="optimal")


def test_the_native_function_checks_its_arguments() -> None:
    good = problem(level("@$."))
    assert native.solve(**good)["moves"] == "R"
    wrongs: list[dict[str, Any]] = [
        {"width": 4},
        {"boxes": [7]},
        {"player": 9},
        {"objective": "steps"},
        {"without": ["thinking"]},
        {"boxes": [1, 2]},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"."):
            native.solve(**(good | wrong))


# Beginning with a solution


def test_a_known_solution_is_proven_or_bettered() -> None:
    found = microban(36)
    for objective in OBJECTIVES:
        plain = solve(found, objective=objective)
        assert plain.moves is not None
        again = solve(found, objective=objective, incumbent=plain.moves)
        assert (again.status, again.cost) == (Status.OPTIMAL, plain.cost)
        assert again.stats.expanded <= plain.stats.expanded
        some = solve(found, objective=objective, solver="any")
        assert some.moves is not None
        better = solve(found, objective=objective, incumbent=some.moves)
        assert (better.status, better.cost) == (Status.OPTIMAL, plain.cost)


def test_proving_a_best_solution_leaves_the_last_layer_out() -> None:
    found = microban(36)
    plain = solve(found)
    assert solve(found, incumbent=plain.moves).stats.expanded < plain.stats.expanded


def test_a_known_solution_outlives_every_limit() -> None:
    found = microban(36)
    for objective in OBJECTIVES:
        some = solve(found, objective=objective, solver="any")
        for limits in (Limits(nodes=0), Limits(nodes=30), Limits(time=0), Limits(memory=1000)):
            cut = solve(found, objective=objective, incumbent=some.moves, limits=limits)
            assert (cut.status, cut.cost) == (Status.FEASIBLE, some.cost)


def test_a_known_solution_is_not_given_up_for_one_with_more_moves() -> None:
    found = level("######", "#. $@#", "#  *$#", "#   .#", "######")
    best = solve(found, objective="pushes-moves")
    stopped = Limits(nodes=5)
    by_itself = solve(found, objective="pushes-moves", limits=stopped)
    assert (best.cost, by_itself.cost) == ((3, 4), (3, 5))
    assert solve(found, objective="pushes-moves", limits=stopped, incumbent=best.moves).cost == (
        3,
        4,
    )


def test_a_known_solution_answers_questions() -> None:
    found = microban(1)
    best = solve(found, objective="pushes-moves")
    assert isinstance(best.cost, tuple)
    some = solve(found, solver="any", objective="pushes-moves")
    for decide in (best.cost, best.cost[0], (best.cost[0], best.cost[1] - 1), best.cost[0] - 1):
        for known in (best, some):
            said = solve(found, objective="pushes-moves", incumbent=known.moves, decide=decide)
            plain = solve(found, objective="pushes-moves", decide=decide)
            assert answer_to(said, decide) is answer_to(plain, decide) is not None
    assert solve(found, incumbent=best.moves, decide=best.cost[0]).stats.expanded == 0


def test_a_solved_level_needs_no_known_solution() -> None:
    found = level("#####", "#@* #", "#####")
    for objective in OBJECTIVES:
        again = solve(found, objective=objective, incumbent=[])
        assert (again.status, again.moves) == (Status.OPTIMAL, ())


# Hints


def test_hints_come_from_the_kernel_wherever_the_play_stands() -> None:
    session, few = Session(microban(36)), Limits(nodes=1000)
    best = solve(session.level).cost
    while session.outcome is Outcome.IN_PLAY:
        hint = session.hint(few)
        assert hint is not None
        session.apply(hint)
        assert len(session.moves) < 1000
    assert session.costs["pushes"] == best
    plain = solve(session.level, solver="search", limits=Limits(nodes=20_000))
    assert plain.moves is None, "plain search finds none in twenty times as many"
