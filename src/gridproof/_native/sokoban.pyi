"""Optimal search for Sokoban."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits


def solve(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, objective: str = 'pushes', without: Sequence[str] = [], most: int = 4294967295, enough: tuple[int, int] | None = None, tables_after: int = 3000, zone_squares: int = 19, threads: int = 1, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Searches for a cheapest solution.

    cells: a byte a cell, row by row, of `#`, ` ` and `.` (goal); boxes, player: cells
    y * width + x; objective: its id; without: parts to switch off: matching, freeze,
    corrals, patterns, backward, symmetries, upper_bound, tables, groups, quadruples,
    zones, learnt_zones, conflicts, turns and within; most:
    solutions with a dearer first metric are not wanted; enough: a cost in both metrics, stop
    as soon as it is known whether it can be reached; tables_after: for `pushes`, tables are
    made after this many nodes, of zones of about zone_squares squares; threads: how many
    share the work, from 2 on counts do not depend on their number.
    Returns moves (in letters, or None), exhausted (there is no solution), decided, bound (in
    both metrics; with one the second number says nothing), generated, evaluated, reopened,
    dead_ends, peak_memory (bytes), stop, nodes and seconds.
    """

def any(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, most: int | None = None, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Searches for some solution, fast, of at most `most` pushes; other arguments and the result
    are those of `solve`. With `most`, exhausted means that there is none of so few pushes.
    """

def improve(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, moves: str, objective: str = 'pushes', enough: tuple[int, int] | None = None, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Makes a solution better, until no part of it can be, or a limit stops it.

    moves: the solution in letters, of either case; enough: a cost in both metrics, stop at a
    solution that is as cheap; the rest as for `solve`. The result has moves that are no
    worse (None: there was no time to look at them), decided if they are enough, and no
    bound.
    """

def dead_boxes(*, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, positions: int, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Looks for a few boxes that alone, without all others, can never all be brought to goals.

    positions: about how many it may look at; the rest as for `solve`.
    Returns boxes (their cells, as few as it sees; empty: none are found), stop, nodes and
    seconds. The position is dead if there are any.
    """

def reverse(*, width: int, height: int, cells: bytes, seed: int, keep: int, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Finds positions by the fewest pushes that solve them, pulling boxes off the goals.

    cells: as for `solve`, a box for each goal; keep: how many positions of each layer are
    drawn; seed: by what. A node is a position that is found.
    Returns sizes (for each number of pushes how many positions were found), drawn (the same:
    pairs of the first cell of the player's region and the boxes), stop, nodes and seconds.
    If a limit stops it, only the last layer lacks positions.
    """
