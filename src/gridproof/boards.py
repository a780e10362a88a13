"""What all board files share: several boards a file, titles, header lines, JSON lines.

A text file holds blocks between blank lines. A block is ``; title`` lines, ``name: value`` header
lines (options of the game, or metadata) and the rows of a board. A JSON-lines file holds one object
a board, with the options as fields; an object may also go over several lines.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NoReturn, TypeVar

from gridproof.errors import BadBoard, InputError, UnknownName, did_you_mean, shorten
from gridproof.game import MAX_WHOLE, METADATA, BoardFault, Game, Level, Option, Origin
from gridproof.grid import Pos

__all__ = [
    "Block",
    "Field",
    "Header",
    "ParseError",
    "block_rows",
    "first_json",
    "headers_of",
    "json_fields",
    "json_rows",
    "lines_of",
    "read_boards",
    "split_header",
]

L = TypeVar("L", bound=Level)

_HEADER_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_ -]*")


_MOST_DIGITS: Final = 4000  # Python reads numbers up to 4,300 digits


class ParseError(BadBoard):
    """A board's text is wrong at one place (line and column from 1, of the whole file)."""

    def __init__(
        self, message: str, line: int, column: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.line = line
        self.column = column


class FieldError(BadBoard):
    """A field of a JSON board is not what it should be; the message names it."""


class Field:
    """A value in a JSON board and where it stands there, such as ``walls[2][0]``.

    What it should be is asked for by its methods; they raise :class:`FieldError` with the place if
    it is not. Nothing is converted: ``2.0``, ``true`` and ``"2"`` are no whole numbers.
    """

    def __init__(self, value: Any, place: str = "") -> None:
        self.value = value
        self.place = place

    def fault(self, message: str) -> NoReturn:
        """Says what is wrong with this value.

        Raises:
            FieldError: always.
        """
        raise FieldError(f"field `{self.place}` {message}" if self.place else message)

    def _expected(self, what: str) -> NoReturn:
        self.fault(f"must be {what}, not {_shown(self.value)}")

    def get(self, name: str) -> Field | None:
        """The field ``name`` of this object; None if it is missing or null."""
        if not isinstance(self.value, dict):
            self._expected("an object")
        value = self.value.get(name)
        return None if value is None else Field(value, f"{self.place}.{name}".lstrip("."))

    def __getitem__(self, name: str) -> Field:
        """The field ``name`` of this object, which has to be there."""
        found = self.get(name)
        if found is None:
            raise FieldError(f"field `{f'{self.place}.{name}'.lstrip('.')}` is missing")
        return found

    def entries(self, length: int | None = None, what: str = "a list") -> list[Field]:
        """The entries of this list, which has ``length`` of them if that is given."""
        value = self.value
        if not isinstance(value, list) or (length is not None and len(value) != length):
            self._expected(what)
        return [Field(entry, f"{self.place}[{i}]") for i, entry in enumerate(value)]

    def whole(self, least: int = -MAX_WHOLE, most: int = MAX_WHOLE) -> int:
        """This whole number."""
        value = self.value
        if type(value) is not int or not least <= value <= most:
            self._expected(f"a whole number from {least} to {most}")
        return value

    def text(self, among: Collection[str] | None = None) -> str:
        """This text."""
        value = self.value
        if not isinstance(value, str) or (among is not None and value not in among):
            choice = " or ".join(f'"{name}"' for name in among or ())
            self._expected(choice or "a text")
        return value

    def cell(self) -> Pos:
        """This pair ``[x, y]``, on a board or not."""
        x, y = self.entries(2, "a pair [x, y]")
        return Pos(x.whole(), y.whole())


def _shown(value: Any) -> str:
    """A JSON value as messages show it, cut where it is long."""
    try:
        return shorten(json.dumps(value))
    except (TypeError, ValueError):  # an object of Python, or a number too long to be written
        return f"a value of type {type(value).__name__}"


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


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text, one after another, without what ends them: LF, CRLF or CR.

    Nothing else ends a line, unlike with ``str.splitlines``: titles may hold any character.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def split_header(line: str) -> tuple[str, str, int] | None:
    """Name in lower case, value, and the value's column (from 1) of a line ``name: value``."""
    name, colon, value = line.partition(":")
    if not colon or not _HEADER_NAME.fullmatch(name):
        return None
    return name.strip().lower(), value.strip(), len(line) - len(value.lstrip()) + 1


def _blocks(text: str) -> Iterator[Block]:
    block = Block()
    for number, line in enumerate(lines_of(text), 1):
        if not line or line.isspace():
            if block.rows or block.headers:
                yield block
                block = Block()
        elif line.lstrip().startswith(";"):
            if block.rows:
                yield block
                block = Block()
            block.titles.append(line.lstrip()[1:].strip())
        elif not block.rows and (header := split_header(line)):
            block.line = block.line or number
            name, value, column = header
            block.headers.append(Header(name, value, number, column))
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
    options: Mapping[str, Any] | None,
    parse_block: Callable[[Block, Mapping[str, Any]], Iterator[L]],
    parse_json: Callable[[Field, Mapping[str, Any]], L],
    board_headers: Sequence[str] = (),
    blocks: Callable[[str], Iterator[Block]] = _blocks,
) -> Iterator[L | BoardFault]:
    """Reads every board of a file and goes on after a bad one.

    Args:
        game: whose boards they are.
        text: the whole file.
        source: its name.
        options: option values that win over the file, as text or as they are in JSON.
        parse_block: makes the boards of a block from it and the values of the options by attribute;
            sets ``origin``; raises :class:`ParseError`.
        parse_json: makes the board of a JSON object; may raise :class:`FieldError`.
        board_headers: header names that ``parse_block`` itself reads.
        blocks: takes a text apart, where a game's files are not laid out as above.
    """
    forced = {}
    for name, value in (options or {}).items():
        option = _option(game.options, name)
        if option is None:
            raise UnknownName(f"option of {game.id}", name, [o.name for o in game.options])
        if option.attribute in forced:
            raise InputError(f"option `{option.name}` is given twice")
        try:
            forced[option.attribute] = option.parse(option.text_of(value))
        except ValueError as error:
            raise InputError(f"option `{option.name}` {error}: {_shown(value)}") from None

    def checked(level: L) -> L | BoardFault:
        faults = game.validate(level)
        if not faults:
            return level
        origin = level.origin or Origin(source, 1)
        (line, column, message), *more = [_place(origin, f.cell, f.message) for f in faults]
        return BoardFault(source, line, column, message, more=tuple(more))

    def finish(level: L, info: Mapping[str, str], origin: Origin) -> L | BoardFault:
        return checked(replace(level, info=info, origin=origin))

    if is_json(text):
        for number, record in _json_values(text):
            try:
                if isinstance(record, ParseError):
                    raise record
                board = Field(record)
                _check_game(game, board)
                values = _json_options(game.options, board) | forced
                info = _json_info(board)
                yield finish(parse_json(board, values), info, Origin(source, number, column=None))
            except ParseError as error:
                yield BoardFault(source, error.line, error.column, str(error), error.hint)
            except FieldError as error:
                yield BoardFault(source, number, None, str(error), error.hint)
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
    if title := " ".join(filter(None, block.titles)):
        info["title"] = title
    said: dict[str, str] = {}
    for header in block.headers:
        option = _option(game.options, header.name)
        name = header.name if option is None else option.name
        if said.setdefault(name, header.value) != header.value:
            message = f"`{name}` is said twice, and differently"
            raise ParseError(message, header.line, header.column)
        if header.name in METADATA:
            if header.value:
                info[header.name] = header.value
            continue
        if header.name in board_headers:
            continue
        if option is None:
            known = [*(o.name for o in game.options), *METADATA]
            raise ParseError(
                f"`{shorten(header.name)}` is neither an option of {game.id} nor metadata",
                header.line,
                1,
                did_you_mean(header.name, known) or f"known: {', '.join(known)}",
            )
        try:
            values[option.attribute] = option.parse(header.value)
        except ValueError as error:
            message = f"option `{option.name}` {error}: {shorten(header.value)}"
            raise ParseError(message, header.line, header.column) from None
    return values, info


