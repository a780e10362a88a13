"""Kernels that any game on a grid can use."""

from collections.abc import Sequence
from typing import Any

import gridproof.ticker


def flood_fill(passable: bytes, width: int, height: int, starts: Sequence[int], *, control: gridproof.ticker.Control | None = None) -> dict[str, Any]:
    """
    Marks the cells that can be reached over passable ones.

    passable: one byte a cell, row by row, 0 for blocked; starts: cells y * width + x.
    Returns reached (one byte a cell, 1 or 0), nodes (cells visited), stop (a name) and seconds.
    """
