"""The solvers of boxcover against the oracle and other formulations."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import highspy
import numpy as np
import pytest

from gridproof._native import boxcover as native
from gridproof._native import covering
from gridproof.design.level_id import find_generator, make
from gridproof.games.boxcover.game import GAME
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve import window_cuts
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.games.boxcover.solve.window_cuts import WindowCuts
from gridproof.grid import Pos
from gridproof.limits import CancelToken, Ticker
from gridproof.result import Limits, Progress, Status, StopReason
from gridproof.set_cover import branching
from gridproof.set_cover import cover as reductions
from gridproof.set_cover.cover import Cover, components
from gridproof.set_cover.relaxation import Relaxation
from gridproof.solving.solve import solve
from tests.clock import FakeClock
from tests.oracles import boxcover as oracle
from tests.samples import level_of, record
from tests.soak import ROUNDS, fresh_seed
from tests.truth import stops_under_limits

pytestmark = pytest.mark.native


def random_field(rng: random.Random, count: int, side: int, density: int) -> BoxcoverLevel:
    """``count`` points at random, ``density`` of them to a square; the field is not square."""
    aspect = rng.choice((25, 40, 70, 150, 250, 400))
    sizes = {"points": count, "side": side, "density": density, "aspect": aspect}
    found = make(GAME, find_generator(GAME, "random"), rng, sizes)
    assert isinstance(found, BoxcoverLevel)
    return found


def plain_integer_program(level: BoxcoverLevel) -> int:
    """All left edges × all lower edges through points, no reductions, bound and solution equal."""
    xs, ys = {p.x for p in level.points}, {p.y for p in level.points}
    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    rows: dict[Pos, list[Any]] = {p: [] for p in level.points}
    for x, y in itertools.product(xs, ys):
        inside = [p for p in level.points if 0 <= p.x - x <= level.side >= p.y - y >= 0]
        if inside:
            square = highs.addBinary(obj=1)
            for point in inside:
                rows[point].append(square)
    for squares in rows.values():
        highs.addConstr(sum(squares) >= 1)
    highs.run()
    info = highs.getInfo()
    assert abs(info.mip_dual_bound - info.objective_function_value) < 1e-6
    return round(info.objective_function_value)


def test_optimal_and_greedy_against_the_oracle() -> None:
    rng = random.Random(1)
    above = 0
    for _ in range(600):
        board = record("boxcover", rng)
        expected = oracle.fewest_squares(board)
        found = level_of("boxcover", board)
        result = solve(found)
        assert (result.status, result.cost) == (Status.OPTIMAL, expected), board
        greedy = solve(found, solver="greedy")
        assert isinstance(greedy.cost, int)
        assert greedy.cost >= expected
        above += greedy.cost > expected
    assert above


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_optimal_against_the_oracle_for_long(part: int) -> None:
    rng = random.Random(fresh_seed())
    for _ in range(150 * ROUNDS):
        board = record("boxcover", rng)
        assert solve(level_of("boxcover", board)).cost == oracle.fewest_squares(board)


@pytest.mark.parametrize(
    ("seed", "count", "side", "density"),
    [
        *((seed, 60, 7, 4) for seed in range(4)),
        *((seed, 90, 20, 3) for seed in range(4, 7)),
        *((seed, 50, 3, 8) for seed in range(7, 9)),
        (9, 80, 1, 2),
    ],
)
def test_optimal_against_a_plain_integer_program(
    seed: int, count: int, side: int, density: int
) -> None:
    level = random_field(random.Random(seed), count, side, density)
    result = solve(level)
    assert (result.status, result.cost) == (Status.OPTIMAL, plain_integer_program(level))
    assert result.proof == "search"
    greedy = solve(level, solver="greedy")
    assert isinstance(greedy.cost, int)
    assert isinstance(result.cost, int)
    assert greedy.cost >= result.cost


def test_repeated_structure() -> None:
    """Ten copies far apart take ten times as many squares as one."""
    one = random_field(random.Random(3), 40, 6, 4)
    copies = tuple(Pos(p.x + 100 * i, p.y) for p in one.points for i in range(10))
    ten = BoxcoverLevel(points=copies, side=one.side)
    cost = solve(one).cost
    assert isinstance(cost, int)
    result = solve(ten)
    assert (result.status, result.cost) == (Status.OPTIMAL, 10 * cost)
    grid = BoxcoverLevel(points=tuple(Pos(x, y) for x in range(12) for y in range(9)), side=2)
    assert solve(grid).cost == 12


def test_maximal_squares_are_all_and_only_the_maximal_sets() -> None:
    rng = random.Random(4)
    for _ in range(200):
        level = level_of("boxcover", record("boxcover", rng))
        xs = range(level.left - level.side, level.left + level.width)
        ys = range(level.bottom - level.side, level.bottom + level.height)
        sets = {level.covered(Pos(x, y)) for x in xs for y in ys}
        maximal = {a for a in sets if a and not any(a | b == b != a for b in sets)}
        found = maximal_squares(level, Ticker())
        assert {level.covered(corner) for corner in found} == maximal
        assert len(found) == len(maximal)
        for corner, points in found.items():
            assert sum(1 << i for i in points) == level.covered(corner)


def fewest(squares: dict[int, set[int]], points: set[int]) -> int:
    """The least number of squares that cover the points, tried one number after the other."""
    for count in range(len(squares) + 1):
        for chosen in itertools.combinations(squares.values(), count):
            if points <= set().union(*chosen):
                return count
    raise AssertionError("no cover")


def small_problem(rng: random.Random) -> dict[int, set[int]]:
    """Any set system: the reductions do not need geometry, and rare cases are frequent here."""
    points = range(rng.randint(1, 6))
    squares = [set(rng.choices(points, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 7))]
    squares += [{p} for p in points if not any(p in s for s in squares)]
    return dict(enumerate(squares))


def loss(rules: tuple[Callable[[Cover], bool], ...], squares: dict[int, set[int]]) -> int:
    """By how much the reductions change the optimum."""
    before = fewest(squares, set().union(*squares.values()))
    cover = Cover(squares, Ticker())
    while any(rule(cover) for rule in rules):
        pass
    return len(cover.forced) + fewest(cover.squares, set(cover.points)) - before


@pytest.mark.parametrize("left_out", [None, *reductions.RULES])
def test_the_reductions_together_and_without_each_one(left_out: str | None) -> None:
    rules = tuple(rule for name, rule in reductions.RULES.items() if name != left_out)
    rng = random.Random(5)
    for _ in range(400):
        squares = small_problem(rng)
        assert loss(rules, squares) == 0, squares


def test_optimal_with_some_of_its_parts_only() -> None:
    """Whatever is switched off, the optimum stays."""
    rng = random.Random(6)
    options = [option.name for option in GAME.solvers[0].options]
    assert {name.replace("-", "_") for name in options} > set(reductions.RULES)
    for seed in range(60):
        level = random_field(random.Random(seed), 40, 9, 4)
        off = {name: False for name in options if rng.random() < 0.5}
        result = solve(level, solver_options=off)
        assert result.status is Status.OPTIMAL
        assert result.cost == plain_integer_program(level), off


@pytest.mark.parametrize("option", [option.name for option in GAME.solvers[0].options])
def test_each_part_of_optimal_does_something(option: str) -> None:
    """With it alone other nodes are expanded, or less memory is taken, than with none."""
    level = random_field(random.Random(5), 250, 20, 4)
    if option == "budget":  # prices that leave no room are rare on larger boards
        level = random_field(random.Random(2), 120, 20, 4)
    if option == "fold":  # a ring of points
        ring = [(3 * i, y) for i in range(12) for y in (0, 27)]
        ring += [(x, 3 * i) for i in range(1, 9) for x in (0, 33)]
        level = BoxcoverLevel(points=tuple(Pos(x, y) for x, y in ring), side=3)
    off = {part.name: False for part in GAME.solvers[0].options}
    if option == "dominated-squares":  # all are maximal until points are dropped
        off["implied-points"] = True
    bare, helped = (solve(level, solver_options=off | {option: on}) for on in (False, True))
    assert helped.cost == bare.cost
    same_nodes = helped.stats.expanded == bare.stats.expanded
    assert not same_nodes or helped.stats.peak_memory < bare.stats.peak_memory


def all_dominated_squares_at_once(cover: Cover) -> bool:
    """Wrong: both of two equal squares go."""
    dominated = [
        key
        for key, points in cover.squares.items()
        if any(points <= other for k, other in cover.squares.items() if k != key)
    ]
    for key in dominated:
        cover.drop_square(key)
    return bool(dominated)


def all_implied_points_at_once(cover: Cover) -> bool:
    """Wrong: both of two points with the same squares go."""
    implied = [
        point
        for point, keys in cover.points.items()
        if any(other <= keys for p, other in cover.points.items() if p != point)
    ]
    for point in implied:
        cover.drop_point(point)
    return bool(implied)


def implying_points(cover: Cover) -> bool:
    """Wrong: drops the point that implies the others instead of those."""
    for point, keys in list(cover.points.items()):
        if any(keys < other for p, other in cover.points.items() if p != point):
            cover.drop_point(point)
            return True
    return False


@pytest.mark.parametrize(
    ("naive", "squares"),
    [
        (all_dominated_squares_at_once, {0: {0, 1}, 1: {0, 1}}),
        (all_implied_points_at_once, {0: {0, 1}, 1: {0, 1}}),
        (implying_points, {0: {0, 1}, 1: {1, 2}, 2: {2, 3}}),
    ],
)
def test_naive_reductions_lose_the_optimum(
    naive: Callable[[Cover], bool], squares: dict[int, set[int]]
) -> None:
    def lost() -> bool:
        try:
            return loss((naive,), squares) != 0
        except AssertionError:
            return True

    assert lost()
    assert loss(tuple(reductions.RULES.values()), squares) == 0


def test_components_share_no_point() -> None:
    squares = {0: {0, 1}, 1: {1, 2}, 2: {3}, 3: {4, 5}, 4: {5, 6}, 5: {6, 4}}
    assert [set(part) for part in components(Cover(squares, Ticker()))] == [{2}, {0, 1}, {3, 4, 5}]


class Small:
    """A small component: any set system, on which relaxations have gaps more often than on boards.

    Attributes:
        covers: all sets of squares that cover all points.
        optimum: squares of the smallest.
    """

    def __init__(self, rng: random.Random) -> None:
        count = rng.randint(4, 8)
        self.points = [(rng.randint(0, 9), rng.randint(0, 9)) for _ in range(count)]
        squares = {
            tuple(sorted(rng.sample(range(count), rng.choice((2, 2, 3)))))
            for _ in range(rng.randint(count, 10))
        }
        squares |= {(p,) for p in range(count) if not any(p in s for s in squares)}
        self.squares = [list(points) for points in sorted(squares)]
        self.of_points: list[list[int]] = [[] for _ in self.points]
        for square, members in enumerate(self.squares):
            for point in members:
                self.of_points[point].append(square)
        chosen = itertools.product((0, 1), repeat=len(self.squares))
        self.covers = [c for c in chosen if all(any(c[j] for j in row) for row in self.of_points)]
        self.optimum = min(map(sum, self.covers))

    def relaxation(self) -> Relaxation:
        rows = [(row, [1] * len(row), 1) for row in self.of_points]
        ones = [1] * len(self.squares)
        return Relaxation(rows, ones, ones, Ticker())

    def windows(self) -> native.Windows:
        return native.Windows(self.points, self.squares)


def small_boards(seed: int, count: int) -> Iterator[Small]:
    rng = random.Random(seed)
    for _ in range(count):
        yield Small(rng)


def lightest(board: Small, squares: Sequence[int], weights: Sequence[int]) -> int:
    return min(sum(w for j, w in zip(squares, weights, strict=True) if c[j]) for c in board.covers)


def test_cuts_hold_for_all_covers_and_are_violated() -> None:
    """Their least sum is that of the lightest cover of a window; some lose it if not lifted."""
    rng = random.Random(9)
    found = unlifted = whole = 0
    for board in small_boards(10, 150):
        relaxation, windows = board.relaxation(), board.windows()
        relaxation.solve(len(board.points), Ticker())
        everywhere = list(range(len(board.points)))
        for amounts in (
            relaxation.values.tolist(),
            [rng.choice((0, 0, 0.3, 0.5, 0.7, 1)) for _ in board.squares],
        ):
            for size in (3, 5, 64):
                for squares, weights, least in windows.cuts(amounts, size, everywhere, 2)["cuts"]:
                    found += 1
                    assert lightest(board, squares, weights) >= least
                    whole += lightest(board, squares, weights) == least
                    assert all(weight > 0 for weight in weights)
                    total = sum(w * amounts[j] for j, w in zip(squares, weights, strict=True))
                    assert total < least
                    present = [
                        w * (amounts[j] > 1e-6) for j, w in zip(squares, weights, strict=True)
                    ]
                    unlifted += lightest(board, squares, present) < least
    assert found > 100
    assert whole > found / 2
    assert unlifted > 10


def test_windows_of_all_points_leave_no_gap() -> None:
    """With them the relaxation is the convex hull of the covers, and all above."""
    gaps = 0
    for board in small_boards(11, 100):
        relaxation, windows = board.relaxation(), board.windows()
        relaxation.solve(len(board.points), Ticker())
        gaps += relaxation.objective < board.optimum - 1e-6
        everywhere = list(range(len(board.points)))
        while cuts := windows.cuts(relaxation.values.tolist(), 64, everywhere, 1)["cuts"]:
            for cut in cuts:
                relaxation.add(cut)
            relaxation.solve(len(board.points), Ticker())
        assert abs(relaxation.objective - board.optimum) < 2e-3
        assert relaxation.bound <= board.optimum
    assert gaps > 20


def test_bounds_are_proven_for_any_prices() -> None:
    """HiGHS may say what it likes: too high prices cost bound, not truth. Their sum alone lies."""
    rng = random.Random(12)
    lies = 0
    for board in small_boards(13, 100):
        relaxation = board.relaxation()
        columns = len(board.squares)
        for _ in range(10):
            lower = np.array([int(rng.random() < 0.1) for _ in range(columns)])
            upper = np.maximum(lower, [int(rng.random() < 0.8) for _ in range(columns)])
            relaxation.bound_columns(lower, upper)
            prices = [rng.choice((0.3, 1, 20)) * rng.uniform(-0.2, 1.2) for _ in board.points]
            relaxation._find_worth(np.array(prices))
            inside = [c for c in board.covers if (lower <= c).all() and (c <= upper).all()]
            assert (relaxation.unsatisfied() is None) == bool(inside)
            for cover in inside:
                assert sum(cover) >= relaxation.bound
                lies += sum(prices) > sum(cover)
                least, most = relaxation.implied_bounds(sum(cover))
                assert (least <= cover).all()
                assert (cover <= most).all()
    assert lies > 100


def test_squares_are_ruled_out_only_by_more_than_was_asked_for() -> None:
    """Of two equal squares neither costs more: ruled out at the bound itself, both would be."""
    relaxation = Relaxation([([0, 1], [1, 1], 1)], [1, 1], [1, 1], Ticker())
    relaxation._find_worth(np.array([1.0]))
    assert relaxation.bound == 1
    least, most = relaxation.implied_bounds(1)
    assert (least.tolist(), most.tolist()) == ([0, 0], [1, 1])
    assert relaxation.implied_bounds(0)[1].tolist() == [0, 0]


@pytest.mark.parametrize("cuts", [False, True])
@pytest.mark.parametrize("fixing", [False, True])
def test_branching_proves_what_is_true_and_finds_the_rest(cuts: bool, fixing: bool) -> None:
    """The tree alone: for each number below the optimum a proof, and at it a cover."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window_cuts, "_ROUNDS", (4,))
        patch.setattr(window_cuts, "_ROUNDS_IN_TREE", (4,))
        nodes = 0
        for board in small_boards(14, 200):
            cutter = WindowCuts(board.points, board.squares) if cuts else None
            tree = branching.Branching(
                len(board.points), board.squares, Ticker(), cutter=cutter, fixing=fixing
            )
            ticker = Ticker()
            tree.relax(len(board.points) + 1, ticker)
            tree.tighten(len(board.points) + 1, ticker)
            assert tree.bound <= board.optimum
            tree.bound = 1
            while tree.cover is None:
                tree.start()
                while not tree.prove(1, ticker):
                    assert tree.bound <= board.optimum
            chosen = [int(j in tree.cover) for j in range(len(board.squares))]
            assert tuple(chosen) in board.covers
            assert len(tree.cover) == tree.bound == board.optimum
            nodes += ticker.nodes
        assert nodes > 600


