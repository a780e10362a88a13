"""The common form of board files: several boards a file, titles, header lines, JSON lines.

A text file holds blocks between blank lines. A block is ``; title`` lines, ``name: value`` header
lines (options of the game, or metadata) and the rows of a board. A JSON-lines file holds one object
a board, with the options as fields; an object may also go over several lines. Header lines alone
above the first board, without an option among them, are the file's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, TypeVar

from gridproof.errors import BadBoard, ParseError, did_you_mean, shorten
from gridproof.files.metadata import TITLES, is_metadata, names_another_game
from gridproof.files.wrapped import boards_inside, is_result
from gridproof.forms import symbols_shown
from gridproof.game import AnyGame, Game
from gridproof.grid import Pos
from gridproof.level import METADATA, BoardFault, Level, Origin
from gridproof.options import Option, find_option, option_values
from gridproof.strict_json import Field, FieldError, MissingField, is_json, json_values, shown

__all__ = [
    "Block",
    "Header",
    "block_rows",
    "headers_of",
    "json_fields",
    "json_rows",
    "json_writer",
    "lines_of",
    "read_boards",
    "split_header",
    "strange_symbol",
    "symbols_hint",
    "text_writer",
]

L = TypeVar("L", bound=Level)

#: Metadata that the head of a file may hold for all its boards.
_OF_FILE: Final = ("author", "source")
#: Characters that are split to lines at once.
_CHUNK: Final = 1 << 12
_HEADER_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_ -]*")


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
        fault: a fault that is known before its rows are read; None: there is none.
    """

    line: int = 0
    rows: list[str] = field(default_factory=list)
    headers: list[Header] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    fault: ParseError | None = None


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text without their ends: LF, CRLF or CR.

    Nothing else ends a line, unlike with ``str.splitlines``: titles may hold any character.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start = 0
    while start < len(text):
        end = text.find("\n", start + _CHUNK)
        part = text[start:].removesuffix("\n") if end < 0 else text[start:end]
        yield from part.split("\n")
        start = len(text) if end < 0 else end + 1


def split_header(line: str) -> tuple[str, str, int] | None:
    """Return name (in lower case), value, and its column (from 1) of a line ``name: value``."""
    name, colon, value = line.partition(":")
    if not colon or not _HEADER_NAME.fullmatch(name):
        return None
    return name.strip().lower(), value.strip(), len(line) - len(value.lstrip()) + 1


#: `# 1`, `## The start`: no cell of a game is a letter but `x`, `P` or `K` beside `#` and blanks.
_HASH_TITLE: Final = re.compile(
    r"\s*#+(?:\s*(?=\d+\s*$)|\s+(?=.*[0-9A-JL-OQ-WYZa-wyz]))(.*?)[\s#]*"
)
_NUMBERED: Final = re.compile(
    r"\s*((?:level|board|puzzle|map|stage|n[or]\.)\s*#?\d+\b.*?)\s*", re.IGNORECASE
)
#: A line that only separates boards.
_RULE: Final = re.compile(r"\s*([-_=~])\1{2,}\s*")


def _title_line(line: str) -> str | None:
    """Return the title in a line such as ``# 1`` or ``Level 3``; None if it is no such line."""
    match = _HASH_TITLE.fullmatch(line) or _NUMBERED.fullmatch(line)
    return match[1] if match else None


def _blocks(text: str, cells: frozenset[str] = frozenset()) -> Iterator[Block]:
    """Yield the blocks of a text.

    Header lines below a board are its own, unless another board touches them below.

    Args:
        text: the whole file.
        cells: all characters of rows. If they are known, rules and ``# 1`` are no rows.
    """
    block, below = Block(), list[Header]()

    def whole() -> Block:
        nonlocal block, below
        done = block
        done.headers += below
        block, below = Block(), []
        return done

    for number, line in enumerate(lines_of(text), 1):
        strange = bool(cells) and not cells.issuperset(line)
        if not line or line.isspace() or (strange and _RULE.fullmatch(line)):
            if block.rows or block.headers:
                yield whole()
        elif line.lstrip().startswith(";"):
            if block.rows:
                yield whole()
            block.titles.append(line.lstrip()[1:].strip())
        elif header := split_header(line):
            name, value, column = header
            found = Header(name, value, number, column)
            if block.rows:
                below.append(found)
            else:
                block.line = block.line or number
                block.headers.append(found)
        elif strange and (title := _title_line(line)):
            if block.rows:
                yield whole()
            block.titles.append(title)
        else:
            if below:
                headers, below = below, []
                yield whole()
                block.headers = headers
            if not block.rows:
                block.line = number
            block.rows.append(line)
    if block.rows or block.headers:
        yield whole()


