"""The static board: what never changes in a play-through (would a user set it?)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from gridproof.level import Level
from gridproof.options import Option

__all__ = ["OPTIONS", "StripLevel", "mirror", "turn"]

OPTIONS: Final = (Option.count("stride", 1, "how many cells one step may cover at most"),)


@dataclass(frozen=True, kw_only=True)
class StripLevel(Level):
    """A row of cells with a piece on it.

    Attributes:
        start: the piece's column; -1 if there is none, which is a fault.
        stride: how many cells one step may cover at most.
    """

    game: ClassVar[str] = "template"
    start: int
    stride: int = 1


def turn(level: StripLevel) -> StripLevel:
    """Return the strip itself, which has no other way to lie."""
    return level


def mirror(level: StripLevel) -> StripLevel:
    """Return the strip itself: its right end is the goal of the walk, wherever that lies."""
    return level
