"""Weights of crates for the bound of the layered search, by linear programming.

The bound (proof in ``native/bombcover/layers.hpp``): if on each site the heaviest crates of its
arms, one an arm, weigh at most 1 together, the crates left need at least their total weight. The
best weights for one set of crates are the solution of a linear program; the kernel rounds them and
checks them exactly, so HiGHS is not trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import highspy
import numpy as np

__all__ = ["WeightProgram"]


class WeightProgram:
    """The linear program of one board; only its objective changes from set to set.

    Columns are the crates' weights, and for each distinct arm of more than one crate the weight of
    its heaviest one.

    Args:
        crates: how many crates there are.
        bound_arms: for each site and arm the crates that count for the bound.
    """

    def __init__(self, crates: int, bound_arms: Sequence[Sequence[Sequence[int]]]) -> None:
        self.crates = crates
        arms: dict[tuple[int, ...], int] = {}
        rows: set[tuple[int, ...]] = set()
        for site in bound_arms:
            row = []
            for arm in site:
                if len(arm) == 1:
                    row.append(arm[0])
                elif arm:
                    row.append(arms.setdefault(tuple(arm), crates + len(arms)))
            rows.add(tuple(sorted(row)))
        rows = {row for row in rows if len(row) > 1 or (row and row[0] >= crates)}
        starts, columns, values, upper = [0], [], [], []
        for row in sorted(rows):
            columns += row
            values += [1.0] * len(row)
            starts.append(len(columns))
            upper.append(1.0)
        for arm, heaviest in arms.items():
            for crate in arm:
                columns += [crate, heaviest]
                values += [1.0, -1.0]
                starts.append(len(columns))
                upper.append(0.0)
        self._highs = _program(crates + len(arms), starts, columns, values, upper)
        self._all = np.arange(crates, dtype=np.int32)

    def best_for(self, crates: Iterable[int]) -> list[float]:
        """Weights that give these crates the greatest total weight."""
        costs = np.zeros(self.crates)
        costs[list(crates)] = 1.0
        self._highs.changeColsCost(self.crates, self._all, costs)
        self._highs.run()
        found: list[float] = self._highs.getSolution().col_value[: self.crates]
        return found


def _program(
    columns: int,
    starts: list[int],
    indices: list[int],
    values: list[float],
    upper: list[float],
) -> Any:
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = columns, len(upper)
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = np.zeros(columns)
    program.col_lower_, program.col_upper_ = np.zeros(columns), np.ones(columns)
    program.row_lower_ = np.full(len(upper), -highspy.kHighsInf)
    program.row_upper_ = np.array(upper)
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.array(starts, dtype=np.int32)
    program.a_matrix_.index_ = np.array(indices, dtype=np.int32)
    program.a_matrix_.value_ = np.array(values)
    highs = highspy.Highs()
    for option, value in (
        ("output_flag", False),
        ("presolve", "off"),
        ("solver", "simplex"),
        ("threads", 1),
        ("random_seed", 0),
    ):
        highs.setOptionValue(option, value)
    highs.passModel(program)
    return highs