def read_boards(
    game: Game[L, Any, Any],
    text: str,
    source: str,
    options: Mapping[str, Any] | None,
    parse_block: Callable[[Block, Mapping[str, Any]], Iterator[L]],
    parse_json: Callable[[Field, Mapping[str, Any]], L],
    board_headers: Sequence[str] = (),
    blocks: Callable[[str], Iterator[Block]] | None = None,
) -> Iterator[L | BoardFault]:
    """Yield every board of a file, also after a bad one.

    Args:
        game: the game of the boards.
        text: the whole file.
        source: its name.
        options: option values that override the file's, as text or as they are in JSON.
        parse_block: makes the boards of a block from it and the values of the options by attribute;
            sets ``origin``; raises :class:`ParseError`.
        parse_json: makes the board of a JSON object; may raise :class:`FieldError`.
        board_headers: header names that ``parse_block`` itself reads.
        blocks: takes a text apart, where a game's files are not laid out as above.
    """
    forced = option_values(game.id, game.options, options)

    text = text.rstrip("\x1a")  # by which DOS ends a file

    def checked(level: L) -> L | BoardFault:
        faults = game.validate(level)
        if not faults:
            return level
        origin = level.origin or Origin(source, 1)
        (line, column, message), *more = [_place(origin, f.cell, f.message) for f in faults]
        return BoardFault(source, line, column, message, more=tuple(more))

    def finish(level: L, info: Mapping[str, str], origin: Origin) -> L | BoardFault:
        return checked(level.with_words(info, origin))

    def of_json(board: Field, number: int) -> Iterator[L | BoardFault]:
        """Yield the board of an object, or the boards that it holds inside."""
        if isinstance(board.value, str):
            for item in game.read(board.value, source, options):
                yield _moved(item, source, number, board.place)
            return
        _check_game(game, board)
        inside = boards_inside(board.table(), wanted)
        if (first := next(inside, None)) is None or board.place:
            if is_result(board.table()):
                said = "this is a result of `solve --json`, which holds no board"
                raise FieldError(said, hint="name the file that it was made from")
            info = _json_info(board)
            values = _json_options(game.options, board) | forced
            yield finish(parse_json(board, values), info, Origin(source, number, column=None))
            return
        for each in chain([first], inside):
            try:
                yield from of_json(each, number)
            except FieldError as error:
                yield BoardFault(source, number, None, str(error), hint_of(error))

    help_of_game = f"`gridproof list {game.id}` has symbols, headers and forms of its boards"

    def hint_of(error: BadBoard) -> str:
        """Return the next step: the error's own, the required fields if one is missing, or help."""
        if error.hint is not None:
            return error.hint
        if not isinstance(error, MissingField):
            return help_of_game
        said = [" and ".join(f"`{name}`" for name in form.required_fields) for form in game.forms]
        named = ", or ".join(filter(None, said))
        return f"a board of {game.id} in JSON has the fields {named}" if named else help_of_game

    found = False
    if is_json(text):
        wanted = [form.required_fields for form in game.forms]
        for number, record in json_values(text):
            found = True
            try:
                if isinstance(record, ParseError):
                    raise record
                yield from of_json(Field(record), number)
            except ParseError as error:
                yield BoardFault(source, error.line, error.column, str(error), hint_of(error))
            except FieldError as error:
                yield BoardFault(source, number, None, str(error), hint_of(error))
        if not found:
            yield BoardFault(source, 1, None, "the list holds no board", help_of_game)
        return
    head: dict[str, str] = {}
    cells = frozenset(game.forms[0].cells) if game.forms else frozenset()
    for block in _blocks(text, cells) if blocks is None else blocks(text):
        if not block.rows and block.fault is None and _only_metadata(game, block, board_headers):
            if not found:  # above all boards it is the file's
                head |= {h.name: h.value for h in block.headers if h.name in _OF_FILE and h.value}
            continue
        found = True
        try:
            if block.fault is not None:
                raise block.fault
            values, info = _header_values(game, block, board_headers)
            for level in parse_block(block, values | forced):
                assert level.origin is not None
                yield finish(
                    level, {**head, **level.info, **info}, replace(level.origin, source=source)
                )
        except ParseError as error:
            yield BoardFault(source, error.line, error.column, str(error), hint_of(error))
    if not found:
        yield BoardFault(source, 1, None, "the file holds no board", help_of_game)


