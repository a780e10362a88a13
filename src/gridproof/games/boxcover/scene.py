"""Pictures of a boxcover position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["scene"]

#: Cells a picture is wide or high at most; of larger boards a cell shows several positions.
MAX_DRAWN: Final = 60


def scene(
    level: BoxcoverLevel, state: State, cursor: Pos | None = None, window: Window = EVERYTHING
) -> Scene:
    """Points, squares (clipped to the points' grid) and the cursor; ``y`` grows upwards."""
    scale = -(-max(level.width, level.height) // MAX_DRAWN)
    width, height = -(-level.width // scale), -(-level.height // scale)

    def cell(position: Pos) -> Pos:
        """The cell of the picture; it may lie outside."""
        up = (position.y - level.bottom) // scale
        return Pos((position.x - level.left) // scale, height - 1 - up)

    def cells(corner: Pos) -> Iterator[Pos]:
        low, high = cell(corner), cell(Pos(corner.x + level.side, corner.y + level.side))
        for y in range(max(high.y, 0), min(low.y + 1, height)):
            for x in range(max(low.x, 0), min(high.x + 1, width)):
                yield Pos(x, y)

    laid = {at: number for number, corner in enumerate(state.squares) for at in cells(corner)}
    sprites = [Sprite(f"square{at}", "square", *at, tint=number) for at, number in laid.items()]
    for i, point in enumerate(level.points):
        kind = "point" if state.uncovered >> i & 1 else "covered"
        sprites.append(Sprite(f"point{i}", kind, *cell(point)))
    if cursor is not None:
        sprites.append(Sprite("cursor", "cursor", *cell(cursor), label="[]"))
    caption = f"points left: {state.uncovered.bit_count()} of {len(level.points)}"
    caption += f", squares: {len(state.squares)}"
    if scale > 1:
        caption += f"; a cell shows {scale} × {scale} positions"
    return Scene(width, height, tuple(sprites), caption=caption, window=window)
