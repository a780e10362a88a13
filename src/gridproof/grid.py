"""Positions, directions and the few helpers that every board needs.

``x`` runs to the right, ``y`` down, both from 0. Texts for people count rows and columns from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from gridproof.errors import InvalidMove

__all__ = [
    "DIRECTION_KEYS",
    "Direction",
    "Pos",
    "connected",
    "in_reading_order",
    "junction",
    "mirrored_cells",
    "turned_cells",
]


class Direction(Enum):
    """One of the four directions; the name is the letter used in moves.

    Attributes:
        letter: the name.
        dx: cells to the right (-1, 0 or 1).
        dy: cells down (-1, 0 or 1).
    """

    U = (0, -1)
    D = (0, 1)
    L = (-1, 0)
    R = (1, 0)

    letter: str
    dx: int
    dy: int

    __hash__ = object.__hash__  # that of enumerations is a function in Python

    @classmethod
    def towards(cls, dx: int, dy: int) -> Direction:
        """Return the direction of a way along one axis, of any length but 0."""
        return _STEPS[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]

    @classmethod
    def of_step(cls, start: Pos, end: Pos) -> Direction | None:
        """Return the direction of a step from one cell to another; None if they do not touch."""
        return _STEPS.get((end.x - start.x, end.y - start.y))

    @property
    def word(self) -> str:
        """The direction for people: "up", "down", "left" or "right"."""
        return _WORDS[self.name]

    @classmethod
    def of_key(cls, key: str) -> Direction | None:
        """Return the direction of an arrow key, or of WASD or ZQSD; None for any other key."""
        return _KEYS.get(key.lower())


# Plain attributes: `value` and `name` go through a descriptor in Python, which games would pay for
# at each step of each move.
for _direction in Direction:
    _direction.letter = _direction.name
    _direction.dx, _direction.dy = _direction.value

_STEPS = {(way.dx, way.dy): way for way in Direction}
_WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}
_KEYS = {
    **{word: Direction[letter] for letter, word in _WORDS.items()},
    **dict.fromkeys("wz", Direction.U),
    **dict.fromkeys("aq", Direction.L),
    "s": Direction.D,
    "d": Direction.R,
}
#: All keys that mean a direction.
DIRECTION_KEYS: Final = tuple(_KEYS)


#: A cell `x,y` of numbers that are at most one digit longer than those of any board.
_CELL = re.compile(r"(-?[0-9]{1,10}),(-?[0-9]{1,10})")


class Pos(NamedTuple):
    """A cell: column ``x``, row ``y``, from 0."""

    x: int
    y: int

    def step(self, direction: Direction, cells: int = 1) -> Pos:
        """Return the cell that lies ``cells`` further in ``direction`` (on the board or not)."""
        return Pos(self.x + cells * direction.dx, self.y + cells * direction.dy)

    def within(self, width: int, height: int) -> bool:
        """Return True if this cell lies on a board of ``width`` × ``height``."""
        return 0 <= self.x < width and 0 <= self.y < height

    def turned(self, height: int) -> Pos:
        """Return this cell's place after a board of ``height`` rows is turned clockwise by 90°."""
        return Pos(height - 1 - self.y, self.x)

    def mirrored(self, width: int) -> Pos:
        """Return this cell's place after a board of ``width`` columns is mirrored left to right."""
        return Pos(width - 1 - self.x, self.y)

    @property
    def for_people(self) -> str:
        """The cell as messages name it: row and column, from 1."""
        return f"row {self.y + 1}, column {self.x + 1}"

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    @classmethod
    def parse(cls, text: str, move: str | None = None) -> Pos:
        """Return the cell that a text ``x,y`` names; the text is a part of ``move``.

        Raises:
            InvalidMove: ``text`` is not two integers with a comma between them.
        """
        match = _CELL.fullmatch(text)
        if match is None:
            shown = text if len(text) <= 20 else f"{text[:20]}..."
            raise InvalidMove(move or text, f"`{shown}` is not a cell; a cell is written `x,y`")
        return cls(int(match[1]), int(match[2]))


_JUNCTIONS = {
    (True, True, False, False): "┃",
    (False, False, True, True): "━",
    (False, True, False, True): "┏",
    (False, True, True, False): "┓",
    (True, False, False, True): "┗",
    (True, False, True, False): "┛",
    (True, True, False, True): "┣",
    (True, True, True, False): "┫",
    (False, True, True, True): "┳",
    (True, False, True, True): "┻",
    (True, True, True, True): "╋",
}


def connected(starts: Iterable[Pos], is_open: Callable[[Pos, Direction], bool]) -> set[Pos]:
    """Return the cells that steps lead to, the first ones too.

    Args:
        starts: the first cells.
        is_open: True if a step from a cell in a direction can be made.
    """
    found = set(starts)
    waiting = list(found)
    while waiting:
        cell = waiting.pop()
        for way in Direction:
            beside = cell.step(way)
            if beside not in found and is_open(cell, way):
                found.add(beside)
                waiting.append(beside)
    return found


def junction(up: bool, down: bool, left: bool, right: bool) -> str:
    """Return the heavy box glyph that joins these wall arms; a space for one arm or none."""
    return _JUNCTIONS.get((up, down, left, right), " ")


def in_reading_order(cells: Iterable[Pos]) -> tuple[Pos, ...]:
    """Return cells as a file has them: row by row, from left to right."""
    return tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))


Cells = TypeVar("Cells", str, bytes)


def turned_cells(cells: Cells, width: int) -> Cells:
    """Return a board's cells, row by row, after it is turned clockwise by 90°."""
    return cells[:0].join(cells[x::width][::-1] for x in range(width))


def mirrored_cells(cells: Cells, width: int) -> Cells:
    """Return a board's cells, row by row, after it is mirrored left to right."""
    return cells[:0].join(cells[i : i + width][::-1] for i in range(0, len(cells), width))
