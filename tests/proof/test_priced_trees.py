"""Trees with small prices: a branch and bound in fractions makes them, the checker takes them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import highspy
import numpy as np
import pytest

from gridproof.limits import Ticker
from gridproof.proof.claims import Records
from gridproof.proof.making import Unproven
from gridproof.proof.tree import Program, Row, check_tree, surplus
from gridproof.set_cover.priced_trees import Split, TreeCase, renumbered, tree_records
from gridproof.set_cover.surpluses import ArrayRow, Sums, bounds_of
from gridproof.solving.linear_program import LinearProgram

pytestmark = pytest.mark.native
_WHOLE = 1e-6


def as_listed(group: Sequence[int]) -> Sequence[int]:
    return group


def covering(rng: Random) -> tuple[Program, list[Row]]:
    """Rows with coefficients of at least 0, columns with limits or none."""
    n = rng.randint(2, 6)
    rows = []
    for _ in range(rng.randint(2, 8)):
        columns = rng.sample(range(n), rng.randint(2, n))
        coefficients = rng.choice((None, [rng.randint(0, 3) for _ in columns]))
        rows.append(Row(columns, rng.randint(1, 4), coefficients))
    limits = rng.choice(([1], [2, 3], [None], [1, None, 3]))
    highs = [rng.choice(limits) for _ in range(n)]
    return Program([rng.randint(1, 3) for _ in range(n)], rng.randint(0, 8), [0] * n, highs), rows


def optimum(program: Program, rows: Sequence[Row]) -> int | None:
    """The least cost of all values in the columns' limits; without a limit up to 4."""
    ranges = [np.arange((4 if high is None else high) + 1) for high in program.highs]
    values = np.stack(np.meshgrid(*ranges)).reshape(len(ranges), -1)
    served = np.ones(values.shape[1], bool)
    for columns, least, coefficients in rows:
        sums = np.array(coefficients or [1] * len(columns)) @ values[list(columns)]
        served &= sums >= least
    costs: list[int] = (np.array(program.costs) @ values)[served].tolist()
    return min(costs, default=None)


