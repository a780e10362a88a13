"""Optimal search for Sokoban."""

from collections.abc import Sequence
from typing import Any


def solve(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, objective: str = 'pushes', without: Sequence[str] = [], most: int = 4294967295, enough: int = 0, nodes: int = 18446744073709551615, seconds: float = float('inf'), memory: int = 18446744073709551615, poll: object | None = None) -> dict[str, Any]:
    """
    Searches for a cheapest solution.

    cells: a byte a cell, row by row, of `#`, ` ` and `.` (goal); boxes, player: cells
    y * width + x; objective: its id; without: parts to leave out, of matching, freeze,
    corrals and backward; most: dearer solutions are not wanted; enough: stop as soon as it is
    known whether this cost can be reached (0: go on to the optimum).
    Returns moves (in letters, or None), exhausted (there is no solution), decided, bound (on
    the first metric), generated, evaluated, reopened, dead_ends, peak_memory (bytes), stop,
    nodes and seconds.
    """

def any(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, nodes: int = 18446744073709551615, seconds: float = float('inf'), memory: int = 18446744073709551615, poll: object | None = None) -> dict[str, Any]:
    """
    Searches for some solution, fast; arguments and result are those of `solve`.
    """
