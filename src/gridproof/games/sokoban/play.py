"""The meaning of keys and pointing."""

from __future__ import annotations

from typing import Final

from gridproof.game import Keys
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.grid import DIRECTION_KEYS, Direction, Pos

__all__ = ["KEYS", "interpret", "point"]

KEYS: Final = (Keys(DIRECTION_KEYS, "walk, and push a box"),)


def interpret(level: SokobanLevel, state: State, cursor: None, key: str) -> str | None:
    """Return the step or push of a direction key; None for another key."""
    direction = Direction.of_key(key)
    return None if direction is None else direction.name


def point(level: SokobanLevel, state: State, cursor: None, cell: Pos) -> str | None:
    """Return the step to a cell beside the player, which pushes a box there."""
    direction = Direction.of_step(level.cell(state.player), cell)
    return None if direction is None else direction.name
