"""What all board files share: several boards a file, titles, header lines, JSON lines.

A text file holds blocks between blank lines. A block is ``; title`` lines, ``name: value`` header
lines (options of the game, or metadata) and the rows of a board. A JSON-lines file holds one object
a board, with the options as fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from gridproof.errors import BadBoard, InputError, UnknownName, did_you_mean
from gridproof.game import METADATA, BoardFault, Game, Level, Option, Origin
from gridproof.grid import Pos

__all__ = [
    "Block",
    "Header",
    "ParseError",
    "block_rows",
    "first_json",
    "headers_of",
    "json_fields",
    "json_rows",
    "read_boards",
]

L = TypeVar("L", bound=Level)

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_ -]*?):\s*(.*?)\s*$")


class ParseError(BadBoard):
    """A board's text is wrong at one place (line and column from 1, of the whole file)."""

    def __init__(
        self, message: str, line: int, column: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Header:
    """A line ``name: value`` above a board."""

    name: str
    value: str
    line: int
    column: int


@dataclass
class Block:
    """One run of lines without a blank line in between.

    Attributes:
        line: line of the first row (or of the first header, if it has no rows), from 1.
        rows: the lines of the board.
        headers: the header lines above it.
        titles: the ``;`` lines above it, without the semicolon.
    """

    line: int = 0
    rows: list[str] = field(default_factory=list)
    headers: list[Header] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)


def _blocks(text: str) -> Iterator[Block]:
    block = Block()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            if block.rows or block.headers:
                yield block
                block = Block()
        elif line.lstrip().startswith(";"):
            if block.rows:
                yield block
                block = Block()
            block.titles.append(line.lstrip()[1:].strip())
        elif not block.rows and (match := _HEADER.match(line)):
            block.line = block.line or number
            block.headers.append(Header(match[1].lower(), match[2], number, match.start(2) + 1))
        else:
            if not block.rows:
                block.line = number
            block.rows.append(line)
    if block.rows or block.headers:
        yield block


def read_boards(
    game: Game[L, Any],
    text: str,
    source: str,
    options: Mapping[str, str] | None,
    parse_block: Callable[[Block, Mapping[str, Any]], Iterator[L]],
    parse_json: Callable[[Mapping[str, Any], Mapping[str, Any]], L],
    board_headers: Sequence[str] = (),
    blocks: Callable[[str], Iterator[Block]] = _blocks,
) -> Iterator[L | BoardFault]:
    """Reads every board of a file and goes on after a bad one.

    Args:
        game: whose boards they are.
        text: the whole file.
        source: its name.
        options: option values that win over the file.
        parse_block: makes the boards of a block from it and the values of the options by attribute;
            sets ``origin``; raises :class:`ParseError`.
        parse_json: makes the board of a JSON object; may raise KeyError, TypeError, ValueError.
        board_headers: header names that ``parse_block`` itself reads.
        blocks: takes a text apart, where a game's files are not laid out as above.
    """
    forced = {}
    for name, value in (options or {}).items():
        option = _option(game.options, name)
        if option is None:
            raise UnknownName(f"option of {game.id}", name, [o.name for o in game.options])
        try:
            forced[option.attribute] = option.parse(value)
        except ValueError as error:
            raise InputError(f"option `{option.name}` {error}: {value}") from None

    def checked(level: L) -> L | BoardFault:
        faults = game.validate(level)
        if not faults:
            return level
        origin = level.origin or Origin(source, 1)
        (line, column, message), *more = [_place(origin, f.cell, f.message) for f in faults]
        return BoardFault(source, line, column, message, more=tuple(more))

    def finish(level: L, info: Mapping[str, str], origin: Origin) -> L | BoardFault:
        return checked(replace(level, info=info, origin=origin))

    if text.lstrip().startswith("{"):
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                record = _json_object(line, number)
                values = _json_options(game.options, record, number) | forced
                origin = Origin(source, number, column=None)
                yield finish(
                    _parsed(parse_json, record, values, number), _json_info(record), origin
                )
            except ParseError as error:
                yield BoardFault(source, error.line, error.column, str(error), error.hint)
        return
    found = False
    for block in blocks(text):
        found = True
        try:
            values, info = _header_values(game, block, board_headers)
            for level in parse_block(block, values | forced):
                assert level.origin is not None
                yield finish(level, info, replace(level.origin, source=source))
        except ParseError as error:
            yield BoardFault(source, error.line, error.column, str(error), error.hint)
    if not found:
        yield BoardFault(source, 1, None, "the file holds no board")


def _place(origin: Origin, cell: Pos | None, message: str) -> tuple[int, int | None, str]:
    if cell is None:
        return origin.line, None, message
    if origin.column is None:
        return origin.line, None, f"{message} ({cell.for_people})"
    return (
        origin.line + cell.y * origin.pitch,
        origin.column + cell.x * origin.pitch,
        message,
    )


def _option(options: Sequence[Option], name: str) -> Option | None:
    attribute = name.lower().replace("-", "_").replace(" ", "_")
    return next((o for o in options if o.attribute == attribute), None)


