"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

import re
from typing import Final

from gridproof.files.boards import lines_of
from gridproof.strict_json import first_json

__all__ = ["CSV_HEADER", "POINTS", "is_csv_header", "recognises"]

CSV_HEADER: Final = "x,y"
#: As much of a row as is right; both groups are there if it is a point.
POINTS: Final = {
    form: re.compile(rf"\s*(?:([+-]?[0-9]{{1,18}})(?:{gap}(?:([+-]?[0-9]{{1,18}})\s*)?)?)?")
    for form, gap in (("x y", r"\s+"), ("x,y", r"\s*,\s*"))
}


def is_csv_header(row: str) -> bool:
    """Return True if a line names the columns of a table of points."""
    return "".join(row.split()).lower() == CSV_HEADER


def recognises(text: str, source: str) -> bool:
    """Return True if a whole file could be boards of this game.

    That is JSON with points, a header ``side:``, or rows of two numbers.
    """
    record = first_json(text)
    if record is not None:
        return "points" in record
    points = 0
    for line in lines_of(text):
        row = line.strip().lower()
        if re.match(r"side\s*:", row) or is_csv_header(row):
            return True
        if not row or row.startswith(";") or ":" in row:
            continue
        if not any((found := form.fullmatch(row)) and found[2] for form in POINTS.values()):
            return False
        points += 1
        if points == 2:  # one row of two numbers could be the size of another game's board
            return True
    return points > 0
