"""The kernels' assignment against the one in Python, which bounds a start."""

from __future__ import annotations

import random
from math import inf

import pytest

from gridproof._native import testing
from gridproof.games.sokoban.bounds import cheapest
from gridproof.limits import Ticker

pytestmark = pytest.mark.native

NO_PAIR = (1 << 16) - 1
DEAREST = 1 << 14

Matrix = list[list[int]]


def expected(costs: Matrix) -> int | None:
    best = cheapest([[inf if c == NO_PAIR else c for c in row] for row in costs], Ticker())
    return None if best == inf else int(best)


def row_of(rng: random.Random, size: int, most: int, gaps: float) -> list[int]:
    return [NO_PAIR if rng.random() < gaps else rng.randint(0, most) for _ in range(size)]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("most", [3, DEAREST])
def test_assignments_are_cheapest_from_any_prices_and_with_any_row_changed(
    size: int, most: int
) -> None:
    rng = random.Random(f"{size} {most}")
    assignment = testing.Assignment(size)
    costs = [row_of(rng, size, most, 0.2) for _ in range(size)]
    for _ in range(300):
        # Mostly one row is another than before, as in a search, and sometimes all are.
        for i in range(size) if rng.random() < 0.1 else rng.sample(range(size), min(size, 1)):
            costs[i] = row_of(rng, size, most, rng.choice((0, 0.2, 0.6)))
        found = assignment.solve(costs)
        assert found == expected(costs)
        if found is None or size == 0:
            continue
        for _ in range(2):
            i, rows = rng.randrange(size), [row_of(rng, size, most, 0.3) for _ in range(2)]
            totals = [expected([*costs[:i], row, *costs[i + 1 :]]) for row in rows]
            assert [assignment.with_row(i, row) for row in rows] == totals
            assert assignment.with_rows(i, rows) == totals


@pytest.mark.parametrize("size", [0, 1, 2, 5, 9])
def test_updates_of_an_assignment_are_cheapest(size: int) -> None:
    rng = random.Random(f"update {size}")
    rows = [row_of(rng, size, 9, rng.choice((0, 0.3, 0.8))) for _ in range(3 * size + 1)]
    assignment = testing.Assignment(size)
    assignment.keep(rows)
    numbers: list[int] = []
    for _ in range(400):
        kept = rng.sample(numbers, rng.randint(0, len(numbers)))
        others = [number for number in range(len(rows)) if number not in kept]
        numbers = kept + rng.sample(others, size - len(kept))
        if rng.random() < 0.9:  # as the searches do; else fewer rows are found again
            numbers.sort()
        picked = [rows[number] for number in numbers]
        found = assignment.update(numbers)
        assert found == expected(picked)
        if found is None or size == 0:
            continue
        i, row = rng.randrange(size), row_of(rng, size, 9, 0.3)
        total = expected([*picked[:i], row, *picked[i + 1 :]])
        assert assignment.with_row(i, row) == assignment.with_rows(i, [row])[0] == total


@pytest.mark.parametrize("size", [1, 2, 3, 6, 13])
def test_costs_that_differ_by_multiples_of_two_are_found_sooner(size: int) -> None:
    rng = random.Random(f"gap {size}")
    columns = [rng.randrange(2) for _ in range(size)]
    assignment = testing.Assignment(size)

    def one_parity() -> list[int]:
        colour = rng.randrange(2)
        return [
            NO_PAIR if rng.random() < 0.2 else 2 * rng.randint(0, 5) + (colour ^ column)
            for column in columns
        ]

    for _ in range(300):
        costs = [one_parity() for _ in range(size)]
        if assignment.solve(costs) is None:
            continue
        i, row = rng.randrange(size), one_parity()
        changed = expected([*costs[:i], row, *costs[i + 1 :]])
        assert assignment.with_row(i, row, gap=2) == changed


def test_other_costs_are_not_found_with_a_gap_of_two() -> None:
    assignment = testing.Assignment(2)
    assert assignment.solve([[0, 1], [0, 0]]) == 0
    assert assignment.with_row(0, [1, 0]) == 0
    assert assignment.with_row(0, [1, 0], gap=2) == 1


def test_assignments_do_not_drift_however_many_there_are() -> None:
    # Two rows want the same column, first of one pair of columns and then of the other. Without a
    # fresh start now and then prices fall for ever, and after 10,000 rounds pass for infinite.
    far = DEAREST - 1
    assignment = testing.Assignment(2)
    one, other = [[0, far], [0, far]], [[far, 0], [far, 0]]
    for _ in range(200_000):
        assert assignment.solve(one) == assignment.solve(other) == far
    assignment.keep(one + other)
    for _ in range(200_000):
        assert assignment.update([0, 1]) == assignment.update([2, 3]) == far


def test_assignments_are_checked() -> None:
    with pytest.raises(ValueError, match="too many rows"):
        testing.Assignment(1 << 11)
    assignment = testing.Assignment(1)
    for wrong in ([[1, 2]], [[1], [2]], [[1 << 15]], []):
        with pytest.raises(ValueError, match=r"."):
            assignment.solve(wrong)
