"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, Symbol, TextForm

__all__ = ["FORMS", "NOTATIONS", "ROWS"]

ROWS: Final = TextForm(
    id="text",
    title="a row",
    summary="a row of symbols, below title and header lines",
    expects="a row of `.` with one `@`",
    symbols=(Symbol(".", "a cell"), Symbol("@", "the piece")),
    example="; A strip\nstride: 2\n@....\n",
)

FORMS: Final = (
    ROWS,
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `rows`",
        fields=(Entry("rows", "the row, in symbols", "a list of one text", required=True),),
        example='{"title": "A strip", "stride": 2, "rows": ["@...."]}\n',
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="moves",
        title="steps",
        summary="the lengths of the steps, with spaces between",
        parts=(Entry("2", "a step of two cells", "a whole number from 1"),),
        example="2 2",
    ),
)
