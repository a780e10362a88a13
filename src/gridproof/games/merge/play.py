"""The meaning of keys and pointing: the hero that vanishes is picked, then the one that stays."""

from __future__ import annotations

from typing import Final, NamedTuple

from gridproof.game import Keys
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import State, hero_on
from gridproof.grid import DIRECTION_KEYS, Direction, Pos

__all__ = ["KEYS", "Chosen", "interpret", "point", "settled"]

KEYS: Final = (
    Keys(DIRECTION_KEYS, "move the cursor"),
    Keys(("enter", "space"), "pick the hero that vanishes, then the one that stays"),
)


class Chosen(NamedTuple):
    """The cursor: a cell, and the hero that was picked to vanish."""

    cell: Pos
    picked: Pos | None = None


def settled(level: MergeLevel, state: State, cursor: Chosen | None = None) -> Chosen:
    """Return the cursor, in the corner at first, without a pick of which the hero is gone."""
    chosen = cursor or Chosen(Pos(0, 0))
    if chosen.picked is None or hero_on(level, state, chosen.picked) is not None:
        return chosen
    return Chosen(chosen.cell)


def interpret(
    level: MergeLevel, state: State, cursor: Chosen | None, key: str
) -> str | Chosen | None:
    """Move the cursor at arrows.

    At enter pick the hero there, drop it, or merge it into another.
    """
    chosen = settled(level, state, cursor)
    direction = Direction.of_key(key)
    if direction is not None:
        beyond = chosen.cell.step(direction)
        inside = beyond.within(level.width, level.height)
        return chosen._replace(cell=beyond) if inside else None
    if key not in ("enter", "space"):
        return None
    if chosen.picked is None:
        here = hero_on(level, state, chosen.cell)
        return None if here is None else chosen._replace(picked=chosen.cell)
    if chosen.picked == chosen.cell:
        return chosen._replace(picked=None)
    return f"{chosen.picked}>{chosen.cell}"


def point(level: MergeLevel, state: State, cursor: Chosen | None, cell: Pos) -> str | Chosen | None:
    """Pick a hero, or merge the picked one into it; any other cell drops the picked one."""
    picked = settled(level, state, cursor).picked
    if hero_on(level, state, cell) is None or cell == picked:
        return Chosen(cell)
    return Chosen(cell, cell) if picked is None else f"{picked}>{cell}"
