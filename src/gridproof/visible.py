"""Text from files as people may see it: nothing hidden, nothing that moves its surroundings.

A title can hold an escape sequence that clears the terminal, a line feed that begins a second
verdict, or a character that turns the reading direction. All output of such a text goes through
this module: messages, tables, pages, pictures, reports.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final
from unicodedata import category

__all__ = [
    "html_lines",
    "html_text",
    "json_escaped",
    "label",
    "printable",
    "quoted",
    "visible",
    "visible_texts",
]

#: Categories of characters that are escaped: controls, formats (bidi, zero-width), surrogates,
#: private use, unassigned, separators of lines and paragraphs.
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
#: Letters and marks that Unicode draws as nothing at all.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
#: A name with one of these could be taken for the verdict beside it.
_UNCLEAR: Final = re.compile(
    r"""^\s|\s$|\s\s|"|\\|^$|\b(?:ACCEPTED|REFUSED|STOPPED|PASSED|FAILS|VALID|ALARM|CONTRADICTION"""
    r"""|OPTIMAL|FEASIBLE|INFEASIBLE|UNKNOWN|PROVEN)\b"""
)

_NOT_PLAIN: Final = re.compile(r"[^ -~]")


def _is_hidden(char: str) -> bool:
    return category(char) in _HIDDEN or char in _BLANK


def visible(text: str) -> str:
    r"""Return a text in one line, with its hidden characters escaped: ``\n``, ``\u202e``."""
    return _NOT_PLAIN.sub(lambda match: _escaped(match[0]), text)


def printable(text: str) -> str:
    """Return a text of several lines with its hidden characters escaped but for line feeds."""
    return "\n".join(map(visible, text.split("\n")))


def visible_texts(value: Any) -> Any:
    """Return a JSON value with all its texts made :func:`visible`, names of fields too."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(name): visible_texts(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [visible_texts(each) for each in value]
    return value


def _escaped(char: str) -> str:
    hidden = _is_hidden(char)
    return char.encode("unicode_escape", "surrogatepass").decode("ascii") if hidden else char


def quoted(text: str) -> str:
    r"""Return a text in one line between double quotes, without two spaces in a row.

    Columns of a line lie two spaces apart, so no quoted text reaches into the next column.
    """
    inside = visible(text).replace('"', "\\x22")
    return '"' + re.sub(r"(?<=\s)\s", _escaped_space, inside) + '"'


def _escaped_space(match: re.Match[str]) -> str:
    return f"\\x{ord(match[0]):02x}" if ord(match[0]) < 256 else f"\\u{ord(match[0]):04x}"


def label(text: str) -> str:
    """Return a name as lines show it: as it is, or quoted where it could be taken for more."""
    plain = text.isprintable() and visible(text) == text and not _UNCLEAR.search(text)
    return text if plain else quoted(text)


def _json_escape(char: str) -> str:
    if char in "\t\n\r" or not _is_hidden(char):  # outside strings these are blanks
        return char
    return json.dumps(char)[1:-1] if ord(char) > 0x7F else f"\\u{ord(char):04x}"


def html_text(text: str) -> str:
    """Return a text in one line as HTML and XML hold it, hidden characters escaped."""
    from html import escape  # slow to import

    return escape(visible(text))


def html_lines(text: str) -> str:
    """Return a text of several lines as HTML and XML hold it, with its line feeds."""
    from html import escape  # slow to import

    return escape(printable(text))


def json_escaped(text: str) -> str:
    r"""Return JSON text with the hidden characters in its strings as ``\uXXXX``: the same value."""
    return _NOT_PLAIN.sub(lambda match: _json_escape(match[0]), text)
