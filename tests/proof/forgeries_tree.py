"""Trees that would prove falsehoods of small programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.claims import Records
from gridproof.proof.tree import Program, Row, check_tree
from tests.proof.forging import reason_of


@dataclass(frozen=True)
class TreeForgery:
    """A tree for a program that has a solution; otherwise as a Forgery."""

    name: str
    records: Sequence[Any]
    check: str
    program: Program
    rows: Sequence[Row]

    def __str__(self) -> str:
        return f"tree: {self.name}"

    def refusal(self) -> str | None:
        """The reason of a refusal; None if it is accepted."""

        def read() -> None:
            records = Records(iter(self.records))
            check_tree(records, self.rows, self.program, Ticker(), lambda what: what)
            records.end()

        return reason_of(read)


#: x + y >= 1 at a cost of at most 1: one of them will do. Neither has a limit.
ONE = Program([1, 1], 1, [0, 0], [None, None])
#: The same with both at most 1, and with more to spend.
EITHER, RICH = (Program([1, 1], most, [0, 0], [1, 1]) for most in (1, 5))
ROWS = [Row([0, 1], 1)]

FORGERIES = [
    TreeForgery("a price below 0", [[0, [1, -1]]], "a price", EITHER, [*ROWS, Row([0], -5)]),
    TreeForgery("a scale below 0", [[-1, []]], "a scale", RICH, ROWS),
    TreeForgery("a leaf without prices", [[0, []]], "a leaf is not closed", EITHER, ROWS),
    TreeForgery("a leaf that proves the cost", [[1, [0, 1]]], "a leaf is not closed", EITHER, ROWS),
    TreeForgery(
        "prices above the costs of columns without a limit",
        [[1, [0, 2]]],
        "left over on a column without a limit",
        ONE,
        ROWS,
    ),
    TreeForgery(
        "a case that is not closed",
        [[0, [], [0, 0]], [2, [0, 3]], [1, [0, 1]]],
        "a leaf is not closed",
        EITHER,
        ROWS,
    ),
]
