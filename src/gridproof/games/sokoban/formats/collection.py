"""Files of many sokoban boards: the lines that are boards, and the metadata of each board.

Files differ: titles stand above their boards (``; 1``, or a line of plain text) or below them
(``Title: …``), with or without blank lines in between; and there is other text, such as the
collection's own head, comments and saved solutions. The custom of the file decides on which side of
its board a title stands: a blank line that is missing at one place shifts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise
from typing import Final

from gridproof.errors import ParseError
from gridproof.files.boards import Block, Header
from gridproof.games.sokoban.formats.lines import (
    Key,
    Kind,
    SourceLine,
    adjacent,
    bare_title,
    is_play,
    lines,
)
from gridproof.games.sokoban.formats.plays import WrittenPlay, plays
from gridproof.games.sokoban.formats.spans import board_spans, is_rule
from gridproof.games.sokoban.formats.variants import is_sokoban, named_game, refusal
from gridproof.level import METADATA

__all__ = ["SokobanBlock", "blocks", "is_plain_title"]

#: Names of `name: value` lines, by what they say. Those of `_OTHERS` say nothing that is kept.
_TITLES: Final = ("title", "name", "level title", "level name", "puzzle name")
_NUMBERS: Final = ("level", "id", "no", "number", "level number", "puzzle", "board", "maze")
_AUTHORS: Final = ("author", "authors", "by", "created by", "designer", "designed by")
#: Metadata that says what is true of a board: where two lines differ, both are kept.
_CLAIMS: Final = ("optimum", "k")
_SETS: Final = ("collection", "set", "level set", "levelset", "set name", "collection name")
_OTHERS: Final = re.compile(
    r"(e-?)?mail|home ?page|web ?(site|page)?|url|https?|ftp|(last )?date.*|comments?"
    r"|comment[- ]end|type|kind|category|theme|tags?|notes?|description"
    r"|(best |\w+ )?(solution|snapshot|saved game)s?.*|difficulty|rating|rank"
    r"|size|width|height|boxes|goals|players?|moves|pushes|solver|optimizer|time|version|language|encoding|game|license|licence|levels|puzzles|boards"
    r"|copyright holder|publisher|program|file"
)
#: Titles that number boards: `12`, `#12`, `Level 12`, `12 'name'`, `No. 3: name`.
_NUMBERED: Final = re.compile(
    r"\W*((level|puzzle|board|maze|room|no|nr|number|stage)\W*)?\d+(\W.*)?|.*[#_ ]\d+\W*",
    re.IGNORECASE | re.DOTALL,
)
#: Titles that number boards by themselves; `Rooms 3` may be a set.
_NUMBER: Final = re.compile(
    r"\W*((level|puzzle|board|maze|room|no|nr|number|stage)\W*)?\d+(\W.*)?",
    re.IGNORECASE | re.DOTALL,
)
#: A line of prose: five words or more, the last one before a full stop.
_SENTENCE: Final = re.compile(r"\S+(?:\s+\S+){4,}[.!?]")
_BY: Final = re.compile(r"\(?by:? ([^.!?]{2,60})\)?", re.IGNORECASE)


class _Side(Enum):
    """On which side of its board something stands."""

    ABOVE = auto()
    BELOW = auto()


@dataclass
class SokobanBlock(Block):
    """A board of a file, and what else the file says of it.

    Attributes:
        column: of the first cell, from 1; None if the rows do not stand one below the other.
        game: the game that the file names for it, if that is sokoban.
        edges: True if its first row, and its last one, look like rules between boards: they are
            if the player cannot get there.
        plays: its saved solutions.
    """

    column: int | None = 1
    game: str | None = None
    edges: tuple[bool, bool] = (False, False)
    plays: list[WrittenPlay] = field(default_factory=list)


@dataclass(frozen=True)
class _Paragraph:
    """Lines of text, and whether they touch the boards above and below."""

    lines: Sequence[SourceLine]
    touches_above: bool
    touches_below: bool

    @property
    def set_off(self) -> bool:
        """True if a blank line lies between it and each board."""
        return not (self.touches_above or self.touches_below)

    @cached_property
    def titles(self) -> list[str]:
        """Candidates for a board's title: the marked lines, or plain text that is no saved play."""
        marked = self._texts(Kind.TITLE)
        if marked:
            found = [title for title in marked if title]
            prose = len(found) > 1 and "" not in marked and not _NUMBERED.fullmatch(found[-1])
        else:
            plain = [line.text.strip() for line in self.lines if line.kind is Kind.TEXT]
            if any(map(self._is_play, plain)):
                return []
            found = [title for title in self._texts(Kind.TEXT) if title and not _by(title)]
            prose = len(found) > 1
            if not found:
                found = self._unknown_key()
        return [] if prose and self.set_off else found

    @cached_property
    def is_sentence(self) -> bool:
        """True if it is one line of prose, set off."""
        if len(self.lines) != 1 or not self.set_off or self.lines[0].kind is not Kind.TEXT:
            return False
        text = self.lines[0].text.strip()
        return text[-1] in ".!?" and _SENTENCE.fullmatch(text) is not None

    def _texts(self, kind: Kind) -> list[str]:
        return [bare_title(line.text.strip()) for line in self.lines if line.kind is kind]

    def _unknown_key(self) -> list[str]:
        """Return a line `A: the start` above a board, if it is all that the paragraph says."""
        if self.touches_above and not self.touches_below:
            return []
        said = [line for line in self.lines if line.kind is not Kind.COMMENT]
        known = (*METADATA, *_TITLES, *_NUMBERS, *_AUTHORS, *_SETS)
        return [
            line.text.strip()
            for line in said
            if len(said) == 1
            and line.key is not None
            and line.key.name not in known
            and not _OTHERS.fullmatch(line.key.name)
        ]

    def _is_play(self, text: str) -> bool:
        # A number is a title above a board, and may be the length of a play below it.
        below = self.touches_above and not self.touches_below
        return is_play(text) and (below or not text.isdecimal())

    @cached_property
    def said(self) -> list[tuple[Key, int]]:
        """The `name: value` lines, with their numbers; `by …` is one."""
        return list(self._said())

    def _said(self) -> Iterator[tuple[Key, int]]:
        for line in self.lines:
            if line.key is not None:
                yield line.key, line.number
            elif line.kind is Kind.TITLE and (key := _marked_key(line)):
                yield key, line.number
            elif line.kind is Kind.TEXT and (author := _by(bare_title(line.text.strip()))):
                yield Key("author", author, 1), line.number

    def goes_up(self, side: _Side | None, custom: bool) -> bool:
        """Return True if it is the board's above; without a ``side`` what it touches decides."""
        if side is not None:
            return side is _Side.BELOW
        return custom if self.touches_above == self.touches_below else self.touches_above


