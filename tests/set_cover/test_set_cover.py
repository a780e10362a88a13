"""Covers of few sets: each rule against all covers of small problems, and what naive rules lose."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

from gridproof._native import covering as native
from gridproof.limits import Ticker
from gridproof.set_cover.budget import Budget, half_prices
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.cover import RULES, Cover, components, fold, reduce
from gridproof.set_cover.odd_cycles import OddCycles

pytestmark = pytest.mark.native

Sets = dict[int, set[int]]


def fewest(sets: Mapping[int, Collection[int]]) -> int:
    """By trying all."""
    points = set().union(*sets.values())
    return next(
        size
        for size in range(len(points) + 1)
        for chosen in itertools.combinations(sets.values(), size)
        if points <= set().union(*chosen)
    )


def random_sets(rng: random.Random) -> Sets:
    """Any set system of a few points, each in some set."""
    points = range(rng.randint(1, 7))
    sets = [set(rng.choices(points, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 8))]
    sets += [{p} for p in points if not any(p in s for s in sets)]
    return dict(enumerate(sets))


def random_graph(rng: random.Random) -> Sets:
    """Vertices as sets of their edges: each edge is in two of them."""
    vertices = range(rng.randint(2, 8))
    pairs = list(itertools.combinations(vertices, 2))
    edges = rng.sample(pairs, rng.randint(1, min(len(pairs), 10)))
    sets = {v: {i for i, e in enumerate(edges) if v in e} for v in vertices}
    return {v: members for v, members in sets.items() if members}


def rows_of(sets: Mapping[int, Collection[int]]) -> list[list[int]]:
    points = sorted(set().union(*sets.values()))
    return [[i for i, s in enumerate(sets.values()) if p in s] for p in points]


MAKERS = pytest.mark.parametrize("make", [random_sets, random_graph])


def loss(rules: Sequence[Callable[[Cover], bool]], sets: Sets) -> int:
    """By how much the reductions change the optimum."""
    cover = Cover(sets, Ticker())
    reduce(cover, rules)
    rest = fewest(cover.squares) if cover.points else 0
    return cover.laid + rest - fewest(sets)


@MAKERS
@pytest.mark.parametrize("rules", [(fold,), (*RULES.values(), fold)])
def test_folding_keeps_the_optimum_and_gives_its_sets(
    rules: tuple[Callable[[Cover], bool], ...], make: Callable[[random.Random], Sets]
) -> None:
    rng, folded = random.Random(1), 0
    for _ in range(400):
        sets = make(rng)
        assert loss(rules, sets) == 0, sets
        cover = Cover(sets, Ticker())
        reduce(cover, rules)
        folded += len(cover.folded)
        settings = ComponentSettings(fixing=True, local_search=True, budget=True, cutter=None)
        parts = [
            Component(part, None, lambda: None, settings, Ticker()) for part in components(cover)
        ]
        for part in parts:
            part.solve(Ticker())
        chosen = cover.unfolded(key for part in parts for key in part.cover)
        assert set().union(*(sets[key] for key in chosen)) == set().union(*sets.values())
        assert len(set(chosen)) == len(chosen) == fewest(sets)
    assert folded > 10


def fold_of_any_size(cover: Cover) -> bool:
    """Wrong: the set in the middle may have more points than the two."""
    for key, points in list(cover.squares.items()):
        for a, b in itertools.combinations(sorted(points), 2):
            others = [cover.points[p] - {key} for p in (a, b)]
            if [len(o) for o in others] == [1, 1] and others[0] != others[1]:
                (one,), (other,) = others
                for square in (one, other):
                    cover.squares[square] -= {a, b}
                for point in cover.squares.pop(key) - {a, b}:
                    cover.points[point].remove(key)
                del cover.points[a], cover.points[b]
                cover.folded.append((cover.join(one, other), key, one, other))
                return True
    return False


def fold_of_shared_points(cover: Cover) -> bool:
    """Wrong: the two points may lie in more sets; one of them is taken for the only one."""
    for key, points in list(cover.squares.items()):
        if len(points) != 2:
            continue
        a, b = sorted(points)
        one, other = (min(cover.points[p] - {key}, default=key) for p in (a, b))
        if len({one, other, key}) < 3:
            continue
        for point in (a, b):
            for square in cover.points.pop(point):
                cover.squares[square].discard(point)
        del cover.squares[key]
        cover.folded.append((cover.join(one, other), key, one, other))
        return True
    return False


@pytest.mark.parametrize(
    ("naive", "sets"),
    [
        (fold_of_any_size, {0: {0, 1, 2}, 1: {0}, 2: {1}, 3: {2}}),
        (fold_of_shared_points, {0: {0, 1}, 1: {0}, 2: {1}, 3: {0, 2}, 4: {1, 3}, 5: {2}, 6: {3}}),
    ],
)
def test_naive_folding_loses_the_optimum(naive: Callable[[Cover], bool], sets: Sets) -> None:
    def lost() -> bool:
        cover = Cover(sets, Ticker())
        assert naive(cover)
        left = {key: points for key, points in cover.squares.items() if points}
        try:
            rest = fewest(left) if cover.points else 0
        except StopIteration:
            return True
        return cover.laid + rest != fewest(sets) or set().union(*left.values()) != set(cover.points)

    assert lost()
    assert loss((fold,), sets) == 0


@MAKERS
def test_searches_within_a_budget_against_all_covers(make: Callable[[random.Random], Sets]) -> None:
    """For prices of many kinds, and each number of sets: a cover if there is one, else a proof."""
    rng = random.Random(2)
    outcomes = set()
    for _ in range(300):
        sets = make(rng)
        rows, best = rows_of(sets), fewest(sets)
        dearest = max(map(len, sets.values()))
        kinds = [
            ([0] * len(rows), 1),
            ([1] * len(rows), dearest),
            (half_prices(rows, len(sets), Ticker()), 2),
            ([rng.randint(0, 5) for _ in rows], 5 * dearest),
        ]
        for prices, one in kinds:
            for most in range(best + 2):
                found = native.within_budget(
                    columns=len(sets), rows=rows, prices=prices, one=one, most=most, nodes=10_000
                )
                assert found["outcome"] == ("none" if most < best else "covered"), (sets, most)
                outcomes.add((found["outcome"], found["nodes"] > 1))
                if found["cover"] is not None:
                    assert len(found["cover"]) <= most
                    assert all(set(row) & set(found["cover"]) for row in rows)
    assert len(outcomes) == 4


def test_parts_are_rounded_up_as_a_whole() -> None:
    """Two points of half a price that one set covers: rounded up each for itself they were 2."""
    found = native.within_budget(
        columns=3, rows=[[0, 1], [1, 2]], prices=[1, 1], one=2, most=1, nodes=10
    )
    assert (found["outcome"], found["cover"]) == ("covered", [1])
    # Three points of half a price in one part waste half a set: 2 sets, although 3/2 < 2.
    path = [[0, 1], [1, 2], [2, 0]]
    assert (
        native.within_budget(columns=3, rows=path, prices=[1] * 3, one=2, most=1, nodes=0)[
            "outcome"
        ]
        == "none"
    )


def test_the_kernel_refuses_what_is_no_bound() -> None:
    def ask(rows: list[list[int]], prices: list[int], one: int = 2) -> None:
        native.within_budget(columns=1, rows=rows, prices=prices, one=one, most=1, nodes=1)

    refused: list[tuple[list[list[int]], list[int], str]] = [
        ([[0], [0]], [2, 1], "dearer"),
        ([[0]], [-1], "a price of a row"),
        ([[0]], [], "a price a row"),
        ([[1]], [1], "does not exist"),
        ([[]], [1], "without columns"),
    ]
    for rows, prices, reason in refused:
        with pytest.raises(ValueError, match=reason):
            ask(rows, prices)
    with pytest.raises(ValueError, match="a price of a column"):
        ask([[0]], [0], 0)


def test_half_prices_bound_every_cover() -> None:
    rng = random.Random(3)
    for _ in range(300):
        sets = random_sets(rng)
        rows = rows_of(sets)
        prices = half_prices(rows, len(sets), Ticker())
        for square in range(len(sets)):
            assert sum(prices[r] for r, row in enumerate(rows) if square in row) <= 2
        budget = Budget(rows, len(sets), [0] * len(rows), 1)
        budget.search(len(rows) + 1, Ticker())
        assert Fraction(sum(prices), 2) <= budget.bound <= fewest(sets)
        if budget.cover is not None:
            assert len(budget.cover) == budget.bound == fewest(sets)


@MAKERS
def test_no_cover_is_cut_off_by_odd_cycles(make: Callable[[random.Random], Sets]) -> None:
    rng, found = random.Random(4), 0
    for _ in range(200):
        sets = make(rng)
        points = set().union(*sets.values())
        cutter = OddCycles([sorted(s) for s in sets.values()])
        values = np.full(len(sets), 0.5)
        for columns, weights, least in cutter.cuts(values, 0, None, Ticker()):
            found += 1
            assert sum(weights) * 0.5 < least
            for chosen in itertools.product((0, 1), repeat=len(sets)):
                covered = set().union(*(s for s, c in zip(sets.values(), chosen, strict=True) if c))
                if covered == points:
                    assert (
                        sum(w * chosen[c] for c, w in zip(columns, weights, strict=True)) >= least
                    )
    assert found > (20 if make is random_graph else 0)


@MAKERS
@pytest.mark.parametrize("cuts", [False, True])
@pytest.mark.parametrize("budget", [False, True])
def test_components_are_solved(
    make: Callable[[random.Random], Sets], *, cuts: bool, budget: bool
) -> None:
    rng = random.Random(5)
    settings = ComponentSettings(
        fixing=True,
        local_search=False,
        budget=budget,
        cutter=(lambda points, squares: OddCycles(squares)) if cuts else None,
    )
    for _ in range(60):
        sets = make(rng)
        part = Component(sets, None, lambda: None, settings, Ticker())
        part.solve(Ticker())
        assert part.bound == len(part.cover) == fewest(sets)
        assert set().union(*(sets[key] for key in part.cover)) == set().union(*sets.values())
