"""The meaning of keys and pointing. The cursor is the cell of the next bomb."""

from __future__ import annotations

from typing import Final

from gridproof.game import Keys
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.games.onebomb.rules import State, may_bomb
from gridproof.grid import DIRECTION_KEYS, Direction, Pos

__all__ = ["KEYS", "aim", "interpret", "point"]

KEYS: Final = (
    Keys(
        tuple(key for key in DIRECTION_KEYS if len(key) > 1),
        "aim the bomb; walk when no bomb is left",
    ),
    Keys(tuple(key for key in DIRECTION_KEYS if len(key) == 1), "walk, also without a bomb"),
    Keys(("enter", "space"), "set off a bomb"),
)


def aim(level: OnebombLevel, state: State, cursor: Pos | None = None) -> Pos:
    """Return the cursor: at first the start."""
    return level.start if cursor is None else cursor


def interpret(level: OnebombLevel, state: State, cursor: Pos | None, key: str) -> str | Pos | None:
    """Aim at arrows while bombs are left; walk at W, A, S, D at any time."""
    target = aim(level, state, cursor)
    aiming = may_bomb(level, state)
    direction = Direction.of_key(key)
    if key in ("enter", "space") and aiming:
        return f"bomb {target}"
    if direction is None:
        return None
    if aiming and len(key) > 1:
        beyond = target.step(direction)
        return beyond if beyond.within(level.width, level.height) else None
    return direction.name


def point(level: OnebombLevel, state: State, cursor: Pos | None, cell: Pos) -> str | Pos | None:
    """Aim at a cell while bombs are left; set a bomb at the second pointing.

    Then the walker steps on a cell next to it. As soon as one bomb is set, pointing at it and then
    at such a cell leaves the other bombs.
    """
    if not cell.within(level.width, level.height):
        return None
    here = state.walker or level.start
    way = Direction.of_step(here, cell)
    step = None if way is None else way.name
    if not may_bomb(level, state) or (step and state.bombs and cursor == here):
        return step
    return f"bomb {cell}" if cell == cursor else cell
