"""Pictures of an onebomb position."""

from __future__ import annotations

from gridproof.games.onebomb.level import BRICK, ROCK, OnebombLevel
from gridproof.games.onebomb.rules import State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["scene"]


def scene(
    level: OnebombLevel, state: State, aim: Pos | None = None, window: Window = EVERYTHING
) -> Scene:
    """Rocks, bricks left, start, goal, bombs and walker; ``aim`` is the cell of the next bomb."""
    gone = level.cleared(state.bombs)
    sprites = []
    for x, y in window.cells(level.width, level.height):
        number = y * level.width + x
        char = level.cells[number]
        if char == ROCK:
            sprites.append(Sprite(f"rock{x},{y}", "rock", x, y))
        elif char == BRICK and number not in gone:
            sprites.append(Sprite(f"brick{x},{y}", "brick", x, y))
    sprites.append(Sprite("start", "start", *level.start, label="P"))
    sprites.append(Sprite("goal", "goal", *level.goal))
    if state.walker is not None:
        sprites.append(Sprite("player", "player", *state.walker, label="@"))
    for i, bomb in enumerate(state.bombs):
        if bomb not in state.bombs[:i]:
            sprites.append(Sprite(f"bomb{i + 1}", "bomb", *bomb))
    if aim is not None:
        sprites.append(Sprite("cursor", "cursor", *aim, label="[]"))
    return Scene(level.width, level.height, tuple(sprites), window=window)
