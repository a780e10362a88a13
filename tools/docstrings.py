"""Docstrings in Google style as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

__all__ = ["described", "markdown", "plain"]

#: Sections whose entries are names with a meaning.
_LISTS: Final = ("Args", "Attributes", "Raises")
#: Sections of prose.
_PROSE: Final = ("Returns", "Yields")
_ENTRY: Final = re.compile(r" {4}(\w[\w.*]*): (.*)")


def markdown(docstring: str, titles: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield the lines of a docstring: lists of arguments as lists, doctests as code.

    Args:
        docstring: without indentation, as :func:`inspect.getdoc` returns it.
        titles: section → its heading in the page; a section without one gets none.
    """
    titles = {"Raises": "Raises:"} if titles is None else titles
    section, code = "", False
    verbatim: list[str] | None = None
    for line in plain(docstring).splitlines():
        if verbatim and line and not line.startswith(" "):
            yield from _block(verbatim)
            verbatim = None
        if line == "::":
            verbatim = []
            continue
        if verbatim is not None:
            verbatim.append(line[4:])
            continue
        if line.startswith(">>> ") and not code:
            code = True
            yield "```python"
        elif code and not line:
            code = False
            yield "```"
        if line.endswith(":") and line[:-1] in (*_LISTS, *_PROSE):
            section = line[:-1]
            if title := titles.get(section):
                yield from (title, "")
            continue
        if not line.startswith(" "):
            section = "" if line else section
            yield line
        elif section in _LISTS and (match := _ENTRY.match(line)):
            yield f"- `{match[1]}`: {match[2]}"
        elif section in _PROSE:
            yield line[4:]
        else:
            yield line[6:] if section else line
    if verbatim:
        yield from _block(verbatim)
    if code:
        yield "```"


def _block(lines: list[str]) -> list[str]:
    return ["```text", *"\n".join(lines).strip("\n").splitlines(), "```", ""]


def plain(text: str) -> str:
    """Return a text without the marks of reStructuredText that Markdown does not know."""
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)
    return re.sub(r"``([^`]+)``", r"`\1`", text)


def described(docstring: str, section: str = "Attributes") -> dict[str, str]:
    """Return the entries of a section: name → meaning."""
    found: dict[str, str] = {}
    inside, name = False, ""
    for line in plain(docstring).splitlines():
        if line and not line.startswith(" "):
            inside = line == f"{section}:"
        elif inside and (match := _ENTRY.match(line)):
            name = match[1]
            found[name] = match[2]
        elif inside and name:
            found[name] += f" {line.strip()}"
    return found
