"""Text forms of bombcover: rows, the compact form, JSON lines.

The compact form names the size and the cells of two of the three kinds, as the last chapter of the
Bomb-cover thesis asks for: header lines ``size: W H``, ``players:`` and two of ``walls:``,
``crates:`` and ``empty:`` with cells ``x,y``. All other cells are of the kind that is not named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.boards import Block, Field, ParseError, block_rows, json_rows
from gridproof.errors import InvalidMove
from gridproof.game import Origin
from gridproof.games.bombcover.level import CRATE, EMPTY, PLAYER, WALL, BombcoverLevel
from gridproof.grid import Pos

__all__ = ["COMPACT", "parse_block", "parse_json", "write_compact", "write_json", "write_rows"]

_CHARS = WALL + EMPTY + " " + CRATE + PLAYER
_KINDS = {"walls": WALL, "crates": CRATE, "empty": EMPTY}
#: Header names of the compact form.
COMPACT = ("size", "players", *_KINDS)


def recognises(text: str) -> bool:
    """Whether ``text`` could be boards in rows or in the compact form."""
    rows = [
        line.rstrip()
        for line in text.splitlines()
        if line.strip() and ":" not in line and not line.lstrip().startswith(";")
    ]
    if not rows:
        return "size:" in text and "players:" in text
    return not set("".join(rows)) - set(_CHARS) and any(PLAYER in row for row in rows)


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[BombcoverLevel]:
    """The board of a text block."""
    compact = {h.name: h for h in block.headers if h.name in COMPACT}
    if compact and not block.rows:
        yield _parse_compact(block, options)
        return
    rows = block_rows(block, _CHARS)
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
        players=tuple(Pos(i % width, i // width) for i, c in enumerate(text) if c == PLAYER),
        origin=origin,
        **options,
    )


def _parse_compact(block: Block, options: Mapping[str, Any]) -> BombcoverLevel:
    headers = {h.name: h for h in block.headers if h.name in COMPACT}

    def cells(name: str) -> list[Pos]:
        header = headers[name]
        try:
            return [Pos.parse(word) for word in header.value.split()]
        except InvalidMove as error:
            raise ParseError(f"`{name}`: {error.reason}", header.line, header.column) from None

    for name in ("size", "players"):
        if name not in headers:
            raise ParseError(f"the compact form needs a line `{name}:`", block.line)
    named = [name for name in _KINDS if name in headers]
    if len(named) != 2:
        raise ParseError(
            "the compact form names the cells of two of `walls`, `crates` and `empty`", block.line
        )
    size = headers["size"]
    try:
        width, height = map(int, size.value.split())
        if min(width, height) < 1 or max(width, height) > 4096:
            raise ValueError
    except ValueError:
        message = "`size` must be two whole numbers, width and height, from 1 to 4096"
        raise ParseError(message, size.line, size.column) from None
    (rest,) = (char for name, char in _KINDS.items() if name not in named)
    board = [rest] * (width * height)
    for name in named:
        for cell in cells(name):
            if not cell.within(width, height):
                header = headers[name]
                raise ParseError(f"cell {cell} is not on the board", header.line, header.column)
            board[cell.y * width + cell.x] = _KINDS[name]
    players = tuple(cells("players"))
    for cell in players:
        if cell.within(width, height) and rest == EMPTY:
            board[cell.y * width + cell.x] = EMPTY
    return BombcoverLevel(
        width=width,
        height=height,
        cells="".join(board),
        players=tuple(sorted(players, key=lambda cell: (cell.y, cell.x))),
        origin=Origin("", block.line, None),
        **options,
    )


def parse_json(board: Field, options: Mapping[str, Any]) -> BombcoverLevel:
    """The board of a JSON object with ``rows``."""
    return _from_rows(json_rows(board, _CHARS), options)


def write_rows(level: BombcoverLevel) -> list[str]:
    """The rows with ``#``, ``.``, ``x`` and ``@``."""
    cells = list(level.cells)
    for player in level.players:
        cells[player.y * level.width + player.x] = PLAYER
    text = "".join(cells)
    return [text[i : i + level.width] for i in range(0, len(text), level.width)]


def write_compact(level: BombcoverLevel) -> list[str]:
    """The header lines of the compact form; the most frequent kind is the one not named."""
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


def write_json(level: BombcoverLevel, fields: Mapping[str, Any]) -> str:
    """The board as one JSON object; ``fields`` holds metadata and options."""
    return json.dumps(dict(fields) | {"rows": write_rows(level)}, ensure_ascii=False)
