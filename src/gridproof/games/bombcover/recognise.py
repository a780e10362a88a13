"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

from gridproof.files.boards import lines_of
from gridproof.games.bombcover.forms import ROWS
from gridproof.games.bombcover.level import PLAYER
from gridproof.strict_json import first_json

__all__ = ["recognises"]


def recognises(text: str, source: str) -> bool:
    """Return True if a whole file could be boards: JSON with rows, rows alone, or compact."""
    record = first_json(text)
    if record is not None:
        rows = record.get("rows")
        return isinstance(rows, list) and _recognises_text("\n".join(map(str, rows)))
    return _recognises_text(text)


def _recognises_text(text: str) -> bool:
    rows = players = False
    for line in lines_of(text):
        row = line.rstrip()
        if not row or ":" in row or row.lstrip().startswith(";"):
            continue
        if set(row) - set(ROWS.cells):
            return False
        rows = True
        players = players or PLAYER in row
    return players if rows else "size:" in text and "players:" in text
