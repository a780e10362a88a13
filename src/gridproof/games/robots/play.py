"""The meaning of keys and pointing. The cursor is the number of the active robot, which moves."""

from __future__ import annotations

import string
from typing import Final

from gridproof.game import Keys
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.grid import DIRECTION_KEYS, Direction, Pos

__all__ = ["KEYS", "QUIT_KEYS", "active", "interpret", "point"]

KEYS: Final = (
    Keys(DIRECTION_KEYS, "slide the active robot"),
    Keys(("tab",), "take the next robot"),
    Keys(tuple(string.digits), "take the robot of this number"),
)
#: As in the Robot Reboot assignment.
QUIT_KEYS: Final = ("space",)


def active(level: RobotsLevel, state: State, cursor: int | None = None) -> int:
    """Return the active robot's number: the first one's, if the cursor names none of the board."""
    return cursor if cursor in level.index else next(iter(level.index))


def interpret(level: RobotsLevel, state: State, cursor: int | None, key: str) -> str | int | None:
    """Move the active robot at directions; choose another at Tab and the robots' numbers."""
    number = active(level, state, cursor)
    if key == "tab":
        numbers = list(level.index)
        return numbers[(numbers.index(number) + 1) % len(numbers)]
    if key.isdecimal() and int(key) in level.index:
        return int(key)
    direction = Direction.of_key(key)
    return None if direction is None else f"{number}{direction.name}"


def point(level: RobotsLevel, state: State, cursor: int | None, cell: Pos) -> str | int | None:
    """Choose a robot; a cell in line with the active robot moves it that way."""
    target = level.number_of(cell)
    for number, robot in level.index.items():
        if state.cells[robot] == target:
            return number
    chosen = active(level, state, cursor)
    robot = level.index[chosen]
    start = level.cell_of(state.cells[robot])
    dx, dy = cell.x - start.x, cell.y - start.y
    if dx and dy:
        return None
    direction = Direction.towards(dx, dy)
    return f"{chosen}{direction.name}"
