"""Text forms of boxcover: lines ``x y``, CSV with a line ``x,y`` on top, and JSON lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from gridproof.errors import ParseError, shorten
from gridproof.files.boards import Block, json_writer, read_boards, text_writer
from gridproof.game import AnyGame
from gridproof.games.boxcover.level import LIMIT, MAX_COORDINATE, BoxcoverLevel, inside
from gridproof.games.boxcover.recognise import CSV_HEADER, POINTS, is_csv_header
from gridproof.grid import Pos
from gridproof.level import BoardFault, Origin
from gridproof.specs import FileFormat
from gridproof.strict_json import Field

__all__ = ["FILE_FORMATS", "read"]

_PART: Final = re.compile(r"[^\s,;]+")
#: A number that is written in full or with an exponent, but is not whole.
_FRACTION: Final = re.compile(
    r"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][+-]?[0-9]+)?", re.ASCII
)


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[BoxcoverLevel]:
    """Yield the board of a text block; its first row tells which of the two forms it has."""
    rows, line = block.rows, block.line
    if "side" not in options:
        hint = "a header line such as `side: 4`, or `--set side=4`"
        raise ParseError("the board does not say the side of the squares", line, 1, hint)
    form = "x y"
    if rows and is_csv_header(rows[0]):
        form, rows, line = "x,y", rows[1:], line + 1
    points = [_point(row, form, number) for number, row in enumerate(rows, line)]
    if not points:
        raise ParseError("a board has at least one point", block.line)
    yield BoxcoverLevel(points=tuple(points), origin=Origin("", line, column=None), **options)


def _point(row: str, form: str, line: int) -> Pos:
    match = POINTS[form].match(row)
    assert match is not None  # it may be empty
    if match.end() < len(row) or match[2] is None:
        message = f"`{row.strip()[:30]}` is not a point"
        if broken := next(filter(_FRACTION.fullmatch, _PART.findall(row)), None):
            message += f": coordinates are whole numbers, and `{shorten(broken)}` is none"
        hint = f"a point is `{form}`; see `gridproof list {BoxcoverLevel.game}`"
        raise ParseError(message, line, match.end() + 1, hint)
    x, y = int(match[1]), int(match[2])
    if not inside(x, y):
        wrong = 1 if abs(x) > MAX_COORDINATE else 2
        raise ParseError(LIMIT, line, match.start(wrong) + 1)
    return Pos(x, y)


def parse_json(board: Field, options: Mapping[str, Any]) -> BoxcoverLevel:
    """Return the board of a JSON object with ``side`` and ``points``: pairs ``[x, y]``."""
    if "side" not in options:
        board["side"].fault("is not known")
    points = board["points"]
    cells = tuple(points.cells())
    if not cells:
        points.fault("must not be empty")
    return BoxcoverLevel(points=cells, **options)


def write_text(level: BoxcoverLevel) -> list[str]:
    """Return the points as lines ``x y``."""
    return [f"{x} {y}" for x, y in level.points]


def write_csv(level: BoxcoverLevel) -> list[str]:
    """Return the points as lines ``x,y``, below a line that says so."""
    return [CSV_HEADER, *map(str, level.points)]


def json_record(level: BoxcoverLevel) -> dict[str, Any]:
    """Return the fields of a board in JSON."""
    return {"points": level.points}


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[BoxcoverLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    return read_boards(game, text, source, options, parse_block, parse_json)


FILE_FORMATS: Final = (
    FileFormat("text", text_writer(write_text)),
    FileFormat("csv", text_writer(write_csv)),
    FileFormat("json", json_writer(json_record), separator=""),
)
