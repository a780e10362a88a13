"""Recorded trees of regions: each proves its cut to the checker of trees."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from gridproof.limits import Ticker
from gridproof.proof.claims import Records
from gridproof.proof.tree import Program, Row, check_tree, no_groups
from gridproof.set_cover import branching
from gridproof.set_cover.priced_trees import tree_records
from gridproof.set_cover.recorded import RecordedBranching
from gridproof.set_cover.regions import Cell
from tests.set_cover.test_regions import NoCuts, covers, least_of, random_sets

pytestmark = pytest.mark.native


class RandomCells:
    """Cells of any squares, in which all others but a few are inside."""

    def __init__(self, columns: int, rng: random.Random) -> None:
        self._columns, self._rng = columns, rng

    def cells(self, most: int) -> Sequence[Cell]:
        cores = [np.array([self._rng.random() < 0.6 for _ in range(self._columns)]) for _ in "ab"]
        return [Cell(c, c | np.array([self._rng.random() < 0.9 for _ in c])) for c in cores]

    def around(self, square: int) -> Cell:
        everything = np.ones(self._columns, dtype=np.bool_)
        return Cell(everything, everything)


def nodes_of_cuts(tree: RecordedBranching, columns: int) -> list[list[Any]]:
    """The trees of the cuts from regions, accepted with the rows before each."""
    rows, found = [Row(row, 1) for row in tree.of_points], []
    for place, (own, weights, least) in enumerate(tree.cuts):
        if place in tree.regional:
            costs = np.zeros(columns, dtype=np.int64)
            costs[list(own)] = weights
            program = Program(costs.tolist(), least - 1, [0] * columns, [1] * columns)
            nodes = tree_records(tree.regional[place], rows, program, Ticker(), no_groups)
            check_tree(Records(iter(nodes)), rows, program, Ticker(), no_groups)
            found.append(nodes)
        rows.append(Row(own, least, weights))
    return found


def test_recorded_trees_prove_their_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branching, "_FAR", -1.0)
    rng, proven = random.Random(5), 0
    for _ in range(100):
        points = rng.randint(5, 9)
        sets = random_sets(rng, points)
        places = RandomCells(len(sets), rng)
        tree = RecordedBranching(
            points, sets, Ticker(), cutter=NoCuts(), fixing=True, places=places
        )
        tree.relax(100, Ticker())
        tree.tighten_further(100, Ticker())
        solutions = covers(points, sets)
        assert all(least_of(cut, solutions) >= cut[2] for cut in tree.cuts)
        proven += len(nodes_of_cuts(tree, len(sets)))
    assert proven > 20


class Everything(RandomCells):
    """One cell."""

    def cells(self, most: int) -> Sequence[Cell]:
        return [self.around(0)]


def test_cases_that_are_empty_are_proven_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branching, "_FAR", -1.0)
    places = Everything(3, random.Random(0))
    tree = RecordedBranching(1, [[0]] * 3, Ticker(), cutter=NoCuts(), fixing=True, places=places)
    tree._add(([0, 1, 2], [2, 2, 2], 3))  # without two of the columns nothing satisfies it
    tree.relax(100, Ticker())
    tree.tighten_further(100, Ticker())
    (nodes, *_) = nodes_of_cuts(tree, 3)
    assert [0, [1, 1]] in nodes
