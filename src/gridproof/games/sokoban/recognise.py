"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gridproof.games.sokoban.formats.forms import CELLS, ENCODING
from gridproof.games.sokoban.formats.spans import board_cells
from gridproof.strict_json import first_json

__all__ = ["is_slc", "recognises"]

#: Elements may have the prefix of a namespace.
_MARK: Final = re.compile(r"<(?:[A-Za-z_][\w.-]{0,40}:)?(?:LevelCollection|[A-Za-z]*Levels)\b")


def is_slc(text: str) -> bool:
    """Return True if a text is XML with a collection of levels."""
    return text.lstrip("\ufeff \t\r\n").startswith("<") and _MARK.search(text) is not None


def recognises(text: str, source: str) -> bool:
    """Return True if a whole file could be boards in one of the text forms, or in JSON lines."""
    record = first_json(text)
    if is_slc(text):
        return True
    if record is None:
        return _recognises(board_cells(text))
    rows = record.get("rows")
    return isinstance(rows, list) and _recognises([frozenset("".join(map(str, rows)))])


def _recognises(cells: Sequence[frozenset[str]]) -> bool:
    """Return True if some board has a box, or all have a player and no cell of another game."""
    return any(kinds & set("$*bB") for kinds in cells) or (
        bool(cells)
        and all(kinds & set("@+pP") and kinds <= ENCODING.union(CELLS) for kinds in cells)
    )
