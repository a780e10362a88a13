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
from itertools import pairwise
from typing import Final, NamedTuple

from gridproof.boards import Block, Header, lines_of, split_header
from gridproof.game import METADATA

__all__ = ["blocks", "size"]

_PLAIN: Final = re.compile(r"[-#@+$*._ ]+")
_WITHOUT_CELLS: Final = str.maketrans("", "", "-#@+$*._ ")
_NUMBER: Final = re.compile(r"#\d+", re.ASCII)
# Letters stand for pieces in .sok files, the rest is run-length encoding. `#12` is a title.
_ENCODED: Final = re.compile(r"(?=.*[#|])(?!#\d+$)[-#@+$*._ pPbBo0-9()|]+")
_SIZE: Final = re.compile(r"\s*(\d{1,6})\s+(\d{1,6})\s*", re.ASCII)
_COMMENT_END: Final = re.compile(r"comment[-_ ]end:?", re.IGNORECASE)
_SAVED_PLAY: Final = re.compile(
    r"(\w+ )?(solution|snapshot|saved game)\b.*|[lurd0-9()\[\]* ]+", re.IGNORECASE
)
#: What other programs say of a board above it, besides the metadata.
_NO_HEADERS: Final = re.compile(
    r"collection|set|copyright|e-?mail|homepage|web site|date|date created|date of last change"
    r"|comment|solution|snapshot"
)


class _Kind(Enum):
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
        found = [line.text.strip()[1:].strip() for line in self.lines if line.kind is _Kind.TITLE]
        plain = [line.text.strip() for line in self.lines if line.kind is _Kind.TEXT]
        if not found and not any(map(self._saved_play, plain)):
            found = plain
        return [title for title in found if title]

    def _saved_play(self, text: str) -> bool:
        # A number is a title above a board, and may be the length of a play below it.
        below = self.touches_above and not self.touches_below
        return bool(_SAVED_PLAY.fullmatch(text)) and (below or not text.isdecimal())

    def headers(self, all_of_them: bool) -> Iterator[Header]:
        """The metadata; with ``all_of_them`` also the names that mean nothing to any program."""
        for line in self.lines:
            if line.kind is _Kind.KEY and (header := split_header(line.text.lstrip())):
                name, value, column = header
                if name in METADATA or (all_of_them and not _NO_HEADERS.fullmatch(name)):
                    column += len(line.text) - len(line.text.lstrip())
                    yield Header(name, value, line.number, column)

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
        _paragraphs(lines, start, end, i > 0, i < len(spans))
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
    """The lines that are not blank; the others are gaps in the numbers."""
    lines: list[_Line] = []
    opened: int | None = None
    for number, text_of_line in enumerate(lines_of(text), 1):
        bare = text_of_line.strip()
        if not bare:
            continue
        kind = _kind(text_of_line, bare)
        if opened is not None and _COMMENT_END.fullmatch(bare):
            lines[opened:] = [line._replace(kind=_Kind.COMMENT) for line in lines[opened:]]
            opened, kind = None, _Kind.COMMENT
        elif kind is _Kind.KEY and bare.lower() == "comment:":
            opened = len(lines)
        lines.append(_Line(number, text_of_line, kind))
    # A line of text may be a row in which something is wrong. Only what touches a row is one.
    for step in (1, -1):
        order = range(len(lines))[::step]
        for before, here in pairwise(order):
            line = lines[here]
            if (
                line.kind is _Kind.TEXT
                and lines[before].kind is _Kind.ROW
                and _adjacent(lines, before, here)
                and _seems_row(line.text.strip())
            ):
                lines[here] = line._replace(kind=_Kind.ROW)
    return lines


def _adjacent(lines: Sequence[_Line], one: int, other: int) -> bool:
    """Whether there is no blank line between two neighbours."""
    return abs(lines[one].number - lines[other].number) == 1


def _kind(line: str, bare: str) -> _Kind:
    if bare.startswith("::"):
        return _Kind.COMMENT
    if bare.startswith(";"):
        return _Kind.TITLE
    line = line.rstrip()
    if _PLAIN.fullmatch(line) or _ENCODED.fullmatch(line):
        return _Kind.ROW
    if bare[0] == bare[-1] == "#":  # with a character that is no cell, which is to be reported
        return _Kind.ROW
    return _Kind.KEY if split_header(bare) else _Kind.TEXT


def _seems_row(bare: str) -> bool:
    """Whether at least half of a line are cells, a wall, box or player among them."""
    if _NUMBER.fullmatch(bare) or _SIZE.fullmatch(bare):
        return False
    cells = bare.translate(_WITHOUT_CELLS)
    blanks = bare.count(" ")
    return 2 * (len(bare) - len(cells) - blanks) >= len(bare) - blanks and any(
        char in bare for char in "#@$"
    )


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
    """The end of a board that begins with its size.

    It has as many lines as that says, whatever they hold, and all rows that follow: too many.
    """
    said = size(lines[start].text)
    first = start + 1
    if said is None or first == len(lines) or lines[first].kind is not _Kind.ROW:
        return None
    if not _adjacent(lines, start, first):
        return None
    end = first + 1
    while end < len(lines) and _adjacent(lines, end - 1, end) and not size(lines[end].text):
        if end - first >= said[0] and lines[end].kind is not _Kind.ROW:
            break
        end += 1
    return end


def _rows_end(lines: Sequence[_Line], start: int) -> int:
    end = start
    while (
        end < len(lines)
        and lines[end].kind is _Kind.ROW
        and (end == start or _adjacent(lines, end - 1, end))
    ):
        end += 1
    return end


def _paragraphs(
    lines: Sequence[_Line], start: int, end: int, board_above: bool, board_below: bool
) -> list[_Paragraph]:
    """The paragraphs of the lines from ``start`` up to ``end``."""
    found: list[_Paragraph] = []
    while start < end:
        stop = start + 1
        while stop < end and _adjacent(lines, stop - 1, stop):
            stop += 1
        above = board_above and not found and _adjacent(lines, start - 1, start)
        below = board_below and stop == end and _adjacent(lines, stop - 1, stop)
        found.append(_Paragraph(lines[start:stop], above, below))
        start = stop
    return found
