"""The solvers of merge against the oracle, each other, and the claims that they rest on."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from gridproof.design.level_id import find_generator, make
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.games.merge import restrictions
from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import MergeLevel, canonical_attack
from gridproof.games.merge.solve import damages
from gridproof.games.merge.solve.cover_rows import Stone, row_of
from gridproof.lazy import load
from gridproof.limits import CancelToken
from gridproof.result import Limits, Progress, Status, StopReason
from gridproof.solving.solve import solve, solvers
from gridproof.solving.task import task_for
from gridproof.verifying import verify
from tests.games.tiny import merge as tiny
from tests.oracles import merge as oracle
from tests.samples import random_levels
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native


def level(text: str, **options: str) -> MergeLevel:
    (found,) = read_boards(text, game="merge", options=options)
    assert isinstance(found, MergeLevel)
    return found


def random_board(rng: random.Random, heroes: int, *, hp: int, kinds: int) -> MergeLevel:
    """A board that is full, or half full, of any shape."""
    kind = {"heroes": heroes, "density": rng.choice(("mid", "dense")), "hp": hp, "types": kinds}
    kind["aspect"] = rng.choice((10, 40, 100, 100, 250, 1000))
    found = make(GAME, find_generator(GAME, "random"), rng, kind)
    assert isinstance(found, MergeLevel)
    return found


def oracle_board(found: MergeLevel) -> dict[str, Any]:
    """The board as the oracle takes it, without its highest level."""
    return {
        "width": found.width,
        "height": found.height,
        "heroes": [{"x": x, "y": y, "type": kind} for (x, y), kind in found.heroes],
        "stones": [{"x": x, "y": y, "hp": hp} for (x, y), hp in found.stones],
        "attack": {str(kind): found.vector(kind) for kind in found.types},
    }


def optima(found: MergeLevel) -> dict[str, int | None]:
    """By objective, by the oracle."""
    board = oracle_board(found)
    return {
        "stones": oracle.most_stones(board, found.max_level),
        "merges": oracle.fewest_merges(board, found.max_level),
    }


def restricted(count: int, seed: int) -> Iterator[MergeLevel]:
    """Random boards, many of them such as the special solvers take."""
    rng = random.Random(seed)
    for _ in range(count):
        yield tiny.restricted(rng)


def exact_solvers(found: MergeLevel, objective: str) -> Iterator[str]:
    """Those that take the board and prove what they find, plain search left out."""
    for name, spec in solvers(GAME).items():
        if name not in ("search", "greedy") and not spec.why_unsupported(
            found, GAME.objective(objective)
        ):
            yield name


#: Small boards are decided by a quick play, by all plays, or by the integer program alone.
WAYS: tuple[dict[str, bool], ...] = (
    {},
    {"greedy": False},
    {"greedy": False, "enumerate": False},
    {"enumerate": False},
)


def all_agree(found: MergeLevel, expected: Mapping[str, int | None]) -> list[str]:
    """All solvers that take the board say the same; returns which those are."""
    used = []
    for objective, best in expected.items():
        for name in exact_solvers(found, objective):
            used.append(name)
            for options in WAYS if name == "optimal" else [{}]:
                result = solve(found, solver=name, objective=objective, solver_options=options)
                status = Status.INFEASIBLE if best is None else Status.OPTIMAL
                about = name, options, objective, GAME.write(found, "json")
                assert (result.status, result.cost) == (status, best), about
    return used


def test_all_solvers_against_the_oracle() -> None:
    used: Counter[str] = Counter()
    for found in restricted(300, 1):
        used.update(all_agree(found, optima(found)))
    assert set(used) == set(solvers(GAME)) - {"search", "greedy"}
    assert min(used.values()) >= 50, used


@pytest.mark.soak
def test_all_solvers_against_the_oracle_for_long() -> None:
    seed = fresh_seed()
    for found in restricted(500 * ROUNDS, seed):
        all_agree(found, optima(found))


def test_all_solvers_agree_on_larger_boards() -> None:
    rng = random.Random(2)
    used: Counter[str] = Counter()
    for _ in range(100):
        found = random_board(
            rng, rng.randint(6, 12), hp=rng.choice((1, 1, 4, 8)), kinds=rng.choice((1, 1, 1, 2, 3))
        )
        if rng.random() < 0.5:
            found = replace(found, attack=canonical_attack({1: rng.choice(tiny.PROGRESSIONS)}))
        most = solve(found, solver="enumerate-4h").cost
        fewest = solve(found, solver="optimal", objective="merges").cost
        assert isinstance(most, int)
        assert fewest is None or isinstance(fewest, int)
        assert (fewest is None) == (most < len(found.stones)), GAME.write(found, "json")
        used.update(all_agree(found, {"stones": most, "merges": fewest}))
    assert min(used[name] for name in ("dp", "greedy-lines", "flow")) >= 10, used


# What can be dealt


def plays(heroes: int) -> set[tuple[int, ...]]:
    """All damage vectors that some sequence of merges deals, by playing all of them."""
    start = (1,) * heroes
    seen = {(start, (0,) * heroes)}
    todo = list(seen)
    while todo:
        levels, dealt = todo.pop()
        for a, b in itertools.permutations(range(heroes), 2):
            if levels[a] and levels[a] == levels[b]:
                after = list(levels)
                after[a], after[b] = 0, levels[b] + 1
                more = list(dealt)
                more[b] += 1
                new = tuple(after), tuple(more)
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
    return {dealt for _, dealt in seen}


@pytest.mark.parametrize("heroes", range(1, 9))
def test_the_damages_that_can_be_dealt_exhaustively(heroes: int) -> None:
    row = level("a" * heroes + "1")
    # Sorted vectors are enough: heroes are interchangeable.
    reached = {tuple(sorted(dealt, reverse=True)) for dealt in plays(heroes)}
    for vector in itertools.combinations_with_replacement(range(4, -1, -1), heroes):
        counts = [heroes, *damages.counts(row, 1, vector)]
        exact = all(2 * more <= less for less, more in itertools.pairwise(counts))
        assert exact == (vector in reached), vector
        dominated = any(all(a >= b for a, b in zip(r, vector, strict=True)) for r in reached)
        assert damages.can_be_dealt(row, vector) == dominated, vector
        if dominated:
            moves = damages.merges_for(row, vector)
            least = min(
                sum(r) for r in reached if all(a >= b for a, b in zip(r, vector, strict=True))
            )
            assert len(moves) == least == damages.fewest_merges(counts[1:]), vector
            state = GAME.initial(row)
            dealt = [0] * heroes
            for move in moves:
                dealt[int(move.split(">")[1].split(",")[0])] += 1
                state, _ = GAME.apply(row, state, move)
            assert all(a >= b for a, b in zip(dealt, vector, strict=True)), vector


def test_trimmed_damages_destroy_the_same() -> None:
    rng = random.Random(3)
    for found in random_levels("merge", 100):
        dealt = [rng.randint(0, 3) for _ in found.heroes]
        less = damages.trimmed(found, dealt)
        assert damages.destroyed(found, less) == damages.destroyed(found, dealt)
        for i, d in enumerate(less):
            if d:
                fewer = [*less[:i], d - 1, *less[i + 1 :]]
                assert damages.destroyed(found, fewer) < damages.destroyed(found, dealt)


# What each solver refuses, and why


@pytest.mark.parametrize(
    ("solver", "text", "reason"),
    [
        ("enumerate-2h", "a2.aaa", "only for ONE-HP"),
        ("flow", "1a1.a", "no hero strikes two stones"),
        ("flow", "attack: I\n2\na\na", "only for ONE-HP"),
        ("greedy-lines", "attack: I\n2\na\na", "only for ONE-HP"),
        ("greedy-lines", "attack: -1,-1 0,-1 2,-1\n.11...\na.a...", "arithmetic progression"),
        ("greedy-lines", "attack: III\n1.1\nabb", "only for EQUAL-TYPE"),
        ("dp", "1a1.a", "arithmetic progression"),
        ("dp", "attack: III\n" + "9" * 40 + "\n" + "a" * 40, "states a hero"),
        ("enumerate-4h", "1" + "a" * 65, "65 heroes"),
    ],
)
def test_refusals(solver: str, text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        solve(level(text), solver=solver)


def unchecked(solver: str, found: MergeLevel, objective: str) -> Any:
    """Return the answer of a solver to a board that it refuses."""
    spec = solvers(GAME)[solver]
    return load(spec.entry)(task_for(spec, GAME, found, GAME.objective(objective)))


def test_the_counterexamples_in_the_refusals() -> None:
    deep, shared = level("a2.aaa"), level("1a1.a")
    assert (solve(deep).cost, unchecked("enumerate-2h", deep, "stones").bound) == (1, 0)
    assert solve(shared, objective="merges").cost == 1
    assert unchecked("flow", shared, "merges").infeasible


def rightmost_sweep(found: MergeLevel) -> int:
    """The sweep of Theorem 6, literally: for each stone not struck yet its rightmost striker."""
    struck: set[int] = set()
    chosen = 0
    for stone in range(len(found.stones)):
        if stone not in struck:
            striker = max(found.strikers[stone], key=lambda i: found.heroes[i][0].x)
            struck.update(found.strikes[striker])
            chosen += 1
    return chosen


def test_the_sweep_is_wrong_for_other_vectors() -> None:
    gapped = level("attack: -2,-1 0,-1 1,-1\n11.\na.a")
    assert (solve(gapped, objective="merges").cost, rightmost_sweep(gapped)) == (1, 2)
    with pytest.raises(InputError, match="takes one hero"):
        solve(gapped, solver="greedy-lines")


def test_the_restrictions_of_a_board_are_named() -> None:
    assert restrictions.facts(level("target: 2\n1a1.a")) == ["MERGE-GAME-SIMPLE"]
    assert restrictions.facts(level("1a1.b")) == ["ONE-HP"]
    assert restrictions.facts(level("attack: III\n1.1\naaa")) == [
        "ONE-HP",
        "EQUAL-TYPE",
        "two-line shape III",
    ]
    assert restrictions.facts(level("max-level: 2\nattack b: I\n2b\na2")) == [
        "LIMITED-LEVEL",
        "mixed attack vectors",
    ]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("attack: I\n11\naa", "flow"),
        ("attack: III\n1111\naaaa", "greedy-lines"),
        ("attack: III\n1211\naaaa", "dp"),
        ("attack: III\n1211\naabb", "optimal"),
        ("1a1\n.a.", "optimal"),
    ],
)
def test_the_cheapest_exact_solver_is_chosen(text: str, chosen: str) -> None:
    assert solve(level(text)).solver == chosen


# The integer program


def test_cover_rows_hold_exactly_for_damages_that_destroy() -> None:
    # Every row holds for every damage that destroys the stone, and for each other damage some row
    # is broken (the one with all thresholds 0).
    rng = random.Random(4)
    for _ in range(60):
        chains, start = [], 0
        for _ in range(rng.randint(1, 3)):
            depth = rng.randint(1, 4)
            chains.append(list(range(start, start + depth)))
            start += depth
        hp = rng.randint(1, 6)
        stone = Stone(hp, chains, None)
        thresholds = [
            b for b in itertools.product(*(range(len(c) + 1) for c in chains)) if sum(b) < hp
        ]
        for dealt in itertools.product(*(range(len(c) + 1) for c in chains)):
            on = {c for chain, d in zip(chains, dealt, strict=True) for c in chain[:d]}
            rows = [row_of(stone, b) for b in thresholds]
            held = [sum(c in on for c in row.columns) >= row.needed for row in rows]
            assert all(held) == held[0] == (sum(dealt) >= hp), (chains, hp, dealt)


@pytest.mark.parametrize("count", [6, pytest.param(ROUNDS, marks=pytest.mark.soak)])
def test_many_hit_points_and_strikers_are_tightened_as_they_are_broken(count: int) -> None:
    # Eight strikers and up to 12 hit points: too many rows to list.
    vector = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
    rng = random.Random(5)
    for _ in range(count):
        board = random_board(rng, 16, hp=1, kinds=1)
        stones = tuple((cell, rng.randint(6, 14)) for cell, _ in board.stones)
        found = replace(board, stones=stones, attack=canonical_attack({0: vector}))
        expected = solve(found, solver="enumerate-4h", limits=Limits(nodes=40_000_000))
        result = solve(found, solver="optimal")
        assert result.status is Status.OPTIMAL
        if expected.status is Status.OPTIMAL:
            assert result.cost == expected.cost, GAME.write(found, "json")


def test_limits_leave_a_bound_and_a_decision_ends_the_run() -> None:
    rng = random.Random(6)
    found = random_board(rng, 24, hp=4, kinds=2)
    best = solve(found, solver="optimal").cost
    assert isinstance(best, int)
    stopped = solve(found, solver="optimal", limits=Limits(nodes=0))
    assert stopped.stop_reason is StopReason.NODE_LIMIT
    assert isinstance(stopped.bound, int)
    assert stopped.bound >= best
    yes = solve(found, solver="optimal", decide=best)
    assert isinstance(yes.cost, int)
    assert yes.cost >= best
    no = solve(found, solver="optimal", decide=best + 1)
    assert isinstance(no.bound, int)
    assert no.bound <= best or no.stop_reason is StopReason.COMPLETED
    assert verify(GAME, found, list(yes.moves or ()), GAME.objective("stones")).valid


def test_an_integer_program_can_be_interrupted() -> None:
    rng = random.Random(7)
    cells = rng.choices("a" * 7 + "12345678" + "8..", k=900)
    found = level("\n".join("".join(cells[i : i + 30]) for i in range(0, 900, 30)))
    token = CancelToken()
    seen: list[int] = []

    def cancel(progress: Progress) -> None:
        seen.append(progress.nodes)
        if len(seen) > 3:
            token.cancel()

    result = solve(found, cancel=token, progress=cancel)
    assert result.stop_reason is StopReason.INTERRUPTED
    assert isinstance(result.bound, int)


@pytest.mark.parametrize("options", [{"tighten": False}, {"greedy": False, "tighten": False}, {}])
def test_the_integer_program_without_its_help_has_the_same_optima(options: dict[str, bool]) -> None:
    rng = random.Random(5)
    for _ in range(25):
        found = random_board(rng, rng.randint(8, 14), hp=4, kinds=2)
        for objective in ("stones", "merges"):
            best = solve(found, solver="optimal", objective=objective)
            bare = solve(
                found,
                solver="optimal",
                objective=objective,
                solver_options={"enumerate": False, **options},
            )
            assert (bare.status, bare.cost) == (best.status, best.cost), GAME.write(found, "json")


def test_no_answer_is_worse_than_what_the_solver_began_with() -> None:
    used: Counter[str] = Counter()
    for found in restricted(60, 9):
        for objective in ("stones", "merges"):
            best = solve(found, objective=objective, solver="search")
            if best.moves is None:
                continue
            for name in ("search", *exact_solvers(found, objective)):
                used[name] += 1
                for limits in (Limits(), Limits(nodes=0), Limits(memory=0), Limits(time=0)):
                    result = solve(
                        found,
                        objective=objective,
                        solver=name,
                        incumbent=best.moves,
                        limits=limits,
                    )
                    assert result.status in (Status.OPTIMAL, Status.FEASIBLE)
                    assert result.cost == best.cost
    assert set(used) == set(solvers(GAME)) - {"greedy"}