@dataclass
class _Head:
    """Facts that a file tells of all its boards."""

    source: str | None = None
    author: str | None = None
    copyright: str | None = None
    keys: dict[str, tuple[str, int, int]] = field(default_factory=dict)


def blocks(text: str) -> Iterator[SokobanBlock]:
    """Yield the boards of a file with the titles and header lines that are theirs."""
    found = lines(text)
    spans = board_spans(found)
    if not spans:
        return
    edges = [0, *(edge for span in spans for edge in span), len(found)]
    texts = [
        _paragraphs(found, start, end, i > 0, i < len(spans))
        for i, (start, end) in enumerate(zip(edges[::2], edges[1::2], strict=True))
    ]
    made = [
        SokobanBlock(found[start].number, [line.text for line in found[start:end]])
        for start, end in spans
    ]
    rows = {line.number for start, end in spans for line in found[start:end]}
    rules = _edge_rules(
        made,
        {one.text.strip() for one in found if one.kind is Kind.ROW and one.number not in rows},
    )
    for block in made:
        first, last = block.rows[0].strip(), block.rows[-1].strip()
        block.edges = first in rules, last in rules
    head = _head_of(texts)
    _give_titles(made, texts)
    _give_headers(made, texts, head)
    _give_games(made, texts)
    for gap, said in enumerate(plays([p.lines for p in texts[i]] for i in range(len(texts)))):
        for play in said:
            made[min(gap, len(made) - 1) if play.goes_down else max(gap - 1, 0)].plays.append(play)
    yield from made


def is_plain_title(line: str) -> bool:
    """Return True if a line ``; title`` is read as that title and nothing else."""
    text = line.removeprefix("; ")
    alone = SourceLine(1, line, Kind.TITLE)
    return bare_title(line) == text and _marked_key(alone) is None and named_game(line) is None


def _by(text: str) -> str | None:
    match = _BY.fullmatch(text)
    return match[1] if match else None


def _marked_key(line: SourceLine) -> Key | None:
    """Return the key of a line `; Author: name`."""
    name, colon, value = line.text.strip().lstrip("; ").partition(":")
    known = (*_AUTHORS, *_SETS, "copyright")
    name = name.strip().lower()
    return Key(name, value.strip(), 1) if colon and name in known else None


