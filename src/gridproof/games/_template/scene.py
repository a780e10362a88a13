"""Pictures of a position."""

from __future__ import annotations

from gridproof.games._template.level import StripLevel
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["scene"]


def scene(level: StripLevel, state: int, cursor: None = None, window: Window = EVERYTHING) -> Scene:
    """Return the piece. A strip has nothing else on it, so there is no backdrop."""
    piece = Sprite("piece", "player", state, 0, label="@")
    return Scene(level.width, 1, (piece,), window=window)
