"""Pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["MAX_DRAWN", "Raster", "backdrop", "scene"]

#: Cells a picture is wide or high at most; of larger boards a cell shows several positions.
MAX_DRAWN: Final = 60


class Raster:
    """How positions in the plane, ``y`` upwards, lie on the cells of a picture.

    Attributes:
        scale: a cell shows so many positions each way.
        width: columns of the picture.
        height: rows of the picture.
    """

    def __init__(self, level: BoxcoverLevel) -> None:
        self.scale = -(-max(level.width, level.height) // MAX_DRAWN)
        self.width, self.height = -(-level.width // self.scale), -(-level.height // self.scale)
        self._left, self._bottom = level.left, level.bottom

    def cell(self, position: Pos) -> Pos:
        """The cell of the picture; it may lie outside."""
        up = (position.y - self._bottom) // self.scale
        return Pos((position.x - self._left) // self.scale, self.height - 1 - up)

    def position(self, cell: Pos) -> Pos:
        """The lower left of the positions that a cell shows."""
        up = self.height - 1 - cell.y
        return Pos(self._left + cell.x * self.scale, self._bottom + up * self.scale)


def backdrop(level: BoxcoverLevel, window: Window = EVERYTHING) -> Scene:
    """Nothing, on the cells of the picture: points change their kind when they are covered."""
    raster = Raster(level)
    return Scene(raster.width, raster.height, (), window=window)


def scene(
    level: BoxcoverLevel, state: State, cursor: Pos | None = None, window: Window = EVERYTHING
) -> Scene:
    """Points, squares (clipped to the points' grid) and the cursor."""
    raster = Raster(level)

    def cells(corner: Pos) -> Iterator[Pos]:
        low = raster.cell(corner)
        high = raster.cell(Pos(corner.x + level.side, corner.y + level.side))
        for y in range(max(high.y, 0), min(low.y + 1, raster.height)):
            for x in range(max(low.x, 0), min(high.x + 1, raster.width)):
                yield Pos(x, y)

    laid = {at: number for number, corner in enumerate(state.squares) for at in cells(corner)}
    sprites = [Sprite(f"square{at}", "square", *at, tint=number) for at, number in laid.items()]
    for i, point in enumerate(level.points):
        kind = "point" if state.uncovered >> i & 1 else "covered"
        sprites.append(Sprite(f"point{i}", kind, *raster.cell(point)))
    if cursor is not None:
        sprites.append(Sprite("cursor", "cursor", *raster.cell(cursor), label="[]"))
    caption = f"points left: {state.uncovered.bit_count()} of {len(level.points)}"
    caption += f", squares: {len(state.squares)}"
    if raster.scale > 1:
        caption += f"; a cell shows {raster.scale} × {raster.scale} positions"
    return Scene(raster.width, raster.height, tuple(sprites), caption=caption, window=window)
