"""The actions of a play-through, read strictly from a page's request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gridproof.grid import Pos
from gridproof.strict_json import Field

__all__ = [
    "Action", "Follow", "Point", "Press", "Preview", "Redo", "Restart", "Undo", "Warn",
    "count_followed", "read_action",
]  # fmt: skip


@dataclass(frozen=True)
class Press:
    """A key is pressed."""

    key: str


@dataclass(frozen=True)
class Point:
    """A cell is clicked or tapped."""

    cell: Pos


@dataclass(frozen=True)
class Undo:
    """The last move is taken back."""


@dataclass(frozen=True)
class Redo:
    """The move that was taken back last is made again."""


@dataclass(frozen=True)
class Restart:
    """All moves are taken back."""


@dataclass(frozen=True)
class Warn:
    """Dead positions are reported from now on, or not."""

    on: bool


@dataclass(frozen=True)
class Preview:
    """The first move of a solution is shown for a moment.

    Attributes:
        here: True for the solution of a position, False for that of the board.
    """

    here: bool


@dataclass(frozen=True)
class Follow:
    """The position is changed to one on a solution.

    Attributes:
        here: True for the solutions of a position, False for those of the board.
        which: number of the solution, from 0.
        count: moves of the solution that are made.
    """

    here: bool
    which: int
    count: int


Action: TypeAlias = Press | Point | Undo | Redo | Restart | Warn | Preview | Follow


def read_action(field: Field) -> Action:
    """Read an action.

    It is ``["press", key]``, ``["point", [x, y]]``, ``["undo"]``, ``["redo"]``, ``["restart"]``,
    ``["warn", on]``, ``["show", here]`` or ``["follow", here, which, count]``.

    Raises:
        InputError: it is none of these.
    """
    parts = field.entries()
    match parts[0].text() if parts else "", len(parts):
        case "press", 2:
            return Press(parts[1].text())
        case "point", 2:
            return Point(parts[1].cell())
        case "undo", 1:
            return Undo()
        case "redo", 1:
            return Redo()
        case "restart", 1:
            return Restart()
        case "warn", 2:
            return Warn(parts[1].flag())
        case "show", 2:
            return Preview(parts[1].flag())
        case "follow", 4:
            return Follow(parts[1].flag(), parts[2].whole(0), parts[3].whole(0))
        case _:
            return field.fault("is nothing that can be done")


def count_followed(fields: Iterable[Field]) -> tuple[int, list[bool]]:
    """Return the number of moves that unread actions may make by following solutions.

    A fault in an action is reported when its turn comes, so it counts nothing here.

    Returns:
        The number, and for each such action whether the solution is that of a position.
    """
    moves, here = 0, []
    for field in fields:
        match field.value:
            case ["follow", bool(of_position), _, int(count)]:
                moves += max(count, 0)
                here.append(of_position)
    return moves, here
