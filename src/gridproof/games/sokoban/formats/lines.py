"""The lines of a file of sokoban boards: rows, titles, `name: value` lines, comments, text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import Final, NamedTuple

from gridproof.files.boards import lines_of, split_header
from gridproof.games.sokoban.formats.rle import RunLengthError, decode
from gridproof.games.sokoban.formats.variants import named_game

__all__ = ["Key", "Kind", "SourceLine", "adjacent", "bare_title", "is_play", "lines", "size"]

_PLAIN: Final = re.compile(r"[-#@+$*._ ]+")
_WALLED: Final = re.compile(r" *#")
_WITHOUT_CELLS: Final = str.maketrans("", "", "-#@+$*._ ")
_NUMBER: Final = re.compile(r"#{1,6}\s*\d+", re.ASCII)
# Letters stand for pieces in .sok files, the rest is run-length encoding. `#12` is a title.
_ENCODED: Final = re.compile(r"(?=.*[#|])(?!#{1,6}\s*\d+$)[-#@+$*._ pPbBo0-9()|]+", re.ASCII)
#: The same with walls `W`, as version 0.19 of .sok has them.
_LETTERED: Final = re.compile(r"[-#W@+$*._ pPbBo0-9()|]+", re.ASCII)
_COUNTED_WALL: Final = re.compile(r"[0-9]W", re.ASCII)
#: Run-length rows without a wall; beside other rows they are rows.
_WITHOUT_WALLS: Final = re.compile(r"(?=.*[0-9][-_@$*.+pPbBo(])[-@+$*._ pPbBo0-9()|]+", re.ASCII)
_FLOOR: Final = re.compile(r"[-_0-9()]+")
#: The lines `+-+ +` of boards that are drawn with walls between cells; sokoban has one player.
_DRAWN_WALLS: Final = re.compile(r"\+[-+| ]*\+")
_SIZE: Final = re.compile(r"\s*(\d{1,6})\s+(\d{1,6})\s*", re.ASCII)
_COMMENT_END: Final = re.compile(r"comment[-_ ]?end:?", re.IGNORECASE)
_SAVED_PLAY: Final = re.compile(
    r"((\w+ )?(solution|snapshot|saved game)\b.*|(?![lurd]\d+$)[lurd0-9()\[\]* ]+)", re.IGNORECASE
)
_EQUALS: Final = re.compile(r"(title|author|copyright|collection|set|name|level)\s*=(.*)", re.I)
#: `Level 3: Name` is a title, not a name with its value.
_LEVEL_NUMBER: Final = re.compile(
    r"(?:level|puzzle|board|maze|room|no|nr|number|stage|map|problem)\s*\d{1,6}", re.ASCII
)
#: A title of `W` alone would be walls; beside rows it is a row.
_LETTERS_ALONE: Final = re.compile(r"W+|w+")
_FENCE: Final = re.compile(r"(```|~~~)\s*\w*")
_TAGS: Final = re.compile(r"</?[A-Za-z][^<>]*>|\[/?[A-Za-z]{1,8}\]|<!--|-->")
_HEADING: Final = re.compile(r"(#{1,6})\s+(.*?)\s*#*", re.DOTALL)
_BULLET: Final = re.compile(r"^(?:[-*>%]|//)\s+(?=\w)")
_BLANKS: Final = dict.fromkeys(map(ord, "\u00a0\u2000\u2002\u2003\u2007\u2009\u200a\u202f"), " ")
_TAB: Final = 8


class Kind(Enum):
    """A kind of line."""

    ROW = auto()
    TITLE = auto()  # `; text`
    KEY = auto()  # `name: value`
    TEXT = auto()
    COMMENT = auto()


class Key(NamedTuple):
    """A line `name: value`: the name in lower case, and the column of the value, from 1."""

    name: str
    value: str
    column: int


class SourceLine(NamedTuple):
    """A line that is not blank, its number from 1, and its kind; of rows, the cells."""

    number: int
    text: str
    kind: Kind
    key: Key | None = None


def size(line: str) -> tuple[int, int] | None:
    """Return rows and columns of the course's line ``N M``; None if it is something else."""
    match = _SIZE.fullmatch(line)
    return (int(match[1]), int(match[2])) if match else None


