"""Strips as text and JSON: ``@`` is the piece, ``.`` a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.files.boards import Block, block_rows, json_rows, read_boards, text_writer
from gridproof.game import AnyGame
from gridproof.games._template.forms import ROWS
from gridproof.games._template.level import StripLevel
from gridproof.level import BoardFault, Origin
from gridproof.specs import FileFormat
from gridproof.strict_json import Field

__all__ = ["FILE_FORMATS", "read"]


def parse_block(block: Block, values: Mapping[str, Any]) -> Iterator[StripLevel]:
    """Yield the strip of a block of a file.

    Raises:
        ParseError: it has other characters, or rows of several lengths.
    """
    yield _level(block_rows(block, ROWS.cells, StripLevel.game), values, Origin("", block.line))


def parse_json(board: Field, values: Mapping[str, Any]) -> StripLevel:
    """Return the strip of a JSON object.

    Raises:
        FieldError: a field is missing or wrong.
    """
    return _level(json_rows(board, ROWS.cells, StripLevel.game), values, None)


def _level(rows: list[str], values: Mapping[str, Any], origin: Origin | None) -> StripLevel:
    start = "".join(rows).find("@")
    return StripLevel(width=len(rows[0]), height=len(rows), start=start, origin=origin, **values)


def write_rows(level: StripLevel) -> list[str]:
    """Return the strip as a row of text."""
    return ["".join("@" if x == level.start else "." for x in range(level.width))]


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[StripLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    return read_boards(game, text, source, options, parse_block, parse_json)


FILE_FORMATS = (FileFormat("text", text_writer(write_rows)),)