@pytest.mark.parametrize("seed", range(3))
def test_optimal_without_cuts_is_the_same(seed: int) -> None:
    level = random_field(random.Random(seed), 150, 20, 4)
    cost = solve(level).cost
    result = solve(level, solver_options={"cuts": False, "local-search": False})
    assert (result.status, result.cost) == (Status.OPTIMAL, cost)
    assert cost == plain_integer_program(level)


def test_the_local_search_covers() -> None:
    for board in small_boards(15, 100):
        search = covering.LocalSearch(len(board.squares), board.of_points)
        assert search.find(board.optimum - 1, 200)["cover"] is None
        found = search.find(board.optimum, 20_000)["cover"]
        assert len(found) == board.optimum
        assert tuple(int(j in found) for j in range(len(board.squares))) in board.covers


def test_the_kernel_refuses_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="does not exist"):
        native.Windows([(0, 0)], [[1]])
    windows = native.Windows([(0, 0)], [[0]])
    with pytest.raises(ValueError, match="an amount a square"):
        windows.cuts([], 1, [0], 1)
    with pytest.raises(ValueError, match="1 to 64"):
        windows.cuts([1.0], 65, [0], 1)
    with pytest.raises(ValueError, match="does not exist"):
        windows.near(1, 1)
    with pytest.raises(ValueError, match="without columns"):
        covering.LocalSearch(1, [[]])


