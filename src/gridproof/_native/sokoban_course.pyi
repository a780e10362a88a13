"""The solvers of a university course on sokoban: fewest moves."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits


def solve(*, squares: Sequence[tuple[int, int]], boxes: Sequence[int], goals: Sequence[int], dead: Sequence[int], pushes: Sequence[Sequence[int]], player: int, method: str, ratio: int = 32, prune_dead: bool = True, prune_frozen: bool = True, max_cost: int = 4294967295, root_bound: int = 0, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Searches for a solution with few moves.

    squares: (x, y) of all cells the player could get to, by column, then row; boxes, goals
    (ascending), dead, player: numbers of squares; pushes: for each goal the fewest pushes from
    each square, 2**32 - 1 where there is no way; method: "bidirectional" (with ratio 0 plain
    breadth-first search), "astar" or "astar-sorted"; root_bound: proven before.
    Returns path (of U, D, L, R, or None), exhausted (there is none), bound, stop, nodes,
    generated, evaluated, reopened, dead_ends, forward and backward (states stored),
    peak_memory (bytes) and seconds. Only "astar-sorted" may miss the fewest moves.
    """
