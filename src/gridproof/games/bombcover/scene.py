"""Pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import WALL, BombcoverLevel
from gridproof.games.bombcover.play import Walker
from gridproof.games.bombcover.rules import MoveEffect, State
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Tiles, Window, blast

__all__ = ["backdrop", "frames", "scene"]


def backdrop(level: BombcoverLevel, window: Window = EVERYTHING) -> Scene:
    """Return the walls."""
    walls = Tiles.of(level.cells, level.width, {WALL: "wall"}, window)
    return Scene(level.width, level.height, (), window=window, tiles=(walls,))


def scene(
    level: BombcoverLevel,
    state: State,
    cursor: Walker | None = None,
    window: Window = EVERYTHING,
) -> Scene:
    """Return the crates left and players.

    The walking one stands at the cursor, which lies on it.
    """
    places = list(state.players)
    if cursor is not None:
        places[cursor.player] = cursor.cell
    caption = f"crates left: {state.crates.bit_count()}"
    if cursor is not None and cursor.aiming:
        caption += ", throw: which way?"
    sprites = list(_players(places))
    if cursor is not None and len(places) > 1:
        walker = sprites[cursor.player]
        active = f"{walker.name}, active"
        sprites.append(replace(walker, id="cursor", kind="cursor", name=active))
    return Scene(
        level.width,
        level.height,
        tuple(sprites),
        caption=caption,
        window=window,
        tiles=(_crates(level, state.crates, window),),
    )


def frames(
    level: BombcoverLevel, state: State, move: str, window: Window = EVERYTHING
) -> Iterator[Scene]:
    """Yield the position, the walk if there is one, the explosion, and the position after it.

    Raises:
        InvalidMove: the text is no bomb.
        IllegalMove: the move is not legal here.
    """
    play = rules.played(level, state, move)
    yield scene(level, state, None, window)
    player = play.bomb.player
    walked = scene(level, state, Walker(player, play.bomb.cell), window)
    if len(play.way) > 1:
        yield replace(walked, paths={f"player{player + 1}": tuple(play.way)})
    yield replace(walked, sprites=(*walked.sprites, *_explosion(level, state.crates, play)))
    yield scene(level, play.after, None, window)


@lru_cache(maxsize=2)
def _crates(level: BombcoverLevel, crates: int, window: Window) -> Tiles:
    digits = f"{crates:0{level.stride * level.height}b}"[::-1]
    rows = window.rows(level.height)
    columns = window.columns(level.width)
    starts = range(rows.start * level.stride, rows.stop * level.stride, level.stride)
    drawn = "".join(digits[i + columns.start : i + columns.stop] for i in starts)
    return Tiles.of(drawn, len(columns) or 1, {"1": "crate"}, EVERYTHING)


def _players(places: list[Pos]) -> Iterator[Sprite]:
    for i, cell in enumerate(places):
        number = "" if len(places) == 1 else str(i + 1)
        name = f"player {number}".rstrip()
        label = f"@{number}"
        yield Sprite(f"player{i + 1}", "player", *cell, label=label, tint=i, sign=number, name=name)


def _explosion(level: BombcoverLevel, crates: int, play: MoveEffect) -> Iterator[Sprite]:
    """Yield the bomb, and its arms up to the crates that stop them."""
    yield Sprite("bomb", "bomb", *play.target)
    lengths = {}
    for direction, (upward, arm) in zip(Direction, level.arms(level.bit(play.target)), strict=True):
        hit = arm & crates
        if hit and not level.pierce:  # the arm ends at the first crate
            arm &= (hit & -hit) * 2 - 1 if upward else ~((1 << hit.bit_length() - 1) - 1)
        lengths[direction] = arm.bit_count()
    yield from blast(play.target, lengths)
