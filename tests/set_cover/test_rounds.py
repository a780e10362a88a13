"""Rounds of cuts at the root: which are held, and how often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from gridproof.limits import Ticker
from gridproof.set_cover.branching import Branching
from gridproof.set_cover.cuts import Cut

pytestmark = pytest.mark.native

#: Cycles of five points: the relaxation needs 2.5 squares for each, a cover 3.
_CYCLES = 6
SQUARES = [[5 * c + i, 5 * c + (i + 1) % 5] for c in range(_CYCLES) for i in range(5)]


class OneCycleARound:
    """Cuts off the halves of one cycle after another."""

    rounds, rounds_in_tree = 2, 0

    def __init__(self, rounds_if_far: int) -> None:
        self.rounds_if_far = rounds_if_far
        self.turns: list[int] = []

    def cuts(
        self, values: NDArray[np.float64], turn: int, square: int | None, ticker: Ticker
    ) -> Sequence[Cut]:
        cycle = len(self.turns)
        self.turns.append(turn)
        if cycle >= _CYCLES:
            return []
        return [(list(range(5 * cycle, 5 * cycle + 5)), [1] * 5, 3)]


@pytest.mark.parametrize(
    ("far", "best", "turns", "bound"),
    [
        (0, 18, [0, 1], 16),  # each round once
        (1, 19, [0, 1, 2], 17),  # 16.5 is near: the rest is the tree's
        (2, 19, [0, 1, 2], 17),
        (1, 16, [0], 16),  # proven by the first round
        (2, 30, [0, 1, *[2] * 5, 3], 18),  # each while it raises the bound
    ],
)
def test_rounds_are_repeated_while_they_raise_a_bound_that_is_far(
    far: int, best: int, turns: list[int], bound: int
) -> None:
    cutter = OneCycleARound(far)
    tree = Branching(5 * _CYCLES, SQUARES, Ticker(), cutter=cutter, fixing=True)
    tree.relax(best, Ticker())
    tree.tighten(best, Ticker())
    tree.tighten_further(best, Ticker())
    assert (cutter.turns, tree.bound) == (turns, bound)


def test_rounds_go_on_where_a_nearer_goal_ended_them() -> None:
    cutter = OneCycleARound(2)
    tree = Branching(5 * _CYCLES, SQUARES, Ticker(), cutter=cutter, fixing=True)
    tree.relax(30, Ticker())
    for goal, turns in ((18, [2]), (19, [2, 2, 2]), (30, [2] * 6 + [2, 3]), (31, [2] * 6 + [2, 3])):
        tree.tighten_further(goal, Ticker())
        assert cutter.turns == turns


def test_a_tree_that_is_left_bounds_nothing_but_its_own_cases() -> None:
    """After some nodes the relaxation is that of a case: its optimum is no bound of all."""
    best, root = 30, 15

    def begun() -> Branching:
        tree = Branching(5 * _CYCLES, SQUARES, Ticker(), cutter=None, fixing=False)
        tree.relax(best, Ticker())
        assert tree.bound == root
        tree.start()
        assert not tree.prove(3, Ticker())
        return tree

    left, naive = begun(), begun()
    left.leave(best, Ticker())
    naive.relax(best, Ticker())
    assert (left.bound, naive.bound) == (root, root + 1)
