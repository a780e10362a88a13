"""Pictures of a position."""

from __future__ import annotations

import functools
import string
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.play import Chosen
from gridproof.games.merge.rules import State, apply, hero_on, parse_move
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["frames", "scene"]

#: Stones with more hit points than this look alike: a cell is two columns wide.
_MAX_SHOWN: Final = 99
#: Things that are kept for the next picture.
_MAX_KEPT: Final = 1 << 14


def scene(
    level: MergeLevel, state: State, cursor: Chosen | None = None, window: Window = EVERYTHING
) -> Scene:
    """Return heroes, stones and the cursor. All of them can change, so there is no backdrop."""
    sprites = []
    for i, ((cell, kind), rank) in enumerate(zip(level.heroes, state.heroes, strict=True)):
        if rank and window.shows(cell):
            sprites.append(_hero(i, cell, kind, rank))
    for i, ((cell, full), hp) in enumerate(zip(level.stones, state.stones, strict=True)):
        if hp and window.shows(cell):
            sprites.append(_stone(i, cell, full, hp))
    if cursor is not None:
        sprites.append(Sprite("cursor", "cursor", *cursor.cell, label="[]"))
        if cursor.picked is not None and cursor.picked != cursor.cell:
            sprites.append(Sprite("picked", "cursor", *cursor.picked, label="><", name="picked"))
    caption = f"stones left: {sum(map(bool, state.stones))} of {len(level.stones)}"
    if level.target is not None:
        caption += f", wanted: {level.target}"
    if level.max_level is not None:
        caption += f", highest level: {level.max_level}"
    if (most := max(state.stones, default=0)) > _MAX_SHOWN:
        caption += f"; ++ is more than {_MAX_SHOWN} hit points, up to {most}"
    return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)


def frames(
    level: MergeLevel, state: State, move: str, window: Window = EVERYTHING
) -> Iterator[Scene]:
    """Yield the position, the hero that vanishes on the other one's cell, and the position after.

    Raises:
        InvalidMove: the text is no merge.
        IllegalMove: the two cannot merge.
    """
    after, _ = apply(level, state, move)
    before = scene(level, state, None, window)
    yield before
    a, b = parse_move(move)
    moving = f"hero{hero_on(level, state, a)}"
    yield replace(
        before,
        sprites=tuple(
            replace(sprite, x=b.x, y=b.y) if sprite.id == moving else sprite
            for sprite in before.sprites
        ),
    )
    yield scene(level, after, None, window)


# Most things look as they did a move before: animations compare objects that are the same at once.


@functools.lru_cache(_MAX_KEPT)
def _hero(number: int, cell: Pos, kind: int, level: int) -> Sprite:
    """Return a hero: type and level in two columns: ``a1``; ``A1`` for type 27.

    ``?1``, ``a+`` beyond.
    """
    letter = string.ascii_letters[kind - 1] if kind <= len(string.ascii_letters) else "?"
    label = f"{letter}{level if level < 10 else '+'}"
    name = f"hero {letter} of level {level}"
    return Sprite(f"hero{number}", "hero", *cell, label, kind, sign=letter, name=name, level=level)


@functools.lru_cache(_MAX_KEPT)
def _stone(number: int, cell: Pos, full: int, hp: int) -> Sprite:
    return Sprite(
        f"stone{number}",
        "stone",
        *cell,
        label=_stone_label(hp),
        sign=str(hp),
        name=f"stone of {hp} hit point{'s' * (hp != 1)}",
        wear=1 - hp / full,
    )


def _stone_label(hp: int) -> str:
    """Return hit points in two columns."""
    if hp > _MAX_SHOWN:
        return "++"
    return str(hp) if hp > 9 else f"▪{hp}"