def _side(texts: Sequence[Sequence[_Paragraph]], has: Callable[[_Paragraph], bool]) -> _Side | None:
    """Return the side of their boards on which paragraphs with content stand, in most cases.

    Above, if the first board has one above it and the last one has none below it; below in the
    opposite case, unless most of those between boards touch the next one. Otherwise the side that
    most of them touch.
    """
    first, *inner, last = [[p for p in gap if has(p)] for gap in texts]
    between = [p for gap in inner for p in gap]
    up = sum(p.touches_above and not p.touches_below for p in between)
    down = sum(p.touches_below and not p.touches_above for p in between)
    if first and not last:
        return _Side.ABOVE
    if last and not first:
        return _Side.ABOVE if 2 * down > len(between) else _Side.BELOW
    up += sum(p.touches_above for p in last)
    down += sum(p.touches_below for p in first)
    if first and last and up != down:
        return _Side.BELOW if up > down else _Side.ABOVE
    return None


def _give_titles(made: Sequence[SokobanBlock], texts: Sequence[Sequence[_Paragraph]]) -> None:
    """Give each board its title: the nearest one on the side that is the file's custom."""
    prose = _prose(texts, len(made))

    def has(paragraph: _Paragraph) -> bool:
        return bool(paragraph.titles) and not (prose and paragraph.is_sentence)

    side = _side(texts, has)
    custom = not any(map(has, texts[0]))
    sections: list[tuple[int, str]] = []
    for i, block in enumerate(made):
        above = [p for p in texts[i] if has(p) and not p.goes_up(side, custom)]
        below = [p for p in texts[i + 1] if has(p) and p.goes_up(side, custom)]
        # Of two the one that touches the board is nearer, and of two such the one above.
        titles = [(not p.touches_below, t, p.set_off) for p in above for t in p.titles][-1:]
        titles += [(not p.touches_above, t, False) for p in below for t in p.titles][:1]
        for _, title, set_off in sorted(titles, key=lambda found: found[0])[:1]:
            block.titles = [title]
            if set_off:
                sections.append((i, title))
    titled = sum(bool(block.titles) for block in made)
    pattern = _NUMBER if titled == 1 else _NUMBERED
    sections = [(i, title) for i, title in sections if not pattern.fullmatch(title)]
    if titled < len(made):
        _give_numbers(made, texts)
    few = (titled == 1 and len(made) > 1) or 2 * titled < len(made)
    if titled == len(sections) and sections and sections[0][0] == 0 and few:
        # A title here and there names the boards that follow it.
        for i, title in sections:
            made[i].titles = [t for t in made[i].titles if t != title]
            for block in made[i:]:
                block.headers = [Header("source", title, block.line, 1)]


def _prose(texts: Sequence[Sequence[_Paragraph]], boards: int) -> bool:
    """Return True if sentences set off are no titles: most boards have none, or more titles."""
    said = sum(any(p.is_sentence for p in gap) for gap in texts)
    titled = sum(any(p.titles and not p.is_sentence for p in gap) for gap in texts)
    return 2 * said <= boards or titled > said


def _give_numbers(made: Sequence[SokobanBlock], texts: Sequence[Sequence[_Paragraph]]) -> None:
    """Give boards numbers by lines `1`, `2`, … above or below all; others are lengths of plays."""
    found = [
        [text for p in gap for line in p.lines if (text := line.text.strip()).isdecimal()]
        for gap in texts
    ]
    for gaps in (found[:-1], found[1:]):
        if len(made) == 1 or any(len(numbers) != 1 or len(numbers[0]) > 6 for numbers in gaps):
            continue
        numbers = [numbers[0] for numbers in gaps]
        if all(int(after) == int(number) + 1 for number, after in pairwise(numbers)):
            for block, number in zip(made, numbers, strict=True):
                block.titles = [number]
            return


def _head_of(texts: Sequence[Sequence[_Paragraph]]) -> _Head:
    """Collect the metadata above the first board, set off, that hold for all of them."""
    head = _Head()
    if len(texts) < 2:
        return head
    own_above = _side(texts, _has_title_key) is _Side.ABOVE and any(
        _has_title_key(p) for gap in texts[1:-1] for p in gap
    )
    last_titled = max((at for at, p in enumerate(texts[0]) if p.titles), default=-1)
    for at, paragraph in enumerate(texts[0]):
        named = any(key.name in _SETS for key, _ in paragraph.said)
        if not (paragraph.set_off or named):
            continue
        later = at < last_titled
        for key, number in paragraph.said:
            if key.name in _SETS and key.value:
                head.source = head.source or key.value
            elif key.name in _AUTHORS and key.value:
                head.author = head.author or key.value
            elif key.name == "copyright" and key.value:
                head.copyright = head.copyright or key.value
            elif key.name in _TITLES and (named or len(texts) > 2 or later) and not own_above:
                head.source = head.source or key.value
                head.keys[key.name] = (key.value, number, key.column)
    return head


