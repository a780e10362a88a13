"""Cuts from regions, against all covers of small problems."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from gridproof.limits import Ticker
from gridproof.set_cover.branching import Branching
from gridproof.set_cover.cuts import Cut
from gridproof.set_cover.regions import Case, Cell, Region, RegionTree, common_row
from gridproof.set_cover.relaxation import Relaxation

pytestmark = pytest.mark.native

Sets = Sequence[Sequence[int]]
Numbers = NDArray[np.int64]


class NoCuts:
    """Finds nothing."""

    rounds = rounds_if_far = rounds_in_tree = 0

    def cuts(
        self, values: NDArray[np.float64], turn: int, square: int | None, ticker: Ticker
    ) -> Sequence[Cut]:
        return []


def random_sets(rng: random.Random, points: int) -> list[list[int]]:
    """Pairs and triples of points, each in some set."""
    sets = [sorted(rng.sample(range(points), rng.randint(2, 3))) for _ in range(rng.randint(6, 12))]
    left = set(range(points)).difference(*sets)
    return [*sets, *([p] for p in sorted(left))]


def relaxation(points: int, sets: Sets) -> Relaxation:
    rows = [[j for j, own in enumerate(sets) if p in own] for p in range(points)]
    ones = [1] * len(sets)
    made = Relaxation(((row, [1] * len(row), 1) for row in rows), ones, ones, Ticker())
    made.solve(100, Ticker())
    return made


def covers(points: int, sets: Sets) -> NDArray[np.int64]:
    """All covers, a row each."""
    chosen = (np.arange(1 << len(sets))[:, None] >> np.arange(len(sets))) & 1
    has = np.array([[p in own for p in range(points)] for own in sets], dtype=np.int64)
    return np.asarray(chosen[((chosen @ has) > 0).all(axis=1)], dtype=np.int64)


def least_of(cut: Cut, solutions: NDArray[np.int64]) -> int:
    return int((solutions[:, list(cut[0])] @ np.array(cut[1], dtype=np.int64)).min())


def masks(rng: random.Random, columns: int) -> Cell:
    inside = np.array([rng.random() < 0.8 for _ in range(columns)])
    core = inside & np.array([rng.random() < 0.8 for _ in range(columns)])
    return Cell(core, inside)


def test_every_cover_satisfies_the_cuts_of_any_region() -> None:
    rng, raised, whole = random.Random(1), 0, 0
    for _ in range(60):
        points = rng.randint(4, 9)
        sets = random_sets(rng, points)
        own, solutions = relaxation(points, sets), covers(points, sets)
        for _ in range(3):
            before = own.objective
            core, inside = (
                masks(rng, len(sets)) if rng.random() < 0.7 else Cell(*[own.upper > 0] * 2)
            )
            if not inside.any():
                continue
            tree = RegionTree(Region(own, inside, Ticker()), core, NoCuts())
            for cut in tree.cuts(rng.choice([2, 6, 100]), 100.0, Ticker()):
                assert least_of(cut, solutions) >= cut[2], (sets, cut)
                own.add(cut)
            own.solve(100, Ticker())
            assert own.bound <= solutions.sum(axis=1).min()
            raised += own.objective > before + 1e-3
            whole += int(inside.all())
    assert raised > 5
    assert whole > 20


#: A cycle of five points: the relaxation needs 2.5 squares, a cover 3.
CYCLE = [[i, (i + 1) % 5] for i in range(5)]


def test_a_cycle_is_rounded_up_by_one_region() -> None:
    own = relaxation(5, CYCLE)
    everything = own.upper > 0
    tree = RegionTree(Region(own, everything, Ticker()), everything, NoCuts())
    (cut,) = tree.cuts(100, 100.0, Ticker())
    own.add(cut)
    own.solve(100, Ticker())
    assert own.bound == 3
    assert own.objective == pytest.approx(3, abs=1e-3)


def random_cases(rng: random.Random, columns: int) -> list[Case]:
    """Cases of up to three splits, each with some row."""
    bounds = [(np.zeros(columns, dtype=np.int64), np.ones(columns, dtype=np.int64))]
    for column in rng.sample(range(columns), 3):
        lower, upper = bounds.pop(0)
        for side in (0, 1):
            low, high = lower.copy(), upper.copy()
            low[column] = high[column] = side
            bounds.append((low, high))
    return [
        Case(low, high, np.array([rng.randint(0, 4) for _ in range(columns)]), rng.randint(1, 6))
        for low, high in bounds
    ]


def naive_row(cases: Sequence[Case], room: Numbers) -> tuple[Numbers, int]:
    """The largest weights and the lowest least, as for rows that hold everywhere."""
    weights = np.max([case.weights for case in cases], axis=0)
    return np.minimum(weights, room), min(case.least for case in cases)


def test_common_rows_hold_in_each_case() -> None:
    rng, columns, useful, wrong = random.Random(3), 5, 0, 0
    values = (np.arange(1 << columns)[:, None] >> np.arange(columns)) & 1
    for _ in range(200):
        cases = random_cases(rng, columns)
        holds = np.zeros(len(values), dtype=np.bool_)
        for low, high, weights, least in cases:
            within = ((values >= low) & (values <= high)).all(axis=1)
            holds |= within & (values @ weights >= least)
        room = np.array([rng.randint(0, 5) for _ in range(columns)])
        found, amount = common_row(cases, room)
        assert (found <= room).all()
        assert (values[holds] @ found >= amount).all()
        useful += amount > 0
        weights, amount = naive_row(cases, room)  # naive: what the room takes away is lost
        wrong += bool((values[holds] @ weights < amount).any())
    assert useful > 20
    assert wrong > 20


class Halves:
    """Two cells of the cycles, each with all squares inside."""

    def __init__(self, columns: int) -> None:
        self._columns = columns

    def cells(self, most: int) -> Sequence[Cell]:
        left: NDArray[np.bool_] = np.arange(self._columns) < self._columns // 2
        return [Cell(left, left), Cell(~left, ~left)]

    def around(self, square: int) -> Cell:
        near = np.abs(np.arange(self._columns) - square) < 5
        return Cell(near, near)


def test_regions_raise_the_bound_of_a_component_that_is_far() -> None:
    cycles = 8
    sets = [[5 * c + p for p in own] for c in range(cycles) for own in CYCLE]
    tree = Branching(
        5 * cycles, sets, Ticker(), cutter=NoCuts(), fixing=True, places=Halves(len(sets))
    )
    best = 3 * cycles
    tree.relax(best, Ticker())
    assert tree.bound == 20
    tree.tighten_further(best, Ticker())
    assert tree.bound > 20
    while tree.bound < best:
        tree.start()
        while not tree.prove(10, Ticker()):
            pass
        assert tree.found is None or tree.bound == best
