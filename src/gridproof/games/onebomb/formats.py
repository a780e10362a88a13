"""Text forms of onebomb: the olympiad's, and JSON lines.

The olympiad's letters: ``P`` start and ``K`` goal on the board; ``G D L P`` (góra, dół, lewo,
prawo) for up, down, left, right in a path. Bombs are written ``row column``, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import filterfalse
from typing import Any, Final

from gridproof.errors import InvalidMove, ParseError, shorten
from gridproof.files.boards import (
    Block,
    block_rows,
    json_rows,
    json_writer,
    lines_of,
    read_boards,
    text_writer,
)
from gridproof.game import AnyGame
from gridproof.games.onebomb.forms import NO_SOLUTION, ROWS
from gridproof.games.onebomb.level import MAX_SIDE, OnebombLevel
from gridproof.games.onebomb.recognise import MAX_DIGITS, size_of
from gridproof.grid import Pos
from gridproof.level import BoardFault, Origin
from gridproof.specs import FileFormat
from gridproof.strict_json import Field

__all__ = [
    "FILE_FORMATS",
    "read",
    "read_solution",
    "write_rows",
    "write_solution",
]

_TO_POLISH: Final = {"U": "G", "D": "D", "L": "L", "R": "P"}
_FROM_POLISH: Final = {polish: move for move, polish in _TO_POLISH.items()}


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[OnebombLevel]:
    """Yield the boards of a text block: each is a size line and its rows."""
    if not block.rows:
        raise ParseError("there is no board below these header lines", block.line)
    at = 0
    while at < len(block.rows):
        line = block.line + at
        size = size_of(block.rows[at])
        if size is None:
            raise ParseError(
                f"`{shorten(block.rows[at])}` is not a size",
                line,
                1,
                "a board starts with a line `n`, or `n m` for n rows of m cells",
            )
        if max(size) > MAX_SIDE:
            message = f"boards of onebomb may have at most {MAX_SIDE} × {MAX_SIDE} cells"
            raise ParseError(message, line, 1)
        rows = block.rows[at + 1 : at + 1 + size[0]]
        if len(rows) < size[0]:
            count = f"{len(rows)} row{'s' * (len(rows) != 1)}"
            raise ParseError(f"the board has {count}, its size says {size[0]}", line, 1)
        if not rows:
            raise ParseError("a board has at least one row", line, 1)
        cells = block_rows(Block(line + 1, rows), ROWS.cells, OnebombLevel.game)
        if len(cells[0]) != size[1]:
            message = f"the rows have {len(cells[0])} cells, the size says {size[1]}"
            raise ParseError(message, line + 1, min(len(cells[0]), size[1]) + 1)
        try:
            yield _from_rows(cells, options, Origin("", line + 1))
        except ValueError as error:
            raise ParseError(str(error), line) from None
        at += 1 + size[0]


def _from_rows(
    rows: list[str], options: Mapping[str, Any], origin: Origin | None = None
) -> OnebombLevel:
    width = len(rows[0])
    text = "".join(rows).encode()
    ends = []
    for name, char in (("start `P`", b"P"), ("goal `K`", b"K")):
        if text.count(char) != 1:
            raise ValueError(f"the board must have one {name}, it has {text.count(char)}")
        ends.append(Pos(text.index(char) % width, text.index(char) // width))
    return OnebombLevel(
        width=width,
        height=len(rows),
        cells=text.translate(bytes.maketrans(b"PK", b"..")),
        start=ends[0],
        goal=ends[1],
        origin=origin,
        **options,
    )


def parse_json(board: Field, options: Mapping[str, Any]) -> OnebombLevel:
    """Return the board of a JSON object with ``rows``."""
    rows = json_rows(board, ROWS.cells, OnebombLevel.game)
    try:
        return _from_rows(rows, options)
    except ValueError as error:
        board["rows"].fault(f"is not a board: {error}")


def write_text(level: OnebombLevel) -> list[str]:
    """Return the size line, ``n`` or ``n m`` for rectangles, and the rows."""
    square = level.width == level.height
    return [str(level.height) if square else f"{level.height} {level.width}", *write_rows(level)]


def write_rows(level: OnebombLevel) -> list[str]:
    """Return the rows of the board, without its size."""
    cells = bytearray(level.cells)
    cells[level.number(level.start)] = ord("P")
    cells[level.number(level.goal)] = ord("K")
    text = cells.decode()
    return [text[i : i + level.width] for i in range(0, len(text), level.width)]


def json_record(level: OnebombLevel) -> dict[str, Any]:
    """Return the fields of a board in JSON."""
    return {"rows": write_rows(level)}


def write_solution(level: OnebombLevel, moves: Sequence[str]) -> str:
    """Return bombs and path as the olympiad prints them (without the length)."""
    lines = []
    for move in filterfalse(_TO_POLISH.__contains__, moves):
        cell = Pos.parse(move.removeprefix("bomb "), move)
        lines.append(f"{cell.y + 1} {cell.x + 1}")
    steps = "".join(filter(_TO_POLISH.__contains__, moves))
    letters = str.maketrans("".join(_TO_POLISH), "".join(_TO_POLISH.values()))
    return "\n".join([*lines, steps.translate(letters)])


def read_solution(level: OnebombLevel, text: str) -> list[str]:
    """Return the moves of the olympiad's output; the length in front may be there or not.

    Raises:
        InvalidMove: a line is not in that form.
    """
    moves: list[str] = []
    length: int | None = None
    steps = 0
    for number, line in enumerate(line.strip() for line in lines_of(text)):
        words = line.split()
        numbers = [int(w) for w in words if w.isascii() and w.isdigit() and len(w) <= MAX_DIGITS]
        if not words:
            continue
        if number == 0 and len(words) == len(numbers) == 1:
            length = numbers[0]
        elif len(words) == len(numbers) == 2:
            moves.append(f"bomb {numbers[1] - 1},{numbers[0] - 1}")
        elif line == NO_SOLUTION:
            raise InvalidMove(line, "the olympiad's word for `impossible` is not a solution")
        else:
            for letter in line:
                if letter not in _FROM_POLISH:
                    raise InvalidMove(
                        letter,
                        "a bomb is written `row column`, and a path with G, D, L and P",
                    )
                moves.append(_FROM_POLISH[letter])
            steps += len(line)
    if length is not None and length != steps:
        reason = f"the first line says that the path is so long, but it has {steps} steps"
        raise InvalidMove(str(length), reason)
    return moves


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[OnebombLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    return read_boards(game, text, source, options, parse_block, parse_json)


FILE_FORMATS: Final = (
    FileFormat("text", text_writer(write_text)),
    FileFormat("json", json_writer(json_record), separator=""),
)
