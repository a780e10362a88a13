"""Pictures of a position."""

from __future__ import annotations

from gridproof.games.onebomb.level import BRICK, ROCK, OnebombLevel
from gridproof.games.onebomb.rules import State, may_bomb
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["backdrop", "scene"]


def backdrop(level: OnebombLevel, window: Window = EVERYTHING) -> Scene:
    """Rocks, start and goal."""
    rocks = (
        Sprite(f"rock{cell}", "rock", *cell)
        for cell in window.cells(level.width, level.height)
        if level.at(cell) == ROCK
    )
    start = Sprite("start", "start", *level.start, label="P")
    goal = Sprite("goal", "goal", *level.goal)
    return Scene(level.width, level.height, (*rocks, start, goal), window=window)


def scene(
    level: OnebombLevel, state: State, cursor: Pos | None = None, window: Window = EVERYTHING
) -> Scene:
    """Bricks left, bombs and walker, and the cell of the next bomb as long as one may come."""
    gone = level.cleared(state.bombs)
    sprites = [
        Sprite(f"brick{cell}", "brick", *cell)
        for cell in window.cells(level.width, level.height)
        if level.at(cell) == BRICK and level.number(cell) not in gone
    ]
    if state.walker is not None:
        sprites.append(Sprite("player", "player", *state.walker, label="@"))
    sprites += [Sprite(f"bomb{bomb}", "bomb", *bomb) for bomb in dict.fromkeys(state.bombs)]
    if cursor is not None and may_bomb(level, state):
        sprites.append(Sprite("cursor", "cursor", *cursor, label="[]"))
    return Scene(level.width, level.height, tuple(sprites), window=window)
