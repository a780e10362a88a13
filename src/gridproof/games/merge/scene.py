"""Pictures of a position."""

from __future__ import annotations

import string
from typing import Final

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.play import Chosen
from gridproof.games.merge.rules import State
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["scene"]

#: Stones with more hit points than this look alike: a cell is two columns wide.
_MOST_SHOWN: Final = 99


def scene(
    level: MergeLevel, state: State, cursor: Chosen | None = None, window: Window = EVERYTHING
) -> Scene:
    """Heroes, stones and the cursor. All of them can change, so there is no backdrop."""
    sprites = []
    for i, (cell, kind) in enumerate(level.heroes):
        if state.heroes[i] and window.shows(cell):
            label = _hero_label(kind, state.heroes[i])
            sprites.append(Sprite(f"hero{i}", "hero", *cell, label=label, tint=kind))
    for i, (cell, _) in enumerate(level.stones):
        if (hp := state.stones[i]) and window.shows(cell):
            sprites.append(Sprite(f"stone{i}", "stone", *cell, label=_stone_label(hp)))
    if cursor is not None:
        sprites.append(Sprite("cursor", "cursor", *cursor.cell, label="[]"))
    caption = f"stones left: {sum(map(bool, state.stones))} of {len(level.stones)}"
    if level.target is not None:
        caption += f", wanted: {level.target}"
    if level.max_level is not None:
        caption += f", highest level: {level.max_level}"
    if (most := max(state.stones, default=0)) > _MOST_SHOWN:
        caption += f"; ++ is more than {_MOST_SHOWN} hit points, up to {most}"
    return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)


def _hero_label(kind: int, level: int) -> str:
    """Type and level in two columns: ``a1``; ``A1`` for type 27; ``?1`` and ``a+`` beyond."""
    letter = string.ascii_letters[kind - 1] if kind <= len(string.ascii_letters) else "?"
    return f"{letter}{level if level < 10 else '+'}"


def _stone_label(hp: int) -> str:
    """Hit points in two columns."""
    if hp > _MOST_SHOWN:
        return "++"
    return str(hp) if hp > 9 else f"▪{hp}"
