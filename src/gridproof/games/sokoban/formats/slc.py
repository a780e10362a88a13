"""Sokoban collections in XML (.slc): a `Level` has its rows in `L`, and the set its own title.

Expat reads them. It fetches nothing, and a file that declares entities is refused: a few lines of
them can stand for gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.parsers import expat

from gridproof.errors import InputError, ParseError
from gridproof.files.boards import Header, one_line
from gridproof.games.sokoban.formats.collection import SokobanBlock
from gridproof.games.sokoban.formats.plays import WrittenPlay
from gridproof.games.sokoban.formats.variants import is_sokoban, refusal
from gridproof.level import METADATA

__all__ = ["slc_blocks", "write_slc"]

_PROLOG: Final = re.compile(r"<\?xml(?=\s)")
#: Attributes and elements that name the game; `root` is what stands before `Levels` at the root.
_GAME_NAMES: Final = ("game", "variant", "gametype", "rules", "root")
#: The words of a copyright before the name of its holder.
_NO_NAME: Final = re.compile(r"(?:[\s,.:©-]|copyright\b|\(c\)|by\b|\d{4})+", re.IGNORECASE)
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def slc_blocks(text: str) -> Iterator[SokobanBlock]:
    """Yield the boards of a file, of several XML documents one after another too.

    Faults with places.
    """
    starts = [match.start() for match in _PROLOG.finditer(text)]
    if not starts or text[: starts[0]].strip("\ufeff \t\r\n"):
        starts.insert(0, 0)
    above = 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield from _Reader(above).blocks(text[start:end])
        above += text.count("\n", start, end)


class _Reader:
    """Reads one document.

    Args:
        above: lines above it in the file.
    """

    def __init__(self, above: int) -> None:
        self._above = above
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.AttlistDeclHandler = self._refuse_default
        self._parser.SkippedEntityHandler = self._refuse_unknown
        self._open: list[str] = []
        self._set: dict[str, str] = {}
        self._collection: dict[str, str] = {}
        self._level: dict[str, str] = {}
        self._rows: list[tuple[int, int, list[str]]] = []
        self._said: list[str] = []
        self._line = 1
        #: Boards, each with the metadata of its collection.
        self._found: list[tuple[SokobanBlock, Mapping[str, str]]] = []

    def blocks(self, text: str) -> Iterator[SokobanBlock]:
        """Yield the boards of the document; the last one is a fault if the XML is damaged there."""
        bare = text.lstrip("\ufeff \t\r\n")
        self._above += text.count("\n", 0, len(text) - len(bare))
        text = bare.replace("\r\n", "\n").replace("\r", "\n")
        fault: ParseError | None = None
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            message = f"the XML is damaged: {expat.ErrorString(error.code)}"
            fault = ParseError(message, self._above + error.lineno, error.offset + 1)
        except UnicodeEncodeError:
            fault = ParseError("a text holds half of a surrogate pair", self._above + 1)
        except ParseError as error:
            fault = error
        if fault is None and not self._found:
            fault = ParseError("this XML file holds no board: no `Level` in it", self._above + 1)
        for block, collection in self._found:
            _inherit(block, {**self._set, **collection})
            yield block
        if fault is not None:
            yield SokobanBlock(fault.line, fault=fault)

    def _here(self) -> tuple[int, int]:
        line = self._above + self._parser.CurrentLineNumber
        return line, self._parser.CurrentColumnNumber + 1

    def _refuse_entity(self, *_: object) -> None:
        line, column = self._here()
        raise ParseError("an XML file of boards may not declare entities", line, column)

    def _refuse_default(
        self, element: str, name: str, kind: str, default: str | None, _: int
    ) -> None:
        if default is not None:
            line, column = self._here()
            raise ParseError("an XML file of boards may not declare attributes", line, column)

    def _refuse_unknown(self, name: str, _: int) -> None:
        line, column = self._here()
        raise ParseError(f"`&{name};` is not declared", line, column)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = _local(name)
        self._open.append(name)
        said = {key.lower(): one_line(value) for key, value in attributes.items()}
        if name == "Level":
            self._level, self._rows = said, []
            self._line = self._here()[0]
        elif len(self._open) == 1:
            game = name.removesuffix("Levels")
            self._set |= {"root": game} if game != name and game else {}
            self._set |= said
        elif name == "LevelCollection":
            self._collection = said
        elif name == "L" and "Level" in self._open:
            self._rows.append((0, 0, []))
        self._said = []

    def _text(self, text: str) -> None:
        if self._open[-1:] == ["L"] and self._rows:
            _, _, parts = self._rows[-1]
            if not parts:
                self._rows[-1] = *self._here(), parts
            parts.append(text)
        else:
            self._said.append(text)

    def _end(self, _: str) -> None:
        name = self._open.pop()
        said = one_line("".join(self._said))
        self._said = []
        if name == "Level":
            self._found.append((self._block(), self._collection))
        elif name != "L" and "Level" in self._open:
            self._level.setdefault(name.lower(), said)
        elif len(self._open) == 1 and name not in ("LevelCollection", "L"):
            self._set.setdefault(name.lower(), said)
        elif self._open[1:] == ["LevelCollection"] and name != "L":
            self._collection.setdefault(name.lower(), said)

    def _block(self) -> SokobanBlock:
        """Return the board of the level that ends here."""
        rows = [(line, column, "".join(parts).rstrip()) for line, column, parts in self._rows]
        while rows and not rows[0][2]:
            del rows[0]
        while rows and not rows[-1][2]:
            del rows[-1]
        line, column = (rows[0][0], rows[0][1]) if rows else (self._line, 1)
        straight = all(
            (row_line, row_column) == (line + y, column) or not text
            for y, (row_line, row_column, text) in enumerate(rows)
        )
        texts = [text.replace("\u00a0", " ") for _, _, text in rows]
        block = SokobanBlock(line, texts, column=column if straight else None)
        if not rows:
            block.fault = ParseError("this level has no row: no `L` in it", line)
        block.headers = [
            Header(name, value, self._line, 1) for name, value in _info(self._level).items()
        ]
        block.game, other = _games(self._level)
        if other is not None:
            block.fault = ParseError(refusal(other), self._line)
        if moves := "".join(self._level.get("solution", "").split()):
            block.plays = [WrittenPlay(moves, self._line, goes_down=False)]
        return block


def _local(name: str) -> str:
    """Return the name of an element without the prefix of its namespace."""
    return name.rpartition(":")[2]


def _inherit(block: SokobanBlock, of_all: Mapping[str, str]) -> None:
    """Give a board the metadata of its whole set and collection."""
    known = {header.name for header in block.headers}
    of_set = _info({key: value for key, value in of_all.items() if key != "title"})
    if "copyright" in known or "author" in known:
        of_set = {k: v for k, v in of_set.items() if k not in ("author", "copyright")}
    of_set["source"] = of_all.get("title", "")
    block.headers += [
        Header(name, value, block.line, 1) for name, value in of_set.items() if name not in known
    ]
    _, other = _games(of_all)
    if block.fault is None and block.game is None and other is not None:
        block.fault = ParseError(refusal(other), block.line)


def _games(said: Mapping[str, str]) -> tuple[str | None, str | None]:
    """Return the first game that is named and is sokoban, and the first one that is another."""
    named = [said[name] for name in _GAME_NAMES if said.get(name)]
    own = [game for game in named if is_sokoban(game)]
    others = [game for game in named if not is_sokoban(game)]
    return next(iter(own), None), next(iter(others), None)


def _info(said: Mapping[str, str]) -> dict[str, str]:
    """Return the metadata of a level, or of the set, from its attributes and elements.

    A copyright names the author where no author is given; an author alone may be repeated as the
    copyright, which others show.
    """
    info = {name: said[name] for name in METADATA if name in said}
    for name in ("id", "name"):
        if not info.get("title") and said.get(name):
            info["title"] = said[name]
    holder = info.get("copyright", "")
    if "author" not in said and holder:
        start = _NO_NAME.match(holder)
        info["author"] = holder[start.end() if start else 0 :].strip() or holder
    elif holder and holder == info.get("author"):
        info["copyright"] = ""
    return info


def write_slc(boards: Sequence[tuple[Mapping[str, str], Sequence[str]]]) -> str:
    """Return a file of boards, each as its metadata and rows.

    Raises:
        InputError: a text holds a character that XML has no room for.
    """
    from xml.sax.saxutils import escape, quoteattr  # slow to import: brings a web client along

    sources = {info.get("source", "") for info, _ in boards}
    source = sources.pop() if len(sources) == 1 else ""
    width = max(len(row) for _, rows in boards for row in rows)
    height = max(len(rows) for _, rows in boards)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<SokobanLevels>",
        f"  <Title>{escape(source)}</Title>",
        f'  <LevelCollection Copyright="" MaxWidth="{width}" MaxHeight="{height}">',
    ]
    for info, rows in boards:
        said = {
            "Id": info.get("title", ""),
            "Width": str(max(map(len, rows))),
            "Height": str(len(rows)),
            **_credits(info),
            **{
                name.capitalize(): info[name]
                for name in METADATA
                if name in info and name not in ("title", "author", "copyright")
                if name != "source" or info[name] != source
            },
        }
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in said.items())
        lines.append(f"    <Level{attributes}>")
        lines += [f"      <L>{row}</L>" for row in rows]
        lines.append("    </Level>")
    text = "\n".join([*lines, "  </LevelCollection>", "</SokobanLevels>", ""])
    if (strange := _NO_XML.search(text)) is not None:
        raise InputError(f"XML has no room for the character U+{ord(strange[0]):04X} of a title")
    return text


def _credits(info: Mapping[str, str]) -> dict[str, str]:
    """Return the author and copyright of a board as attributes that :func:`_info` reads back."""
    author, holder = info.get("author", ""), info.get("copyright", "")
    if not holder:
        return {"Copyright": author, "Author": author} if author else {}
    if _info({"copyright": holder}).get("author") == author:
        return {"Copyright": holder}
    return {"Copyright": holder, "Author": author}
