"""Text forms of merge: letters and digits, and JSON lines. Rows are counted from the top."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from typing import Any, Final

from gridproof.errors import InputError, ParseError, shorten
from gridproof.files.boards import (
    Block,
    block_rows,
    headers_of,
    json_writer,
    read_boards,
)
from gridproof.game import AnyGame
from gridproof.games.merge.forms import HEADERS, ROWS, STONES
from gridproof.games.merge.level import (
    MAX_SIDE,
    SIDE,
    MergeLevel,
    Offsets,
    canonical_attack,
    parse_attack,
    parse_offsets,
    reading_order,
    show_offsets,
    type_name,
    type_number,
)
from gridproof.grid import Pos
from gridproof.level import BoardFault, Origin
from gridproof.specs import FileFormat
from gridproof.strict_json import Field

__all__ = ["FILE_FORMATS", "read"]

_HITS: Final = {digit: int(digit) for digit in STONES}
_TYPES: Final = {letter: type_number(letter) for letter in string.ascii_lowercase}
_THING: Final = re.compile(r"[^.]")


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[MergeLevel]:
    """Yield the board of a text block."""
    own: dict[int, Offsets] = {}
    for header in block.headers:
        if header.name in HEADERS:
            try:
                own[type_number(header.name[-1])] = parse_offsets(header.value)
            except ValueError as error:
                message = f"`{header.name}` {error}: {shorten(header.value)}"
                raise ParseError(message, header.line, header.column) from None
    values = dict(options)
    if own and _of_file(block, values):
        common = dict(values.get("attack", ((0, SIDE),)))
        for kind, offsets in own.items():
            if common.setdefault(kind, offsets) != offsets:
                header = next(h for h in block.headers if h.name == f"attack {type_name(kind)}")
                message = f"`attack` and `{header.name}` say two vectors of one type"
                raise ParseError(message, header.line, header.column)
        values["attack"] = canonical_attack(common)
    rows = block_rows(block, ROWS.cells, MergeLevel.game)
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        raise ParseError(
            f"boards of merge may have at most {MAX_SIDE} × {MAX_SIDE} cells", block.line
        )
    heroes, stones = [], []
    for y, row in enumerate(rows):
        for match in _THING.finditer(row):
            x, char = match.start(), match[0]
            if char in _HITS:
                stones.append((Pos(x, y), _HITS[char]))
            else:
                heroes.append((Pos(x, y), _TYPES[char]))
    yield MergeLevel(
        width=len(rows[0]),
        height=len(rows),
        heroes=tuple(heroes),
        stones=tuple(stones),
        origin=Origin("", block.line),
        **values,
    )


def _of_file(block: Block, values: Mapping[str, Any]) -> bool:
    """Return True if the vectors come from the file; an option that is given overrides it."""
    if "attack" not in values:
        return True
    said = next((h.value for h in block.headers if h.name == "attack"), None)
    return said is not None and parse_attack(said) == values["attack"]


def parse_json(board: Field, options: Mapping[str, Any]) -> MergeLevel:
    """Return the board of an object: ``n`` or ``width`` and ``height``, ``heroes``, ``stones``."""
    side = board.get("n")
    for name in ("width", "height"):
        if side is not None and (other := board.get(name)) and other.value != side.value:
            other.fault(f"is {shorten(str(other.value))}, and `n` is not")

    def things(name: str, what: str) -> list[tuple[Pos, int]]:
        return [
            (Pos(thing["x"].whole(), thing["y"].whole()), thing[what].whole())
            for thing in board[name].entries()
        ]

    return MergeLevel(
        width=(side or board["width"]).whole(1),
        height=(side or board["height"]).whole(1),
        heroes=reading_order(things("heroes", "type")),
        stones=reading_order(things("stones", "hp")),
        **options,
    )


def write_headers(level: MergeLevel) -> list[str]:
    """Return the header lines of the attack vectors."""
    (_, common), *own = level.attack
    lines = [] if common == SIDE else [f"attack: {show_offsets(common)}"]
    return lines + [f"attack {type_name(kind)}: {show_offsets(vector)}" for kind, vector in own]


def write_rows(level: MergeLevel) -> list[str]:
    """Return the rows of the board.

    Raises:
        InputError: a stone has more than 9 hit points, or a type is beyond ``z``.
    """
    rows = [["."] * level.width for _ in range(level.height)]
    if any(hp > 9 for _, hp in level.stones) or any(kind > 26 for _, kind in level.heroes):
        raise InputError("the text form has stones up to 9 and types a-z only; use `json`")
    for cell, kind in level.heroes:
        rows[cell.y][cell.x] = type_name(kind)
    for cell, hp in level.stones:
        rows[cell.y][cell.x] = str(hp)
    return ["".join(row) for row in rows]


def json_record(level: MergeLevel) -> dict[str, Any]:
    """Return the fields of a board in JSON."""
    return {
        "width": level.width,
        "height": level.height,
        "heroes": [{"x": c.x, "y": c.y, "type": kind} for c, kind in level.heroes],
        "stones": [{"x": c.x, "y": c.y, "hp": hp} for c, hp in level.stones],
    }


def write_text(game: AnyGame, level: MergeLevel) -> str:
    """Return the board as rows below its header lines, the attack vectors among them.

    Raises:
        InputError: a stone has more than 9 hit points, or a type is beyond ``z``.
    """
    lines = headers_of(game, level, drawn=("attack",)) + write_headers(level)
    return "\n".join(lines + write_rows(level)) + "\n"


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[MergeLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    return read_boards(game, text, source, options, parse_block, parse_json, board_headers=HEADERS)


FILE_FORMATS: Final = (
    FileFormat("text", write_text),
    FileFormat("json", json_writer(json_record), separator=""),
)
