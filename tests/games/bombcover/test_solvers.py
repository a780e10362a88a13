"""The solvers of bombcover against the oracle, each other, and what their proofs rest on."""

from __future__ import annotations

import gc
import itertools
import json
import random
import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from gridproof._native import bombcover as native
from gridproof.design.level_id import find_generator, make
from gridproof.errors import InputError
from gridproof.games.bombcover.game import GAME
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve import optimal, plans
from gridproof.games.bombcover.solve.greedy import Powers
from gridproof.games.bombcover.solve.kernel import problem, to_moves
from gridproof.games.bombcover.solve.static_cover import StaticCover
from gridproof.games.bombcover.solve.weights import ArmProgram
from gridproof.grid import Direction, Pos
from gridproof.limits import Stopped, Ticker
from gridproof.reductions.reduce import reduce
from gridproof.result import Limits, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.clock import FakeClock
from tests.oracles import bombcover as oracle
from tests.samples import level_of, sample_levels
from tests.soak import ROUNDS, fresh_seed
from tests.truth import stops_under_limits

pytestmark = pytest.mark.native


def level(rows: list[str], **options: Any) -> BombcoverLevel:
    given = {name: str(value) for name, value in options.items() if value is not None}
    found = level_of("bombcover", {"rows": rows}, given)
    assert isinstance(found, BombcoverLevel)
    return found


def random_rows(
    rng: random.Random, longest: int, most_crates: int, *, players: int = 1
) -> list[str]:
    """Rows of a board of the thesis of any shape with so few crates."""
    while True:
        width, height = rng.randint(1, longest), rng.randint(1, longest)
        walls, crates = rng.choice((0, 0.1, 0.2, 0.3)), rng.choice((0.15, 0.35, 0.5))
        if width * height < 2 * players:
            continue
        kind: dict[str, Any] = {"width": width + 2, "height": height + 2, "players": players}
        kind |= {"wall": walls, "empty": (1 - walls) * (1 - crates)}
        board: Any = make(GAME, find_generator(GAME, "random"), rng, kind)
        rows: list[str] = json.loads(GAME.write(board, "json"))["rows"]
        if sum(row.count("x") for row in rows) <= most_crates:
            return rows


def random_board(rng: random.Random, side: int, crates: float = 0.32) -> BombcoverLevel:
    """A square board of the thesis, half empty inside."""
    kind = {"width": side, "height": side, "empty": 0.5, "wall": 0.5 - crates}
    board = make(GAME, find_generator(GAME, "random"), rng, kind)
    assert isinstance(board, BombcoverLevel)
    return board


def samples(count: int, seed: int, *, longest: int = 6, most: int = 6) -> Iterator[Any]:
    """Boards with options: radius, piercing arms, one to three players."""
    rng = random.Random(seed)
    for _ in range(count):
        players = rng.choice((1, 1, 1, 2, 3))
        rows = random_rows(rng, longest if players == 1 else 4, most - players + 1, players=players)
        yield rows, rng.choice((None, None, 1, 2, 3)), rng.random() < 0.25


def test_optimal_and_brute_force_against_the_oracle() -> None:
    for rows, radius, pierce in samples(200, 1):
        found = level(rows, radius=radius, pierce="yes" if pierce else None)
        expected = oracle.fewest_explosions(rows, radius=radius, pierce=pierce)
        for solver in ("optimal", "bruteforce-greedy", "bruteforce-random"):
            result = solve(found, solver=solver)
            assert (result.status, result.cost) == (Status.OPTIMAL, expected), (solver, rows)
        bound = solve(found, solver="static-bound").bound
        assert isinstance(bound, int)
        assert bound <= expected, rows