HARD = random_field(random.Random(8), 400, 50, 4)


def test_limits_give_the_best_cover_and_a_bound() -> None:
    stopped = solve(HARD, limits=Limits(nodes=0))
    assert (stopped.status, stopped.stop_reason) == (Status.FEASIBLE, StopReason.NODE_LIMIT)
    assert stopped.verified
    assert isinstance(stopped.bound, int)
    assert isinstance(stopped.cost, int)
    best = solve(HARD)
    assert isinstance(best.cost, int)
    assert best.status is Status.OPTIMAL
    assert stopped.bound <= best.cost <= stopped.cost
    for solver in ("optimal", "greedy"):
        assert solve(HARD, solver=solver, limits=Limits(nodes=0)).stop_reason == "NODE_LIMIT"
    cheap = solve(HARD, limits=Limits(max_cost=best.cost - 1))
    assert (cheap.status, cheap.stop_reason) == (Status.UNKNOWN, StopReason.COST_LIMIT)
    assert cheap.bound == best.cost
    assert solve(HARD, limits=Limits(max_cost=best.cost)).cost == best.cost


def test_decide() -> None:
    best = solve(HARD).cost
    assert isinstance(best, int)
    yes, no = solve(HARD, decide=best), solve(HARD, decide=best - 1)
    assert yes.cost == best
    assert isinstance(no.bound, int)
    assert no.bound == best
    assert solve(HARD, decide=400).stop_reason is StopReason.DECIDED
    assert solve(HARD, decide=3).stop_reason is StopReason.DECIDED


