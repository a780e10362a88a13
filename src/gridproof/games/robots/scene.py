"""Pictures of robots: what never changes, and a position."""

from __future__ import annotations

from dataclasses import replace

from gridproof.games.robots.formats.forms import GLYPHS
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.scene import EVERYTHING, Scene, Sprite, Window

__all__ = ["backdrop", "scene"]


def backdrop(level: RobotsLevel, window: Window = EVERYTHING) -> Scene:
    """Return the walls, and the target in the colour of its robot, or of all (tint -1)."""
    sprites: tuple[Sprite, ...] = ()
    if level.target is not None:
        if level.target_robot == "any":
            tint, sign, name = -1, "", "target of any robot"
        else:
            tint, sign = level.target_robot, str(level.target_robot)
            name = f"target of robot {sign}"
        sprites = (Sprite("target", "target", *level.target, tint=tint, sign=sign, name=name),)
    return Scene(level.width, level.height, sprites, edges=level.walls, window=window)


def scene(
    level: RobotsLevel, state: State, cursor: int | None = None, window: Window = EVERYTHING
) -> Scene:
    """Return the robots by glyph and number; the cursor lies on the one that the keys move.

    Robots that cannot reach the target for the solution to count are helpers.
    """
    sprites = []
    for (number, _), cell in zip(level.robots, state.cells, strict=True):
        at, label = level.cell_of(cell), f"{GLYPHS[number]}{number}"
        kind = "robot" if level.target_robot in ("any", number) else "helper"
        name = f"robot {number}"
        sign = str(number)
        robot = Sprite(name, kind, *at, label=label, tint=number, sign=sign, name=name)
        sprites.append(robot)
        if number == cursor:
            sprites.append(replace(robot, id="cursor", kind="cursor", name=f"{name}, active"))
    return Scene(level.width, level.height, tuple(sprites), window=window)
