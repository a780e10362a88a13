"""Files of many sokoban boards: which lines are boards, and which title belongs to which board.

Files differ: titles stand above their boards (``; 1``, or a line of plain text) or below them
(``Title: …``), with or without blank lines in between; and there is other text, such as the
collection's own header, comments and saved solutions. A paragraph of text that touches one board
only, with no blank line in between, belongs to that board. For the others the file's custom
counts: titles stand below the boards if none stands above the first one, and ``name: value`` lines
if there are some below the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from gridproof.boards import Block, Header
from gridproof.game import METADATA

__all__ = ["blocks", "size"]

_PLAIN: Final = re.compile(r"[-#@+$*._ ]+")
# Letters stand for pieces in .sok files, the rest is run-length encoding. `#12` is a title.
_ENCODED: Final = re.compile(r"(?=.*[#|])(?!#\d+$)[-#@+$*._ pPbBo0-9()|]+")
_SIZE: Final = re.compile(r"\s*(\d{1,6})\s+(\d{1,6})\s*", re.ASCII)
_KEY: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9_ -]*?):\s*(.*?)\s*")
_COMMENT_END: Final = re.compile(r"\s*comment[-_ ]end:?\s*", re.IGNORECASE)
_SAVED_PLAY: Final = re.compile(
    r"\s*((\w+ )?(solution|snapshot|saved game)\b.*|[lurd0-9()\[\]* ]+)", re.IGNORECASE
)
#: What other programs say of a board above it, besides the metadata.
_NO_HEADERS: Final = re.compile(
    r"collection|set|copyright|e-?mail|homepage|web site|date|date created|date of last change"
    r"|comment|solution|snapshot"
)


class _Kind(Enum):
    BLANK = auto()
    ROW = auto()
    TITLE = auto()  # `; text`
    KEY = auto()  # `name: value`
    TEXT = auto()
    COMMENT = auto()


class _Line(NamedTuple):
    number: int
    text: str
    kind: _Kind


class _Paragraph(NamedTuple):
    """Lines of text, and whether they touch the boards above and below."""

    lines: Sequence[_Line]
    touches_above: bool
    touches_below: bool

    def titles(self) -> list[str]:
        """What may be a board's title: the marked lines, or plain text that is no saved play."""
        found = [line.text.strip().lstrip("; ") for line in self.lines if line.kind is _Kind.TITLE]
        plain = [line.text.strip() for line in self.lines if line.kind is _Kind.TEXT]
        if not found and not any(_SAVED_PLAY.fullmatch(text) for text in plain):
            found = plain
        return [title for title in found if title]

    def headers(self, all_of_them: bool) -> Iterator[Header]:
        """The metadata; with ``all_of_them`` also the names that mean nothing to any program."""
        for line in self.lines:
            match = _KEY.fullmatch(line.text)
            if line.kind is _Kind.KEY and match:
                name = match[1].lower()
                if name in METADATA or (all_of_them and not _NO_HEADERS.fullmatch(name)):
                    yield Header(name, match[2], line.number, match.start(2) + 1)

    def goes_up(self, custom: bool) -> bool:
        """Whether it belongs to the board above; ``custom`` says so where it could be either."""
        return custom if self.touches_above == self.touches_below else self.touches_above


def size(line: str) -> tuple[int, int] | None:
    """Rows and columns of the course's line ``N M``; None if it is something else."""
    match = _SIZE.fullmatch(line)
    return (int(match[1]), int(match[2])) if match else None


def blocks(text: str) -> Iterator[Block]:
    """The boards of a file with the titles and header lines that are theirs."""
    lines = _lines(text)
    spans = list(_spans(lines))
    edges = [0, *(edge for span in spans for edge in span), len(lines)]
    texts = [
        _paragraphs(lines[start:end], i > 0, i < len(spans))
        for i, (start, end) in enumerate(zip(edges[::2], edges[1::2], strict=True))
    ]
    titles_below = not any(paragraph.titles() for paragraph in texts[0])
    headers_below = any(line.kind is _Kind.KEY for part in texts[-1] for line in part.lines)
    for i, (start, end) in enumerate(spans):
        rows = [line.text for line in lines[start:end]]
        # The nearest title on either side; one that touches the board is nearer than one that
        # does not, and of two such the one above.
        above = [p for p in texts[i] if not p.goes_up(titles_below)]
        below = [p for p in texts[i + 1] if p.goes_up(titles_below)]
        titles = [(not p.touches_below, title) for p in above for title in p.titles()][-1:]
        titles += [(not p.touches_above, title) for p in below for title in p.titles()][:1]
        title = [title for _, title in sorted(titles, key=lambda found: found[0])][:1]
        above = [p for p in texts[i] if not p.goes_up(headers_below)]
        below = [p for p in texts[i + 1] if p.goes_up(headers_below)]
        headers = [header for p in above for header in p.headers(all_of_them=p.touches_below)]
        headers += [header for p in below for header in p.headers(all_of_them=False)]
        yield Block(lines[start].number, rows, headers, title)


def _lines(text: str) -> list[_Line]:
    lines = [_Line(n, line, _kind(line.rstrip())) for n, line in enumerate(text.splitlines(), 1)]
    opened: int | None = None
    for i, line in enumerate(lines):
        if opened is not None and _COMMENT_END.fullmatch(line.text):
            for j in range(opened, i + 1):
                lines[j] = lines[j]._replace(kind=_Kind.COMMENT)
            opened = None
        elif line.kind is _Kind.KEY and line.text.strip().lower() == "comment:":
            opened = i
    return lines


def _kind(line: str) -> _Kind:
    bare = line.lstrip()
    if not bare:
        return _Kind.BLANK
    if bare.startswith("::"):
        return _Kind.COMMENT
    if bare.startswith(";"):
        return _Kind.TITLE
    if _PLAIN.fullmatch(line) or _ENCODED.fullmatch(line):
        return _Kind.ROW
    if bare[0] == bare[-1] == "#":  # with a character that is no cell, which is to be reported
        return _Kind.ROW
    return _Kind.KEY if _KEY.fullmatch(line) else _Kind.TEXT


def _spans(lines: Sequence[_Line]) -> Iterator[tuple[int, int]]:
    """Where boards begin and end."""
    start = 0
    while start < len(lines):
        end = _course_end(lines, start) or _rows_end(lines, start)
        # A run without walls and player is an ornament, such as `-----`.
        if any(set("#@+") & set(line.text) for line in lines[start:end]):
            yield start, end
        start = max(end, start + 1)


def _course_end(lines: Sequence[_Line], start: int) -> int | None:
    """The end of a board that begins with its size, and has no more rows than that says."""
    said = size(lines[start].text)
    if said is None or start + 1 == len(lines) or lines[start + 1].kind is not _Kind.ROW:
        return None
    end = start + 1
    while end < min(start + 1 + said[0], len(lines)):
        if lines[end].kind is _Kind.BLANK or size(lines[end].text):
            break
        end += 1
    return end


def _rows_end(lines: Sequence[_Line], start: int) -> int:
    end = start
    while end < len(lines) and lines[end].kind is _Kind.ROW:
        end += 1
    return end


def _paragraphs(lines: Sequence[_Line], board_above: bool, board_below: bool) -> list[_Paragraph]:
    found, start = [], 0
    for end in range(len(lines) + 1):
        if end == len(lines) or lines[end].kind is _Kind.BLANK:
            if end > start:
                above, below = board_above and start == 0, board_below and end == len(lines)
                found.append(_Paragraph(lines[start:end], above, below))
            start = end + 1
    return found
