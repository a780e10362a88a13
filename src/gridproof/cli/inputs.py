"""What the verbs that read boards have in common: their options, and the boards themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cyclopts import Token

from gridproof.cli import messages
from gridproof.errors import GridproofError, InputError, shorten
from gridproof.game import AnyGame, BoardFault, Level
from gridproof.loading import read_text, scan
from gridproof.options import parse_bytes, whole_number
from gridproof.result import Limits, Value
from gridproof.verifying import disproof
from gridproof.visible import label

__all__ = [
    "Board",
    "Boards",
    "contradiction",
    "limits_of",
    "parse_settings",
    "seconds",
    "whole",
]

#: Largest number that an option takes.
_LARGEST = 10**18
_SECONDS = re.compile(r"\+?[0-9]*\.?[0-9]*(e[+-]?[0-9]{1,3})?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Board:
    """One board of a file: its game, its number in the file (from 1), and how lines name it."""

    file: str
    number: int
    game: AnyGame
    level: Level
    name: str

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        origin = self.level.origin
        return f"{self.file}:{origin.line}" if origin else self.file


def whole(type_: Any, tokens: Sequence[Token]) -> int:
    """Converts an option's value to a whole number from 0; for Cyclopts.

    Raises:
        InputError: it is no such number, written in digits.
    """
    token = tokens[0]
    try:
        return whole_number(token.value.removeprefix("+"), 0, _LARGEST)
    except ValueError:
        raise InputError(
            f"`{token.keyword}` takes a whole number from 0 to {_LARGEST}, "
            f"not `{shorten(token.value)}`"
        ) from None


def seconds(type_: Any, tokens: Sequence[Token]) -> float:
    """Converts an option's value to a number of seconds; for Cyclopts.

    Raises:
        InputError: it is no number from 0.
    """
    token = tokens[0]
    try:
        value = float(token.value) if _SECONDS.fullmatch(token.value) else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= _LARGEST:
        raise InputError(f"`{token.keyword}` takes seconds, from 0, not `{shorten(token.value)}`")
    return value


def limits_of(
    time: float | None, nodes: int | None, memory: str | None, max_cost: int | None
) -> Limits:
    """The limits that the options of these names say.

    Raises:
        InputError: one has another form.
    """
    try:
        return Limits(time, nodes, None if memory is None else parse_bytes(memory), max_cost)
    except ValueError as error:
        raise InputError(str(error)) from None


def parse_settings(settings: Sequence[str], keyword: str = "--set") -> Mapping[str, str]:
    """The options of ``--set NAME=VALUE``, or of another keyword.

    Raises:
        InputError: one has another form, or is given twice with different values.
    """
    options: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name:
            raise InputError(f"`{keyword}` takes `option=value`: {shorten(setting)}")
        if options.setdefault(name, value) != value:
            raise InputError(f"`{keyword}` gives `{name}` twice: `{options[name]}` and `{value}`")
    return options


class Boards:
    """The boards of some files, in order. Problems are printed, and the boards after them come.

    Args:
        files: paths, or ``loading.STDIN``.
        game: id of the game, or None to tell it from each file.
        level: take only the board of this number, or if there is none of this title.
        settings: ``NAME=VALUE`` options.

    Attributes:
        problems: files and boards that could not be read or used, as they were met.
    """

    def __init__(
        self,
        files: Sequence[str],
        *,
        game: str | None = None,
        level: str | None = None,
        settings: Sequence[str] = (),
    ) -> None:
        if not files:
            raise InputError(
                "no file is named", hint="name files with boards, or `-` for standard input"
            )
        self.files = files
        self.problems: list[GridproofError | BoardFault] = []
        self._game = game
        self._level = level
        self._options = parse_settings(settings)

    def __iter__(self) -> Iterator[Board]:
        taken = 0
        for file in self.files:
            try:
                for item in self._of(file):
                    taken += 1
                    if isinstance(item, Board):
                        yield item
                    else:
                        self._refuse_board(item)
            except InputError as problem:
                taken += 1
                self.refuse(problem)
        if self._level is not None and not taken:
            self.refuse(InputError(f"no board has the number or title: {self._level}"))

    def refuse(self, problem: GridproofError, board: Board | None = None) -> None:
        """Says what is wrong, with a file or with a board of one, and remembers it."""
        self.problems.append(problem)
        messages.report(problem, None if board is None else board.place)

    def _refuse_board(self, fault: BoardFault) -> None:
        self.problems.append(fault)
        messages.report_fault(fault)

    def _of(self, file: str) -> Iterator[Board | BoardFault]:
        text = read_text(file)
        level = self._level
        if level is not None and level.isascii() and level.isdigit():
            # A number means the board of that number; titles that are numbers come after.
            found = [item for number, item in self._scan(text, file) if str(number) == level]
            if found:
                yield from found
                return
        for _, item in self._scan(text, file):
            if level is None or (isinstance(item, Board) and item.level.title == level):
                yield item

    def _scan(self, text: str, file: str) -> Iterator[tuple[int, Board | BoardFault]]:
        game, items = scan(text, file, game=self._game, options=self._options)
        for number, item in enumerate(items, 1):
            if isinstance(item, BoardFault):
                yield number, item
            else:
                yield number, Board(file, number, game, item, self._name(file, number, item))

    def _name(self, file: str, number: int, level: Level) -> str:
        """The title if it has one, else file and number; with the file where there are several."""
        if level.title is None:
            return label(f"{file}#{number}")
        return label(level.title if len(self.files) == 1 else f"{file}: {level.title}")


def contradiction(
    board: Board, objective: str, cost: Value | None, bound: Value | None, infeasible: bool = False
) -> str | None:
    """What is wrong if the board says another optimum than was found; None if nothing is.

    The header ``optimum: 12`` speaks of the game's first objective.

    Args:
        board: with the header, or without.
        objective: id of the objective of ``cost`` and ``bound``.
        cost: of a solution, or None.
        bound: what is proven, or None.
        infeasible: whether it is proven that there is no solution.
    """
    said = board.level.info.get("optimum")
    found = disproof(board.game, said, objective, cost, bound, infeasible)
    return found and f"CONTRADICTION: the board says `optimum: {said}`, but {found}"
