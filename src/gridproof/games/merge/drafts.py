"""The pieces of a board, for those who draw one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games.merge.level import MergeLevel, reading_order, type_name
from gridproof.grid import Pos
from gridproof.scene import Sprite
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "layout"]

#: Heroes of further types, and stones of more hit points, are written as text.
_TYPES: Final = 26
_MOST_HIT_POINTS: Final = 30
_HEROES: Final = {f"hero {type_name(kind)}": kind for kind in range(1, _TYPES + 1)}
_STONES: Final = {f"stone of {hp}": hp for hp in range(1, _MOST_HIT_POINTS + 1)}


def _hero(name: str, kind: int) -> Piece:
    letter = type_name(kind)
    look = Sprite("", "hero", 0, 0, f"{letter}1", kind, sign=letter, level=1)
    return Piece(name, look, "h", fills=True)


def _stone(name: str, hp: int) -> Piece:
    label = str(hp) if hp > 9 else f"▪{hp}"
    return Piece(name, Sprite("", "stone", 0, 0, label, sign=str(hp)), "s", fills=True)


PALETTE: Final = (
    *(_hero(name, kind) for name, kind in _HEROES.items()),
    *(_stone(name, hp) for name, hp in _STONES.items()),
)


def layout(level: MergeLevel) -> Layout | None:
    """Return the cells of heroes and stones, by type and hit points."""
    found: dict[str, list[Pos]] = {}
    for things, names in ((level.heroes, _HEROES), (level.stones, _STONES)):
        by_number = {number: name for name, number in names.items()}
        for cell, number in things:
            if number not in by_number:
                return None
            found.setdefault(by_number[number], []).append(cell)
    return found


def built(width: int, height: int, layout: Layout, options: Mapping[str, Any]) -> MergeLevel:
    """Return the board with these pieces."""
    heroes, stones = (
        reading_order([(c, number) for name, number in names.items() for c in layout.get(name, ())])
        for names in (_HEROES, _STONES)
    )
    return MergeLevel(width=width, height=height, heroes=heroes, stones=stones, **options)
