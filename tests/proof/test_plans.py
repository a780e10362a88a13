"""bombcover's plans: what is true is proven, what is false is not; rows against literal plays."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.game import GAME
from gridproof.games.bombcover.level import BombcoverLevel, bits
from gridproof.games.bombcover.rules import EXPLOSIONS
from gridproof.games.bombcover.solve import certificate
from gridproof.games.bombcover.solve.certificate import make
from gridproof.games.bombcover.solve.static_proof import prove_statically
from gridproof.grid import Pos
from gridproof.limits import Stopped, Ticker
from gridproof.proof.bombcover import CrateBoard, Plans
from gridproof.proof.claims import Claim
from gridproof.proof.making import Unproven
from gridproof.result import Limits, StopReason
from gridproof.solving.certify import certify
from gridproof.solving.solve import solve
from tests.games.bombcover.test_solvers import level, random_board, samples
from tests.proof.forging import mutated, refusal
from tests.samples import sample_levels
from tests.soak import ROUNDS

pytestmark = pytest.mark.native


def boards(count: int, seed: int) -> Iterator[BombcoverLevel]:
    """Small boards of any shape, with all options but `throw`."""
    for rows, radius, pierce in samples(count, seed):
        yield level(rows, radius=radius, pierce="yes" if pierce else None)


def claim(board: BombcoverLevel, bound: int) -> Claim[BombcoverLevel]:
    return Claim(GAME, board, EXPLOSIONS, bound)


def proven(board: BombcoverLevel, bound: int) -> list[Any]:
    """The records of a proof, which are accepted."""
    records = list(make(claim(board, bound), Ticker()).records)
    assert refusal("plans", claim(board, bound), records) is None
    return records


def optimum(board: BombcoverLevel) -> int:
    cost = solve(board).cost
    assert isinstance(cost, int)
    return cost


def fooled(count: int, seed: int, tries: int) -> int:
    """Tries records of true proofs, changed or not, on false claims; returns how many."""
    rng = Random(seed)
    known: list[list[Any]] = []
    tried = 0
    for board in boards(count, seed):
        best = optimum(board)
        true = proven(board, best)
        known.append(true)
        for records in (
            true,
            rng.choice(known),
            *(mutated(true, rng, 1 + i % 3) for i in range(tries)),
        ):
            assert refusal("plans", claim(board, best + 1), records) is not None, (board, records)
            tried += 1
    return tried


def test_the_optimum_is_proven_and_nothing_better_is_accepted() -> None:
    assert fooled(150, 1, 6) == 1200


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_nothing_false_is_accepted_at_length(part: int) -> None:
    fooled(60 * ROUNDS, 100 + part, 40)


def test_one_explosion_too_many_has_no_proof() -> None:
    for board in boards(60, 2):
        with pytest.raises(Unproven):
            make(claim(board, optimum(board) + 1), Ticker())


def test_weaker_bounds_and_no_crates() -> None:
    for board in boards(40, 3):
        for bound in range(optimum(board) + 1):
            proven(board, bound)
    empty = level(["@."])
    assert proven(empty, 0) == [[0, 0, 0], [1, []]]
    assert refusal("plans", claim(empty, 1), [[0, 0, 0], [1, []]]) is not None


def test_only_a_number_of_explosions_is_proven() -> None:
    nothing = Claim(GAME, level(["@x"]), EXPLOSIONS, None)
    assert refusal("plans", nothing, [[0, 0, 0], [0, [0, 1]]]) is not None
    with pytest.raises(Unproven):
        make(nothing, Ticker())


def test_what_single_crates_ask_for_is_proven_by_them_alone() -> None:
    found = 0
    for board in boards(150, 4):
        best, numbers = optimum(board), CrateBoard(board, Ticker())
        for bound in range(1, best + 1):
            plans = Plans(numbers, numbers.arms, board.pierce, Ticker())
            try:
                records = prove_statically(plans, bound - 1, None, Ticker())
            except Unproven:
                continue
            assert refusal("plans", claim(board, bound), records) is None
            found += bound == best
    assert found > 100


def test_sample_levels_and_larger_ones() -> None:
    larger = [random_board(Random(f"plans {side} {n}"), side) for side in (9, 11) for n in range(4)]
    for board in [*sample_levels("bombcover"), *larger]:
        assert isinstance(board, BombcoverLevel)
        if not board.throw:
            records = proven(board, best := optimum(board))
            assert refusal("plans", claim(board, best + 1), records) is not None


def test_sums_are_recorded_and_count() -> None:
    """Halves of sums, rounded up, exclude what their rows do not."""
    boards = [random_board(Random(f"sums {side} {n}"), side) for side in (9, 11) for n in range(12)]
    summed = without = 0
    for board in boards:
        best = optimum(board)
        records = proven(board, best)
        dropped, sets, sums = records[0]
        if not sums:
            continue
        summed += 1
        assert refusal("plans", claim(board, best + 1), records) is not None
        first = 1 + dropped + sets
        for number in range(first, first + sums):
            divisor, flat = records[number]
            assert divisor == 2
            assert len(flat) % 4 == 2  # an odd number of rows
            # Two rows of the three or more ask for half of two: nothing new, which is too little.
            fewer = [*records[:number], [divisor, flat[:-2]], *records[number + 1 :]]
            without += refusal("plans", claim(board, best), fewer) is not None
    assert summed > 5
    assert without > 5


def crates_left(board: BombcoverLevel, left: int, numbers: CrateBoard) -> set[int]:
    """The numbers of the crates of a set of bits; other crates cannot be reached."""
    cells = {cell.y * board.width + cell.x for cell in map(board.cell, bits(left))}
    return {number for cell, number in numbers.number.items() if cell in cells}


def check_play(board: BombcoverLevel, rng: Random) -> int:
    """A play of random bombs fulfils the rows of random sets; returns how many were looked at."""
    numbers = CrateBoard(board, Ticker())
    plans = Plans(numbers, numbers.arms, board.pierce, Ticker())
    place = {pattern: j for j, pattern in enumerate(plans.patterns)}
    state, used = rules.initial(board), set()
    while not rules.complete(board, state, EXPLOSIONS):
        left = crates_left(board, state.crates, numbers)
        play = rules.played(board, state, rng.choice(list(rules.legal(board, state))))
        site = play.target.y * board.width + play.target.x
        if site in numbers.arms:
            arms = numbers.arms[site]
            ends = [next((i for i, c in enumerate(a) if c in left), len(a) - 1) for a in arms]
            before = tuple(c for arm, i in zip(arms, ends, strict=True) for c in arm[:i])
            targets = tuple(arm[i] for arm, i in zip(arms, ends, strict=True))
            if board.pierce:
                before, targets = (), tuple(itertools.chain(*arms))
            used.add(place[site, before, targets])  # type: ignore[index]
            gone = left - crates_left(board, play.after.crates, numbers)
            assert gone == left & set(targets)
        state = play.after
    rows = plans.single_rows()
    every = range(len(numbers.crates))
    rows += [
        plans.row(rng.sample(every, rng.randint(1, len(every)))) for _ in range(10 if every else 0)
    ]
    for row in rows:
        assert used & set(row.columns), (board, row)
    return len(rows)


def check_drops(board: BombcoverLevel, rng: Random) -> None:
    """Whenever a bomb can be set on a site, one on what replaces it does as much, or more."""
    numbers = CrateBoard(board, Ticker())
    pairs = [(p, q) for p in numbers.arms for q in numbers.arms if numbers.replaces(q, p)]
    state = rules.initial(board)
    while True:
        reached = 0
        for player in range(len(board.players)):
            reached |= rules.directly_reachable(board, state, player)
        for pair in pairs:
            p, q = (board.bit(Pos(cell % board.width, cell // board.width)) for cell in pair)
            if reached >> p & 1:
                assert reached >> q & 1, (board, pair)
                less = rules.hits(board, state.crates, p) & ~rules.hits(board, state.crates, q)
                assert not less, (board, pair)
        moves = list(rules.moves(board, state, EXPLOSIONS))
        if not moves:
            return
        state = rules.played(board, state, rng.choice(moves)).after


def check_cuts(board: BombcoverLevel) -> None:
    """Check the cells that a crate cuts off, and the rows of single crates, against walks."""
    numbers = CrateBoard(board, Ticker())
    plans = Plans(numbers, numbers.arms, board.pierce, Ticker())
    rows = plans.single_rows()
    for crate, cell in enumerate(numbers.crates):
        reached = numbers.reach([cell])
        for site in numbers.arms:
            assert site == cell or numbers.cuts_off(crate, site) == (site not in reached)
        assert rows[crate].columns == plans.row([crate]).columns


def test_rows_and_dropped_sites_against_literal_plays() -> None:
    rng = Random(5)
    looked_at = 0
    for board in boards(400, 5):
        looked_at += check_play(board, rng)
        check_drops(board, rng)
        check_cuts(board)
    assert looked_at > 3500


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_rows_and_dropped_sites_against_literal_plays_at_length(part: int) -> None:
    rng = Random(f"plans {part}")
    for board in boards(1000 * ROUNDS, 50 + part):
        check_play(board, rng)
        check_drops(board, rng)
        check_cuts(board)


def test_without_time_a_weaker_bound_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = [StopReason.TIME_LIMIT]

    def stop(*arguments: Any) -> None:
        raise Stopped(stopped[0])

    monkeypatch.setattr(certificate, "_FEW_NODES", 0)
    monkeypatch.setattr(certificate, "_at_length", stop)
    for board in boards(60, 6):
        best = optimum(board)
        made = make(claim(board, best), Ticker())
        assert isinstance(made.bound, int)
        assert min(best, 1) <= made.bound <= best
        assert refusal("plans", claim(board, made.bound), list(made.records)) is None
    three_in_the_way = level([".x@", "x.x"])  # one bomb for each crate alone, two for all
    assert make(claim(three_in_the_way, 2), Ticker()).bound == 1
    stopped[0] = StopReason.INTERRUPTED
    with pytest.raises(Stopped):
        make(claim(level(["@x"]), 1), Ticker())


def test_limits_end_it_and_nothing_false_is_written(tmp_path: Any) -> None:
    board = random_board(Random("plans limits"), 12)
    records = proven(board, optimum(board))
    for limits in (Limits(time=0.0), Limits(memory=1), Limits(memory=100_000)):
        with pytest.raises((Stopped, MemoryError)):
            make(claim(board, optimum(board)), Ticker(limits))
        result = certify(board, tmp_path / "board.gpc", limits=limits)
        assert result.certificate is None or result.certificate.bound == result.bound
    assert refusal("plans", claim(board, optimum(board)), records[:-1]) is not None
    assert refusal("plans", claim(board, optimum(board)), [*records, records[-1]]) is not None
