"""Text forms of onebomb: the olympiad's, and JSON lines.

The olympiad's letters: ``P`` start and ``K`` goal on the board; ``G D L P`` (góra, dół, lewo,
prawo) for up, down, left, right in a path. Bombs are written ``row column``, from 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from gridproof.boards import Block, Field, ParseError, block_rows, json_rows
from gridproof.errors import InvalidMove
from gridproof.game import Origin
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.grid import Pos

__all__ = [
    "NO_SOLUTION",
    "parse_block",
    "parse_json",
    "read_solution",
    "write_json",
    "write_rows",
    "write_solution",
]

_CELLS = ".#XPK"
NO_SOLUTION: Final = "NIE"
_TO_POLISH: Final = {"U": "G", "D": "D", "L": "L", "R": "P"}
_FROM_POLISH: Final = {polish: move for move, polish in _TO_POLISH.items()}


def recognises(text: str) -> bool:
    """Whether ``text`` could be boards in the olympiad's form."""
    rows = [
        line.strip()
        for line in text.splitlines()
        if line.strip() and ":" not in line and not line.lstrip().startswith(";")
    ]
    size = _size(rows[0]) if len(rows) > 1 else None
    if size is None:
        return False
    cells = "".join(rows[1 : 1 + max(size[0], 1)]).encode(errors="surrogatepass")
    return not cells.translate(None, _CELLS.encode())


def recognises_rows(rows: list[Any]) -> bool:
    """Whether the rows of a JSON board could be this game's."""
    text = "".join(map(str, rows))
    return not set(text) - set(_CELLS) and text.count("P") == text.count("K") == 1


def _size(row: str) -> tuple[int, int] | None:
    """(rows, columns) of a size line ``n`` or ``n m``; None if it is not one."""
    words = row.split()
    if not 1 <= len(words) <= 2 or not all(w.isascii() and w.isdigit() for w in words):
        return None
    return int(words[0]), int(words[-1])


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[OnebombLevel]:
    """The boards of a text block: each is a size line and its rows."""
    if not block.rows:
        raise ParseError("there is no board below these header lines", block.line)
    at = 0
    while at < len(block.rows):
        line = block.line + at
        size = _size(block.rows[at])
        if size is None:
            raise ParseError(
                f"`{block.rows[at][:20]}` is not a size",
                line,
                1,
                "a board starts with a line `n`, or `n m` for n rows of m cells",
            )
        rows = block.rows[at + 1 : at + 1 + size[0]]
        if len(rows) < size[0]:
            raise ParseError(f"the board has {len(rows)} rows, its size says {size[0]}", line, 1)
        if not rows:
            raise ParseError("a board has at least one row", line, 1)
        cells = block_rows(Block(line + 1, rows), _CELLS)
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
    """The board of a JSON object with ``rows``."""
    rows = json_rows(board, _CELLS)
    try:
        return _from_rows(rows, options)
    except ValueError as error:
        board["rows"].fault(f"is not a board: {error}")


def write_rows(level: OnebombLevel) -> list[str]:
    """The rows of the board, without its size."""
    cells = bytearray(level.cells)
    cells[level.number(level.start)] = ord("P")
    cells[level.number(level.goal)] = ord("K")
    text = cells.decode()
    return [text[i : i + level.width] for i in range(0, len(text), level.width)]


def write_size(level: OnebombLevel) -> str:
    """The size line: ``n``, or ``n m`` for rectangles."""
    square = level.width == level.height
    return str(level.height) if square else f"{level.height} {level.width}"


def write_json(level: OnebombLevel, fields: Mapping[str, Any]) -> str:
    """The board as one JSON object; ``fields`` holds metadata and options."""
    return json.dumps(dict(fields) | {"rows": write_rows(level)}, ensure_ascii=False)


def write_solution(moves: Sequence[str]) -> str:
    """Bombs and path as the olympiad prints them (without the length)."""
    lines = []
    path = ""
    for move in moves:
        if move in _TO_POLISH:
            path += _TO_POLISH[move]
        else:
            cell = Pos.parse(move.removeprefix("bomb "), move)
            lines.append(f"{cell.y + 1} {cell.x + 1}")
    return "\n".join([*lines, path])


def read_solution(text: str) -> list[str]:
    """The moves of the olympiad's output; the length in front may be there or not.

    Raises:
        InvalidMove: a line is not in that form.
    """
    moves = []
    for number, line in enumerate(line.strip() for line in text.split("\n")):
        words = line.split()
        if not words or (number == 0 and len(words) == 1 and line.isdigit()):
            continue
        if len(words) == 2 and all(w.isascii() and w.isdigit() for w in words):
            moves.append(f"bomb {int(words[1]) - 1},{int(words[0]) - 1}")
        elif line == NO_SOLUTION:
            raise InvalidMove(line, "the olympiad's word for `impossible` is not a solution")
        else:
            for letter in line:
                if letter not in _FROM_POLISH:
                    raise InvalidMove(letter, "a path is written with G, D, L and P")
                moves.append(_FROM_POLISH[letter])
    return moves
