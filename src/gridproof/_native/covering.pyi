"""Covers of all rows by few columns."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits


class LocalSearch:
    """Local search for a given number of columns that cover all rows."""

    def __init__(self, columns: int, rows: Sequence[Sequence[int]]) -> None:
        """columns: their number; rows: the columns of each."""

    def find(self, size: int, steps: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Continues for a number of steps. Returns cover (its columns, or None), nodes (steps),
        stop and seconds.
        """

def within_budget(*, columns: int, rows: Sequence[Sequence[int]], prices: Sequence[int], one: int, most: int, nodes: int, recording: bool = False, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Looks for at most `most` columns that cover all rows, or proves that there are none: by
    what each choice costs beyond the rows' prices, `one` being the price of a column.
    Returns outcome (covered, none, paused or stopped; paused: after so many nodes), cover,
    nodes, stop and seconds; with recording also tree: the choices in preorder, a column that
    is first taken, then left out, or -1 where there is nothing to choose.
    """
