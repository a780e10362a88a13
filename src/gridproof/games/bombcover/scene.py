"""Pictures of a bombcover position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import WALL, BombcoverLevel, bits
from gridproof.games.bombcover.rules import State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["Walker", "frames", "scene"]


class Walker(NamedTuple):
    """The cursor: which player walks, where he is now, and whether he aims a throw."""

    player: int
    cell: Pos
    aiming: bool = False


def scene(
    level: BombcoverLevel,
    state: State,
    walker: Walker | None = None,
    window: Window = EVERYTHING,
) -> Scene:
    """Walls, crates left and players; the walking player stands where the cursor is."""
    sprites = []
    for y in window.rows(level.height):
        # A row at a time: to shift all crates for each cell would take quadratic time.
        crates = state.crates >> y * level.stride & ((1 << level.width) - 1)
        for x in window.columns(level.width):
            if level.cells[y * level.width + x] == WALL:
                sprites.append(Sprite(f"wall{x},{y}", "wall", x, y))
            elif crates >> x & 1:
                sprites.append(Sprite(f"crate{x},{y}", "crate", x, y))
    for i, cell in enumerate(state.players):
        at = walker.cell if walker and walker.player == i else cell
        label = "@" if len(state.players) == 1 else f"@{i + 1}"
        sprites.append(Sprite(f"player{i + 1}", "player", *at, label=label, tint=i))
    caption = f"crates left: {state.crates.bit_count()}"
    return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)


def frames(level: BombcoverLevel, state: State, move: str, after: State) -> Iterator[Scene]:
    """The walk cell by cell, the explosion, and the position after it."""
    bomb = rules.parse_move(move)
    path = rules.walk(level, state, state.players[bomb.player], bomb.cell) or []
    for cell in path:
        yield scene(level, state, Walker(bomb.player, cell))
    target = bomb.cell
    if bomb.thrown is not None:
        target = rules.landing(level, state.crates, bomb.cell, bomb.thrown) or target
    before = scene(level, state, Walker(bomb.player, bomb.cell))
    blast = [Sprite("bomb", "bomb", *target)]
    for upward, arm in level.arms(level.bit(target)):
        met = arm & state.crates
        for bit in bits(arm) if upward else reversed(bits(arm)):
            x, y = level.cell(bit)
            blast.append(Sprite(f"blast{x},{y}", "blast", x, y))
            if met >> bit & 1 and not level.pierce:
                break
    yield Scene(level.width, level.height, (*before.sprites, *blast), caption=before.caption)
    yield scene(level, after)
