"""Play in a page without a server: what ``rules.mjs`` needs to know of a level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridproof.games.robots.level import SIDES, RobotsLevel
from gridproof.games.robots.play import active
from gridproof.games.robots.rules import initial
from gridproof.games.robots.scene import scene
from gridproof.grid import DIRECTION_KEYS, Direction
from gridproof.scene import Sprite

__all__ = ["data"]


def data(level: RobotsLevel, look: Callable[[Sprite], int]) -> dict[str, Any] | None:
    """Return a level for the rules in JavaScript; None for `ricochet`, which they do not know.

    Args:
        level: a level without faults.
        look: returns the number of a thing's look.
    """
    if level.ricochet or level.target is None:
        return None
    state = initial(level)
    numbers = [number for number, _ in level.robots]
    looks: dict[str, int] = {}
    for number in numbers:
        drawn = scene(level, state, number).sprites
        looks |= {s.id if s.id != "cursor" else f"cursor {number}": look(s) for s in drawn}
    any_robot = level.target_robot == "any"
    return {
        "width": level.width,
        "walls": list(level.closed),
        "cells": list(state.cells),
        "numbers": numbers,
        "active": active(level, state),
        "target": level.target_cell,
        "targetRobot": -1 if any_robot else numbers.index(int(level.target_robot)),
        "keys": {key: Direction(Direction.of_key(key)).name for key in DIRECTION_KEYS},
        "sides": {direction.name: SIDES[direction] for direction in Direction},
        "words": {direction.name: direction.word for direction in Direction},
        "looks": looks,
    }
