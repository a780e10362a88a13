"""The solvers of onebomb against the oracle, each other, and boards that catch wrong ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gridproof.design.level_id import find_generator, make
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.games.onebomb import formats
from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.games.onebomb.rules import State
from gridproof.grid import Pos
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.search import search
from gridproof.solving.solve import solve, solvers
from gridproof.solving.task import Task, task_for
from gridproof.verifying import verify
from tests import truth
from tests.oracles import onebomb as oracle
from tests.samples import generated, level_of, random_levels, record
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

SOLVERS = [spec.id for spec in GAME.solvers if spec.id != GAME.baseline]
STARTING = [spec.id for spec in GAME.solvers if "start" in spec.supports]
LINEAR = ("optimal", "layered", "n3")


def level(rows: list[str], **options: str) -> OnebombLevel:
    found = level_of("onebomb", {"rows": rows}, options)
    assert isinstance(found, OnebombLevel)
    return found


def noise(rng: random.Random, width: int, height: int, **mix: int) -> list[str]:
    """Rows of a board with start and goal anywhere."""
    kind = {"width": width, "height": height, "ends": "anywhere", **mix}
    return rows_of(make(GAME, find_generator(GAME, "random"), rng, kind))


def random_rows(rng: random.Random, longest: int) -> list[str]:
    """The same of any shape and with any mix of cells."""
    empty, bricks, rocks = rng.randint(1, 8), rng.randint(0, 6), rng.randint(0, 3)
    total = empty + bricks + rocks
    mix = {"bricks": 100 * bricks // total, "rocks": 100 * rocks // total}
    return noise(rng, rng.randint(2, longest), rng.randint(2, longest), **mix)


def rows_of(found: Any) -> list[str]:
    rows: list[str] = json.loads(GAME.write(found, "json"))["rows"]
    return rows


@pytest.mark.parametrize("count", [400, pytest.param(400 + 60 * ROUNDS, marks=pytest.mark.soak)])
def test_every_solver_against_the_oracle(count: int) -> None:
    rng = random.Random(1)
    asked = dict.fromkeys(SOLVERS, 0)
    narrow = (rows_of(found) for found in random_levels("onebomb", 150))
    for rows in (*(random_rows(rng, 6) for _ in range(count)), *narrow):
        options: dict[str, str] = {}
        if rng.random() < 0.4:
            options["radius"] = str(rng.randint(1, 4))
        if rng.random() < 0.2:
            options["blast"] = "classic"
        if rng.random() < 0.1 and len(rows) * len(rows[0]) <= 12:
            options["bombs"] = "2"
        found = level(rows, **options)
        expected = oracle.shortest(
            rows,
            radius=found.radius,
            bombs=found.bombs,
            blast=found.blast,
        )
        for name in SOLVERS:
            if solvers(GAME)[name].why_unsupported(found, GAME.objective()):
                continue
            asked[name] += 1
            result = solve(found, solver=name)
            assert result.cost == expected, (name, rows, options)
            assert result.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)
    assert min(asked.values()) > 50


def test_the_walk_without_a_bomb_takes_bricks_for_rocks() -> None:
    rng = random.Random(2)
    statuses = set()
    for _ in range(200):
        rows = random_rows(rng, 6)
        expected = oracle.shortest([row.replace("#", "X") for row in rows])
        result = solve(level(rows), solver="walk")
        assert result.cost == expected, rows
        assert result.status is not Status.INFEASIBLE, "a bomb may help"
        statuses.add(result.status)
    assert statuses == {Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(2))
def test_the_linear_solvers_agree_for_long(part: int) -> None:
    rng = random.Random(fresh_seed())
    for _ in range(1000 * ROUNDS):
        rows = random_rows(rng, 12)
        assert len({solve(level(rows), solver=name).cost for name in LINEAR}) == 1, rows


@pytest.mark.parametrize(
    ("rows", "options", "length"),
    [
        # Distances over empty cells alone miss that the walk leaves the cross onto a brick.
        (["KXP", "###"], {}, 4),
        # One order of the two arms is not enough.
        ([".KX", "#XP", "..#"], {}, 6),
        (["XK", "##", "#X", "P#"], {}, 4),
        # With a radius the walk may pass straight through the bomb.
        (["P##K"], {"radius": "1"}, 3),
        (["P", "#", "#", "K"], {"radius": "1"}, 3),
        (["P###K"], {"radius": "1"}, 4),
        (["P####K"], {"radius": "1"}, None),
        # Straight ways by sets of 64 columns: the walk comes to the cross, or leaves it, from one
        # set to the next. Another walk, two steps longer, needs no bomb.
        (["X" * 63 + "....", "P" + "." * 63 + "#X.", "X" * 64 + "##K"], {}, 67),
        (["X" * 61 + ".....", "P" + "." * 61 + "#.X.", "X" * 63 + "#.K"], {}, 66),
    ],
)
def test_boards_that_catch_wrong_solvers(
    rows: list[str], options: dict[str, str], length: int | None
) -> None:
    found = level(rows, **options)
    radius = int(options["radius"]) if options else None
    assert oracle.shortest(rows, radius=radius) == length
    for name in ("optimal", "n3", "n4", *(() if options else ("layered",))):
        assert solve(found, solver=name).cost == length, name


def snake(side: int, *, turned: bool = False) -> list[str]:
    """One corridor between rows (or columns) of rock that begins in the upper left corner."""
    found = generated("onebomb", "snake", width=side, height=side)
    rows = formats.write_rows(found if found.start == Pos(0, 0) else GAME.mirror(found))
    return ["".join(column) for column in zip(*rows, strict=True)] if turned else rows


@pytest.mark.parametrize("turned", [False, True])
def test_distances_beyond_16_bits(turned: bool) -> None:
    found = level(snake(257, turned=turned))
    optimal, layered = (solve(found, solver=name) for name in ("optimal", "layered"))
    assert optimal.cost == layered.cost == 257 * 129 + 128 - 1


@pytest.mark.parametrize(
    ("rows", "length"),
    [
        # Bombs are tried on a rectangle about start and goal. Here the walk leaves that of start
        # and goal alone, and comes as far as the larger one reaches, on each side.
        (["PXK", ".X.", ".X.", ".#.", "..."], 8),
        (["...", ".#.", ".X.", ".X.", "PXK"], 8),
        (["P....", "XXX#.", "K...."], 8),
        ([".#X", ".XP", ".X.", ".XX", ".XK"], None),
        # The goal is not searched from if no brick is near. This one is met on the way to nowhere,
        # and not from the goal's side but over the bomb.
        (["PX..", ".X..", "#X..", "..#K"], 6),
        # Bricks that the start cannot come to are of no use, those that it comes to may be.
        (["PX#", "XX#", "##K"], None),
        (["P#X", "XX#", "##K"], None),
        (["P#X", "X##", "##K"], 4),
    ],
)
def test_what_is_left_out_does_not_matter(rows: list[str], length: int | None) -> None:
    assert oracle.shortest(rows) == length
    assert solve(level(rows)).cost == length


def gaps(found: OnebombLevel) -> tuple[int, int]:
    """Columns and rows between start and goal."""
    return abs(found.start.x - found.goal.x), abs(found.start.y - found.goal.y)


def is_straight(found: OnebombLevel, cost: object) -> bool:
    return cost == sum(gaps(found))


def rectangle(found: OnebombLevel) -> int:
    """Cells of the rectangle of start and goal: the nodes of a search for a straight way."""
    across, down = gaps(found)
    return (across + 1) * (down + 1)


def test_straight_ways_in_all_directions() -> None:
    # Rows of more than one word of bits, start and goal on any sides of each other.
    rng = random.Random(7)
    straight = 0
    for _ in range(150):
        width, height, share = rng.randint(60, 200), rng.randint(2, 12), rng.choice((2, 3, 5, 10))
        rows = noise(rng, width, height, bricks=share, rocks=share)
        found = level(rows if rng.randrange(10) else ["".join(rows)])
        result = solve(found)
        assert result.cost == solve(found, solver="layered").cost
        if is_straight(found, result.cost):
            assert result.stats.expanded == rectangle(found)
            straight += 1
    assert 50 < straight < 130


def test_a_cross_on_a_straight_way() -> None:
    for rows in (
        ["P.X.", "X#X.", "X##.", "XXXK"],  # the cross is met on a brick from above
        ["PXXX", "##X.", "X#..", "X#XX", "X..K"],
        ["P##XX", "XX#XX", "XX#.K"],  # it is left from a brick to the side
        ["PXX", "#XX", "##K"],  # the column comes first
        ["P##", "XX#", "XXK"],  # the row comes first
    ):
        found = level(rows)
        result = solve(found)
        assert result.cost == oracle.shortest(rows)
        assert is_straight(found, result.cost)
        assert result.stats.expanded == rectangle(found)


@pytest.mark.parametrize("column", [1, 39])
def test_searches_leave_out_no_more_than_what_is_too_far(column: int) -> None:
    # Sweeps give up on this corridor. The brick saves less than a tenth of it, near one of its
    # ends, so a search from the other one has to go nearly all the way that is known without it.
    rows = snake(41, turned=True)
    rows[20] = rows[20][:column] + "#" + rows[20][column + 1 :]
    assert solve(level(rows)).cost == 41 * 21 + 20 - 1 - 2 * 20


def two_halls(side: int, between: str) -> list[str]:
    """A snake from the start and one from the goal, with a row between their far ends."""
    upper = snake(side)
    upper = [row.replace("K", ".") for row in upper]
    lower = [row.replace("P", ".").replace("K", ".") for row in snake(side)]
    lower = [row[::-1] for row in lower] if (side // 2) % 2 == 0 else lower
    lower[-1] = lower[-1].replace(".", "K", 1)
    return [*upper, between * side, *lower]


@pytest.mark.parametrize("between", ["X", "#"])
def test_sums_beyond_16_bits(between: str) -> None:
    rows = two_halls(201, between)
    optimal, layered = (solve(level(rows), solver=name) for name in ("optimal", "layered"))
    assert (optimal.status, optimal.cost) == (layered.status, layered.cost)
    if between == "#":
        # From each end less than 2 ** 15 steps, and together more.
        assert isinstance(optimal.cost, int)
        assert 1 << 15 < optimal.cost < 1 << 16
    else:
        assert optimal.status is Status.INFEASIBLE


@pytest.mark.parametrize("radius", [None, "3"])
def test_no_walk_among_long_distances(radius: str | None) -> None:
    rows = two_halls(201, "X")
    rows[1] = rows[1].replace("X", "#")
    found = level(rows) if radius is None else level(rows, radius=radius)
    result = solve(found)
    assert result.status is Status.INFEASIBLE
    assert result.stats.peak_memory < 9 * len(rows) * len(rows[0]), "without 32 bits"


def test_a_short_walk_among_long_distances() -> None:
    rows = [row.replace("X", "#") for row in snake(257)]
    optimal, layered = (solve(level(rows), solver=name) for name in ("optimal", "layered"))
    assert optimal.cost == layered.cost == 256 + 256
    assert optimal.stats.peak_memory < 6 * 257 * 257


def test_sides_of_all_remainders() -> None:
    # Rows and columns go in strips of eight.
    rng = random.Random(6)
    for _ in range(150):
        rows = random_rows(rng, 40)
        assert solve(level(rows)).cost == solve(level(rows), solver="layered").cost, rows


def test_sweeps_give_up_on_mazes_and_finish_open_boards() -> None:
    rng = random.Random(5)
    for density in (0, 1, 2, 5, 20, 40):
        for _ in range(4):
            width, height = rng.randint(60, 120), rng.randint(60, 120)
            found = level(noise(rng, width, height, bricks=2, rocks=density))
            assert solve(found).cost == solve(found, solver="layered").cost


def test_solvers_say_what_they_are_not_for() -> None:
    two = level(["P#K"], bombs="2")
    assert solve(two).solver == "n4"
    with pytest.raises(InputError, match="made for one bomb whose arms pierce"):
        solve(two, solver="optimal")
    with pytest.raises(InputError, match="without a radius"):
        solve(level(["P#K"], radius="1"), solver="layered")
    with pytest.raises(InputError, match="boards without bricks"):
        solve(level(["P#K"]), solver="bfs-only")


def test_limits() -> None:
    found = level(snake(101))
    for name in SOLVERS:
        if name == "bfs-only":
            continue
        result = solve(found, solver=name, limits=Limits(nodes=5))
        assert (result.status, result.stop_reason) in {
            (Status.UNKNOWN, StopReason.NODE_LIMIT),
            (Status.FEASIBLE, StopReason.NODE_LIMIT),
        }
        assert result.bound == 200
    result = solve(found, limits=Limits(memory=1000))
    assert (result.stop_reason, result.bound) == (StopReason.MEMORY_LIMIT, 200)
    result = solve(found, limits=Limits(max_cost=300))
    assert (result.stop_reason, result.bound) == (StopReason.COST_LIMIT, 301)


def test_random_records_of_the_protocol_tests() -> None:
    rng = random.Random(9)
    for _ in range(300):
        rows = record("onebomb", rng)["rows"]
        assert solve(level(rows)).cost == oracle.shortest(rows), rows


def test_the_largest_board() -> None:
    side = 4096
    rows = ["P" + "." * (side - 1), *["." * side] * (side - 2), "." * (side - 1) + "K"]
    wall = side // 2
    rows[wall] = "X" * (side - 2) + "#X"
    (found,) = read_boards(f"{side}\n" + "\n".join(rows) + "\n", game="onebomb")
    result = solve(found)
    assert (result.status, result.cost) == (Status.OPTIMAL, 2 * side - 2)


def positions(count: int, seed: int) -> Iterator[tuple[OnebombLevel, State]]:
    """Tiny boards, each with the positions of a random play: bombs in any order, steps anywhere."""
    rng = random.Random(seed)
    for level in random_levels("onebomb", count, seed):
        state = GAME.initial(level)
        for _ in range(6):
            yield level, state
            offered = list(GAME.legal(level, state))
            if not offered:
                break
            state, _ = GAME.apply(level, state, rng.choice(offered))


def best_from(level: OnebombLevel, state: State) -> int | None:
    """The fewest steps from a position, by plain search; None if there is no way."""
    found = search(Task(GAME, level, GAME.objective(), Ticker(), start=state))
    assert found.stop_reason is StopReason.COMPLETED
    assert not isinstance(found.bound, tuple)
    return found.bound


def test_every_solver_starts_from_any_position() -> None:
    asked = dict.fromkeys(STARTING, 0)
    for found, state in positions(100, 31):
        best = best_from(found, state)
        assert solve(found, start=state).cost == best
        for name in STARTING:
            spec = solvers(GAME)[name]
            if spec.why_unsupported(found, GAME.objective()):
                continue
            asked[name] += 1
            # Not by `solve`, which asks for a level instead of a start where there is one.
            answer = load(spec.entry)(task_for(spec, GAME, found, start=state))
            assert (answer.bound, answer.infeasible) == (best, best is None), (name, state)
            if answer.moves is not None:
                assert verify(GAME, found, answer.moves, start=state).cost == best
    assert min(asked.values()) > 50


def test_no_limit_makes_a_wrong_bound_from_any_position() -> None:
    for found, state in positions(15, 32):
        best = best_from(found, state)
        for name in STARTING:
            if solvers(GAME)[name].why_unsupported(found, GAME.objective()):
                continue
            for limits in truth.small_limits(costs=True):
                result = solve(found, solver=name, start=state, limits=limits)
                truth.check(result, best, limits)
            for wanted in range(0, 9, 2):
                result = solve(found, solver=name, start=state, decide=wanted)
                truth.check(result, best, Limits(), decide=wanted)


def test_positions_as_levels() -> None:
    said = 0
    for found, state in positions(150, 33):
        position = GAME.level_at(found, state)
        left = found.bombs - len(state.bombs)
        assert (position is None) == (state.walker is not None or left == 0)
        if position is None:
            continue
        said += bool(state.bombs)
        rows = formats.write_rows(position)
        best = oracle.shortest(rows, radius=found.radius, bombs=left, blast=found.blast)
        assert best == best_from(found, state)
        assert solve(position).cost == best
    assert said > 30


def test_further_bombs_are_found_whatever_the_first_one_was() -> None:
    # Piercing bombs in reading order only would not come back to the first row here.
    found = level(["P#..", "XXX#", "K.#."], bombs="2")
    state, _ = GAME.apply(found, GAME.initial(found), "bomb 3,2")
    assert best_from(found, state) == solve(found, start=state).cost == 8


def test_a_solution_as_short_as_the_bound_ends_the_search() -> None:
    found = generated("onebomb", "random", bricks=30, rocks=0)
    best = solve(found)
    assert best.cost == 2 * 19
    assert best.moves is not None
    for name in ("optimal", "layered", "n3", "n4"):
        result = solve(found, solver=name, incumbent=best.moves)
        assert (result.status, result.moves) == (Status.OPTIMAL, best.moves)
        assert result.stats.expanded == 0


def test_parts_of_the_search_for_bombs_can_be_left_out() -> None:
    found = level(["P#X", ".#X", "#XK"], bombs="2")
    plain = solve(found, solver="n4")
    orders, again = (
        solve(found, solver="n4", solver_options={name: False}) for name in ("one-order", "once")
    )
    assert plain.status is orders.status is again.status is Status.INFEASIBLE
    assert orders.stats.expanded > plain.stats.expanded
    assert again.stats.peak_memory < plain.stats.peak_memory


def test_after_the_bomb_one_search_is_left_on_large_boards() -> None:
    found = generated("onebomb", "caves", width=1000, height=1000, rocks=30)
    whole = solve(found)
    assert whole.moves is not None
    after, _ = GAME.apply(found, GAME.initial(found), whole.moves[0])
    result = solve(found, start=after)
    assert (result.solver, result.cost) == ("optimal", whole.cost)
