"""Pictures of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["MAX_DRAWN", "Raster", "backdrop", "scene", "unseen"]

#: Cells a picture is wide or high at most; of larger boards a cell shows several positions.
MAX_DRAWN: Final = 60


class Raster:
    """The map from positions in the plane, ``y`` upwards, to the cells of a picture.

    Attributes:
        scale: the number of positions that a cell shows each way.
        width: columns of the picture.
        height: rows of the picture.
    """

    def __init__(self, level: BoxcoverLevel) -> None:
        self.scale = -(-max(level.width, level.height) // MAX_DRAWN)
        self.width, self.height = -(-level.width // self.scale), -(-level.height // self.scale)
        self._left, self._bottom = level.left, level.bottom

    def cell(self, position: Pos) -> Pos:
        """Return the cell of the picture; it may lie outside."""
        up = (position.y - self._bottom) // self.scale
        return Pos((position.x - self._left) // self.scale, self.height - 1 - up)

    def position(self, cell: Pos) -> Pos:
        """Return the lower left of the positions that a cell shows."""
        up = self.height - 1 - cell.y
        return Pos(self._left + cell.x * self.scale, self._bottom + up * self.scale)


def backdrop(level: BoxcoverLevel, window: Window = EVERYTHING) -> Scene:
    """Return a lattice: points change their kind when they are covered."""
    raster = Raster(level)
    return Scene(raster.width, raster.height, (), window=window, ground="lattice")


def scene(
    level: BoxcoverLevel, state: State, cursor: Pos | None = None, window: Window = EVERYTHING
) -> Scene:
    """Return points, squares (clipped to the points' grid), the next square and the cursor."""
    raster = Raster(level)

    sprites = []
    for number, corner in enumerate(state.squares, 1):
        square = Sprite(f"square{number}", "square", 0, 0, tint=number - 1, sign=str(number))
        sprites += _laid(level, raster, square, corner)
    if cursor is not None and state.uncovered:
        number = len(state.squares)
        square = Sprite("next", "square", 0, 0, tint=number, sign="?", name="next square")
        sprites += _laid(level, raster, square, cursor)
    for i, point in enumerate(level.points):
        open_ = state.uncovered >> i & 1
        kind, name = ("point", "point") if open_ else ("covered", "covered point")
        sprites.append(Sprite(f"point{i}", kind, *raster.cell(point), name=name))
    if cursor is not None:
        name = "corner of the next square"
        sprites.append(Sprite("cursor", "cursor", *raster.cell(cursor), label="[]", name=name))
    caption = f"points left: {state.uncovered.bit_count()} of {len(level.points)}"
    if raster.scale > 1:
        caption += f"; a cell shows {raster.scale} × {raster.scale} positions"
    return Scene(raster.width, raster.height, tuple(sprites), caption=caption, window=window)


def _laid(level: BoxcoverLevel, raster: Raster, sprite: Sprite, corner: Pos) -> list[Sprite]:
    """Return a thing over all positions of a square, clipped to the picture; none if outside."""
    left, bottom = raster.cell(corner)
    right, top = raster.cell(Pos(corner.x + level.side, corner.y + level.side))
    left, right = max(left, 0), min(right, raster.width - 1)
    top, bottom = max(top, 0), min(bottom, raster.height - 1)
    if left > right or top > bottom:
        return []
    width, height = right - left + 1, bottom - top + 1
    return [replace(sprite, x=left, y=top, width=width, height=height)]


def unseen(level: BoxcoverLevel, state: State) -> Sequence[int]:
    """Return the place of the picture's lower left corner.

    And each point, if cells share points.
    """
    corner = (level.left, level.bottom)
    if Raster(level).scale == 1:
        return corner
    return (*corner, *(state.uncovered >> i & 1 for i in range(len(level.points))))