def _only_metadata(game: AnyGame, block: Block, board_headers: Sequence[str]) -> bool:
    """Return True if a block without rows holds nothing but metadata."""
    return all(
        header.name not in board_headers
        and find_option(game.options, header.name) is None
        and (not game.options or is_metadata(header.name))
        for header in block.headers
    )


def _moved(item: L | BoardFault, source: str, line: int, place: str) -> L | BoardFault:
    """Return a board of a text in a JSON field, or its fault, with its place in the file."""
    if not isinstance(item, BoardFault):
        notes = item.origin.notes if item.origin else ()
        return item.with_words(item.info, Origin(source, line, None, notes=notes))
    said = [(item.line, item.column, item.message), *item.more]
    messages = [
        f"field `{place}`, line {row}{f', column {column}' if column else ''}: {message}"
        for row, column, message in said
    ]
    more = tuple((line, None, message) for message in messages[1:])
    return BoardFault(source, line, None, messages[0], item.hint, more)


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


def _header_values(
    game: AnyGame, block: Block, board_headers: Sequence[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    values: dict[str, Any] = {}
    info: dict[str, str] = {}
    said: dict[str, str] = {}
    for header in block.headers:
        option = find_option(game.options, header.name)
        name = header.name if option is None else option.name
        if header.name == "game" and names_another_game(game, header.value):
            message = f"this is a board of {shorten(header.value)}, not of {game.id}"
            raise ParseError(message, header.line, header.column)
        known = option is not None or header.name in METADATA or header.name in board_headers
        if known and said.setdefault(name, header.value) != header.value and game.options:
            message = f"`{name}` is said twice, and differently"
            raise ParseError(message, header.line, header.column)
        if option is None and not known and game.options and not is_metadata(header.name):
            names = [*(o.name for o in game.options), *METADATA]
            raise ParseError(
                f"`{shorten(header.name)}` is neither an option of {game.id} nor metadata",
                header.line,
                1,
                did_you_mean(header.name, names)
                or f"known: {', '.join(names)}; `gridproof list {game.id}` says what they mean",
            )
        if option is None:
            if header.value and header.name not in board_headers:
                info.setdefault(header.name, header.value)
            continue
        try:
            values[option.attribute] = option.parse(header.value)
        except ValueError as error:
            message = f"option `{option.name}` {error}: {shorten(header.value)}"
            hint = f"`{option.name}`: {option.summary}; see `gridproof list {game.id}`"
            raise ParseError(message, header.line, header.column, hint) from None
    titles = [info.get("title"), " ".join(filter(None, block.titles)), *map(info.get, TITLES)]
    info = {name: value for name, value in info.items() if name in METADATA}
    if title := next(filter(None, titles), None):
        info = {"title": title} | info
    return values, info


def _check_game(game: AnyGame, board: Field) -> None:
    said = board.get("game")
    if said is not None and names_another_game(game, said.text()):
        said.fault(f"says that this is a board of {shorten(said.value)}, not of {game.id}")


def _json_options(options: Sequence[Option], board: Field) -> dict[str, Any]:
    values = {}
    for option in options:
        fields = [f for name in {option.name, option.attribute} if (f := board.get(name))]
        if len(fields) > 1:
            fields[0].fault("is there twice, with `-` and with `_`")
        for said in fields:
            try:
                values[option.attribute] = option.parse(option.text_of(said.value))
            except ValueError as error:
                said.fault(f"{error}: {shown(said.value)}")
    return values


def _json_info(board: Field) -> dict[str, str]:
    names = {name: name for name in METADATA}
    if board.get("title") is None:
        names["title"] = "id"
    info = {}
    for name, field_name in names.items():
        said = board.get(field_name)
        if said is None:
            continue
        if isinstance(said.value, (dict, list)):
            said.fault(f"must be a text or a number, not {shown(said.value)}")
        if text := one_line(str(said.value)):
            info[name] = text
    return info


def one_line(text: str) -> str:
    """Return a text without blanks at its ends, its line breaks as spaces."""
    return " ".join(part for line in lines_of(text) if (part := line.strip()))


def headers_of(game: AnyGame, level: Level, *, drawn: Sequence[str] = ()) -> list[str]:
    """Return the title and header lines of a board.

    Options in ``drawn``, or at their default, are left out.

    Options at their default, or ``drawn``, left out.
    """
    info = {name: one_line(value) for name, value in level.info.items()}
    lines = [f"; {info['title']}"] if info.get("title") else []
    lines += [f"{name}: {value}" for name, value in info.items() if name != "title"]
    for option in game.options:
        value = getattr(level, option.attribute)
        if value != option.default and option.name not in drawn:
            lines.append(f"{option.name}: {option.show(value)}")
    return lines


def json_fields(game: AnyGame, level: Level) -> dict[str, Any]:
    """Return a board's metadata, and its options that are not at their default, as JSON fields."""
    record: dict[str, Any] = dict(level.info)
    for option in game.options:
        value = getattr(level, option.attribute)
        if value != option.default:
            plain = value is None or isinstance(value, (bool, int, str))
            record[option.attribute] = value if plain else option.show(value)
    return record


def text_writer(rows: Callable[[Any], Sequence[str]]) -> Callable[[AnyGame, Any], str]:
    """Return a writer of boards as rows below their title and header lines."""

    def write(game: AnyGame, level: Level) -> str:
        return "\n".join([*headers_of(game, level), *rows(level)]) + "\n"

    return write


def json_writer(record: Callable[[Any], Mapping[str, Any]]) -> Callable[[AnyGame, Any], str]:
    """Return a writer of boards as JSON objects: metadata, options and the fields of the board."""

    def write(game: AnyGame, level: Level) -> str:
        return json.dumps({**json_fields(game, level), **record(level)}, ensure_ascii=False) + "\n"

    return write


def strange_symbol(character: str, allowed: str, game: str) -> tuple[str, str]:
    """Return the message about a character that is none of ``allowed``, and its hint."""
    said = "a tab" if character == "\t" else f"`{character}`"
    return f"{said} is no symbol of {game}", symbols_hint(allowed, game)


def symbols_hint(allowed: str, game: str) -> str:
    """Return the hint that names the symbols of a game."""
    return f"symbols: {' '.join(symbols_shown(allowed))}; `gridproof list {game}` explains them"


def block_rows(block: Block, allowed: str, game: str) -> list[str]:
    """Return the rows of a text board, all of one length and made of ``allowed`` characters only.

    Args:
        block: the board.
        allowed: the symbols of the game.
        game: its id, for messages.

    Raises:
        ParseError: there is no row, a row has another length, or a character is not allowed.
    """
    if not block.rows:
        raise ParseError("there is no board below these header lines", block.line)
    rows = block.rows
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
                "all rows of a board are equally long",
            )
        # Deleting bytes is many times faster than looking at each character of large boards.
        if row.encode(errors="surrogatepass").translate(None, cells):
            column, char = next((c, char) for c, char in enumerate(row, 1) if char not in allowed)
            message, hint = strange_symbol(char, allowed, game)
            raise ParseError(message, number, column, hint)
    return rows


def json_rows(board: Field, allowed: str, game: str) -> list[str]:
    """Return the field ``rows`` of a JSON board, checked like :func:`block_rows`.

    Raises:
        FieldError: ``rows`` is not a list of such strings.
    """
    rows = board["rows"]
    texts = [row.text() for row in rows.entries(what="a list of texts")]
    if not texts:
        rows.fault("must not be empty")
    try:
        return block_rows(Block(1, texts), allowed, game)
    except ParseError as error:
        raise FieldError(
            f"field `rows[{error.line - 1}]`: {error} (column {error.column})", hint=error.hint
        ) from None