def is_json(text: str) -> bool:
    """Whether a text is JSON objects."""
    return _JSON_START.match(text) is not None


class _JsonFault(ValueError):
    """A JSON text says something that boards may not say."""


def _strict_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise _JsonFault(f"field `{twice}` is there twice")
    return record


def _no_number(text: str) -> NoReturn:
    raise _JsonFault(f"`{text}` is not a number of a board")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_strict_object, parse_constant=_no_number)
_JSON_START: Final = re.compile(r"\s*\{")
_SPACE: Final = re.compile(r"[ \t\n\r]*")


def _json_values(text: str) -> Iterator[tuple[int, dict[str, Any] | ParseError]]:
    """The objects of a text with the lines on which they begin; after a fault it goes on below it.

    An object stands on one line, or on several with line breaks between its parts.
    """
    start, number = 0, 1
    while True:
        # From value to value; what is skipped is counted for the line numbers.
        here = _space_end(text, start)
        number += text.count("\n", start, here)
        if here == len(text):
            return
        found, end = _json_value(text, here, number)
        if isinstance(found, dict):
            line_end = text.find("\n", end)
            rest = text[end : len(text) if line_end < 0 else line_end]
            if rest.strip() and not rest.lstrip().startswith("{"):
                column = end - text.rfind("\n", 0, end) + len(rest) - len(rest.lstrip())
                last = number + text.count("\n", here, end)
                found = ParseError("not JSON: something follows the object", last, column)
                end = len(text) if line_end < 0 else line_end
        yield number, found
        number += text.count("\n", here, end)
        start = end


def _space_end(text: str, start: int, end: int = sys.maxsize) -> int:
    match = _SPACE.match(text, start, end)
    assert match is not None  # it may be empty
    return match.end()