def test_interruption_keeps_what_is_known() -> None:
    token = CancelToken()
    reports: list[Progress] = []

    def progress(report: Progress) -> None:
        reports.append(report)
        if sum(report.best is not None for report in reports) == 2:
            token.cancel()

    result = solve(HARD, cancel=token, progress=progress)
    assert result.stop_reason in (StopReason.INTERRUPTED, StopReason.COMPLETED)
    assert result.verified
    assert reports[-1].best is not None
    assert reports[-1].bound is not None


def test_an_exception_in_a_callback_passes_through() -> None:
    def progress(report: Progress) -> None:
        if report.best is not None:
            raise RuntimeError("from the callback")

    with pytest.raises(RuntimeError, match="from the callback"):
        solve(HARD, progress=progress)


def test_prices_whose_sums_numbers_do_not_hold_prove_nothing() -> None:
    """2^34 times 2^30 is 0 in 64 bits: the cut would be worth 2^32 squares and cost nothing."""
    relaxation = Relaxation([([0, 1], [1, 1], 1)], [1, 1], [1, 1], Ticker())
    relaxation.add(([0, 1], [1 << 30, 1 << 30], 1 << 28))
    relaxation._find_worth(np.array([0.0, 16.0]))
    assert relaxation.bound <= 1
    relaxation._find_worth(np.array([np.nan, 0.0]))
    assert relaxation.bound <= 1