def adjacent(found: Sequence[SourceLine], one: int, other: int) -> bool:
    """Return True if there is no blank line between two neighbours."""
    return abs(found[one].number - found[other].number) == 1


def is_play(text: str) -> bool:
    """Return True if a line of text is a saved play, or the heading of one."""
    return _SAVED_PLAY.fullmatch(text) is not None


def lines(text: str) -> list[SourceLine]:
    """Return the lines that are not blank; the others are gaps in the numbers."""
    found = _without_comments(list(_kinds(text)))
    # A line of text may be a row in which something is wrong. Only what touches a row is one.
    for step in (1, -1):
        order = range(len(found))[::step]
        for before, here in pairwise(order):
            line = found[here]
            if (
                line.kind is Kind.TEXT
                and found[before].kind is Kind.ROW
                and adjacent(found, before, here)
                and _seems_row(line.text.rstrip(), found[before].text)
            ):
                found[here] = line._replace(kind=Kind.ROW, text=_row(line.text))
    return found


def _kinds(text: str) -> Iterator[SourceLine]:
    for number, line in enumerate(lines_of(text), 1):
        if _WALLED.match(line) and _PLAIN.fullmatch(line):  # most lines are such rows
            yield SourceLine(number, line, Kind.ROW)
            continue
        bare = line.strip().rstrip("\x1a")
        if not bare:
            continue
        kind, key = _kind(line, bare)
        if kind is Kind.ROW:
            line = _row(line)
        yield SourceLine(number, line, kind, key)


def _kind(line: str, bare: str) -> tuple[Kind, Key | None]:
    if bare.startswith("::"):
        game = named_game(bare)
        return (Kind.COMMENT, None) if game is None else (Kind.KEY, Key("game", game, 1))
    row = _row(line).rstrip()
    if _LETTERS_ALONE.fullmatch(bare):
        return Kind.TEXT, None
    if not bare.startswith(";"):
        if _DRAWN_WALLS.fullmatch(bare):
            return Kind.COMMENT, None
        if _PLAIN.fullmatch(row) or _ENCODED.fullmatch(row):
            return Kind.ROW, None
        if bare[0] == bare[-1] == "#" and not _is_heading(bare):
            return Kind.ROW, None  # with a character that is no cell, which is to be reported
        if _WITHOUT_WALLS.fullmatch(row) and _is_surely_cells(row) and _decodes(row):
            return (Kind.ROW if set("@$*pP") & set(row) else Kind.TEXT), None
    if (game := named_game(bare)) is not None:
        return Kind.KEY, Key("game", game, 1)
    if bare.startswith(";"):
        return Kind.TITLE, None
    if _FENCE.fullmatch(bare):
        return Kind.COMMENT, None
    header = split_header(bare)
    if header is None and (match := _EQUALS.fullmatch(bare)):
        header = match[1].lower(), match[2].strip(), match.start(2) + 1
    if header is None:
        return Kind.TEXT, None
    name, value, column = header
    if _LEVEL_NUMBER.fullmatch(name):
        return Kind.TEXT, None
    return Kind.KEY, Key(" ".join(name.split()), value, column + len(line) - len(line.lstrip()))


def _is_heading(bare: str) -> bool:
    """Return True if a line is `## text ##`, most of it letters."""
    inner = "".join(bare.strip("#").split())
    letters = sum(map(str.isalnum, inner))
    return bare.strip("#").startswith(" ") and letters >= 4 and 2 * letters > len(inner)


