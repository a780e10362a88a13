"""A smallest cover by plain search, for small problems where HiGHS is missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from gridproof._native import covering as native

__all__ = ["smallest_cover"]

#: Nodes of a search that ends by itself.
_ENDLESS: Final = 1 << 62


def smallest_cover(columns: int, rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return as few columns as cover all rows, each of which has a column."""
    for size in count():
        found = native.within_budget(
            columns=columns,
            rows=rows,
            prices=[0] * len(rows),
            one=1,
            most=size,
            nodes=_ENDLESS,
        )
        if found["cover"] is not None:
            cover: Sequence[int] = found["cover"]
            return cover
    raise AssertionError("all columns are a cover")
