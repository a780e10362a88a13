"""TOML of plans and settings: shallow, with whole numbers of 64 bits.

The reader of the standard library follows any nesting, takes numbers of any length, and needs a
time that grows with the square of the parts of a dotted key.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from gridproof.errors import InputError

__all__ = ["read_toml"]

#: Messages of the standard library's reader, by their beginnings, in our words.
_WORDS: Final = {
    "Unterminated": "a text has no end",
    "Illegal character": "a character stands where none like it may",
    "Found invalid character": "a character stands where none like it may",
    "Unescaped": "a `\\` in a text is no escape sequence; within `'…'` it stands for itself",
    "Escaped character": "a `\\u` in a text stands for no character",
    "Invalid hex": "a `\\u` in a text stands for no character",
    "Cannot declare": "a table is there twice",
    "Cannot redefine": "a table is there twice",
    "Cannot": "a key is there twice",
    "Duplicate": "a key is there twice",
    "Expected '=": "`=` must follow a key",
    "Expected ']": "`]` must close the name of a table",
    "Expected newline": "the line must end here, or a comment begin",
    "Unclosed array": "a list is not closed by `]`, or `,` is missing in it",
    "Unclosed inline": "a table is not closed by `}`, or `,` is missing in it",
    "Invalid initial": "a key must stand here",
    "Invalid date": "this is no date and time",
    "Invalid value": "a value must stand here: a number, a text in quotes, a list, true or false",
}
_AT: Final = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")

#: Tables and lists that may lie in each other, and characters of a text.
_MAX_DEPTH: Final = 16
_MAX_TEXT: Final = 1 << 20
_MAX_WHOLE: Final = 1 << 63
_TOO_DEEP: Final = "tables or lists lie too deep in each other"
#: A dotted key that has too many parts, from the line's beginning or within brackets.
_LONG_KEY: Final = re.compile(
    r"(?:\A|(?<=[\n,\[{]))"
    r"(?:[ \t]*+(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.)"
    rf"{{{_MAX_DEPTH},}}"
)


def read_toml(text: str) -> dict[str, Any]:
    """Return the table of a text.

    Raises:
        InputError: it is no TOML, or more than plans and settings need.
    """
    if len(text) > _MAX_TEXT:
        raise InputError(f"is larger than {_MAX_TEXT >> 20} MiB of TOML")
    if (long := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, long.start()) + 1
        raise InputError(f"{_TOO_DEEP} (at line {line})")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise InputError(_in_our_words(str(problem))) from None
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    except ValueError:  # a number that Python does not read
        raise InputError("a number is too long") from None
    _check([table])
    return table


def _in_our_words(problem: str) -> str:
    """Return the message of the standard library's reader, reworded."""
    said = next((ours for start, ours in _WORDS.items() if problem.startswith(start)), None)
    place = _AT.search(problem)
    at = place[0] if place else ""
    return f"{said or 'this is no TOML'} {at}".rstrip()


def _check(values: list[Any]) -> None:
    """Refuse a table that is too deep or too large, one depth after another.

    Raises:
        InputError: it is.
    """
    for _ in range(_MAX_DEPTH):
        inner: list[Any] = []
        for value in values:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, int) and not -_MAX_WHOLE <= value < _MAX_WHOLE:
                raise InputError("a whole number is larger than 64 bits hold")
        if not inner:
            return
        values = inner
    raise InputError(_TOO_DEEP)