def _row(line: str) -> str:
    """Return the cells of a row; tabs at its left reach each eighth column, `W` is a wall."""
    line = line.translate(_BLANKS) if not line.isascii() else line
    if line.startswith(("\t", " ")) and "\t" in line:
        cells = line.lstrip(" \t")
        line = line[: len(line) - len(cells)].expandtabs(_TAB) + cells
    line = line.rstrip("\t\r\x1a")
    for wall in "Ww":
        if wall in line and _has_letter_walls(line.replace("w", "W") if wall == "w" else line):
            return line.replace(wall, "#")
    return line


def _has_letter_walls(row: str) -> bool:
    """Return True if the `W` of a row are walls; `wow` is a title."""
    if not _LETTERED.fullmatch(row):
        return False
    beside = not set(row).isdisjoint("-@$*. #_")
    return beside or row.count("W") > 2 or _COUNTED_WALL.search(row) is not None


def _is_surely_cells(row: str) -> bool:
    """Return True if no title looks like a row.

    It is floor alone, or has a player or box that is no letter, or that stands with floor.
    """
    if _FLOOR.fullmatch(row):
        return True
    cells = set(row)
    return not cells.isdisjoint("@$*") or (
        not cells.isdisjoint("-_") and not cells.isdisjoint("pP") and not any(map(str.isspace, row))
    )


def _decodes(row: str) -> bool:
    try:
        decode(row, 1 << 17)
    except RunLengthError as error:
        return "more than" in str(error)
    return True


def _seems_row(text: str, neighbour: str) -> bool:
    """Return True if at least half of a line are cells, a wall, box or player among them.

    Beside a row in run-length encoding, one without a wall is a row if it can be decoded.
    """
    row = _row(text).rstrip()
    bare = row.strip()
    if _NUMBER.fullmatch(bare) or _SIZE.fullmatch(bare):
        return False
    if _WITHOUT_WALLS.fullmatch(row) and _decodes(row):
        encoded = any(char.isdecimal() for char in neighbour)
        return encoded or _is_surely_cells(row)
    for wall in "Ww":
        bare = bare.replace(wall, "#") if bare.count(wall) > 2 else bare
    cells = bare.translate(_WITHOUT_CELLS)
    blanks = bare.count(" ")
    return 2 * (len(bare) - len(cells) - blanks) >= len(bare) - blanks and any(
        char in bare for char in "#@$"
    )


def _without_comments(found: list[SourceLine]) -> list[SourceLine]:
    """Return the lines without those of `Comment:` … `Comment-End`, `/* … */`, `<!-- … -->`."""
    opened: int | None = None
    end = ""
    for at, line in enumerate(found):
        bare = line.text.strip()
        if opened is not None and (
            bare.endswith(end) if end else _COMMENT_END.fullmatch(bare) is not None
        ):
            found[opened : at + 1] = [
                one._replace(kind=Kind.COMMENT, key=None) for one in found[opened : at + 1]
            ]
            opened, end = None, ""
        elif bare.startswith("/*") or (bare.startswith("<!--") and not bare.endswith("-->")):
            if not bare.endswith("*/"):
                opened, end = at, "*/" if bare.startswith("/*") else "-->"
        elif line.key is not None and line.key.name in ("comment", "comments") and not end:
            opened = at
    return found


def bare_title(text: str) -> str:
    """Return a line of text without mark-up; empty if no letter or digit is left.

    Behind a semicolon all is text.
    """
    if text.startswith(";"):
        text = text.removeprefix(";").strip()
        return text if any(map(str.isalnum, text)) else ""
    if text[:1].isalnum() and not any(mark in text for mark in ("<", "[", "-->")):
        return text
    text = _TAGS.sub("", text).strip()
    if heading := _HEADING.fullmatch(text):
        text = heading[2]
    text = _BULLET.sub("", text)
    for mark in ("//", "/*", "**", "__", "*", "_", "`", "===", "==", "|"):
        end = {"/*": "*/"}.get(mark, mark)
        if text.startswith(mark):
            inner = text.removeprefix(mark)
            if inner.endswith(end) or mark == "//":
                text = inner.removesuffix(end).strip("= ").strip()
    return text if any(map(str.isalnum, text)) else ""
