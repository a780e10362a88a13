"""The picture of a robots position."""

from __future__ import annotations

from gridproof.games.robots.formats import GLYPHS
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["scene"]


def scene(
    level: RobotsLevel, state: State, active: int | None = None, window: Window = EVERYTHING
) -> Scene:
    """Robots by their glyph and number; ``active`` is the robot that the keys move."""
    sprites = []
    if level.target is not None:
        tint = level.target_robot if isinstance(level.target_robot, int) else 0
        sprites.append(Sprite("target", "target", *level.target, tint=tint))
    for (number, _), cell in zip(level.robots, state.cells, strict=True):
        at = Pos(cell % level.width, cell // level.width)
        label = f"{GLYPHS[number]}{number}"
        sprites.append(Sprite(f"robot{number}", "robot", *at, label=label, tint=number))
        if number == active:
            sprites.append(Sprite("cursor", "cursor", *at, label=label, tint=number))
    return Scene(level.width, level.height, tuple(sprites), edges=level.walls, window=window)
