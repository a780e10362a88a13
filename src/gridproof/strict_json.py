"""Strict reading of JSON objects, one after another in a text or in a list: nothing is guessed.

Two fields of one name, numbers that are none (`NaN`), half surrogate pairs and lists that lie too
deep are faults with a place. The objects after a fault are read all the same.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NoReturn

from gridproof.errors import BadBoard, ParseError, shorten
from gridproof.grid import Pos

__all__ = [
    "MAX_WHOLE",
    "Field",
    "FieldError",
    "MissingField",
    "first_json",
    "is_json",
    "json_values",
    "shown",
]

#: Largest whole number that an option or a field may have (and with a minus sign the smallest).
MAX_WHOLE = 10**9

#: Characters that may be read once more after faults, besides four times the text. After more of
#: them the rest is given up: each line of a damaged text could begin an object without an end.
_MAX_AGAIN: Final = 1 << 20
_MAX_DIGITS: Final = 4000  # Python reads numbers up to 4,300 digits


class FieldError(BadBoard):
    """A field of a JSON board that is not as required; the message names it."""


class MissingField(FieldError):
    """A required field that a JSON board lacks; the message names it."""


class Field:
    """A value in a JSON board and its place there, such as ``walls[2][0]``.

    Its methods return the value as a type; if it has another one, they raise :class:`FieldError`
    with the place. Nothing is converted: ``2.0``, ``true`` and ``"2"`` are no whole numbers.
    """

    def __init__(self, value: Any, place: str = "") -> None:
        self.value = value
        self.place = place

    def fault(self, message: str, hint: str | None = None) -> NoReturn:
        """Raise the fault of this value.

        Raises:
            FieldError: always.
        """
        raise FieldError(f"field `{self.place}` {message}" if self.place else message, hint=hint)

    def _expected(self, what: str) -> NoReturn:
        self.fault(f"must be {what}, not {shown(self.value)}")

    def get(self, name: str) -> Field | None:
        """Return the field ``name`` of this object; None if it is missing or null."""
        value = self.table().get(name)
        return None if value is None else Field(value, f"{self.place}.{name}".lstrip("."))

    def __getitem__(self, name: str) -> Field:
        """Return the field ``name`` of this object, which has to be there."""
        found = self.get(name)
        if found is None:
            raise MissingField(f"field `{f'{self.place}.{name}'.lstrip('.')}` is missing")
        return found

    def entries(self, length: int | None = None, what: str = "a list") -> list[Field]:
        """Return the entries of this list, which has ``length`` of them if that is given."""
        value = self.value
        if not isinstance(value, list) or (length is not None and len(value) != length):
            self._expected(what)
        return [Field(entry, f"{self.place}[{i}]") for i, entry in enumerate(value)]

    def whole(self, least: int = -MAX_WHOLE, most: int = MAX_WHOLE) -> int:
        """Return this whole number."""
        value = self.value
        if type(value) is not int or not least <= value <= most:
            self._expected(f"a whole number from {least} to {most}")
        return value

    def text(self, among: Collection[str] | None = None) -> str:
        """Return this text."""
        value = self.value
        if not isinstance(value, str) or (among is not None and value not in among):
            choice = " or ".join(f'"{name}"' for name in among or ())
            self._expected(choice or "a text")
        return value

    def table(self) -> dict[str, Any]:
        """Return this object, whatever it holds."""
        if not isinstance(self.value, dict):
            self._expected("an object")
        return self.value

    def flag(self) -> bool:
        """Return this true or false."""
        if not isinstance(self.value, bool):
            self._expected("true or false")
        return self.value

    def cell(self) -> Pos:
        """Return this pair ``[x, y]``, on a board or not."""
        if _is_cell(self.value):
            return Pos(*self.value)
        x, y = self.entries(2, "a pair [x, y]")
        return Pos(x.whole(), y.whole())

    def cells(self) -> list[Pos]:
        """Return the pairs ``[x, y]`` of this list; only what is wrong is given a place."""
        if isinstance(self.value, list) and all(map(_is_cell, self.value)):
            return [Pos(x, y) for x, y in self.value]
        return [entry.cell() for entry in self.entries()]


def _is_cell(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(part) is int and -MAX_WHOLE <= part <= MAX_WHOLE for part in value)
    )


def shown(value: Any) -> str:
    """Return a JSON value as messages show it, cut where it is long."""
    try:
        return shorten(json.dumps(value))
    except (TypeError, ValueError):  # an object of Python, or a number too long to be written
        return f"a value of type {type(value).__name__}"


def is_json(text: str) -> bool:
    """Return True if a text is JSON objects, or a list of them."""
    return _JSON_START.match(text) is not None


class _JsonFault(ValueError):
    """A fault of JSON text that boards may not contain."""


def _strict_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for name, value in pairs:
        if name in record:
            raise _JsonFault(f"field `{shorten(name)}` is there twice")
        record[name] = value
    return record


def _no_number(text: str) -> NoReturn:
    raise _JsonFault(f"`{text}` is not a number of a board")


def _halves(number: int) -> ParseError:
    return ParseError("a text holds half of a surrogate pair", number)


_LENIENT: Final = json.JSONDecoder()
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_strict_object, parse_constant=_no_number)
_JSON_START: Final = re.compile(r"\s*(?:\{|\[[ \t\n\r]*[{\]])")
#: A list whose first entry is an object, or that is empty.
_LIST_START: Final = re.compile(r"\[(?=[ \t\n\r]*[{\]])")
_SPACE: Final = re.compile(r"[ \t\n\r]*")


def json_values(text: str) -> Iterator[tuple[int, dict[str, Any] | ParseError]]:
    """Yield the objects of a text with the lines on which they begin, also after a fault.

    An object stands on one line, or on several with line breaks between its parts. A list of
    objects is the same as these objects one after another.
    """
    start, number, again = 0, 1, 0
    listed = False  # True while a list is open
    while True:
        # From value to value; what is skipped is counted for the line numbers.
        here = _space_end(text, start)
        number += text.count("\n", start, here)
        if here == len(text):
            if listed:
                column = here - text.rfind("\n", 0, here)
                yield number, ParseError("not JSON: `]` must end the list", number, column)
            return
        if not listed and _LIST_START.match(text, here):
            listed, start = True, _space_end(text, here + 1)
            number += text.count("\n", here, start)
            if text.startswith("]", start):
                listed, start = False, start + 1
            continue
        if listed:
            found, end, examined = _listed_value(text, here, number)
            yield number, found
            number += text.count("\n", here, end)
            start, listed, fault = _after_entry(text, end, number)
            if fault is not None and isinstance(found, dict):
                yield number, fault
            number += text.count("\n", end, start)
            again += examined - end
            if again > _MAX_AGAIN + 4 * len(text):
                return
            continue
        found, end, examined = _json_value(text, here, number)
        again += examined - end
        if again > _MAX_AGAIN + 4 * len(text):
            end = len(text)
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


def _listed_value(
    text: str, start: int, number: int
) -> tuple[dict[str, Any] | ParseError, int, int]:
    """Return the entry of a list that begins at a place, like :func:`_json_value`."""
    at = start
    try:
        record, stop = _DECODER.raw_decode(text, start)
        if isinstance(record, dict):
            if _HALF_PAIR.search(text, start, stop) and not _encodable(record):
                return _halves(number), stop, stop
            return record, stop, stop
        return ParseError("a board must be a JSON object", number), stop, stop
    except json.JSONDecodeError as error:
        message, at = f"not JSON: {_in_our_words(error)}", error.pos
    except _JsonFault as error:
        try:
            _, stop = _LENIENT.raw_decode(text, start)
            return ParseError(str(error), number), stop, stop
        except (ValueError, RecursionError):
            message = str(error)
    except RecursionError:  # the next object would lie as deep
        column = start - text.rfind("\n", 0, start)
        deep = ParseError("lists or objects lie too deep in each other", number, column)
        return deep, len(text), len(text)
    except ValueError:  # a number that Python does not read
        digits = _LONG_NUMBER.search(text, start)
        message, at = "this number is too long", start if digits is None else digits.start()
    # It goes on with the next line that begins with an object as far to the right as this one.
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    begins = rf"\n{re.escape(indent)}(?=,?[ \t]*\{{)" if not indent.strip() else r"\n(?=[ \t]*\{)"
    further = re.compile(begins).search(text, start)
    line = number + text.count("\n", start, at)
    fault = ParseError(message, line, at - text.rfind("\n", 0, at))
    end = len(text) if further is None else further.start()
    # Python counts the lines before the place of a fault, many times faster than it reads.
    return fault, end, max(end, at) + at // 8


def _after_entry(text: str, end: int, number: int) -> tuple[int, bool, ParseError | None]:
    """Return the place of the next list entry, whether one follows, and the fault before it."""
    at = _space_end(text, end)
    listed, fault = True, None
    if text.startswith("]", at):
        listed, at = False, at + 1
    elif text.startswith(",", at):
        at = _space_end(text, at + 1)
        if text.startswith("]", at):
            fault, listed = "a comma must not end a list or an object", False
    elif at < len(text):
        fault = "`,` must stand here, or the end of the list"
        if not text.startswith("{", at):
            line_end = text.find("\n", at)
            at, listed = (len(text), False) if line_end < 0 else (line_end, True)
    if fault is None:
        return at, listed, None
    line = number + text.count("\n", end, at)
    place = at - text.rfind("\n", 0, at)
    return (
        at + (not listed and at < len(text)),
        listed,
        ParseError(f"not JSON: {fault}", line, place),
    )


def _space_end(text: str, start: int, end: int = sys.maxsize) -> int:
    match = _SPACE.match(text, start, end)
    assert match is not None  # it may be empty
    return match.end()


def _json_value(text: str, start: int, number: int) -> tuple[dict[str, Any] | ParseError, int, int]:
    """Return the object that begins at a place, and its end; or a fault and where to go on.

    The last number is the place up to which the text was looked at.
    """

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
            return fault(f"not JSON: {_in_our_words(error)}", at), go_on, end
        except _JsonFault as error:
            return ParseError(str(error), number), end, end
        except RecursionError:
            # In several lines the next object would lie as deep.
            go_on = one_line if end == one_line else len(text)
            return fault("lists or objects lie too deep in each other", start), go_on, end
        except ValueError:  # a number that Python does not read
            digits = _LONG_NUMBER.search(text, start)
            at = start if digits is None else digits.start()
            return fault("this number is too long", at), line_end(at), end
        stop += start
        if not isinstance(record, dict):
            return fault("a board must be a JSON object", start), max(stop, one_line), end
        if _HALF_PAIR.search(text, start, stop) and not _encodable(record):
            return _halves(number), stop, end
        return record, stop, end


#: Our messages for those of Python's JSON reader, by their first words.
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


_LONG_NUMBER: Final = re.compile(rf"[0-9]{{{_MAX_DIGITS},}}")
_HALF_PAIR: Final = re.compile(r"\\u[dD][89a-fA-F]")


def _encodable(record: dict[str, Any]) -> bool:
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def first_json(text: str) -> Mapping[str, Any] | None:
    """Return the first JSON object of a text; None if the text is something else."""
    if not is_json(text):
        return None
    return next((record for _, record in json_values(text) if isinstance(record, dict)), None)