SMALL = random_field(random.Random(0), 120, 20, 4)


@pytest.mark.parametrize("solver", ["optimal", "greedy"])
def test_any_limit_leaves_what_is_true(solver: str) -> None:
    stops = stops_under_limits(SMALL, solver, memory=range(0, 1 << 20, 1 << 16))
    assert {"MEMORY_LIMIT", "NODE_LIMIT", "TIME_LIMIT", "COST_LIMIT", "DECIDED"} <= stops


def test_set_up_looks_at_the_clock() -> None:
    """A clock that each look turns on: however it is spread, the end comes within the looks."""
    for count in (30, 300):
        field = random_field(random.Random(1), count, 20, 4)
        for solver in ("optimal", "greedy"):
            clock = FakeClock(0.001)
            found = solve(field, solver=solver, limits=Limits(time=0.02), clock=clock)
            assert found.stop_reason is StopReason.TIME_LIMIT
            assert clock.reads < 30


def test_optimal_begins_with_any_cover_and_is_never_worse() -> None:
    """Covers of whatever squares, also useless ones; stopped at once, the answer is as good."""
    rng = random.Random(16)
    used = 0
    for seed in range(40):
        level = random_field(random.Random(seed), 60, 10, 4)
        best = solve(level)
        greedy = solve(level, solver="greedy")
        assert isinstance(best.cost, int)
        assert isinstance(greedy.cost, int)
        known = list(best.moves or ())
        for at in range(len(known)):  # the same points by a square anywhere
            points = [level.points[i] for i in level.between(*_edges(level, known[at]))]
            xs, ys = [p.x for p in points], [p.y for p in points]
            x, y = max(xs) - level.side, max(ys) - level.side
            corner = Pos(rng.randint(x, min(xs)), rng.randint(y, min(ys)))
            known[at] = str(corner)
        known += [rng.choice(known)] * rng.randint(0, 1) + ["900000,900000"] * rng.randint(0, 1)
        rng.shuffle(known)
        stopped = solve(level, incumbent=known, limits=Limits(nodes=0))
        assert isinstance(stopped.cost, int)
        assert best.cost <= stopped.cost <= min(len(known), greedy.cost)
        used += stopped.cost < greedy.cost
        for limits in (Limits(), Limits(time=0), Limits(memory=0), Limits(memory=100_000)):
            result = solve(level, incumbent=known, limits=limits)
            assert isinstance(result.cost, int)
            assert best.cost <= result.cost <= len(known)
            if result.stop_reason is StopReason.COMPLETED:
                assert result.cost == best.cost
    assert used > 5


def _edges(level: BoxcoverLevel, corner: str) -> tuple[int, int, int, int]:
    x, y = Pos.parse(corner)
    return x, x + level.side, y, y + level.side
