"""The pieces of a board, for those who draw one. Cells count from the origin, ``y`` downwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games.boxcover.level import SIDE, BoxcoverLevel
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.scene import Sprite, Window
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "frame", "layout"]

_MARGIN: Final = 2
PALETTE: Final = (Piece("point", Sprite("", "point", 0, 0), "o"),)


def layout(level: BoxcoverLevel) -> Layout | None:
    """Return the cells of the points."""
    return {"point": [Pos(x, -y) for x, y in level.points]}


def built(
    width: int, height: int, layout: Layout, options: Mapping[str, Any]
) -> BoxcoverLevel | Fault:
    """Return the board with these points."""
    side = options.get(SIDE.attribute)
    if side is None:
        return Fault("the board does not say the side of the squares")
    return BoxcoverLevel(points=tuple(Pos(x, -y) for x, y in layout.get("point", ())), side=side)


def frame(level: BoxcoverLevel) -> Window:
    """Return the points' grid with a margin."""
    if not level.points:
        return Window(0, 0, 0, 0)
    top = -(level.bottom + level.height - 1)
    return Window(
        level.left - _MARGIN,
        top - _MARGIN,
        level.width + 2 * _MARGIN,
        level.height + 2 * _MARGIN,
    )
