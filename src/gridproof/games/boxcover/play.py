"""What keys and pointing mean. The cursor is the lower-left corner of the next square."""

from __future__ import annotations

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Direction, Pos

__all__ = ["interpret", "point"]


def interpret(level: BoxcoverLevel, state: State, cursor: Pos | None, key: str) -> str | Pos | None:
    """Arrows move the corner over the points' grid; enter lays the square."""
    corner = Pos(level.left, level.bottom) if cursor is None else cursor
    direction = Direction.of_key(key)
    if direction is not None:
        beyond = Pos(corner.x + direction.dx, corner.y - direction.dy)  # y grows upwards
        inside = Pos(beyond.x - level.left, beyond.y - level.bottom)
        return beyond if inside.within(level.width, level.height) else None
    return str(corner) if key in ("enter", "space") else None


def point(level: BoxcoverLevel, state: State, cursor: Pos | None, cell: Pos) -> str | Pos | None:
    """The corner goes to the lower left of a cell; where it is already, the square is laid."""
    raster = Raster(level)
    if cursor is not None and raster.cell(cursor) == cell:
        return str(cursor)
    return raster.position(cell)
