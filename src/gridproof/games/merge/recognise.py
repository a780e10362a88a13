"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

import string

from gridproof.files.boards import lines_of, split_header
from gridproof.games.merge.forms import HEADERS, ROWS, STONES
from gridproof.strict_json import first_json

__all__ = ["recognises"]


def recognises(text: str, source: str) -> bool:
    """Return True if a whole file could be boards of this game: JSON, or letters and digits."""
    record = first_json(text)
    if record is not None:
        return "heroes" in record
    cells: set[str] = set()
    for line in lines_of(text):
        row = line.strip()
        if not row or row.startswith(";"):
            continue
        header = split_header(line)
        if header is None:
            cells |= set(row)
        elif header[0] == "attack" or header[0] in HEADERS:
            return True
    return (
        not cells - set(ROWS.cells)
        and not cells.isdisjoint(STONES)
        and not cells.isdisjoint(string.ascii_lowercase)
    )
