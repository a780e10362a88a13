"""What keys and pointing mean: the hero that vanishes is picked, then the one that stays."""

from __future__ import annotations

from typing import NamedTuple

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import State, hero_on
from gridproof.grid import Direction, Pos

__all__ = ["Chosen", "interpret", "point"]


class Chosen(NamedTuple):
    """The cursor: a cell, and the hero that was picked to vanish."""

    cell: Pos
    picked: Pos | None = None


def interpret(
    level: MergeLevel, state: State, cursor: Chosen | None, key: str
) -> str | Chosen | None:
    """Arrows move the cursor; enter picks the hero there, lets it go, or merges it into another."""
    chosen = _current(level, state, cursor) or Chosen(Pos(0, 0))
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
    """A hero is picked, or the picked one merged into it; any other cell lets that one go."""
    chosen = _current(level, state, cursor)
    picked = None if chosen is None else chosen.picked
    if hero_on(level, state, cell) is None or cell == picked:
        return Chosen(cell)
    return Chosen(cell, cell) if picked is None else f"{picked}>{cell}"


def _current(level: MergeLevel, state: State, cursor: Chosen | None) -> Chosen | None:
    """The cursor, without a pick of which the hero is gone."""
    if cursor is None or cursor.picked is None:
        return cursor
    return cursor if hero_on(level, state, cursor.picked) is not None else Chosen(cursor.cell)
