"""Solutions that are saved in a file of boards: `Solution: rR`, or lines below a heading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from gridproof.games.sokoban.formats.lines import Kind, SourceLine

__all__ = ["WrittenPlay", "plays"]

_HEADING: Final = re.compile(
    r"\W{0,4}(?:[\w-]+ ){0,2}(?P<what>solution|snapshot|saved game)s?\b(?P<rest>.*)",
    re.IGNORECASE,
)
_MOVES: Final = re.compile(r"[lurdLURD0-9()\[\] ]*[lurdLURD)][lurdLURD0-9()\[\] ]*", re.ASCII)
#: Without a heading a line is a play from this many letters on, a push among them. `L10000` is a
#: title: a number stands before what it repeats.
_SURELY_MOVES: Final = re.compile(r"(?![LURD][0-9]+$)(?=.*[LURD])[lurdLURD0-9()]{6,}", re.ASCII)
_BRACKETS: Final = str.maketrans("", "", "[] ")


class WrittenPlay(NamedTuple):
    """A saved solution.

    Attributes:
        moves: as they are written, without blanks.
        line: where it begins, from 1.
        goes_down: True if it is of the board below, not of the one above.
    """

    moves: str
    line: int
    goes_down: bool


def plays(gaps: Iterable[Sequence[Sequence[SourceLine]]]) -> Iterator[list[WrittenPlay]]:
    """Yield the saved solutions in the paragraphs above, between and below boards.

    They stand below their boards, unless the first board has some above it.
    """
    found = [list(_of(paragraphs)) for paragraphs in gaps]
    down = bool(found and found[0])
    for said in found:
        yield [WrittenPlay(moves, line, down) for moves, line in said]


def _of(paragraphs: Sequence[Sequence[SourceLine]]) -> Iterator[tuple[str, int]]:
    parts: list[str] = []
    begun = 0
    heading: str | None = None
    for paragraph in paragraphs:
        for place, line in enumerate(paragraph):
            text = line.text.strip().lstrip("; ") if line.kind is Kind.TITLE else line.text.strip()
            match = None if line.kind is Kind.COMMENT else _HEADING.fullmatch(text)
            moves = line.kind in (Kind.TEXT, Kind.TITLE) and _is_moves(text, heading)
            if parts and (match or not moves or place == 0):
                yield "".join(parts), begun
                parts, heading = [], None
                moves = moves and _is_moves(text, None)
            if match:
                heading = match["what"].lower()
                said = match["rest"].rpartition(":")[2].strip()
                if heading == "solution" and ":" in match["rest"] and _MOVES.fullmatch(said):
                    parts, begun = [said.translate(_BRACKETS)], line.number
            elif moves:
                if heading in (None, "solution"):
                    begun = begun if parts else line.number
                    parts.append(text.translate(_BRACKETS))
            elif line.kind is not Kind.COMMENT:
                heading = None
    if parts:
        yield "".join(parts), begun


def _is_moves(text: str, heading: str | None) -> bool:
    return (_SURELY_MOVES if heading is None else _MOVES).fullmatch(text) is not None