def _json_value(text: str, start: int, number: int) -> tuple[dict[str, Any] | ParseError, int]:
    """The object that begins at a place, and its end; or a fault and where to go on."""

    def line_end(at: int) -> int:
        end = text.find("\n", at)
        return len(text) if end < 0 else end

    def fault(message: str, at: int) -> ParseError:
        line = number + text.count("\n", start, at)
        return ParseError(message, line, at - text.rfind("\n", 0, at))

    # One line first; as long as it ends where more was to come, twice as much, in whole lines.
    # After a fault in several lines it goes on with the next line that begins with an object.
    one_line = end = go_on = line_end(start)
    while True:
        try:
            record, stop = _DECODER.raw_decode(text[start:end])
        except json.JSONDecodeError as error:
            at = start + error.pos
            if end < len(text) and _space_end(text, at, end) == end:
                end = line_end(min(start + max(2 * (end - start), 64), len(text)))
                continue
            if end > one_line:
                go_on = text.find("\n{", start)
                go_on = len(text) if go_on < 0 else go_on
            return fault(f"not JSON: {_in_our_words(error)}", at), go_on
        except _JsonFault as error:
            return ParseError(str(error), number), end
        except RecursionError:
            # In several lines the next object would lie as deep.
            go_on = one_line if end == one_line else len(text)
            return fault("lists or objects lie too deep in each other", start), go_on
        except ValueError:  # a number that Python does not read
            digits = _LONG_NUMBER.search(text, start)
            at = start if digits is None else digits.start()
            return fault("this number is too long", at), line_end(at)
        stop += start
        if not isinstance(record, dict):
            return fault("a board must be a JSON object", start), max(stop, one_line)
        if _HALF_PAIR.search(text, start, stop) and not _encodable(record):
            return ParseError("a text holds half of a surrogate pair", number), stop
        return record, stop


#: What Python's reader says of JSON, by its first words, and what we say.
_JSON_FAULTS: Final = {
    "Expecting property name": "a field's name in double quotes must stand here",
    "Expecting value": "a value must stand here",
    "Expecting ':'": "`:` must stand here",
    "Expecting ','": "`,` must stand here, or the end of the list or object",
    "Illegal trailing comma": "a comma must not end a list or an object",
    "Unterminated string": "this text has no end",
    "Invalid control character": "a text must not hold this control character",
    "Invalid \\uXXXX": "four hexadecimal digits must follow `\\u`",
    "Invalid \\": "no such character may follow a backslash",
}


def _in_our_words(error: json.JSONDecodeError) -> str:
    known = (ours for theirs, ours in _JSON_FAULTS.items() if error.msg.startswith(theirs))
    return next(known, "something does not belong here")


_LONG_NUMBER: Final = re.compile(rf"[0-9]{{{_MOST_DIGITS},}}")
_HALF_PAIR: Final = re.compile(r"\\u[dD][89a-fA-F]")


def _encodable(record: dict[str, Any]) -> bool:
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_game(game: Game[Any, Any], board: Field) -> None:
    said = board.get("game")
    if said is not None and said.text() not in (game.id, *game.aliases):
        said.fault(f"says that this is a board of {said.value}, not of {game.id}")


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
                said.fault(f"{error}: {_shown(said.value)}")
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
            said.fault(f"must be a text or a number, not {_shown(said.value)}")
        if text := one_line(str(said.value)):
            info[name] = text
    return info


def one_line(text: str) -> str:
    """A text without blanks at its ends, its line breaks as spaces."""
    return " ".join(part for line in lines_of(text) if (part := line.strip()))


def headers_of(game: Game[Any, Any], level: Level, *, drawn: Sequence[str] = ()) -> list[str]:
    """The title and header lines of a board; options at their default, or ``drawn``, left out."""
    info = {name: one_line(value) for name, value in level.info.items()}
    lines = [f"; {info['title']}"] if info.get("title") else []
    lines += [f"{name}: {value}" for name, value in info.items() if name != "title"]
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
            )
        # Deleting bytes is many times faster than looking at each character of large boards.
        if row.encode(errors="surrogatepass").translate(None, cells):
            column, char = next((c, char) for c, char in enumerate(row, 1) if char not in allowed)
            legend = " ".join("space" if c == " " else c for c in allowed)
            raise ParseError(
                f"`{char}` is not a cell of this game", number, column, f"cells: {legend}"
            )
    return rows


def json_rows(board: Field, allowed: str) -> list[str]:
    """The field ``rows`` of a JSON board, checked like :func:`block_rows`.

    Raises:
        FieldError: ``rows`` is not a list of such strings.
    """
    rows = board["rows"]
    texts = [row.text() for row in rows.entries(what="a list of texts")]
    if not texts:
        rows.fault("must not be empty")
    try:
        return block_rows(Block(1, texts), allowed)
    except ParseError as error:
        raise FieldError(
            f"field `rows[{error.line - 1}]`: {error} (column {error.column})", hint=error.hint
        ) from None


def first_json(text: str) -> Mapping[str, Any] | None:
    """The first JSON object of a text; None if the text is something else."""
    if not is_json(text):
        return None
    return next((record for _, record in _json_values(text) if isinstance(record, dict)), None)
