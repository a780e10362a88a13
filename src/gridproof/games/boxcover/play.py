"""The meaning of keys and pointing. The cursor is the lower-left corner of the next square."""

from __future__ import annotations

from typing import Final

from gridproof.game import Keys
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import DIRECTION_KEYS, Direction, Pos

__all__ = ["KEYS", "corner", "interpret", "point"]

KEYS: Final = (
    Keys(DIRECTION_KEYS, "move the lower left corner of the next square"),
    Keys(("enter", "space"), "lay the square"),
)


def corner(level: BoxcoverLevel, state: State, cursor: Pos | None = None) -> Pos:
    """Return the cursor: at first the points' lower left."""
    return Pos(level.left, level.bottom) if cursor is None else cursor


def interpret(level: BoxcoverLevel, state: State, cursor: Pos | None, key: str) -> str | Pos | None:
    """Move the corner over the points' grid at arrows; lay the square at enter."""
    here = corner(level, state, cursor)
    direction = Direction.of_key(key)
    if direction is not None:
        beyond = Pos(here.x + direction.dx, here.y - direction.dy)  # y grows upwards
        inside = Pos(beyond.x - level.left, beyond.y - level.bottom)
        return beyond if inside.within(level.width, level.height) else None
    return str(here) if key in ("enter", "space") else None


def point(level: BoxcoverLevel, state: State, cursor: Pos | None, cell: Pos) -> str | Pos | None:
    """Move the corner to the lower left of a cell.

    If it is there already, the square is laid.
    """
    raster = Raster(level)
    if cursor is not None and raster.cell(cursor) == cell:
        return str(cursor)
    return raster.position(cell)