def _has_title_key(paragraph: _Paragraph, but: Collection[int] = ()) -> bool:
    if not paragraph.said:
        return False
    names = (*_TITLES, *_NUMBERS)
    return any(key.name in names and number not in but for key, number in paragraph.said)


def _give_headers(
    made: Sequence[SokobanBlock], texts: Sequence[Sequence[_Paragraph]], head: _Head
) -> None:
    """Give each board its metadata, and those of the file's head."""
    of_head = {number for _, number, _ in head.keys.values()}
    side = _side(texts, lambda p: _has_title_key(p, but=of_head))
    custom = any(key.name != "game" for p in texts[-1] for key, _ in p.said)
    names = {p: n for n, known in (("title", _TITLES), ("author", _AUTHORS)) for p in known}
    for i, block in enumerate(made):
        above = [p for p in texts[i] if not p.goes_up(side if _has_title_key(p) else None, custom)]
        below = [p for p in texts[i + 1] if p.goes_up(side if _has_title_key(p) else None, custom)]
        found: dict[str, Header] = {}
        numbers: list[str] = []
        for paragraph in [*reversed(above), *below]:
            for key, number in paragraph.said:
                name = names.get(key.name, key.name)
                if key.name in _NUMBERS and key.value:
                    numbers.append(key.value)
                is_heads = head.keys.get(key.name) == (key.value, number, key.column)
                if name in METADATA and key.value and not is_heads:
                    value = key.value
                    before = found.get(name)
                    if before is not None and (name not in _CLAIMS or value == before.value):
                        continue
                    if before is not None:  # none of two claims is dropped: one may be false
                        value = f"{before.value} and {value}"
                    found[name] = Header(name, value, number, key.column)
        if "title" not in found and not block.titles:
            block.titles = numbers[:1]
        for name in ("source", "author", "copyright"):
            if value := getattr(head, name):
                found.setdefault(name, Header(name, value, block.line, 1))
        block.headers = [h for h in block.headers if h.name not in found] + list(found.values())


def _give_games(made: Sequence[SokobanBlock], texts: Sequence[Sequence[_Paragraph]]) -> None:
    """Mark boards of another game; a mark that touches no board is of all."""
    said: dict[int, tuple[str, int]] = {}
    of_all: list[tuple[str, int]] = []
    marked = [
        (i, p, key.value, number, any(key.name in _SETS for key, _ in p.said))
        for i, gap in enumerate(texts)
        for p in gap
        for key, number in sorted(
            (said for said in p.said if said[0].name == "game"),
            key=lambda said: is_sokoban(said[0].value),
        )[:1]
    ]
    below = not any(i == 0 for i, *_ in marked) and any(i == len(made) for i, *_ in marked)
    for i, paragraph, game, number, sets in marked:
        alone = paragraph.set_off and len(marked) == 1 and (i < len(made) or len(made) == 1)
        if (i == 0 and (paragraph.set_off or sets)) or alone:
            of_all.append((game, number))
        else:
            up = paragraph.goes_up(None, below) and i > 0
            said.setdefault(min(i, len(made) - 1) if not up else i - 1, (game, number))
    for i, block in enumerate(made):
        for game, number in [said[i]] if i in said else of_all[:1]:
            if not is_sokoban(game):
                block.fault = ParseError(refusal(game), number)


def _edge_rules(made: Sequence[SokobanBlock], alone: Collection[str]) -> set[str]:
    """Return rules that touch several boards and cannot be floor.

    They touch no board elsewhere, or are not as wide as all boards that they touch.
    """
    touching: dict[str, list[bool]] = {}
    for block in made:
        rows = block.rows
        for rule, others in ((rows[0], rows[1:]), (rows[-1], rows[:-1])):
            if others and is_rule(rule):
                as_wide = len(rule.rstrip()) == max(map(len, others))
                touching.setdefault(rule.strip(), []).append(as_wide)
    return {
        rule
        for rule, as_wide in touching.items()
        if rule in alone or (len(as_wide) > 1 and not all(as_wide))
    }


def _paragraphs(
    found: Sequence[SourceLine], start: int, end: int, board_above: bool, board_below: bool
) -> list[_Paragraph]:
    """Return the paragraphs of the lines from ``start`` up to ``end``."""
    parts: list[_Paragraph] = []
    while start < end:
        stop = start + 1
        while stop < end and adjacent(found, stop - 1, stop):
            stop += 1
        above = board_above and not parts and adjacent(found, start - 1, start)
        below = board_below and stop == end and adjacent(found, stop - 1, stop)
        parts.append(_Paragraph(found[start:stop], above, below))
        start = stop
    return parts
