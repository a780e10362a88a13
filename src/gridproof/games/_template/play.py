"""The meaning of keys and pointing."""

from __future__ import annotations

from typing import Final

from gridproof.game import Keys
from gridproof.games._template.level import StripLevel
from gridproof.grid import Pos

__all__ = ["KEYS", "interpret", "point"]

KEYS: Final = (Keys(("right",), "take a step of one cell"),)


def interpret(level: StripLevel, state: int, cursor: None, key: str) -> str | None:
    """Return a step of one cell for the right arrow."""
    return "1" if key == "right" else None


def point(level: StripLevel, state: int, cursor: None, cell: Pos) -> str | None:
    """Return a cell further right is stepped on, if a step is long enough."""
    return f"{cell.x - state}" if 0 < cell.x - state <= level.stride else None
