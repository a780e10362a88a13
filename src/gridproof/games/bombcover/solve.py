"""Bounds and solvers of bombcover."""

from __future__ import annotations

from gridproof._native import grid as native_grid
from gridproof.game import Objective
from gridproof.games.bombcover.level import WALL, BombcoverLevel

__all__ = ["reachable_crates", "root_bound"]

_ARMS = 4


def reachable_crates(level: BombcoverLevel) -> int:
    """How many crates some player can reach over empty and crate cells."""
    passable = bytes(char != WALL for char in level.cells)
    starts = [cell.y * level.width + cell.x for cell in level.players]
    reached = native_grid.flood_fill(passable, level.width, level.height, starts)["reached"]
    return sum(r and c == "x" for r, c in zip(reached, level.cells, strict=True))


def root_bound(level: BombcoverLevel, objective: Objective) -> int | None:
    """Each explosion has four arms, and an arm that does not pierce takes one crate.

    All reachable crates have to go: what is reachable over empty and crate cells stays so.
    """
    crates = reachable_crates(level)
    if level.pierce:
        return min(crates, 1)
    return -(-crates // _ARMS)
