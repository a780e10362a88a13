"""The pieces of a strip, for those who draw one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games._template.level import StripLevel
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.scene import Sprite
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "layout"]

PALETTE: Final = (Piece("piece", Sprite("", "player", 0, 0, "@"), "@", single=True),)


def layout(level: StripLevel) -> Layout | None:
    """Return the cell of the piece."""
    return {"piece": [Pos(level.start % level.width, level.start // level.width)]}


def built(
    width: int, height: int, layout: Layout, options: Mapping[str, Any]
) -> StripLevel | Fault:
    """Return the strip with the piece, or say that it is missing."""
    for x, y in layout.get("piece", ()):
        return StripLevel(width=width, height=height, start=y * width + x, **options)
    return Fault("the strip has no piece `@`")
