"""Pictures of a sokoban position."""

from __future__ import annotations

from gridproof.games.sokoban.level import GOAL, WALL, SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.scene import EVERYTHING, Scene, Sprite, Tiles, Window

__all__ = ["backdrop", "scene"]

_OUTSIDE = "_"
_KINDS = {WALL: "wall", GOAL: "goal", _OUTSIDE: "outside"}


def backdrop(level: SokobanLevel, window: Window = EVERYTHING) -> Scene:
    """Return walls, goals, the outside, and the boxes there."""
    cells = "".join(
        kind if kind in _KINDS or number in level.reach else _OUTSIDE
        for number, kind in enumerate(level.cells)
    )
    decoration = (
        Sprite(f"decoration{cell}", "stored", *cell, label="*", name="box on a goal, out of reach")
        for cell in level.boxes
        if level.number(cell) not in level.reach
    )
    tiles = Tiles.of(cells, level.width, _KINDS, window)
    return Scene(level.width, level.height, tuple(decoration), window=window, tiles=(tiles,))


def scene(
    level: SokobanLevel, state: State, cursor: None = None, window: Window = EVERYTHING
) -> Scene:
    """Return boxes and player; the letters are those of the board's text."""
    sprites = []
    for i, box in enumerate(state.boxes):
        stored = box in level.goals
        kind, label, name = ("stored", "*", "box on a goal") if stored else ("box", "$", "box")
        sprites.append(Sprite(f"box{i + 1}", kind, *level.cell(box), label=label, name=name))
    label = "+" if state.player in level.goals else "@"
    sprites.append(Sprite("player", "player", *level.cell(state.player), label=label))
    left = sum(box not in level.goals for box in state.boxes)
    caption = f"boxes left: {left}"
    return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)
