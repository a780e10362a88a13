"""Text forms of bombcover: rows, the compact form, JSON lines.

The compact form names the size and the cells of two of the three kinds, as the last chapter of the
Bomb-cover thesis asks for: header lines ``size: W H``, ``players:`` and two of ``walls:``,
``crates:`` and ``empty:`` with cells ``x,y``. All other cells are of the kind that is not named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NoReturn

from gridproof.errors import ParseError
from gridproof.files.boards import (
    Block,
    Header,
    block_rows,
    json_rows,
    json_writer,
    read_boards,
    text_writer,
)
from gridproof.game import AnyGame
from gridproof.games.bombcover.forms import COMPACT, ROWS
from gridproof.games.bombcover.level import CRATE, EMPTY, MAX_SIDE, PLAYER, WALL, BombcoverLevel
from gridproof.grid import Pos
from gridproof.level import BoardFault, Origin
from gridproof.specs import FileFormat
from gridproof.strict_json import Field

__all__ = ["FILE_FORMATS", "read"]

_KINDS = {"walls": WALL, "crates": CRATE, "empty": EMPTY}
_NAMES: Final = {WALL: "a wall", CRATE: "a crate", EMPTY: "an empty cell"}
_PLAYER: Final = re.compile(PLAYER)
#: Of numbers that are longer nothing is on a board.
_SIZE: Final = re.compile(r"(\d{1,9})\s+(\d{1,9})", re.ASCII)
_CELL: Final = re.compile(r"(\d{1,9}),(\d{1,9})", re.ASCII)
_TOO_LARGE: Final = f"boards of bombcover may have at most {MAX_SIDE} × {MAX_SIDE} cells"
_COMPACT: Final = tuple(entry.name for entry in COMPACT.headers)


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[BombcoverLevel]:
    """Yield the board of a text block."""
    compact = [h for h in block.headers if h.name in _COMPACT]
    if compact and not block.rows:
        yield _parse_compact(block, options)
        return
    if compact:
        header = compact[0]
        message = f"`{header.name}` is of the compact form, which has no rows"
        raise ParseError(message, header.line, 1)
    if len(block.rows) > MAX_SIDE or any(len(row) > MAX_SIDE for row in block.rows):
        raise ParseError(_TOO_LARGE, block.line)
    rows = block_rows(block, ROWS.cells, BombcoverLevel.game)
    yield _from_rows(rows, options, Origin("", block.line))


def _from_rows(
    rows: list[str], options: Mapping[str, Any], origin: Origin | None = None
) -> BombcoverLevel:
    text = "".join(rows).replace(" ", EMPTY)
    width = len(rows[0])
    return BombcoverLevel(
        width=width,
        height=len(rows),
        cells=text.replace(PLAYER, EMPTY),
        players=tuple(Pos(m.start() % width, m.start() // width) for m in _PLAYER.finditer(text)),
        origin=origin,
        **options,
    )


def _parse_compact(block: Block, options: Mapping[str, Any]) -> BombcoverLevel:
    headers = {h.name: h for h in block.headers if h.name in _COMPACT}
    for name in ("size", "players"):
        if name not in headers:
            raise ParseError(f"the compact form needs a line `{name}:`", block.line)
    named = [name for name in _KINDS if name in headers]
    if len(named) != 2:
        raise ParseError(
            "the compact form names the cells of two of `walls`, `crates` and `empty`", block.line
        )
    size = headers["size"]
    match = _SIZE.fullmatch(size.value)
    width, height = map(int, match.groups()) if match else (0, 0)
    if min(width, height) < 1 or max(width, height) > MAX_SIDE:
        message = f"`size` must be two whole numbers, width and height, from 1 to {MAX_SIDE}"
        raise ParseError(message, size.line, size.column)
    (rest,) = (char for name, char in _KINDS.items() if name not in named)
    board = bytearray(rest.encode()) * (width * height)
    for name in named:
        for at, cell, fault in _cells(headers[name], width, height):
            if board[at] != ord(rest):
                kind = _NAMES[chr(board[at])]
                fault(f"cell {cell} is named twice, here and as {kind}")
            board[at] = ord(_KINDS[name])
    players: dict[int, Pos] = {}
    for at, cell, fault in _cells(headers["players"], width, height):
        if at in players:
            fault(f"two players stand on cell {cell}")
        if board[at] != ord(EMPTY):
            fault(f"cell {cell}, where a player stands, is {_NAMES[chr(board[at])]}")
        players[at] = cell
    return BombcoverLevel(
        width=width,
        height=height,
        cells=board.decode(),
        players=tuple(players[at] for at in sorted(players)),
        origin=Origin("", block.line, None),
        **options,
    )


def _cells(
    header: Header, width: int, height: int
) -> Iterator[tuple[int, Pos, Callable[[str], NoReturn]]]:
    """Yield index and position of each cell of a header line, and the error if it is wrong."""
    for word in re.finditer(r"\S+", header.value):
        column = header.column + word.start()

        def fault(message: str, column: int = column) -> NoReturn:
            raise ParseError(message, header.line, column)

        match = _CELL.fullmatch(word[0])
        if match is None:
            fault(f"`{word[0][:30]}` is not a cell; a cell is written `x,y`")
        cell = Pos(int(match[1]), int(match[2]))
        if not cell.within(width, height):
            fault(f"cell {cell} is not on the board")
        yield cell.y * width + cell.x, cell, fault


def parse_json(board: Field, options: Mapping[str, Any]) -> BombcoverLevel:
    """Return the board of a JSON object with ``rows``."""
    rows = json_rows(board, ROWS.cells, BombcoverLevel.game)
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        board["rows"].fault(f"is too large: {_TOO_LARGE}")
    return _from_rows(rows, options)


def write_rows(level: BombcoverLevel) -> list[str]:
    """Return the rows with ``#``, ``.``, ``x`` and ``@``."""
    cells = list(level.cells)
    for player in level.players:
        cells[player.y * level.width + player.x] = PLAYER
    text = "".join(cells)
    return [text[i : i + level.width] for i in range(0, len(text), level.width)]


def write_compact(level: BombcoverLevel) -> list[str]:
    """Return the header lines of the compact form; the most frequent kind is the one not named."""
    named = sorted(_KINDS, key=lambda name: (level.cells.count(_KINDS[name]), name))[:2]
    lines = [f"size: {level.width} {level.height}"]
    lines.append(f"players: {' '.join(map(str, level.players))}")
    for name in sorted(named):
        cells = [
            str(Pos(i % level.width, i // level.width))
            for i, char in enumerate(level.cells)
            if char == _KINDS[name]
        ]
        lines.append(f"{name}: {' '.join(cells)}".rstrip())
    return lines


def json_record(level: BombcoverLevel) -> dict[str, Any]:
    """Return the fields of a board in JSON."""
    return {"rows": write_rows(level)}


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[BombcoverLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    return read_boards(game, text, source, options, parse_block, parse_json, board_headers=_COMPACT)


FILE_FORMATS: Final = (
    FileFormat("text", text_writer(write_rows)),
    FileFormat("compact", text_writer(write_compact)),
    FileFormat("json", json_writer(json_record), separator=""),
)
