"""The borders by which drawings are told from other texts; little is loaded for it."""

from __future__ import annotations

import re
from typing import Final

from gridproof.files.boards import lines_of

__all__ = ["BORDER", "OPEN_BORDER", "has_drawing", "is_drawing"]

#: The first line of a drawing with junctions, and the last.
BORDER: Final = r"[ \t]*\+(?:-+\+)+[ \t]*"
#: The same without junctions.
OPEN_BORDER: Final = r"(?: -{3})+[ \t]*"
_EITHER: Final = re.compile(f"{BORDER}|{OPEN_BORDER}")
_WORD: Final = re.compile(r"[^\W\d_]{2}")


def is_drawing(row: str) -> bool:
    """Return True if a drawing begins with this line."""
    return _EITHER.fullmatch(row) is not None


def has_drawing(text: str) -> bool:
    """Return True if a text has the first two lines of a drawing; boxes around words have not."""
    begun = False
    for line in lines_of(text):
        if begun and line.strip() and not _WORD.search(line):
            return True
        begun = is_drawing(line)
    return False
