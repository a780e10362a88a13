"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, Symbol, TextForm
from gridproof.games.onebomb.level import MAX_SIDE

__all__ = ["FORMS", "NOTATIONS", "NO_SOLUTION", "ROWS"]

#: The olympiad's answer for a board without a solution.
NO_SOLUTION: Final = "NIE"

ROWS: Final = TextForm(
    id="text",
    title="size and rows",
    summary="a line with the size, and a row of symbols for each row of cells",
    expects="a size `3 4` and rows of `.`, `#`, `X`, `P` and `K`",
    symbols=(
        Symbol(".", "an empty cell"),
        Symbol("#", "a brick, which a blast clears"),
        Symbol("X", "rock, which stops a blast and stays"),
        Symbol("P", "the start of the walk (początek); each board has one"),
        Symbol("K", "its goal (koniec); each board has one"),
    ),
    parts=(
        Entry("3 5", "the size above the rows: their number, and the cells of each", required=True),
        Entry("3", "the same for a square board", f"1 to {MAX_SIDE}"),
    ),
    used_by="the task of the 29th Polish Olympiad in Informatics, whose boards are square",
    notes="""\
- Boards may follow each other without a blank line between.
""",
    example="; A wall of bricks\nradius: 2\n3 5\nP.#..\n.X#X.\n..#.K\n",
)

FORMS: Final = (
    ROWS,
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `rows`",
        fields=(Entry("rows", "the rows, in the symbols above", "a list of texts", required=True),),
        example='{"title": "A wall of bricks", "radius": 2, "rows": ["P.#..", ".X#X.", "..#.K"]}\n',
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="olympiad",
        title="answers of the olympiad",
        summary="each bomb on a line `row column`, counted from 1; then the walk in letters",
        parts=(
            Entry("4 5", "a bomb in row 4, column 5", "from 1: the upper left cell is `1 1`"),
            Entry("G D L P", "steps up, down, left and right (góra, dół, lewo, prawo)"),
            Entry("7", "the length of the walk, on the first line; it may be left out"),
            Entry(NO_SOLUTION, "there is no solution, in what `gridproof onebomb` prints"),
        ),
        used_by="the task of the 29th Polish Olympiad in Informatics",
        notes=f"""\
- `gridproof onebomb` prints length, bomb and walk, or `{NO_SOLUTION}`, as the task asks.
""",
        example="4 5\nDDDPPPP",
        variants={"with its length": "7\n4 5\nDDDPPPP"},
    ),
)
