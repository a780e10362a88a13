"""What keys and pointing mean. The cursor is the number of the active robot: the one that moves."""

from __future__ import annotations

from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.grid import Direction, Pos

__all__ = ["interpret", "point"]


def interpret(level: RobotsLevel, state: State, cursor: int | None, key: str) -> str | int | None:
    """Directions move the active robot; Tab and the robots' numbers choose another."""
    active = _active(level, cursor)
    if key == "tab":
        numbers = list(level.index)
        return numbers[(numbers.index(active) + 1) % len(numbers)]
    if key.isdecimal() and int(key) in level.index:
        return int(key)
    direction = Direction.of_key(key)
    return None if direction is None else f"{active}{direction.name}"


def point(level: RobotsLevel, state: State, cursor: int | None, cell: Pos) -> str | int | None:
    """A robot is chosen; a cell in line with the active robot moves it that way."""
    target = level.number_of(cell)
    for number, robot in level.index.items():
        if state.cells[robot] == target:
            return number
    active = _active(level, cursor)
    robot = level.index[active]
    start = level.cell_of(state.cells[robot])
    dx, dy = cell.x - start.x, cell.y - start.y
    if dx and dy:
        return None
    direction = Direction(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))
    return f"{active}{direction.name}"


def _active(level: RobotsLevel, cursor: int | None) -> int:
    """The active robot's number: the first one's, if the cursor names none of the board."""
    return cursor if cursor in level.index else next(iter(level.index))
