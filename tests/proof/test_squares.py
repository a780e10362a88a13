"""Proofs of boxcover: squares, reductions and rows against all covers, then the whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.certificate import make
from gridproof.grid import Pos
from gridproof.limits import Stopped, Ticker
from gridproof.proof import boxcover
from gridproof.proof.checking import prove
from gridproof.proof.claims import Claim, Records, Refused
from gridproof.proof.tree import Row
from gridproof.reduction import find_reduction
from gridproof.reductions.reduce import reduce
from gridproof.registry import find_game
from gridproof.result import Limits, Status, Value
from gridproof.set_cover import branching
from gridproof.solving.solve import solve
from tests.oracles.boxcover import fewest_squares
from tests.proof.forgeries_boxcover import ALL, RING, RING_BY_CASES
from tests.proof.forging import mutated, refusal
from tests.samples import generated, sample_levels
from tests.soak import ROUNDS

pytestmark = pytest.mark.native

GAME = find_game("boxcover")
SQUARES = GAME.objective("squares")


def tiny(rng: Random, most: int = 10) -> BoxcoverLevel:
    """A few points in a field that is hardly ever square, often wide or high."""
    side, count = rng.randint(1, 4), rng.randint(1, most)
    width, height = rng.randint(1, 5 * side), rng.randint(1, rng.choice((1, 3, 5)) * side)
    left, bottom = rng.randint(-9, 9), rng.randint(-9, 9)
    points = (
        Pos(left + rng.randrange(width), bottom + rng.randrange(height)) for _ in range(count)
    )
    return BoxcoverLevel(side=side, points=tuple(points))


def fewest(level: BoxcoverLevel) -> int:
    return fewest_squares({"side": level.side, "points": level.points})


def covers(points: Collection[int], squares: Mapping[int, set[int]]) -> Iterator[tuple[int, ...]]:
    """All choices of squares that cover the points, small ones first."""
    for size in range(len(squares) + 1):
        for chosen in combinations(squares, size):
            if set(points) <= set().union(*(squares[square] for square in chosen)):
                yield chosen


def start(level: BoxcoverLevel) -> boxcover.Cover:
    ticker = Ticker()
    return boxcover.Cover(boxcover.maximal_squares(level.points, level.side, ticker), ticker)


def certificate(level: BoxcoverLevel, bound: int) -> list[Any]:
    made = make(Claim(GAME, level, SQUARES, bound), Ticker())
    assert made.bound == bound
    return list(made.records)


def accepted(level: BoxcoverLevel, bound: Value | None, records: Sequence[Any]) -> bool:
    return refusal("squares", Claim(GAME, level, SQUARES, bound), records) is None


def test_squares_are_all_and_only_the_maximal_ones_in_order() -> None:
    rng = Random("squares")
    for _ in range(300):
        level = tiny(rng, 14)
        xs = range(level.left - level.side, level.left + level.width)
        ys = range(level.bottom - level.side, level.bottom + level.height)
        sets = {level.covered(Pos(x, y)) for x in xs for y in ys}
        maximal = {a for a in sets if a and not any(a | b == b != a for b in sets)}
        found = boxcover.maximal_squares(level.points, level.side, Ticker())
        assert {sum(1 << p for p in square) for square in found} == maximal
        corners = [
            tuple(min(level.points[p][axis] for p in square) for axis in (0, 1)) for square in found
        ]
        assert corners == sorted(set(corners))


def step(cover: boxcover.Cover, rng: Random) -> list[Any]:
    """Any step, which may be false, of points and squares that are left."""
    points, squares = list(cover.points), list(cover.squares)
    return rng.choice(
        [
            ["forced", rng.choice(points)],
            ["point", rng.choice(points)],
            ["square", rng.choice(squares), rng.choice(squares)],
            ["fold", rng.choice(squares)],
            ["fold", rng.choice(squares)],
        ]
    )


def test_no_reduction_claims_too_much() -> None:
    rng, done = Random("reductions"), dict.fromkeys(boxcover._REDUCTIONS, 0)
    while min(done.values()) < 40:
        cover = start(tiny(rng))
        least = len(next(covers(cover.points, cover.squares)))
        for _ in range(40):
            if not cover.points or not cover.squares:
                break
            name, *numbers = step(cover, rng)
            if name == "point" and rng.random() < 0.8:
                continue
            laid = cover.laid
            try:
                boxcover._REDUCTIONS[name](cover, *numbers)
            except (Refused, ValueError):
                # What is refused is left in the middle of it.
                break
            after = len(next(covers(cover.points, cover.squares)))
            assert after + cover.laid - laid <= least
            assert after + cover.laid - laid == least or name == "point"
            least = after
            done[name] += 1


def component(
    cover: boxcover.Cover, points: Sequence[int], records: Sequence[Any] = ()
) -> boxcover._Component:
    return boxcover._Component(cover, points, Records(iter(records)), Ticker())


def weighed(columns: int, rng: Random) -> list[int]:
    some = rng.sample(range(columns), rng.randint(1, columns))
    return [number for column in some for number in (column, rng.choice((0, 1, 1, 2, 5)))]


def a_window(cover: boxcover.Cover, points: Sequence[int], rng: Random) -> Row:
    part, some = component(cover, points), rng.choices(points, k=rng.randint(1, 8))
    return part.window(some, weighed(len(part.squares), rng), Ticker())


def a_rounding(cover: boxcover.Cover, points: Sequence[int], rng: Random) -> Row:
    priced = [
        number
        for _ in range(rng.randint(1, 8))
        for number in (rng.choice(points), rng.randint(0, 4))
    ]
    return component(cover, points).rounding(rng.randint(1, 6), priced, Ticker())


def a_row_of_cases(cover: boxcover.Cover, points: Sequence[int], rng: Random) -> Row:
    """The strongest row that a random tree of up to three cases proves."""
    columns, branches = len(component(cover, points).squares), rng.randint(0, 2)
    weights, scale = weighed(columns, rng), rng.randint(1, 3)

    def node() -> list[Any]:
        some = rng.sample(range(len(points)), rng.randint(1, min(len(points), 4)))
        return [scale, [number for row in some for number in (row, rng.randint(1, 6))]]

    tree = [node()]
    for _ in range(branches):
        tree = [[0, [], [rng.randrange(columns), 0]], node(), *tree]
    for most in range(9, -3, -1):
        try:
            return component(cover, points, tree).cases(most, weights, Ticker())
        except Refused:
            continue
    return Row([0], 0)


def test_rows_hold_for_all_covers() -> None:
    rng, tight, of_cases = Random("rows"), 0, 0
    for _ in range(150):
        cover = start(tiny(rng))
        for points in boxcover.components(cover, Ticker()):
            part = component(cover, points)
            squares = {j: cover.squares[square] for j, square in enumerate(part.squares)}
            drawn = (a_window, a_rounding, a_row_of_cases)
            rows = part.rows + [draw(cover, points, rng) for draw in drawn for _ in range(10)]
            slack = [float("inf")] * len(rows)
            for chosen in covers(points, squares):
                for r, (columns, least, coefficients) in enumerate(rows):
                    weights = dict(zip(columns, coefficients or [1] * len(columns), strict=True))
                    slack[r] = min(slack[r], sum(weights.get(j, 0) for j in chosen) - least)
            assert min(slack) >= 0
            tight += sum(1 for room in slack if room == 0)
            of_cases += sum(
                1
                for room, row in zip(slack[-10:], rows[-10:], strict=True)
                if room == 0 < row.least
            )
    assert tight > 1000
    assert of_cases > 100


def test_a_ring_is_proven_by_a_row_of_cases() -> None:
    level = BoxcoverLevel(side=2, points=tuple(Pos(*point) for point in RING))
    assert fewest(level) == 3
    assert accepted(level, 3, RING_BY_CASES)
    assert not accepted(level, 4, RING_BY_CASES)


def test_a_row_of_cases_rests_on_earlier_rows_alone() -> None:
    level = BoxcoverLevel(side=2, points=tuple(Pos(*point) for point in RING))
    itself = [1, [5, 1]]
    assert not accepted(level, 9, [0, [8, 1], ["cases", 8, ALL], itself, itself])
    later = [["cases", 8, ALL], [1, [6, 1]]]
    assert not accepted(level, 9, [0, [8, 2], *later, *later, itself])
    part = component(start(level), range(5), [itself])  # naive: the row is there when it is proven
    part.rows.append(Row(range(5), 9))
    part.prove([1] * 5, 8, Ticker())


def test_the_lightest_cover_of_a_window_is_that_of_all() -> None:
    rng = Random("windows")
    for _ in range(500):
        size = rng.randint(1, 6)
        kinds = {rng.randrange(1, 1 << size): rng.randint(0, 9) for _ in range(rng.randint(1, 9))}
        kinds |= {1 << place: rng.randint(0, 20) for place in range(size)}
        sets = {kind: {p for p in range(size) if kind >> p & 1} for kind in kinds}
        literally = min(sum(kinds[k] for k in chosen) for chosen in covers(range(size), sets))
        assert boxcover.lightest(size, kinds, Ticker()) == literally


def test_components_share_no_square() -> None:
    rng = Random("components")
    for _ in range(100):
        cover = start(tiny(rng, 20))
        parts = list(boxcover.components(cover, Ticker()))
        assert sorted(p for part in parts for p in part) == sorted(cover.points)
        assert [part[0] for part in parts] == sorted(part[0] for part in parts)
        squares = [component(cover, part).squares for part in parts]
        assert sorted(s for part in squares for s in part) == sorted(cover.squares)


def test_no_change_of_cases_proves_a_falsehood() -> None:
    rng = Random("cases")
    level = BoxcoverLevel(side=2, points=tuple(Pos(*point) for point in RING))
    held = 0
    for number in range(4000):
        changed = mutated(RING_BY_CASES, rng, 1 + number % 3)
        assert not accepted(level, 4, changed), changed
        held += accepted(level, 3, changed)
    assert held > 100


def try_false_claims(rng: Random, boards: int, changes: int) -> int:
    """Return the number of refused changed certificates; none may prove a false claim."""
    others: list[Any] = [[0]]
    tried = 0
    for _ in range(boards):
        level = tiny(rng, 12) if rng.random() < 0.5 else paths(rng)
        optimum = solve(level).cost
        assert isinstance(optimum, int)
        records = certificate(level, optimum)
        assert accepted(level, optimum, records)
        false = (optimum + 1, optimum + 2, optimum + 9, None)
        for claim in false:
            assert not accepted(level, claim, records)
            assert not accepted(level, claim, others)
        for number in range(changes):
            changed = mutated(records, rng, 1 + number % 3)
            assert not accepted(level, false[number % 3], changed), (level, changed)
            tried += 1
        others = records
    return tried


def paths(rng: Random) -> BoxcoverLevel:
    """Long paths with some points missing."""
    level = graph(rng.choice(("3,3", "4,5", "4,6")), rng)
    left = [point for point in level.points if rng.random() < 0.98]
    return replace(level, points=tuple(left))


def test_optima_are_certified_and_no_false_claim_is() -> None:
    assert try_false_claims(Random("false claims"), 40, 12) == 480


@pytest.mark.soak
def test_no_false_claim_is_certified_for_long() -> None:
    try_false_claims(Random("false claims for long"), 40 * ROUNDS, 40)


@pytest.fixture
def always_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuts from regions on small boards, too."""
    monkeypatch.setattr(branching, "_FAR", -1.0)


