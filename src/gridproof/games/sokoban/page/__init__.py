"""Play in a page without a server: what ``rules.mjs`` needs to know of a level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridproof.games.sokoban.level import GOAL, WALL, SokobanLevel
from gridproof.games.sokoban.rules import State, initial
from gridproof.games.sokoban.scene import scene
from gridproof.grid import DIRECTION_KEYS, Direction
from gridproof.scene import Sprite

__all__ = ["data"]


def data(level: SokobanLevel, look: Callable[[Sprite], int]) -> dict[str, Any]:
    """Return a level for the rules in JavaScript.

    Args:
        level: a level without faults.
        look: returns the number of a thing's look.
    """
    state = initial(level)
    floor = next(cell for cell in level.reach if cell not in level.goals)
    goal = next(iter(level.goals))
    looks = []
    for cell in (floor, goal):
        first, *_, player = scene(level, State(cell, (cell, *state.boxes[1:]))).sprites
        looks.append([look(first), look(player)])
    return {
        "width": level.width,
        "height": level.height,
        "cells": "".join(
            WALL if number not in level.reach else GOAL if number in level.goals else " "
            for number in range(len(level.cells))
        ),
        "boxes": list(state.boxes),
        "player": state.player,
        "keys": {key: Direction(Direction.of_key(key)).name for key in DIRECTION_KEYS},
        "looks": looks,
        "words": {direction.name: direction.word for direction in Direction},
    }
