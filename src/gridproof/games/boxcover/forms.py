"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, Symbol, TextForm
from gridproof.games.boxcover.level import MAX_COORDINATE, SIDE
from gridproof.games.boxcover.recognise import CSV_HEADER

__all__ = ["FORMS", "NOTATIONS"]

_COORDINATES: Final = f"whole numbers from -{MAX_COORDINATE:,} to {MAX_COORDINATE:,}"
_DIGITS: Final = Symbol("0123456789", f"digits of a coordinate: {_COORDINATES}")
_SIGNS: Final = Symbol("+-", "the sign of a coordinate")

FORMS: Final = (
    TextForm(
        id="text",
        title="lines of points",
        summary="a point `x y` a line, below a header line with the side of the squares",
        expects="`side: 3` and points `x y`, whole numbers",
        symbols=(_DIGITS, _SIGNS, Symbol(" \t", "between the two numbers")),
        notes="""\
- The y axis points up. A point that is there twice is one point.
""",
        example="; Four points\nside: 2\n0 0\n1 2\n3 -1\n4 3\n",
        variants={"with signs": "side: 2\n+0 0\n1 2\n3   -1\n4 3\n"},
    ),
    TextForm(
        id="csv",
        title="CSV",
        summary=f"a line `{CSV_HEADER}`, and then a point a line",
        expects=f"a line `{CSV_HEADER}` and points such as `3,-1`",
        symbols=(
            _DIGITS,
            _SIGNS,
            Symbol(",", "between the two numbers"),
            Symbol(" \t", "around the comma, of no account"),
        ),
        parts=(
            Entry(CSV_HEADER, "the first line, which names the columns", required=True),
            Entry("3,-1", "a point", _COORDINATES),
        ),
        used_by="tables and scripts",
        example="; Four points\nside: 2\nx,y\n0,0\n1,2\n3,-1\n4,3\n",
        variants={"with blanks": "side: 2\nX, Y\n0, 0\n1, 2\n3, -1\n4, 3\n"},
    ),
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `side` and `points`",
        fields=(
            Entry(SIDE.name, SIDE.summary, SIDE.values, required=True),
            Entry("points", "the points", f"pairs `[x, y]` of {_COORDINATES}", required=True),
        ),
        example='{"title": "Four points", "side": 2, '
        '"points": [[0, 0], [1, 2], [3, -1], [4, 3]]}\n',
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="moves",
        title="squares",
        summary="the lower left corners of the squares, with spaces between",
        parts=(Entry("x,y", "the lower left corner of a square", "whole numbers"),),
        example="0,0 3,1",
    ),
)
