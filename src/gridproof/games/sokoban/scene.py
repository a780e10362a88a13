"""Pictures of a sokoban position."""

from __future__ import annotations

from gridproof.games.sokoban.level import GOAL, WALL, SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["backdrop", "scene"]


def backdrop(level: SokobanLevel, window: Window = EVERYTHING) -> Scene:
    """Walls, goals, what is outside, and the boxes there."""
    sprites = []
    for cell in window.cells(level.width, level.height):
        number = level.number(cell)
        kind = level.cells[number]
        if kind == WALL:
            sprites.append(Sprite(f"wall{cell}", "wall", *cell))
        elif kind == GOAL:
            sprites.append(Sprite(f"goal{cell}", "goal", *cell))
        elif number not in level.reach:
            sprites.append(Sprite(f"outside{cell}", "outside", *cell))
    for cell in level.boxes:
        if level.number(cell) not in level.reach:
            sprites.append(Sprite(f"decoration{cell}", "box", *cell, label="*"))
    return Scene(level.width, level.height, tuple(sprites), window=window)


def scene(
    level: SokobanLevel, state: State, cursor: None = None, window: Window = EVERYTHING
) -> Scene:
    """Boxes and player; the letters are those of the board's text."""
    sprites = []
    for i, box in enumerate(state.boxes):
        label = "*" if box in level.goals else "$"
        sprites.append(Sprite(f"box{i + 1}", "box", *level.cell(box), label=label))
    label = "+" if state.player in level.goals else "@"
    sprites.append(Sprite("player", "player", *level.cell(state.player), label=label))
    left = sum(box not in level.goals for box in state.boxes)
    caption = f"boxes left: {left}"
    return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)
