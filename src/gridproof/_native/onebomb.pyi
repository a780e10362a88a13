"""The shortest walk after one piercing bomb."""

from typing import Any

import gridproof.limits


def solve(*, width: int, height: int, cells: bytes, start: int, goal: int, radius: int = 4096, method: str = 'crossing', enough: int = 0, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Finds the best bomb and a shortest walk, in time linear in the number of cells.

    cells: a byte a cell, row by row, of `.`, `#` (brick) and `X` (rock); start, goal: cells
    y * width + x; radius: length of the bomb's arms; method: "crossing" or "layered";
    enough: stop at a walk of this many steps.
    Returns bomb (a cell or None), path (of U, D, L, R, or None), proven (it is shortest, or
    no bomb helps), bound (None or known before a stop), stop, nodes, peak_memory (bytes) and
    seconds.
    """