@pytest.mark.soak
def test_no_change_of_rows_and_branches_proves_a_falsehood(always_far: None) -> None:
    rng = Random("rows and branches")
    level = generated("boxcover", "random", 5, points=600, side=20)
    optimum = solve(level).cost
    assert isinstance(optimum, int)
    records = certificate(level, optimum)
    assert words(records) >= {"window", "cases", "branch"}
    for number in range(50 * ROUNDS):
        changed = mutated(records, rng, 1 + number % 3)
        assert not accepted(level, optimum + 1, changed), changed


@pytest.mark.parametrize("seed", range(3))
def test_optima_agree_with_the_oracle(seed: int) -> None:
    rng = Random(seed)
    for _ in range(30):
        level = tiny(rng)
        optimum = fewest(level)
        assert accepted(level, optimum, certificate(level, optimum))


def graph(size: str, rng: Random) -> BoxcoverLevel:
    """The board of a random graph: long paths, which fold."""
    reduction = find_reduction("vc-to-boxcover")
    found = reduce(reduction.id, reduction.source.random(size, rng), {"side": rng.randint(1, 4)})
    assert isinstance(found.level, BoxcoverLevel)
    return found.level


def words(records: Sequence[Any]) -> set[str]:
    """Return the words of records: names of steps and of rows; "branch" if a node has cases."""
    lists = [record for record in records if isinstance(record, list)]
    steps = {step[0] for record in lists for step in record if isinstance(step, list) and step}
    branches = {"branch" for record in lists if len(record) == 3 and isinstance(record[0], int)}
    rows = {record[0] for record in lists if not isinstance(record[0], list)}
    return {word for word in steps | rows | branches if isinstance(word, str)}


