"""Levels and what describes them: objectives, outcomes, faults, origins."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, ClassVar, Final, Self

from gridproof.errors import BadBoard, shorten
from gridproof.grid import Pos
from gridproof.lazy import load
from gridproof.result import Sense
from gridproof.visible import visible

__all__ = [
    "METADATA",
    "_MAX_FAULTS",
    "_MAX_IN_LINE",
    "BoardFault",
    "Fault",
    "Level",
    "Objective",
    "Origin",
    "Outcome",
]


#: Faults of one board that a message names.
_MAX_FAULTS = 20
#: The same in an exception, on one line.
_MAX_IN_LINE = 8

#: Header names that every board may carry, with their meaning. They do not change the game and are
#: not in the digest.
METADATA: Final[Mapping[str, str]] = {
    "title": "the name of the board",
    "author": "the person or program that made it",
    "copyright": "the holder of its copyright",
    "source": "the collection, book or site that it is taken from",
    "k": "of a reduction's board: a solution this good stands for a witness of the instance",
    "seed": "of a generated board: the seed that it was drawn with",
    "generator": "of a generated board: the id, or the command, that makes it again",
    "optimum": "the best value in the game's first objective, as its author claims it",
    "difficulty": "how hard the board is for people, from 1 to 5",
}


class Outcome(Enum):
    """The standing of a position under an objective."""

    IN_PLAY = "in play"
    SOLVED = "solved"
    LOST = "lost"  #: certainly no solution can follow


@dataclass(frozen=True)
class Objective:
    """The quantity that a solver optimises.

    Attributes:
        id: the name on the command line.
        metrics: what is counted; more than one is compared lexicographically, first one first.
        sense: "min" or "max", for all metrics.
        summary: one line for people.
        relaxation: id of an objective that asks for less, or None. The plays that complete a board
            are the same, its metrics are the first ones of this objective, and so is its sense. Its
            solutions are solutions here, and its bounds hold for those metrics.
    """

    id: str
    metrics: tuple[str, ...]
    sense: Sense = "min"
    summary: str = ""
    relaxation: str | None = None


@dataclass(frozen=True)
class Origin:
    """The place of a board's first cell in its file, from which faults get line and column.

    Attributes:
        source: name of the file.
        line: line of the cell (0, 0), from 1.
        column: column of the cell (0, 0), from 1; None if the cells are not laid out in the file
            (JSON): faults then name the line only.
        pitch: lines, and columns, from one cell to the next.
        notes: what the reader left out of the file or took in another way, for people.
    """

    source: str
    line: int
    column: int | None = 1
    pitch: int = 1
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a level.

    Attributes:
        message: what is wrong, and what would be right.
        cell: its place on the board, if it has a single one.
    """

    message: str
    cell: Pos | None = None


@dataclass(frozen=True)
class BoardFault:
    """A board that could not be read; the boards after it are read all the same.

    Attributes:
        source: name of the file.
        line: from 1.
        column: from 1, or None if the fault is not at one place.
        message: what is wrong, and what would be right.
        hint: what to do next, or None.
        more: further faults of the same board: (line, column, message).
    """

    source: str
    line: int
    column: int | None
    message: str
    hint: str | None = None
    more: tuple[tuple[int, int | None, str], ...] = ()

    def __str__(self) -> str:
        places = [(self.line, self.column, self.message), *self.more]
        lines: list[str] = []
        for line, column, message in places:
            place = f"{self.source}:{line}" + (f":{column}" if column is not None else "")
            lines.append(visible(f"{place}: {message}"))
        if len(lines) > _MAX_FAULTS:
            left = len(lines) - _MAX_FAULTS
            lines[_MAX_FAULTS:] = [f"{self.source}: and {left} more faults of this board"]
        return "\n".join(lines)

    def as_error(self) -> BadBoard:
        """Return the fault as an exception, whose message is one line of a few faults."""
        said = str(replace(self, more=self.more[: _MAX_IN_LINE - 1])).split("\n")
        if left := len(self.more) + 1 - len(said):
            said.append(f"and {left} more faults of this board")
        return BadBoard("; ".join(said), hint=self.hint)


@dataclass(frozen=True, kw_only=True)
class Level:
    """The data of every board; a game's own level adds its static data and its options.

    Attributes:
        width: columns.
        height: rows.
        info: metadata, by the names in :data:`METADATA`; no effect on the game.
        origin: its place in the file.
    """

    game: ClassVar[str]
    width: int
    height: int
    info: Mapping[str, str] = field(default_factory=dict, hash=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Level.__repr__  # type: ignore[method-assign]  # data classes keep it

    def __str__(self) -> str:
        """Return the board as plain text; of a large one the upper left part."""
        drawing: str = load("gridproof.registry:plain_drawing")(self)
        return drawing

    def __repr__(self) -> str:
        title = "" if self.title is None else f" {shorten(self.title, 40)!r}"
        return f"<{type(self).__name__}{title} of {self.width} × {self.height} cells>"

    @property
    def title(self) -> str | None:
        """The board's title as it is shown, if it has one: hidden characters are escaped."""
        title = self.info.get("title")
        return None if title is None else visible(title)

    def with_info(self, **info: str) -> Self:
        """Return the same board with this metadata and no other."""
        return self.with_words(info, self.origin)

    def with_words(self, info: Mapping[str, str], origin: Origin | None) -> Self:
        """Return the same board with these metadata and this place, and all that is known of it."""
        copied = copy(self)  # with its cached properties, to which neither matters
        object.__setattr__(copied, "info", info)
        object.__setattr__(copied, "origin", origin)
        return copied

    def _repr_svg_(self) -> str | None:
        picture: str | None = load("gridproof.render.notebook:of_level")(self)
        return picture

    def _repr_html_(self) -> str | None:
        shown: str | None = load("gridproof.render.notebook:themed")(self)
        return shown