def check_optimal(boards: Iterable[Any], options: Iterable[Mapping[str, bool]] = ({},)) -> None:
    """With each of some settings in turn."""
    for (rows, radius, pierce), given in zip(boards, itertools.cycle(options)):
        found = level(rows, radius=radius, pierce="yes" if pierce else None)
        result = solve(found, solver_options=given)
        expected = oracle.fewest_explosions(rows, radius=radius, pierce=pierce)
        assert (result.status, result.cost) == (Status.OPTIMAL, expected), (rows, given)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_optimal_against_the_oracle_for_long(part: int) -> None:
    seed = fresh_seed()
    check_optimal(samples(50 * ROUNDS, seed, longest=7, most=7))


def check_between(count: int, rng: random.Random) -> None:
    """Boards of 13 to 40 crates, where linear programs and cut beams are used."""
    for _ in range(count):
        rows = random_rows(rng, 12, 30)
        radius = rng.choice((None, None, 1, 2, 3))
        found = level(rows, radius=radius)
        result = solve(found, limits=Limits(time=20))
        greedy = solve(found, solver="greedy")
        static = solve(found, solver="static-bound", limits=Limits(time=20))
        assert isinstance(static.bound, int)
        assert isinstance(result.bound, int)
        assert isinstance(result.cost, int)
        assert isinstance(greedy.cost, int)
        assert static.bound <= result.cost <= greedy.cost
        assert result.status is Status.OPTIMAL, rows


def test_optimal_between_greedy_and_the_static_bound() -> None:
    check_between(4, random.Random(4))


@pytest.mark.soak
def test_optimal_between_greedy_and_the_static_bound_for_long() -> None:
    check_between(15 * ROUNDS, random.Random(3))


def test_linear_programs_beams_and_layers_agree_with_brute_force() -> None:
    """Boards above the number of crates at which linear programs come in."""
    rng = random.Random(7)
    asked = 0
    while asked < 25:
        rows = random_rows(rng, 7, 16)
        found = level(rows)
        brute = solve(found, solver="bruteforce-greedy", limits=Limits(nodes=3_000_000))
        if sum(row.count("x") for row in rows) < 13 or brute.status is not Status.OPTIMAL:
            continue
        asked += 1
        result = solve(found)
        assert (result.status, result.cost) == (Status.OPTIMAL, brute.cost), rows


def test_powers_are_kept_up_to_date() -> None:
    rng = random.Random(5)
    removed = 0
    for _ in range(400):
        rows = random_rows(rng, 8, 30)
        radius = rng.choice((None, None, 1, 2, 4))
        found = level(rows, radius=radius)
        powers = Powers(found, Ticker())
        crates = sorted(powers.crates)
        rng.shuffle(crates)
        for crate in crates:
            assert powers.power == recomputed(found, powers.crates), rows
            powers.remove(crate)
            removed += 1
        assert set(powers.power.values()) <= {0}
    assert removed > 1500


