"""Exact solvers for sliding robots."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits

def solve(
    *,
    width: int,
    height: int,
    walls: bytes,
    robots: Sequence[int],
    target_robot: int,
    target: int,
    ricochet: bool = False,
    method: str = "sets",
    count_all: bool = False,
    list_limit: int = 0,
    max_cost: int = 4294967295,
    any: bool = False,
    threads: int = 1,
    easy_nodes: int = -1,
    lone_nodes: int = -1,
    control: gridproof.limits.Control | None = None,
) -> dict[str, Any]:
    """
    Finds a shortest solution and proves it.

    walls: for each cell y * width + x a byte, bit 0 U, 1 D, 2 L, 3 R, set where a wall or the
    border stands; robots: start cells; target_robot: place in robots, -1 for any.
    method: "sets" (up to 16 x 16, three to nine robots; else "astar"),
    "astar" or "iddfs".
    threads: how many search by sets together; from 2 on, counts do not depend on their number.
    count_all counts all shortest solutions and lists the first list_limit of them: solutions
    and listed are there if that came to its end.
    any: any solution of at most max_cost moves will do.
    easy_nodes: "astar" makes tables for hard boards after as many; -1: after 500 and half
    as many as cells.
    lone_nodes: "astar" searches from both ends after as many more; -1: after 20,000.
    Returns moves (pairs of robot and direction, or None; a shortest solution if they are as
    many as bound), exhausted (no solution exists), bound, stop, nodes, generated, evaluated,
    peak_memory (bytes) and seconds.
    """

def stops(
    *,
    width: int,
    height: int,
    walls: bytes,
    robots: Sequence[int],
    ricochet: bool = False,
    max_states: int = 4294967295,
    control: gridproof.limits.Control | None = None,
) -> dict[str, Any]:
    """
    Finds for every robot and cell the fewest moves until it stops there.

    walls, robots: as for solve; ricochet: whether only stops after moves on both axes count.
    max_states: how many states may be stored; the layer in which they become so many is the
    last one, and is searched to its end.
    Returns depths (at robot * cells + cell; -1: unknown), ways (how many plays of so few moves
    there are, 2 for more), complete (what is unknown takes more moves), exhausted (or cannot
    be had), stop, nodes, peak_memory (bytes) and seconds.
    """
