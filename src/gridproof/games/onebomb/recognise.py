"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

from typing import Final

from gridproof.files.boards import lines_of, split_header
from gridproof.games.onebomb.forms import ROWS
from gridproof.games.onebomb.level import MAX_SIDE
from gridproof.strict_json import first_json

__all__ = ["MAX_DIGITS", "recognises", "size_of"]

MAX_DIGITS: Final = 9  # of a number that makes sense here


def recognises(text: str, source: str) -> bool:
    """Return True if ``text`` (a whole file) could be boards of onebomb."""
    record = first_json(text)
    if record is None:
        return _recognises_text(text)
    rows = record.get("rows")
    if not isinstance(rows, list):
        return False
    cells = "".join(row for row in rows if isinstance(row, str))
    return not _others(cells) and cells.count("P") == cells.count("K") == 1


def _recognises_text(text: str) -> bool:
    """Return True if ``text`` could be boards in the olympiad's form.

    Some board is whole, or nothing but sizes and cells are there and the letters of this game.
    Numbers above the boards of another game are no sizes then.
    """
    rows = [
        line.strip()
        for line in lines_of(text)
        if not line.isspace() and not line.lstrip().startswith(";") and not split_header(line)
    ]
    rows = list(filter(None, rows))
    if len(rows) < 2 or size_of(rows[0]) is None:
        return False
    at = 0
    while at < len(rows) and (size := size_of(rows[at])) is not None:
        board = rows[at + 1 : at + 1 + size[0]]
        if _whole(board, size):
            return True
        at += 1 + size[0]
    cells = "".join(row for row in rows if size_of(row) is None)
    return not _others(cells) and not set("XPK").isdisjoint(cells)


def _others(cells: str) -> bytes:
    """Return the characters that are no cell; many times faster than one by one."""
    return cells.encode(errors="surrogatepass").translate(None, ROWS.cells.encode())


def _whole(rows: list[str], size: tuple[int, int]) -> bool:
    """Return True if rows are a board of a size."""
    cells = "".join(rows)
    return (
        len(rows) == size[0]
        and all(len(row) == size[1] for row in rows)
        and not _others(cells)
        and cells.count("P") == cells.count("K") == 1
    )


def size_of(row: str) -> tuple[int, int] | None:
    """Return (rows, columns) of a size line ``n`` or ``n m``; None if it is not one."""
    words = row.split()
    if not 1 <= len(words) <= 2 or not all(w.isascii() and w.isdigit() for w in words):
        return None
    rows, columns = (
        int(w) if len(w) <= MAX_DIGITS else MAX_SIDE + 1 for w in (words[0], words[-1])
    )
    return rows, columns
