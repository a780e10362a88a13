"""`any` of sokoban: verdicts against a plain oracle, known traps, and every limit however small."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gridproof._native import testing
from gridproof.files.reading import read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.generate.random_boards import room
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.grid import in_reading_order
from gridproof.level import Outcome
from gridproof.limits import CancelToken
from gridproof.playing.session import Session
from gridproof.result import Limits, Result, Status, StopReason, first
from gridproof.solving.solve import solve
from tests.games.sokoban.boards import LEVELS, TRAPS, dense_level, level, microban
from tests.games.tiny.sokoban import tiny
from tests.oracles import sokoban as oracle
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

#: The first solution, as it is found.
FIRST = {"improve": False}


def fewest(found: SokobanLevel) -> int | None:
    """The fewest pushes by the oracle."""
    best = oracle.best(GAME.write(found).splitlines(), ["pushes"])
    return None if best is None else best[0]


def verdict(result: Result, best: int | None) -> None:
    """Checks whatever was said of a board against its fewest pushes."""
    said = result.to_json()
    if best is None:
        assert result.cost is None, said
        return
    assert result.status is not Status.INFEASIBLE, said
    assert result.bound is None or first(result.bound) <= best, said
    assert result.cost is None or first(result.cost) >= best, said


def settled(result: Result, best: int | None) -> None:
    """Checks what was said without any limit."""
    verdict(result, best)
    assert (result.status is Status.INFEASIBLE) == (best is None), result.to_json()
    assert result.verified == (best is not None)


#: Microban III 46 (David W. Skinner): what makes positions look good leads astray here.
ASTRAY = (
    "#####    #####",
    "#  #######   #",
    "# $ #####  $ #",
    "#  $ ###  $ ##",
    "##  $ #  $ ###",
    " ##  .... ###",
    " ### .##.####",
    " ####.##. ###",
    " ### ....  ##",
    "### $  # $  ##",
    "## $  ### $  #",
    "# $  ##### $ #",
    "#@  #######  #",
    "#####    #####",
)

#: SokHard 106 (Lee J Haywood): too dense for plans to say much.
DENSE = (
    "###########",
    "## .*.#####",
    "## .$.$ ###",
    "###.....$ #",
    "#  .#*### #",
    "# $   $@# #",
    "### ##$$$ #",
    "###  #    #",
    "###  # $$ #",
    "###  #    #",
    "###########",
)


# Verdicts


def with_a_box_moved(rng: random.Random, found: SokobanLevel) -> SokobanLevel:
    """The board with one box elsewhere, where it may well be lost."""
    taken = {*found.movable, found.number(found.players[0])}
    box = found.cell(rng.choice(found.movable))
    to = found.cell(rng.choice(sorted(found.reach - taken)))
    return replace(found, boxes=in_reading_order(to if b == box else b for b in found.boxes))


def narrow(rng: random.Random) -> SokobanLevel:
    """At most 7 × 6 cells inside, never square, with up to three boxes, one of them often moved."""
    width, height = rng.choice(((7, 2), (3, 5), (5, 3), (2, 6), (4, 3), (6, 3)))
    found = room(
        rng,
        width=2 + width,
        height=2 + height,
        boxes=rng.randint(1, 3),
        walls=rng.choice((0, 10, 20, 30)),
        pulls=rng.randint(2, 40),
    )
    return with_a_box_moved(rng, found) if rng.random() < 0.6 else found


def compare(rng: random.Random, rounds: int) -> Counter[bool]:
    """Has boards judged by ``any`` and the oracle; how many have no solution, and how many have."""
    lost: Counter[bool] = Counter()
    for number in range(rounds):
        found = narrow(rng) if number % 3 else tiny(rng)
        best = fewest(found)
        settled(solve(found, solver="any", solver_options=FIRST if number % 2 else None), best)
        lost[best is None] += 1
    return lost


def test_hundreds_of_random_boards() -> None:
    lost = compare(random.Random("any"), 300)
    assert min(lost.values()) > 80, lost


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_thousands_of_random_boards(part: int) -> None:
    seed = fresh_seed()
    compare(random.Random(seed), 100 * ROUNDS)


def pulled(found: SokobanLevel, best: int | None) -> None:
    """Checks the greedy search by pulls alone, in turns of a few nodes."""
    moves, exhausted = testing.sokoban_greedy_pulls(**problem(found), nodes=5)
    assert exhausted == (best is None), GAME.write(found)
    assert (moves is None) == exhausted
    if moves is not None:
        session = Session(found)
        for move in moves.upper():
            session.apply(move)
        assert session.outcome is Outcome.SOLVED
        assert best is not None
        assert session.costs["pushes"] >= best


def test_pulls_alone_on_hundreds_of_random_boards() -> None:
    rng = random.Random("pulls")
    for number in range(300):
        found = narrow(rng) if number % 3 else tiny(rng)
        pulled(found, fewest(found))
    for _ in range(30):
        found = dense_level(rng)
        cost = solve(found, solver="optimal").cost
        assert isinstance(cost, int)
        pulled(found, cost)


@pytest.mark.parametrize("name", TRAPS)
def test_pulls_alone_on_traps(name: str) -> None:
    expected, rows = TRAPS[name]
    pulled(level(*rows), expected)


def test_denser_boards_against_the_proven_optimum() -> None:
    rng = random.Random("any, denser")
    for _ in range(100):
        found = dense_level(rng)
        best = solve(found, solver="optimal").cost
        assert isinstance(best, int), "pushed back the way it was pulled it is solved"
        settled(solve(found, solver="any"), best)


@pytest.mark.parametrize("name", TRAPS)
def test_traps(name: str) -> None:
    expected, rows = TRAPS[name]
    settled(solve(level(*rows), solver="any"), expected)
    proven = solve(level(*rows), solver="optimal")
    settled(proven, expected)
    assert proven.cost == expected


def test_every_position_of_a_solution_is_solvable() -> None:
    # What is dropped as dead anywhere on the way would show here as proven unsolvable.
    for number in (2, 5, 10, 14, 44):
        session = Session(microban(number))
        moves = solve(session.level, solver="any").moves
        assert moves is not None
        for move in moves:
            pushed = session.costs["pushes"]
            session.apply(move)
            if session.costs["pushes"] > pushed and session.outcome is Outcome.IN_PLAY:
                there = solve(session.level, solver="any", start=session.state)
                assert there.verified, (number, len(session.moves))


def test_microban_in_few_nodes() -> None:
    solved = 0
    for found in read_file(str(LEVELS / "microban1.txt")):
        result = solve(found, solver="any", solver_options=FIRST, limits=Limits(nodes=1000))
        solved += result.verified
    assert solved >= 126


def test_what_looks_lead_astray_from_is_searched_through() -> None:
    result = solve(level(*ASTRAY), solver="any", solver_options=FIRST)
    assert result.cost == 60
    assert result.stats.expanded < 150_000, "402,820 without the thorough search"


def test_pulls_get_turns_on_a_dense_board() -> None:
    limits = Limits(nodes=500_000)
    result = solve(level(*DENSE), solver="any", solver_options=FIRST, limits=limits)
    assert result.verified, "1,758,281 nodes find nothing without the pulls"


@pytest.mark.parametrize(
    "limits",
    [
        # 112,000 end in a level without a box and a goal, once asked for again and again.
        *(Limits(nodes=n) for n in (20_000, 40_001, 50_000, 60_000, 80_000, 112_000)),
        *(Limits(memory=memory, nodes=100_000) for memory in (1 << 22, 1 << 24)),
    ],
    ids=lambda limits: f"{limits.nodes} nodes, {limits.memory} bytes",
)
def test_what_looks_lead_astray_from_is_left_at_any_time(limits: Limits) -> None:
    stopped = solve(level(*ASTRAY), solver="any", solver_options=FIRST, limits=limits)
    verdict(stopped, 60)
    assert limits.nodes is not None
    assert stopped.stats.expanded <= limits.nodes


# Limits


def boards() -> Iterator[tuple[SokobanLevel, int | None]]:
    """Small boards and what they cost: the traps, and some that take many nodes."""
    for best, rows in TRAPS.values():
        yield level(*rows), best
    for number, best in {1: 8, 10: 21, 16: 39, 36: 59}.items():
        yield microban(number), best


def test_whatever_the_limit_nothing_wrong_is_said() -> None:
    rng = random.Random("any, limits")
    for found, best in boards():
        full = solve(found, solver="any")
        settled(full, best)
        nodes, memory = full.stats.expanded, full.stats.peak_memory
        several = [Limits(nodes=n) for n in {0, 1, 2, 3, 5, nodes // 2, max(nodes - 1, 0)}]
        several += [Limits(memory=rng.randint(0, memory + 1000)) for _ in range(12)]
        several += [Limits(time=rng.random() * 1e-3) for _ in range(6)]
        for limits in several:
            cut = solve(found, solver="any", limits=limits)
            verdict(cut, best)
            if limits.nodes is not None:
                assert cut.stats.expanded <= limits.nodes
            if limits.memory is not None and cut.stats.expanded:
                assert cut.stats.peak_memory <= limits.memory
        again = solve(found, solver="any", limits=Limits(nodes=nodes))
        assert (again.status, again.moves) == (full.status, full.moves)


def test_a_cell_without_room_for_its_first_move_is_none() -> None:
    # The search backwards goes on where its memory is full; here its last move opens a new cell.
    found = level(
        *("###########", "#     #  ##", "#   # #   #", "##  $.    #", "#  .  #   #"),
        *("# $.## # ##", "# $@   #*##", "# .$ $.   #", "# #*   #  #", "###########"),
    )
    for memory in (4_000_000, 5_000_000, 6_000_000):
        limits = Limits(memory=memory, nodes=20_000)
        said = solve(found, solver="any", solver_options=FIRST, limits=limits)
        assert said.verified or said.status is Status.UNKNOWN


def test_what_costs_too_much_is_not_handed_out() -> None:
    for found, best in boards():
        if best is None:
            continue
        for most in {0, best - 1, best, best + 5} - {-1}:
            said = solve(found, solver="any", limits=Limits(max_cost=most))
            verdict(said, best)
            assert said.cost is None or first(said.cost) <= most
            asked = solve(found, solver="any", decide=most)
            verdict(asked, best)


def test_it_stops_when_it_is_told_to() -> None:
    found = microban(93)
    for polls in (0, 1, 3):
        token, asked = CancelToken(), 0

        def look(_: object, token: CancelToken = token, polls: int = polls) -> None:
            nonlocal asked
            asked += 1
            if asked > polls:
                token.cancel()

        cut = solve(found, solver="any", cancel=token, progress=look)
        assert cut.stop_reason in (StopReason.INTERRUPTED, StopReason.FIRST_SOLUTION)


def test_the_same_board_takes_the_same_nodes() -> None:
    for number in (16, 36, 93, 144):
        runs = [solve(microban(number), solver="any", limits=Limits(nodes=1000)) for _ in range(2)]
        assert runs[0].stats.expanded == runs[1].stats.expanded
        assert runs[0].stats.generated == runs[1].stats.generated
        assert runs[0].moves == runs[1].moves


def test_limits_are_exact() -> None:
    found = microban(144)
    cut = solve(found, solver="any", limits=Limits(nodes=50))
    assert (cut.status, cut.stop_reason) == (Status.UNKNOWN, StopReason.NODE_LIMIT)
    assert cut.stats.expanded == 50
