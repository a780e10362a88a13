"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

from gridproof.games._template.forms import ROWS

__all__ = ["recognises"]


def recognises(text: str, source: str) -> bool:
    """Return True if a whole file could be strips."""
    return set(text) <= {*ROWS.cells, "\n"} and "@" in text
