"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, Symbol, TextForm
from gridproof.games.sokoban.formats.rle import MAX_REPEAT
from gridproof.games.sokoban.level import MAX_SIDE

__all__ = ["CELLS", "ENCODING", "FORMS", "NOTATIONS"]

_CELLS: Final = (
    Symbol("#", "a wall"),
    Symbol("@p", "the player; each board has one"),
    Symbol("+P", "the player on a goal"),
    Symbol("$b", "a box"),
    Symbol("*B", "a box on a goal"),
    Symbol(".o", "a goal"),
    Symbol(" -_", "floor, or outside"),
)
_LETTER_WALLS: Final = Symbol("Ww", "a wall, in rows that have other symbols too")
_ENCODING: Final = (
    Symbol("0123456789", f"a count, up to {MAX_REPEAT:,}: the next symbol or group so many times"),
    Symbol("()", "around a group of symbols"),
    Symbol("|", "the end of a row"),
)
#: The characters of cells, and those of run-length encoding.
CELLS: Final = "".join(symbol.characters for symbol in _CELLS)
ENCODING: Final = frozenset("".join(symbol.characters for symbol in _ENCODING))

_ROWS: Final = "#####\n#@  ##\n# $* #\n#  . #\n######\n"

_ON_A_GOAL: Final = "#####\n#+ .#\n# $*##\n# $  #\n######\n"

FORMS: Final = (
    TextForm(
        id="text",
        title="XSB",
        summary="a row of symbols for each row of cells, below title and header lines",
        expects="rows of `#`, `@`, `$`, `.` and blanks",
        aliases=("xsb",),
        symbols=(*_CELLS, _LETTER_WALLS, *_ENCODING),
        used_by="XSokoban, and nearly all programs and collections since",
        notes=f"""\
- A title stands above its board or below it: `; title`, `Title: …`, a line of text, `# 1`,
  `Level 3`. The custom of the file decides.
- Lines `name: value` may have any name, and those that are no metadata are read over. `Game:`,
  `Variant:` and the like refuse a board of another game.
- Comments, Markdown, rules of dashes and saved solutions between the boards are read over; the
  solutions are kept for `verify` and `--improve`.
- Rows need not be equally long: beyond their ends is outside. Tabs at the left end reach each
  eighth column.
- A board has at most {MAX_SIDE} rows and columns.
""",
        example=f"; Two boxes\nauthor: A. Nyone\n{_ROWS}",
        variants={
            "with letters": "Author: Me\n\n#####\n#p--##\n#-bB-#\n#--o-#\n######\n\nTwo boxes\n",
            "with walls `W`": _ROWS.replace("#", "W"),
            "in run-length encoding": "5#|#@2-2#|#-$*-#|#2-.-#|6#\n",
            "with groups": "5#|#@2(-)##|\n#-$*-#|(#)2-.-#|6#\n",
            "with dashes": _ROWS.replace(" ", "-"),
            "with underscores": _ROWS.replace(" ", "_"),
        },
    ),
    TextForm(
        id="sok",
        title="SOK",
        summary="the rows, and below them metadata and known solutions",
        parts=(
            Entry("Title", "the title, below its board; so are the other metadata", "text"),
            Entry("Solution", "a line above the letters of a solution"),
            Entry("Snapshot", "an unfinished play, which is read over"),
            Entry("Comment", "up to `Comment-End` a comment, which is read over"),
            Entry("Collection", "the set of all boards of the file: the metadata `source`", "text"),
        ),
        used_by="Sokoban YASC and the collections of its players",
        notes="""\
- Rows have all symbols of XSB, the letters and run-length encoding of this form among them.
""",
        example=f"{_ON_A_GOAL}Title: The player on a goal\nAuthor: A. Nyone\n",
        variants={
            "a solution": f"Collection: Samples\n\n{_ON_A_GOAL}Title: A\n\n"
            "Solution\nrddR\n\nSnapshot\nrd\n\nComment:\nNothing.\nComment-End:\n",
        },
    ),
    TextForm(
        id="slc",
        title="SLC",
        summary="XML with the levels of a collection",
        expects="XML of SokobanLevels",
        root="LevelCollection",
        parts=(
            Entry("SokobanLevels", "the root; its `Title` is the metadata `source`"),
            Entry("LevelCollection", "around the levels; `Copyright` and `Author` of all of them"),
            Entry("Level", "a board; attributes are its metadata, `Id` or `Name` its title"),
            Entry("L", "a row of it, in the symbols of XSB", required=True),
        ),
        used_by="collections on the web, Sokoban YASC and many other programs",
        notes="""\
- Prefixes of namespaces and several documents in a file are read. Nothing is fetched, and
  declared entities are refused.
- A `Copyright` names the author where there is no `Author`.
""",
        example="""\
<?xml version="1.0" encoding="utf-8"?>
<SokobanLevels>
  <Title></Title>
  <LevelCollection Copyright="" MaxWidth="6" MaxHeight="5">
    <Level Id="Two boxes" Width="6" Height="5" Copyright="A. Nyone" Author="A. Nyone">
      <L>#####</L>
      <L>#@  ##</L>
      <L># $* #</L>
      <L>#  . #</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
""",
    ),
    TextForm(
        id="course",
        title="the course's form",
        summary="a line with rows and columns, and the rows in full, with `-` for floor",
        parts=(Entry("5 6", "the size above the rows: their number, and the cells of each"),),
        used_by="homework of Theory of Computer Games, National Taiwan University, 2018",
        notes="""\
- It has the symbols of XSB. All rows have the length that the size says.
""",
        example="; Two boxes\nauthor: A. Nyone\n5 6\n#####-\n#@--##\n#-$*-#\n#--.-#\n######\n",
        variants={"with blanks": "5 6\n##### \n#@  ##\n# $* #\n#  . #\n######\n"},
    ),
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `rows`",
        fields=(
            Entry("rows", "the rows, in the symbols of XSB", "a list of texts", required=True),
            Entry("solution", "a known solution", "letters, as below"),
        ),
        example='{"title": "Two boxes", "author": "A. Nyone", '
        '"rows": ["#####", "#@  ##", "# $* #", "#  . #", "######"]}\n',
        variants={
            "a solution": '{"rows": ["#####", "#@--##", "#-$*-#", "#--.-#", "######"], '
            '"solution": "rdrd"}\n',
        },
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="lurd",
        title="letters",
        summary="a letter a step, in one line or wrapped",
        parts=(
            Entry("u d l r", "a step up, down, left, right"),
            Entry("U D L R", "a step that pushes a box; readers take either case"),
            Entry("3u", "three steps up, with a count"),
            Entry("2(rD)", "a group of steps, twice"),
            Entry("12", "the number of steps, alone on the first line, which is read over"),
        ),
        used_by="XSokoban, and nearly all programs since; the course writes small letters",
        notes="""\
- `gridproof sokoban` prints the number of moves, and small letters below it, as the course asks.
""",
        example="rR",
        variants={"in small letters": "rr", "counted": "2r", "as the course prints it": "2\nrr\n"},
    ),
)
