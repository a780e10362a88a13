"""merge: certificates of optima are made and accepted, and of nothing better."""

from __future__ import annotations

import itertools
import operator
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import MERGES, STONES, parse_move
from gridproof.games.merge.solve.certificate import make
from gridproof.level import Objective
from gridproof.limits import Stopped, Ticker
from gridproof.proof.claims import Claim, Refused
from gridproof.proof.making import Unproven
from gridproof.proof.merge import Damages
from gridproof.proof.tree import Row
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.games.merge.test_solvers import optima, random_board
from tests.proof.forging import mutated, refusal
from tests.samples import random_levels
from tests.soak import ROUNDS

OBJECTIVES = (STONES, MERGES)


def better(objective: Objective, optimum: int | None) -> list[int | None]:
    """Bounds that are false: one better than the optimum, and that there is no solution."""
    if optimum is None:
        return []
    if objective == STONES:
        return [optimum - 1] if optimum else []
    return [optimum + 1, None]


def made(level: MergeLevel, objective: Objective, bound: int | None) -> list[Any]:
    found = make(Claim(GAME, level, objective, bound), Ticker())
    assert found.bound == bound
    return list(found.records)


def boards(count: int, seed: int) -> Iterator[tuple[MergeLevel, dict[str, int | None]]]:
    """Random boards of any shape, with their optima by enumeration."""
    rng = random.Random(seed)
    for _ in range(count):
        board = random_board(
            rng, rng.choice((3, 4, 6, 8)), hp=rng.choice((1, 2, 4)), kinds=rng.choice((1, 2))
        )
        yield board, optima(board)
    for board in random_levels("merge", count // 20, seed):
        yield board, optima(board)


def test_the_optimum_is_proven_and_nothing_better() -> None:
    for board, best in boards(60, 1):
        for objective in OBJECTIVES:
            optimum = best[objective.id]
            records = made(board, objective, optimum)
            assert refusal("damages", Claim(GAME, board, objective, optimum), records) is None
            for wrong in better(objective, optimum):
                claim = Claim(GAME, board, objective, wrong)
                assert refusal("damages", claim, records) is not None
                with pytest.raises(Unproven):
                    make(claim, Ticker())


def tries(count: int, mutations: int, seed: int) -> int:
    """False claims, with the records of true proofs, of other boards, and changed ones."""
    rng = random.Random(seed)
    tried = 0
    proofs: list[list[Any]] = [[0, [1, []]]]
    for board, best in boards(count, seed):
        for objective in OBJECTIVES:
            optimum = best[objective.id]
            proofs.append(made(board, objective, optimum))
            for wrong in better(objective, optimum):
                claim = Claim(GAME, board, objective, wrong)
                for _ in range(mutations):
                    source = proofs[-1] if rng.random() < 0.8 else rng.choice(proofs)
                    records = mutated(source, rng, rng.choice((0, 1, 1, 2, 3)))
                    tried += 1
                    assert refusal("damages", claim, records) is not None, (
                        GAME.write(board, "json"),
                        objective.id,
                        wrong,
                        records,
                    )
    return tried


def test_no_false_claim_is_accepted() -> None:
    assert tries(20, 30, 2) > 500


@pytest.mark.soak
def test_no_false_claim_is_accepted_long() -> None:
    for seed in range(ROUNDS):
        assert tries(60, 40, 100 + seed) > 4000


def names_of(
    board: MergeLevel, objective: Objective, rng: random.Random
) -> Iterator[tuple[Any, ...]]:
    """Names of rows, some of which are none."""
    most_hp = max((hp for _, hp in board.stones), default=0)
    for i, k in itertools.product(range(len(board.heroes)), range(3)):
        yield ("chain", i, k)
    for kind, k in itertools.product(board.types, range(4)):
        yield ("budget", kind, k)
        if objective == MERGES:
            yield ("double", kind, k)
    for s, strikers in enumerate(board.strikers):
        for _ in range(6):
            yield ("cover", s, *(rng.randint(0, most_hp) for _ in strikers))


def test_rows_hold_for_literal_plays() -> None:
    rng = random.Random(3)
    held = 0
    for _ in range(150):
        board = random_board(rng, rng.randint(2, 12), hp=rng.choice((1, 2, 3)), kinds=2)
        board = replace(board, max_level=rng.choice((None, None, 2, 3)))
        damages = {goal: Damages(board, goal == STONES, Ticker()) for goal in OBJECTIVES}
        rows = {goal: rows_of(found, board, goal, rng) for goal, found in damages.items()}
        state, survived, merges = GAME.initial(board), set[tuple[int, int]](), Counter[Any]()
        while True:
            for goal, found in damages.items():
                if not GAME.complete(board, state, goal):
                    continue
                dealt = [
                    (i, k) in survived for i, own in enumerate(found.deals) for k in levels(own)
                ]
                fallen = [state.stones[s] == 0 for s in range(len(found.falls))]
                values = [*dealt, *fallen, *(merges[name] for name in found.merges)]
                program = found.program(0)
                highs = [0 if high is None else high for high in program.highs]
                assert all(map(operator.le, values, highs)), GAME.write(board, "json")
                cost = sum(map(operator.mul, values, program.costs))
                assert cost == (-sum(fallen) if goal == STONES else sum(merges.values()))
                for name, (columns, least, weights) in rows[goal]:
                    total = sum(
                        map(
                            operator.mul,
                            weights or [1] * len(columns),
                            (values[j] for j in columns),
                        )
                    )
                    assert total >= least, (GAME.write(board, "json"), name)
                    held += 1
            moves = list(GAME.legal(board, state))
            if not moves:
                break
            move = rng.choice(moves)
            survivor = board.hero_at[parse_move(move)[1]]
            at = state.heroes[survivor]
            survived.add((survivor, at))
            merges[board.heroes[survivor][1], at] += 1
            state, _ = GAME.apply(board, state, move)
    assert held > 40_000, held


def levels(own: range) -> range:
    """The levels of merges that a hero has columns for."""
    return range(1, len(own) + 1)


def rows_of(
    damages: Damages, board: MergeLevel, objective: Objective, rng: random.Random
) -> list[tuple[Any, Row]]:
    """Rows by name, as many as there are of random names, and some of them rounded."""
    names, rows = list[Any](), list[Row]()
    for name in names_of(board, objective, rng):
        with suppress(Refused, KeyError, IndexError, ValueError):
            rows.append(damages.row(rows, *name))
            names.append(name)
    columns = range(len(damages.program(0).costs))
    for _ in range(30 if rows else 0):
        prices, uppers = (
            [n for i in rng.sample(numbers, min(3, len(numbers))) for n in (i, rng.randint(-5, 5))]
            for numbers in (range(len(rows)), columns)
        )
        names.append(("round", rng.randint(1, 7), prices, uppers))
        rows.append(damages.row(rows, *names[-1]))
    return list(zip(names, rows, strict=True))


def test_limits_stop_the_maker_or_leave_a_true_bound() -> None:
    board = random_board(random.Random(5), 60, hp=8, kinds=2)
    optimum = solve(board, solver="optimal").cost
    assert isinstance(optimum, int)
    for nodes in (0, 1, 2, 3, 5, 8):
        try:
            found = make(Claim(GAME, board, STONES, optimum), Ticker(Limits(nodes=nodes)))
        except Stopped:
            continue
        assert isinstance(found.bound, int)
        assert found.bound >= optimum
        claim = Claim(GAME, board, STONES, found.bound)
        assert refusal("damages", claim, list(found.records)) is None


def test_rows_that_are_not_there_are_refused() -> None:
    board = random_board(random.Random(6), 20, hp=4, kinds=1)
    damages = Damages(board, True, Ticker())
    reach = max(map(len, damages.deals))
    assert reach > 2
    hero = next(i for i, own in enumerate(damages.deals) if len(own) == reach)
    names: list[tuple[Any, ...]] = [
        ("chain", 99, 1),
        *(("chain", hero, k) for k in range(-reach - 1, 1)),
        ("budget", 7, 1),
        ("budget", 1, 0),
        ("double", 1, 1),
        ("round", 2, [0, 1], []),
        ("x",),
    ]
    for name in names:
        with pytest.raises((Refused, KeyError, IndexError, ValueError, TypeError)):
            damages.row([], *name)


def test_a_column_counted_from_the_end_is_the_same_column() -> None:
    board = random_board(random.Random(6), 8, hp=2, kinds=1)
    damages = Damages(board, True, Ticker())
    rows = [damages.row([], "budget", 1, 1)]
    last = len(damages.program(0).costs) - 1
    for twice in ([last, 1, -1, 2], [-1, 3], [last, 3]):
        assert damages.row(rows, "round", 2, [0, 1], twice) == damages.row(
            rows, "round", 2, [0, 1], [last, 3]
        )
