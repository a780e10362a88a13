"""Optimal search for Sokoban."""

from collections.abc import Sequence
from typing import Any

import gridproof.ticker


def solve(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, objective: str = 'pushes', without: Sequence[str] = [], most: int = 4294967295, enough: tuple[int, int] | None = None, control: gridproof.ticker.Control | None = None) -> dict[str, Any]:
    """
    Searches for a cheapest solution.

    cells: a byte a cell, row by row, of `#`, ` ` and `.` (goal); boxes, player: cells
    y * width + x; objective: its id; without: parts to leave out, of matching, freeze,
    corrals and backward; most: solutions with a dearer first metric are not wanted; enough: a
    cost in both metrics, stop as soon as it is known whether it can be reached.
    Returns moves (in letters, or None), exhausted (there is no solution), decided, bound (in
    both metrics; with one the second number says nothing), generated, evaluated, reopened,
    dead_ends, peak_memory (bytes), stop, nodes and seconds.
    """

def any(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, control: gridproof.ticker.Control | None = None) -> dict[str, Any]:
    """
    Searches for some solution, fast; arguments and result are those of `solve`.
    """

def assign(matrices: Sequence[Sequence[Sequence[int]]], rounds: int = 1) -> list[int]:
    """
    Costs of the cheapest assignments of boxes to targets, -1 if there is none.

    matrices: equally large ones, of the distances of each box to each target (2**16 - 1: none
    at all); they are solved one after another, each from the prices of the one before, and all
    of them `rounds` times. Each cost is that of taking the last box out and in again. For
    tests: in a search each position is solved from another one.
    """
