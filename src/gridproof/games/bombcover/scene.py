"""Pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import WALL, BombcoverLevel, bits
from gridproof.games.bombcover.play import Walker
from gridproof.games.bombcover.rules import Play, State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["backdrop", "frames", "scene"]


def backdrop(level: BombcoverLevel, window: Window = EVERYTHING) -> Scene:
    """The walls."""
    walls = (
        Sprite(f"wall{x},{y}", "wall", x, y)
        for x, y in window.cells(level.width, level.height)
        if level.cells[y * level.width + x] == WALL
    )
    return Scene(level.width, level.height, tuple(walls), window=window)


def scene(
    level: BombcoverLevel,
    state: State,
    cursor: Walker | None = None,
    window: Window = EVERYTHING,
) -> Scene:
    """Crates left and players; the player who walks stands where the cursor is."""
    places = list(state.players)
    if cursor is not None:
        places[cursor.player] = cursor.cell
    sprites = (*_crates(level, state.crates, window), *_players(places))
    caption = f"crates left: {state.crates.bit_count()}"
    return Scene(level.width, level.height, sprites, caption=caption, window=window)


def frames(
    level: BombcoverLevel, state: State, move: str, window: Window = EVERYTHING
) -> Iterator[Scene]:
    """The position, the walk if there is one, the explosion, and the position after it.

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
    yield replace(walked, sprites=(*walked.sprites, *_explosion(level, state.crates, play, window)))
    yield scene(level, play.after, None, window)


def _crates(level: BombcoverLevel, crates: int, window: Window) -> Iterator[Sprite]:
    columns = window.columns(level.width)
    shown = ((1 << len(columns)) - 1) << columns.start
    for y in window.rows(level.height):
        # A row at a time: to shift all crates for each cell would take quadratic time.
        for x in bits(crates >> y * level.stride & shown):
            yield Sprite(f"crate{x},{y}", "crate", x, y)


def _players(places: list[Pos]) -> Iterator[Sprite]:
    for i, cell in enumerate(places):
        label = "@" if len(places) == 1 else f"@{i + 1}"
        yield Sprite(f"player{i + 1}", "player", *cell, label=label, tint=i)


def _explosion(level: BombcoverLevel, crates: int, play: Play, window: Window) -> Iterator[Sprite]:
    """The bomb, and the cells of its arms up to the crates that stop them."""
    yield Sprite("bomb", "bomb", *play.target)
    for upward, arm in level.arms(level.bit(play.target)):
        for bit in bits(arm) if upward else reversed(bits(arm)):
            cell = level.cell(bit)
            if window.shows(cell):
                yield Sprite(f"blast{cell}", "blast", *cell)
            if crates >> bit & 1 and not level.pierce:
                break
