"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, Symbol, TextForm
from gridproof.games.bombcover.level import CRATE, EMPTY, MAX_SIDE, PLAYER, WALL

__all__ = ["COMPACT", "FORMS", "NOTATIONS", "ROWS"]

_CELLS: Final = "cells `x,y`, column and row from 0, with spaces between"

ROWS: Final = TextForm(
    id="text",
    title="rows",
    summary="a row of symbols for each row of cells, below title and header lines",
    expects="rows of `#`, `.`, `x` and `@`",
    symbols=(
        Symbol(WALL, "a wall, which stops a blast and stays"),
        Symbol(EMPTY + " ", "an empty cell"),
        Symbol(CRATE, "a crate"),
        Symbol(PLAYER, "a player; boards may have several, numbered in reading order from 1"),
    ),
    notes=f"""\
- A board has at most {MAX_SIDE} rows and columns.
""",
    example="""\
; Three crates
radius: 2
#####
#x.x#
#.@.#
#..x#
#####
""",
    variants={"with blanks": "radius: 2\n#####\n#x x#\n# @ #\n#  x#\n#####\n"},
)

COMPACT: Final = TextForm(
    id="compact",
    title="compact",
    summary="the size, the players, and the cells of two of the three kinds; no rows",
    headers=(
        Entry("size", "the size of the board", f"width and height, 1 to {MAX_SIDE}", required=True),
        Entry("players", "the cells of the players, which are empty", _CELLS, required=True),
        Entry("walls", "all walls", _CELLS),
        Entry("crates", "all crates", _CELLS),
        Entry("empty", "all empty cells", _CELLS),
    ),
    used_by="the last chapter of the Bomb-cover thesis asks for it",
    notes="""\
- Two of `walls`, `crates` and `empty` are there. All other cells are of the third kind.
- We leave the most frequent kind out.
""",
    example="""\
; Three crates
radius: 2
size: 5 5
players: 2,2
crates: 1,1 3,1 3,3
empty: 2,1 1,2 2,2 3,2 1,3 2,3
""",
    variants={
        "with walls and crates": "radius: 2\nsize: 5 5\nplayers: 2,2\ncrates: 1,1 3,1 3,3\n"
        "walls: 0,0 1,0 2,0 3,0 4,0 0,1 4,1 0,2 4,2 0,3 4,3 0,4 1,4 2,4 3,4 4,4\n"
    },
)

FORMS: Final = (
    ROWS,
    COMPACT,
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `rows`",
        fields=(Entry("rows", "the rows, in the symbols above", "a list of texts", required=True),),
        example='{"title": "Three crates", "radius": 2, '
        '"rows": ["#####", "#x.x#", "#.@.#", "#..x#", "#####"]}\n',
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="moves",
        title="explosions",
        summary="the cells of the bombs in their order, with spaces between",
        parts=(
            Entry("x,y", "the first player walks to this cell and bombs it"),
            Entry("2:x,y", "the second player does"),
            Entry("x,y>R", "a bomb is thrown from this cell: `L R U D`, with the option `throw`"),
        ),
        example="3,1",
    ),
)