def recomputed(found: BombcoverLevel, crates: set[Pos]) -> dict[Pos, int]:
    """The destruction powers from their definition."""
    power = {}
    for n, char in enumerate(found.cells):
        cell = Pos(n % found.width, n // found.width)
        if char == "#":
            continue
        power[cell] = 0
        for direction in Direction:
            at, length = cell.step(direction), 1
            while found.at(at) != "#" and at not in crates:
                at, length = at.step(direction), length + 1
            within = found.radius is None or length <= found.radius
            power[cell] += at in crates and within
    return power


@pytest.mark.parametrize(
    ("row", "powers"),
    [("#.c#.#", [0, 1, 0, 0, 0, 0]), ("#c..#", [0, 0, 1, 1, 0])],
)
def test_the_printed_power_pass_fails_here(row: str, powers: list[int]) -> None:
    """As printed, the count leaks through walls, and the last cells come out wrong."""
    rows = ["#" * len(row), row.replace("c", "x").replace(".", "@", 1), "#" * len(row)]
    found = Powers(level(rows), Ticker())
    assert [found.power.get(Pos(x, 1), 0) for x in range(len(row))] == powers


def test_the_printed_update_fails_here() -> None:
    """Two crates in line with a bomb between them: as printed, a power falls to -1."""
    found = Powers(level(["#######", "#.x@x.#", "#######"]), Ticker())
    for crate in sorted(found.crates):
        found.remove(crate)
    assert set(found.power.values()) == {0}


def test_figures_15_and_16() -> None:
    figures = {found.title: found for found in sample_levels("bombcover")}
    fifteen, sixteen = (
        next(found for title, found in figures.items() if title and f"figure {n}" in title)
        for n in (15, 16)
    )
    assert isinstance(fifteen, BombcoverLevel)
    assert isinstance(sixteen, BombcoverLevel)
    for found in (fifteen, sixteen):
        assert solve(found).cost == 2
        assert solve(found, solver="greedy").cost == 3
    powers = Powers(fifteen, Ticker())
    (start,) = fifteen.players
    reachable = [Pos(x, y) for y in range(5) for x in range(7) if fifteen.at(Pos(x, y)) == "."]
    highest = {cell for cell in reachable if powers.power[cell] == 3}
    assert max(powers.power[cell] for cell in reachable) == 3
    below = start.step(Direction.D)
    assert highest == {
        below,
        below.step(Direction.R),
        start.step(Direction.L).step(Direction.U),
    }
    powers = Powers(sixteen, Ticker())
    (start,) = sixteen.players
    reachable = [Pos(x, y) for y in range(5) for x in range(7) if sixteen.at(Pos(x, y)) == "."]
    below = start.step(Direction.D, 2)
    assert {cell for cell in reachable if powers.power[cell] == 2} == {
        below.step(Direction.L),
        below.step(Direction.R),
    }
    assert max(powers.power[cell] for cell in reachable) == 2
    assert solve(sixteen).moves is not None
    first = (solve(sixteen).moves or ("",))[0]
    assert first == str(start), "only the start cell begins a play of two"


def test_a_wrong_linear_program_cannot_make_a_wrong_bound() -> None:
    """Any weights of crates are lowered until they are right."""
    rng = random.Random(11)
    reached = 0
    for _ in range(300):
        rows = random_rows(rng, 6, 7)
        found = level(rows, radius=rng.choice((None, 1, 2)))
        expected = oracle.fewest_explosions(rows, radius=found.radius)
        search = native.Search(**problem(found))
        for _ in range(80):  # more than there is room for
            search.add_weighting([rng.choice((0, 0.5, 1, 7)) for _ in range(search.crates)])
            assert search.root_bound <= expected, rows
        reached += search.root_bound == expected
    assert reached > 150


def machinery_for_large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `optimal` use on small boards what it uses on large ones."""
    monkeypatch.setattr(optimal, "FEW_CRATES", 0)
    monkeypatch.setattr(optimal, "MANY_CRATES", 2)
    monkeypatch.setattr(optimal, "LARGE_LAYER", 3)
    monkeypatch.setattr(optimal, "_BEAM", 1)
    monkeypatch.setattr(optimal, "_WIDE_BEAM", 2)
    monkeypatch.setattr(optimal, "_LAST_BEAM", 3)
    monkeypatch.setattr(optimal._LayeredSearch, "_most_programs", lambda self: 10)


def test_linear_programs_on_boards_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    machinery_for_large_boards(monkeypatch)
    check_optimal(samples(250, 21), [{"plans": False}])


def test_plans_and_layers_in_turn_on_boards_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    machinery_for_large_boards(monkeypatch)
    monkeypatch.setattr(optimal, "PLANS_FROM", 2)
    monkeypatch.setattr(optimal, "_STATES_A_NODE", 1)
    monkeypatch.setattr(optimal, "_PLAN_STEPS", 5)
    check_optimal(samples(250, 22))
    monkeypatch.setattr(optimal, "PLANS_ALONE", 0)
    check_optimal(samples(100, 25))
    # Few nodes in each turn, so that small boards need several.
    monkeypatch.setattr(plans, "_SOME_NODES", 1)
    monkeypatch.setattr(plans, "_NODES_IN_ONE", 1)
    monkeypatch.setattr(plans, "_NEIGHBOURHOODS", 2)
    monkeypatch.setattr(plans, "_TURN_STEPS", 2)
    check_optimal(samples(150, 26))


#: Every choice of what `optimal` may be without.
SWITCHED = [
    {"plans": plans, "linear-programs": programs, "beams": beams}
    for plans, programs, beams in itertools.product((False, True), repeat=3)
]


def test_any_part_may_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    machinery_for_large_boards(monkeypatch)
    monkeypatch.setattr(optimal, "PLANS_FROM", 2)
    check_optimal(samples(320, 24), SWITCHED)


def test_what_is_off_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    board = random_board(random.Random("curve 14 79"), 14)

    def used(*_: Any, **__: Any) -> Any:
        raise AssertionError("it is off")

    limits = Limits(nodes=20_000)
    with monkeypatch.context() as patch:
        patch.setattr(native, "Planner", used)
        solve(board, solver_options={"plans": False}, limits=limits)
        with pytest.raises(AssertionError, match="it is off"):
            solve(board, limits=limits)
    assert solve(board, limits=limits).notes["linear_programs"] > 0
    off = solve(board, solver_options={"linear-programs": False}, limits=limits)
    assert off.notes["linear_programs"] == 0
    assert off.solver_options == {"linear-programs": False}
    # Greedy bombs and beams have a solution soon; layers that are complete are far from the first
    # one then.
    limits = Limits(nodes=1000)
    neither = {"beams": False, "greedy": False}
    for on in neither:
        assert solve(board, solver_options=neither | {on: True}, limits=limits).cost is not None
    assert solve(board, solver_options=neither, limits=limits).cost is None


def test_optimal_begins_with_an_incumbent() -> None:
    board = random_board(random.Random("curve 12 7"), 12)
    greedy, best = solve(board, solver="greedy"), solve(board)
    assert greedy.moves is not None
    assert best.moves is not None
    assert isinstance(greedy.cost, int)
    assert isinstance(best.cost, int)
    assert best.cost < greedy.cost
    for limits in (Limits(nodes=0), Limits(time=0.0), Limits(memory=0)):
        kept = solve(board, incumbent=greedy.moves, limits=limits, solver_options={"greedy": False})
        assert (kept.cost, kept.status) == (greedy.cost, Status.FEASIBLE)
    assert solve(board, incumbent=greedy.moves).cost == best.cost
    proven = solve(board, incumbent=best.moves)
    assert (proven.status, proven.moves) == (Status.OPTIMAL, best.moves)
    decided = solve(board, incumbent=greedy.moves, decide=greedy.cost)
    assert (decided.stop_reason, decided.stats.expanded) == (StopReason.DECIDED, 0)
    small = level(["@x.#x", "x..x."])
    wasteful = ["0,0", *(solve(small).moves or ())]
    assert solve(small, incumbent=wasteful).cost == len(wasteful) - 1


def check_plans(rows: list[str], radius: int | None, pierce: bool) -> None:
    """Check the proofs and plays of plans for each number of bombs, without help from layers."""
    found = level(rows, radius=radius, pierce="yes" if pierce else None)
    expected = oracle.fewest_explosions(rows, radius=radius, pierce=pierce)
    for most in range(expected):
        assert native.Planner(**problem(found)).prove(most, 10_000)["outcome"] == "proven", rows
    for asked in (expected, expected + 1):
        planner = native.Planner(**problem(found))
        assert planner.prove(asked, 10_000)["outcome"] == "played", rows
        assert replay(found, planner.solution) <= asked, rows
    planner = native.Planner(**problem(found))
    if expected and planner.search(expected, 1000)["outcome"] == "played":
        assert replay(found, planner.solution) <= expected, rows
        assert planner.search(expected - 1, 100)["outcome"] == "paused", rows
    if expected:
        check_neighbourhoods(found, expected)


def check_neighbourhoods(found: BombcoverLevel, expected: int) -> None:
    """Check that neighbourhoods of greedy bombs lead down to the fewest, and never below."""
    planner = native.Planner(**problem(found))
    bombs = native.Statics(**problem(found)).play([])["bombs"]
    while (outcome := planner.improve(len(bombs) - 1, bombs, 20, 30)["outcome"]) == "played":
        assert replay(found, planner.solution) < len(bombs)
        bombs = planner.solution
    assert len(bombs) >= expected
    assert outcome in ("paused", "proven")
    if outcome == "proven":
        assert len(bombs) == expected


def replay(found: BombcoverLevel, cells: list[int]) -> int:
    """Return the number of bombs of a kernel's solution, which has to clear the board."""
    moves = to_moves(found, cells)
    verdict = verify(GAME, found, moves, GAME.objectives[0])
    assert verdict.valid, verdict
    return len(moves)


def test_plans_alone_against_the_oracle() -> None:
    for rows, radius, pierce in samples(200, 23):
        check_plans(rows, radius, pierce)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_plans_alone_against_the_oracle_for_long(part: int) -> None:
    seed = fresh_seed()
    for rows, radius, pierce in samples(100 * ROUNDS, seed, longest=7, most=7):
        check_plans(rows, radius, pierce)


def test_plans_need_the_sets_that_they_get_stuck_in() -> None:
    """From the cell between them a bomb takes all three crates, but one has to go to get there.

    For each crate alone it can be reached: single crates ask for one bomb, the three for two.
    """
    found = level([".x@", "x.x"])
    planner = native.Planner(**problem(found))
    assert planner.sets == 3
    assert planner.prove(1, 100)["outcome"] == "proven"
    assert planner.sets > 3
    assert solve(found).cost == 2


def test_plans_of_larger_boards_agree_with_layers() -> None:
    rng = random.Random(9)
    for number in range(12):
        board = random_board(rng, 10)
        expected = solve(board, solver_options={"plans": False}).cost
        planner = native.Planner(**problem(board))
        assert isinstance(expected, int)
        assert planner.prove(expected - 1, 100_000)["outcome"] == "proven", number
        assert planner.prove(expected, 100_000)["outcome"] == "played", number
        assert replay(board, planner.solution) == expected


def test_neighbourhoods_of_greedy_bombs() -> None:
    """Bombs of a large play stay in most places; the others become fewer in all."""
    board = random_board(random.Random("curve 14 1"), 14)
    bombs = native.Statics(**problem(board)).play([])["bombs"]
    planner = native.Planner(**problem(board))
    assert planner.prove(17, 1)["outcome"] == "paused"
    assert planner.improve(len(bombs) - 1, bombs, 40, 30)["outcome"] == "played"
    assert 18 <= replay(board, planner.solution) < len(bombs)
    part = planner.improve(17, planner.solution, 5, 30)
    assert part["outcome"] == "paused"
    assert part["nodes"] >= 5


def test_a_proof_by_plans_goes_on_where_it_was_stopped() -> None:
    board = random_board(random.Random("curve 14 1"), 14)
    whole, parts = (native.Planner(**problem(board)) for _ in range(2))
    found = whole.prove(17, 100_000)
    nodes = pauses = 0
    while (part := parts.prove(17, 3))["outcome"] == "paused":
        nodes += part["nodes"]
        pauses += 1
    assert pauses > 0
    assert (part["outcome"], nodes + part["nodes"]) == (found["outcome"], found["nodes"])
    for most, limits in ((17, Limits(nodes=2)), (18, Limits(memory=100_000))):
        control = Ticker(limits).control()
        stop = native.Planner(**problem(board)).prove(most, 100_000, control=control)["stop"]
        assert stop == ("MEMORY_LIMIT" if limits.nodes is None else "NODE_LIMIT")


def test_no_plans_of_too_many_crates() -> None:
    with pytest.raises(ValueError, match="no plans"):
        native.Planner(**problem(level(["@" + "x" * 300])))


def test_a_crate_behind_the_last_bridge_counts_for_itself() -> None:
    """The cell behind the bridge `x` can be reached only once it is gone, so it never takes it."""
    found = level(["@x.x"])
    assert native.Search(**problem(found)).root_bound == 2
    assert solve(found, solver="static-bound").bound == 2


def test_weights_of_linear_programs_are_feasible_and_best() -> None:
    found = level(["x.x", ".@.", "x.x"])
    program = ArmProgram(native.Search(**problem(found)), Ticker())
    assert sum(program.best_for(range(4), Ticker())) == pytest.approx(2.0)
    assert program.best_for([0], Ticker())[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("rows", "options", "cost"),
    [
        (["@"], {}, 0),  # no crate at all
        (["@#x"], {}, 0),  # none that can be reached
        (["@x"], {}, 1),
        # Both cells see the crate, but only one can be used: none stands in for one elsewhere.
        (["@x."], {}, 1),
        (["@x.#"], {}, 1),
        (["@xxx"], {}, 3),
        (["@xxx"], {"pierce": "yes"}, 1),
        # A room behind crates: its cells are of use only once it is open.
        (["@x.x.", "##x##"], {}, 2),
        # Two players, a wall between them: each clears his side.
        (["@x#x@"], {}, 2),
        # A bomb on a crate's own cell, which is empty by then.
        (["#x#", "xxx", "@x#"], {}, 3),
    ],
)
def test_small_boards(rows: list[str], options: dict[str, str], cost: int) -> None:
    found = level(rows, **options)
    expected = oracle.fewest_explosions(rows, pierce="pierce" in options)
    assert expected == cost
    assert solve(found, solver="optimal").cost == cost


def test_thrown_bombs_need_plain_search() -> None:
    """Having fewer crates can be worse there, so `optimal` refuses."""
    found = level(["@xx.x"], throw="yes")
    assert solve(found).solver == "search"
    with pytest.raises(InputError, match="thrown"):
        solve(found, solver="optimal")
    with pytest.raises(InputError, match="pierce"):
        solve(level(["@x"], pierce="yes"), solver="greedy")
    with pytest.raises(InputError, match="more than 1024 crates"):
        solve(level(["@" + "x" * 1030]), solver="bruteforce-greedy")


HARD = [
    "############",
    "#x.#xx..x.x#",
    "#.xx..#x..x#",
    "#x..#x.xx..#",
    "#..x.x.#..x#",
    "#xx..@x..x.#",
    "#.#x..xx.#x#",
    "#x..x.#..x.#",
    "#.xx..x.x..#",
    "#x..#x..xx.#",
    "#..x.x#.x..#",
    "############",
]


def test_bounds_of_stopped_searches_hold() -> None:
    whole = solve(level(HARD))
    assert whole.status is Status.OPTIMAL
    assert isinstance(whole.cost, int)
    for nodes in (0, 1, 10, 100, 1000, 3000):
        part = solve(level(HARD), limits=Limits(nodes=nodes))
        assert isinstance(part.bound, int)
        assert part.bound <= whole.cost
        if part.cost is None or part.cost != part.bound:
            assert part.stop_reason is StopReason.NODE_LIMIT
            assert part.stats.expanded <= nodes
        assert part.cost is None or (isinstance(part.cost, int) and part.cost >= whole.cost)
    again = solve(level(HARD))
    assert again.stats.expanded == whole.stats.expanded, "node counts are reproducible"
    assert solve(level(HARD), limits=Limits(memory=10_000)).stop_reason is StopReason.MEMORY_LIMIT


def test_decide_and_max_cost() -> None:
    cost = solve(level(HARD)).cost
    assert isinstance(cost, int)
    yes = solve(level(HARD), decide=cost)
    assert isinstance(yes.cost, int)
    assert yes.cost <= cost
    no = solve(level(HARD), decide=cost - 1)
    assert isinstance(no.bound, int)
    assert no.bound >= cost
    none = solve(level(HARD), limits=Limits(max_cost=cost - 1))
    assert (none.status, none.stop_reason) == (Status.UNKNOWN, StopReason.COST_LIMIT)
    assert none.bound == cost
    assert solve(level(HARD), limits=Limits(max_cost=cost)).cost == cost


@pytest.mark.parametrize("crates", [1000, 1025, 2120, 4096])
def test_totals_of_weights_hold_for_any_number_of_crates(crates: int) -> None:
    """Crates below and above a corridor, each seen from one cell: each takes a bomb of its own."""
    rows = ["x#" * crates, "@" + "." * (2 * crates - 1), "#x" * crates]
    found = level([row[:crates] for row in rows])
    search = native.Search(**problem(found))
    for _ in range(3):  # four weightings are added together
        search.add_weighting([1.0] * crates)
    assert search.root_bound == crates
    assert search.expand(crates, 1)["outcome"] == "layer"
    search.restart()
    assert search.expand(crates - 1, 1)["outcome"] == "empty"


def test_weights_that_are_no_numbers_are_no_weights() -> None:
    search = native.Search(**problem(level(["@xx"])))
    search.add_weighting([float("nan"), float("inf")])
    assert search.root_bound <= 2


def test_more_crates_than_their_numbers_hold_are_refused() -> None:
    rows = ["x" * 300] * 300
    cells = ("." + "".join(rows)[1:]).encode()
    with pytest.raises(ValueError, match="more than 65535 crates"):
        native.Search(width=300, height=300, cells=cells, starts=[0], radius=300, pierce=False)


@pytest.mark.parametrize("kernel", [native.Search, native.Planner])
def test_set_up_keeps_limits(kernel: Any) -> None:
    board = random_board(random.Random(1), 40, 0.1)
    for limits, reason in (
        (Limits(memory=0), StopReason.MEMORY_LIMIT),
        (Limits(memory=50_000), StopReason.MEMORY_LIMIT),
        (Limits(time=0.0), StopReason.TIME_LIMIT),
    ):
        with pytest.raises(Stopped) as stopped:
            kernel(**problem(board), control=Ticker(limits).control())
        assert stopped.value.reason is reason


SOLVERS = ("optimal", "greedy", "bruteforce-greedy", "bruteforce-random", "static-bound")


@pytest.mark.parametrize("solver", SOLVERS)
def test_any_limit_leaves_what_is_true(solver: str) -> None:
    small = level(["..x.#x", ".x.x..", "x#@.x.", ".x.x#x", "..x..."])
    stops = stops_under_limits(small, solver, memory=(*range(0, 20_000, 2_000), 1 << 16, 1 << 20))
    assert {"MEMORY_LIMIT", "NODE_LIMIT", "TIME_LIMIT", "COST_LIMIT", "DECIDED"} <= stops


def test_what_the_bounds_rest_on() -> None:
    found = level(["@x.x."])
    proofs = {solver: solve(found, solver=solver).proof for solver in SOLVERS}
    assert proofs.pop("static-bound") == "milp-float"
    assert set(proofs.values()) == {"search"}


@pytest.mark.parametrize("solver", SOLVERS)
def test_large_boards_stop_while_they_are_set_up(solver: str) -> None:
    board = random_board(random.Random(2), 60, 0.2 if solver.startswith("brute") else 0.3)
    clock = FakeClock(0.001)
    found = solve(board, solver=solver, limits=Limits(time=0.01), clock=clock)
    assert found.stop_reason is StopReason.TIME_LIMIT
    assert clock.reads < 20


def test_moves_of_several_players_are_given_to_those_who_can_walk() -> None:
    found = level(["@x.x#@x.x"])
    moves = to_moves(found, [0, 2, 5, 7])
    assert moves == ("0,0", "2,0", "2:5,0", "2:7,0")
    assert verify(GAME, found, moves, GAME.objective()).cost == 4


# The static relaxation as a set cover.


def static_cover(found: BombcoverLevel) -> tuple[Any, StaticCover]:
    statics = native.Statics(**problem(found))
    cover = StaticCover(statics, lambda _: None, Ticker())
    cover.solve(Ticker(), None)
    return statics, cover


def test_a_search_is_gone_with_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in a cycle holds the kernel's tables, which would also be told at the end."""
    searches: list[weakref.ref[Any]] = []

    class Watched(optimal._LayeredSearch):
        def __init__(self, task: Any) -> None:
            super().__init__(task)
            searches.append(weakref.ref(self))

    monkeypatch.setattr(optimal, "_LayeredSearch", Watched)
    gc.disable()
    try:
        result = solve(reduce("sat-to-bombcover", "x | y | z\n!x | !y\n!z | y\n").level)
    finally:
        gc.enable()
    assert result.cost == 25
    assert [search() for search in searches] == [None]


def test_the_static_cover_is_the_static_relaxation_and_can_be_played() -> None:
    rng, tight = random.Random(31), 0
    for _ in range(60):
        found = level(random_rows(rng, 8, 25), radius=rng.choice((None, 1, 2, 3)))
        statics, cover = static_cover(found)
        if not statics.crates:
            continue
        assert cover.bound == cover.size == len(cover.plan())
        assert cover.bound == solve(found, solver="static-bound").bound
        whole = solve(found)
        bombs = statics.play(cover.plan())["bombs"]
        assert isinstance(whole.cost, int)
        assert cover.bound <= whole.cost <= len(bombs)
        assert replay(found, bombs) == len(bombs)
        tight += len(bombs) == whole.cost
    assert tight > 20


def test_plans_of_the_static_relaxation_cannot_always_be_played() -> None:
    """One bomb between the crates would take all three; it cannot be reached while they stand."""
    statics, cover = static_cover(level([".x@", "x.x"]))
    assert cover.bound == 1
    assert len(statics.play(cover.plan())["bombs"]) == 2


def test_plans_are_played_in_an_order_that_works() -> None:
    """The far crate of the arm is for the bomb that comes later, wherever it stands in the plan."""
    found = level(["@.xx"])
    statics = native.Statics(**problem(found))
    (one,) = (site for site, crates, _ in statics.patterns(100)["patterns"] if crates == (1,))
    (first,) = (site for site, crates, _ in statics.patterns(100)["patterns"] if crates == (0,))
    assert len(statics.play([(one, (1,)), (first, (0,))])["bombs"]) == 2


def test_boards_of_more_crates_than_layers_hold() -> None:
    """Each crate is seen from one cell, and from no other one with a crate beside it."""
    wide = 120
    block = [".#" + "x#" * wide, "." * (2 * wide + 2), ".#" + "#x" * wide, ".#" + "##" * wide]
    rows = block * 21
    rows[1] = "@" + rows[1][1:]
    found = solve(level(rows))
    crates = sum(row.count("x") for row in rows)
    assert crates > 4096
    assert (found.status, found.cost, found.proof) == (Status.OPTIMAL, crates, "search")
    stopped = solve(level(rows), solver_options={"static": False})
    assert (stopped.status, stopped.cost) == (Status.FEASIBLE, crates)


def test_greedy_is_there_whatever_stops_the_rest() -> None:
    board = random_board(random.Random(3), 25, 0.3)
    for limits in (Limits(nodes=0), Limits(nodes=1)):
        found = solve(board, limits=limits)
        assert (found.status, found.stop_reason) == (Status.FEASIBLE, StopReason.NODE_LIMIT)