class Bounding:
    """Branch and bound with the prices of HiGHS as they come."""

    def __init__(self, program: Program, rows: Sequence[Row], rng: Random | None) -> None:
        self.program, self.rng = program, rng
        self.rows = list(rows)

    def case(self, lows: list[int], highs: list[int | None], above: Sequence[Row]) -> TreeCase:
        rows = [*self.rows, *above]
        prices, values = self.relaxed(lows, highs, rows)
        numbers = [*range(len(self.rows)), *(-1 - i for i in range(len(above)))]
        priced = {n: price for n, price in zip(numbers, prices, strict=True) if price > 0}
        if values is None:
            return TreeCase(priced)
        off = [j for j, value in enumerate(values) if abs(value - round(value)) > _WHOLE]
        if not off:
            raise Unproven("there is a solution")
        if self.rng and len(values) > 1 and self.rng.random() < 0.5:
            group = sorted({off[0], self.rng.randrange(len(values))})
            total = sum(values[j] for j in group)
            if abs(total - round(total)) > _WHOLE:
                v = int(total // 1)
                at_most = Row(group, -v, [-1] * len(group))
                less_case = self.case(lows, highs, [*above, at_most])
                more_case = self.case(lows, highs, [*above, Row(group, v + 1)])
                return TreeCase(priced, 1, Split(group, v, less_case, more_case))
        j, v = off[0], int(values[off[0]] // 1)
        less, more = list(highs), list(lows)
        less[j], more[j] = v, v + 1
        parts = (self.case(lows, less, above), self.case(more, highs, above))
        return TreeCase(priced, 1, Split(j, v, *parts))

    def relaxed(
        self, lows: list[int], highs: list[int | None], rows: Sequence[Row]
    ) -> tuple[list[float], list[float] | None]:
        """Prices, and the values of the columns; no values: the prices exclude all.

        A last column, so dear that it is used in no solution that is cheap enough, serves all rows.
        """
        dear = 100.0
        program = LinearProgram()
        for cost in self.program.costs:
            program.column(cost)
        slack = program.column(dear)
        for columns, least, coefficients in rows:
            values = coefficients or [1] * len(columns)
            program.row([*columns, slack], [*values, 1], lower=least)
        model = program.highs()
        for j, (low, high) in enumerate(zip(lows, highs, strict=True)):
            model.changeColBounds(j, low, highspy.kHighsInf if high is None else high)
        model.run()
        solution = model.getSolution()
        above = model.getInfo().objective_function_value > self.program.most + _WHOLE
        prices = np.maximum(solution.row_dual, 0).tolist()
        return prices, None if above else list(solution.col_value)[:-1]


@pytest.mark.parametrize("seed", range(30))
def test_trees_of_fractions_are_closed_by_small_numbers(seed: int) -> None:
    rng = Random(seed)
    made = 0
    while made < 10:
        program, rows = covering(rng)
        least = optimum(program, rows)
        most = 7 if least is None else least - 1
        program = program._replace(most=most)
        try:
            bounding = Bounding(program, rows, rng if seed % 2 else None)
            root = bounding.case(list(program.lows), list(program.highs), [])
        except Unproven:
            continue  # branching on groups alone does not fix every column
        records = tree_records(root, rows, program, Ticker(), as_listed)
        stream = Records(iter(records))
        assert check_tree(stream, rows, program, Ticker(), as_listed) == len(records)
        stream.end()
        assert len(records) <= size(root)
        assert all(n < 1 << 20 for record in records for n in [record[0], *record[1]])
        used, fewer = renumbered(records)
        check_tree(Records(iter(fewer)), [rows[r] for r in used], program, Ticker(), as_listed)
        made += 1


def size(case: TreeCase) -> int:
    return 1 + (sum(map(size, case.split[2:])) if case.split else 0)


def cover(*sets: Sequence[int]) -> list[Row]:
    return [Row(columns, 1) for columns in sets]


def check(records: Sequence[Any], rows: Sequence[Row], program: Program) -> None:
    check_tree(Records(iter(records)), rows, program, Ticker(), as_listed)


def test_prices_and_bounds_that_nothing_rests_on_are_left_out() -> None:
    rows = cover([0, 1], [1, 2], [0, 2])
    program = Program([1, 1, 1, 1], 1, [0] * 4, [1] * 4)
    whole = 1 << 30
    leaf = {0: 0.5, 1: 0.5, 2: 0.5}
    # Branching was for nothing: the case of x_3 <= 0 does not use it.
    useless = TreeCase(leaf, 1, Split(3, 0, TreeCase(leaf), TreeCase({}, 1)))
    assert tree_records(useless, rows, program, Ticker(), as_listed) == [[2, [0, 1, 1, 1, 2, 1]]]
    halves = dict.fromkeys(range(3), whole // 2)
    parts = (TreeCase({0: whole, 2: whole}, whole), TreeCase({1: whole}, whole))
    # The root is closed by itself, whatever the solver did below it.
    split = TreeCase(halves, whole, Split(0, 0, *parts))
    assert tree_records(split, rows, program, Ticker(), as_listed) == [[2, [0, 1, 1, 1, 2, 1]]]
    # The prices of a root that imply nothing are not written.
    thin = TreeCase({0: 0.25}, 1, Split(0, 0, *parts))
    records = tree_records(thin, rows, program, Ticker(), as_listed)
    assert records == [[0, [], [0, 0]], [1, [0, 1, 2, 1]], [1, [1, 1]]]
    check(records, rows, program)
    assert renumbered(records, 1) == ([1, 2], records)
    assert renumbered([[1, [2, 5, 0, 1]]], 1) == ([2], [[1, [1, 5, 0, 1]]])


def test_bounds_are_implied_where_they_are_needed() -> None:
    # x_0 is the only one of a point; the tree below counts on it.
    rows = [*cover([0], [1, 2], [2, 3], [1, 3]), Row([0, 1, 2, 3], 0)]
    program = Program([1] * 4, 2, [0] * 4, [1] * 4)
    split = Split(1, 0, TreeCase({1: 1, 3: 1}), TreeCase({2: 1}))
    root = TreeCase({0: 7.3, 1: 0.4, 2: 0.4, 3: 0.4}, 1, split)
    records = tree_records(root, rows, program, Ticker(), as_listed)
    check(records, rows, program)
    assert records[0][1]
    program = program._replace(most=3)
    with pytest.raises(Unproven):
        tree_records(root, rows, program, Ticker(), as_listed)


def test_sums_of_many_fine_prices_are_exact() -> None:
    n, fine = 9000, 1 << 40  # all columns together come to more than doubles hold exactly
    rows = [Row([j], 1) for j in range(n)]
    program = Program([1] * n, n - 1, [0] * n, [1] * n)
    sums = Sums([ArrayRow(row) for row in rows], np.ones(n, dtype=np.int64), n - 1)
    prices = np.full(n, fine, dtype=np.int64) + np.arange(n) % 2
    found = sums.at(fine, prices, bounds_of(program))
    assert found is not None
    priced = zip(rows, prices.tolist(), strict=True)
    over, left = surplus(program, (program.lows, program.highs), fine, priced)
    assert (found.over, found.left.tolist()) == (over, left)
    assert sums.at(fine << 13, prices << 13, bounds_of(program)) is None


def test_columns_without_limits_leave_nothing_over() -> None:
    rows = cover([0, 1], [1, 2], [0, 2])
    program = Program([1, 1, 1], 1, [0] * 3, [None] * 3)
    records = tree_records(
        TreeCase({0: 0.50001, 1: 0.5, 2: 0.5}), rows, program, Ticker(), as_listed
    )
    assert records == [[2, [0, 1, 1, 1, 2, 1]]]
    free = Program([0, 1, 1], 1, [0] * 3, [None] * 3)
    with pytest.raises(Unproven):
        tree_records(TreeCase({0: 1}), rows, free, Ticker(), as_listed)