def _header_values(
    game: Game[Any, Any], block: Block, board_headers: Sequence[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    values: dict[str, Any] = {}
    info: dict[str, str] = {}
    if block.titles:
        info["title"] = " ".join(block.titles)
    for header in block.headers:
        if header.name in METADATA:
            info[header.name] = header.value
            continue
        if header.name in board_headers:
            continue
        option = _option(game.options, header.name)
        if option is None:
            known = [*(o.name for o in game.options), *METADATA]
            raise ParseError(
                f"`{header.name}` is neither an option of {game.id} nor metadata",
                header.line,
                1,
                did_you_mean(header.name, known) or f"known: {', '.join(known)}",
            )
        try:
            values[option.attribute] = option.parse(header.value)
        except ValueError as error:
            message = f"option `{option.name}` {error}: {header.value}"
            raise ParseError(message, header.line, header.column) from None
    return values, info


def _json_object(line: str, number: int) -> Mapping[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise ParseError(f"not JSON: {error.msg}", number, error.colno) from None
    if not isinstance(record, dict):
        raise ParseError("a board must be a JSON object", number, 1)
    return record


def _json_options(
    options: Sequence[Option], record: Mapping[str, Any], number: int
) -> dict[str, Any]:
    values = {}
    for option in options:
        value = record.get(option.name, record.get(option.attribute))
        if value is None:
            continue
        try:
            values[option.attribute] = option.parse(option.json_text(value))
        except (TypeError, ValueError) as error:
            raise ParseError(f"field `{option.name}` {error}: {value}", number) from None
    return values


def _json_info(record: Mapping[str, Any]) -> dict[str, str]:
    info = {name: str(record[name]) for name in METADATA if record.get(name) is not None}
    if "title" not in info and record.get("id") is not None:
        info["title"] = str(record["id"])
    return info


def _parsed(
    parse_json: Callable[[Mapping[str, Any], Mapping[str, Any]], L],
    record: Mapping[str, Any],
    values: Mapping[str, Any],
    number: int,
) -> L:
    try:
        return parse_json(record, values)
    except KeyError as error:
        raise ParseError(f"field `{error.args[0]}` is missing", number) from None
    except (TypeError, ValueError) as error:
        raise ParseError(f"not a board of this game: {error}", number) from None


def headers_of(game: Game[Any, Any], level: Level, *, drawn: Sequence[str] = ()) -> list[str]:
    """The title and header lines of a board; options at their default, or ``drawn``, left out."""
    lines = [f"; {level.title}"] if level.title else []
    lines += [f"{name}: {value}" for name, value in level.info.items() if name != "title"]
    for option in game.options:
        value = getattr(level, option.attribute)
        if value != option.default and option.name not in drawn:
            lines.append(f"{option.name}: {option.show(value)}")
    return lines


def json_fields(game: Game[Any, Any], level: Level) -> dict[str, Any]:
    """The metadata and the options of a board that are not at their default, as JSON fields."""
    record: dict[str, Any] = dict(level.info)
    for option in game.options:
        value = getattr(level, option.attribute)
        if value != option.default:
            plain = value is None or isinstance(value, (bool, int, str))
            record[option.attribute] = value if plain else option.show(value)
    return record


def block_rows(block: Block, allowed: str) -> list[str]:
    """The rows of a text board: all as long as the first, made of ``allowed`` characters only.

    Raises:
        ParseError: there is no row, a row has another length, or a character is not allowed.
    """
    if not block.rows:
        raise ParseError("there is no board below these header lines", block.line)
    rows = [row.rstrip("\r") for row in block.rows]
    if " " not in allowed or any(row.rstrip() != row for row in rows):
        stripped = [row.rstrip() for row in rows]
        rows = stripped if len({len(r) for r in stripped}) == 1 else rows
    cells = allowed.encode()
    for number, row in enumerate(rows, block.line):
        if len(row) != len(rows[0]):
            raise ParseError(
                f"this row has {len(row)} cells, the first one {len(rows[0])}",
                number,
                min(len(row), len(rows[0])) + 1,
            )
        # Deleting bytes is many times faster than looking at each character of large boards.
        if row.encode(errors="surrogatepass").translate(None, cells):
            column, char = next((c, char) for c, char in enumerate(row, 1) if char not in allowed)
            legend = " ".join("space" if c == " " else c for c in allowed)
            raise ParseError(
                f"`{char}` is not a cell of this game", number, column, f"cells: {legend}"
            )
    return rows


def json_rows(record: Mapping[str, Any], allowed: str) -> list[str]:
    """The field ``rows`` of a JSON board, checked like :func:`block_rows`.

    Raises:
        ValueError: ``rows`` is not a list of such strings.
    """
    rows = record["rows"]
    if not isinstance(rows, list) or not rows or not all(isinstance(r, str) for r in rows):
        raise ValueError("`rows` must be a list of strings")
    try:
        return block_rows(Block(1, rows), allowed)
    except ParseError as error:
        raise ValueError(f"{error} (row {error.line}, column {error.column})") from None


def first_json(text: str) -> Mapping[str, Any] | None:
    """The first JSON object of a JSON-lines file; None if the text is something else."""
    line = text.lstrip().partition("\n")[0]
    if not line.startswith("{"):
        return None
    try:
        record = json.loads(line)
    except json.JSONDecodeError:
        return None
    return record if isinstance(record, dict) else None
