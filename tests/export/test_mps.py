"""Solution files as several solvers write them."""

from __future__ import annotations

import pytest

from gridproof.errors import InputError
from gridproof.export.mps import solver_values

NAMES = ["square_0_0", "square_-3_4", "square_5_5"]
HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective 2
# Columns 3
square_0_0 1
square_-3_4 0
square_5_5 1
# Rows 1
point_0_0 1

# Dual solution values
Feasible
# Columns 3
square_0_0 7
"""
SCIP = """objective value:                                    2
square_0_0                                          1 \t(obj:1)
square_5_5                         0.9999999999999996 \t(obj:1)
"""
CBC = """Optimal - objective value 2.00000000
      0 square_0_0             1                       1
      1 square_-3_4            0                       1
      2 square_5_5             1                       1
"""
GUROBI = "# Objective value = 2\nsquare_0_0 1\nsquare_-3_4 -0\nsquare_5_5 1\n"


@pytest.mark.parametrize("text", [HIGHS, SCIP, CBC, GUROBI], ids=["HiGHS", "SCIP", "CBC", "Gurobi"])
def test_a_column_a_line(text: str) -> None:
    assert solver_values(text, NAMES) == [1, 0, 1]


def test_all_may_be_left_out() -> None:
    assert solver_values("objective value:   0\n", NAMES) == [0, 0, 0]
    assert solver_values("", []) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no column of the program"),
        ("square_9_9 1\n", "no column of the program"),
        ("square_0_0 0.5\n", "`square_0_0` is no whole number in this answer: `0.5`"),
        ("square_0_0 many\n", "is no whole number"),
        ("square_0_0 inf\n", "is no whole number"),
        ("square_0_0 nan\n", "is no whole number"),
    ],
)
def test_what_is_no_solution(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        solver_values(text, NAMES)
