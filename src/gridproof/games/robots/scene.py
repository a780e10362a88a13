"""Pictures of robots: what never changes, and a position."""

from __future__ import annotations

from gridproof.games.robots.formats import GLYPHS
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["backdrop", "scene"]


def backdrop(level: RobotsLevel, window: Window = EVERYTHING) -> Scene:
    """The walls, and the target in the colour of its robot."""
    sprites: tuple[Sprite, ...] = ()
    if level.target is not None:
        tint = 0 if level.target_robot == "any" else level.target_robot
        sprites = (Sprite("target", "target", *level.target, tint=tint),)
    return Scene(level.width, level.height, sprites, edges=level.walls, window=window)


def scene(
    level: RobotsLevel, state: State, cursor: int | None = None, window: Window = EVERYTHING
) -> Scene:
    """The robots by glyph and number; the cursor lies on the one that the keys move."""
    sprites = []
    for (number, _), cell in zip(level.robots, state.cells, strict=True):
        at, label = level.cell_of(cell), f"{GLYPHS[number]}{number}"
        sprites.append(Sprite(f"robot{number}", "robot", *at, label=label, tint=number))
        if number == cursor:
            sprites.append(Sprite("cursor", "cursor", *at, label=label, tint=number))
    return Scene(level.width, level.height, tuple(sprites), window=window)
