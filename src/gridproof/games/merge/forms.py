"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

import string
from typing import Final

from gridproof.forms import Entry, Symbol, TextForm
from gridproof.games.merge.level import ATTACK_NAMES, MAX_SIDE

__all__ = ["FORMS", "HEADERS", "NOTATIONS", "ROWS", "STONES"]

STONES: Final = "123456789"
_NAMED: Final = "; ".join(
    f"`{name}`, which is `{' '.join(f'{dx},{dy}' for dx, dy in vector)}`"
    for name, vector in ATTACK_NAMES.items()
)
_THINGS: Final = 'a list of `{{"x": 0, "y": 0, {}}}`, column and row from 0'
#: Header names that this game reads itself: the vector of one type.
HEADERS: Final = tuple(f"attack {letter}" for letter in string.ascii_lowercase)

ROWS: Final = TextForm(
    id="text",
    title="rows",
    summary="a row of symbols for each row of cells, below title and header lines",
    expects="rows of `.`, heroes `a` to `z` and stones `1` to `9`",
    symbols=(
        Symbol(".", "an empty cell"),
        Symbol(string.ascii_lowercase, "a hero of that type"),
        Symbol(STONES, "a stone with so many hit points"),
    ),
    headers=(
        Entry(
            HEADERS[0],
            "where heroes of type `a` strike; `attack b` to `attack z` say it of the other types",
            "a vector, as `attack` has it",
        ),
    ),
    notes=f"""\
- A vector is a list of offsets `dx,dy` from the hero to the cells that it strikes: `1,0` is the
  cell to its right, `0,-1` the cell above.
- Vectors with a name are {_NAMED}.
- A board has at most {MAX_SIDE} rows and columns. Stones with more hit points and more types than
  26 take JSON.
""",
    example="; Two types\nattack a: 0,-1 1,-1\nattack b: III\n.1.2\na.ab\n.3.b\n",
    variants={
        "with one header": "attack: side; a=0,-1 1,-1; b=III\n.1.2\na.ab\n.3.b\n",
    },
)

FORMS: Final = (
    ROWS,
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `heroes` and `stones`",
        fields=(
            Entry("heroes", "the heroes", _THINGS.format('"type": 1'), required=True),
            Entry(
                "stones", "the stones, with hit points", _THINGS.format('"hp": 1'), required=True
            ),
            Entry("width", "the number of columns", f"a whole number from 1 to {MAX_SIDE}"),
            Entry("height", "the number of rows", f"a whole number from 1 to {MAX_SIDE}"),
            Entry("n", "both, of a square board: stands for `width` and `height`", "as these"),
        ),
        notes="""\
- `attack` may be a text as in a header, a list of pairs `[dx, dy]`, or an object of these by
  type: `{"a": "III"}`.
""",
        example='{"title": "Two types", "attack": "side; b=III", "width": 2, "height": 2, '
        '"heroes": [{"x": 0, "y": 0, "type": 2}, {"x": 1, "y": 0, "type": 2}], '
        '"stones": [{"x": 0, "y": 1, "hp": 1}]}\n',
        variants={
            "with one side": '{"n": 2, "attack": {"b": [[-1, -1], [0, -1], [1, -1]]}, '
            '"heroes": [{"x": 0, "y": 0, "type": 2}, {"x": 1, "y": 0, "type": 2}], '
            '"stones": [{"x": 0, "y": 1, "hp": 1}]}\n',
        },
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="moves",
        title="merges",
        summary="the merges in their order, with spaces between",
        parts=(Entry("x,y>x,y", "the hero of the first cell vanishes, that of the second rises"),),
        example="3,0>1,0",
    ),
)