def test_every_kind_of_step_row_and_node_is_made(always_far: None) -> None:
    boards = [
        generated("boxcover", "random", 3, points=400, side=20),
        generated("boxcover", "random", 5, points=600, side=20),
        graph("30,42", Random(0)),
    ]
    found: set[str] = set()
    for level in boards:
        optimum = solve(level).cost
        assert isinstance(optimum, int)
        records = certificate(level, optimum)
        assert accepted(level, optimum, records)
        assert not accepted(level, optimum + 1, records)
        found |= words(records)
    assert found == {*boxcover._REDUCTIONS, *boxcover._ROWS, "branch"}


def test_sample_levels_are_certified() -> None:
    for level in sample_levels("boxcover"):
        assert isinstance(level, BoxcoverLevel)
        result = solve(level)
        assert result.status is Status.OPTIMAL
        assert isinstance(result.cost, int)
        assert accepted(level, result.cost, certificate(level, result.cost))


def test_limits_end_a_check_without_an_answer() -> None:
    level = generated("boxcover", "random", 1, points=150, side=20)
    result = solve(level)
    assert isinstance(result.cost, int)
    claim = Claim(GAME, level, SQUARES, result.cost)
    records = certificate(level, result.cost)
    for memory in (0, 1000, 10_000, 50_000):
        with pytest.raises(Stopped):
            prove("squares", claim, Records(iter(records)), Ticker(Limits(memory=memory)))
    with pytest.raises(Stopped):
        prove("squares", claim, Records(iter(records)), Ticker(Limits(time=0)))
    with pytest.raises(Stopped):
        make(claim, Ticker(Limits(time=0)))


def test_a_goal_out_of_reach_gives_what_there_is() -> None:
    level = generated("boxcover", "random", 1, points=150, side=20)
    made = make(Claim(GAME, level, SQUARES, 10**6), Ticker())
    assert made.bound == solve(level).cost
    assert accepted(level, made.bound, list(made.records))


def test_windows_with_too_many_states_are_refused() -> None:
    # Each of these may be covered with the one before it in any order: no order is a good one.
    points = tuple(Pos(x, y) for x in range(8) for y in range(8))
    level = BoxcoverLevel(side=1, points=points)
    window = ["window", list(range(64)), [n for j in range(49) for n in (j, 1)]]
    rng = Random(0)
    rng.shuffle(window[1])  # type: ignore[arg-type]
    claim = Claim(GAME, level, SQUARES, 1)
    assert "more than 262,144 states" in (refusal("squares", claim, [0, [0, 1], window]) or "")
    longer = ["window", [0] * 65, []]
    assert "more than 64 points" in (refusal("squares", claim, [0, [0, 1], longer]) or "")
