"""The test that tells files of this game from those of others, loaded without the game."""

from __future__ import annotations

import re
from typing import Final

from gridproof.files.boards import lines_of
from gridproof.strict_json import first_json

__all__ = ["GAME_ID", "MARK", "recognises"]

#: The beginning of each dump.
MARK: Final = "!DriftingDroids_game!"
GAME_ID: Final = re.compile(r"([0-9A-F]{4})\+([1-9A])([0-9F])\+((?:[0-9A-F]{2})+)\+([0-9A-F]{2})")
_BOX_LINE: Final = re.compile(r"^[^;:\n]*[┏┓┗┛┃━]", re.MULTILINE)


def recognises(text: str, source: str) -> bool:
    """Return True if a whole file looks like boards in one of the forms."""
    record = first_json(text)
    if record is not None:
        return "walls" in record and "robots" in record
    return (
        _BOX_LINE.search(text) is not None
        or MARK in text
        or _has_drawing(text)
        or _is_facts(text)
        or any(GAME_ID.fullmatch(line.strip().upper()) for line in lines_of(text))
    )


def _has_drawing(text: str) -> bool:
    """Return True if a drawing is in it; without the dashes of a border there is none."""
    if "+-" not in text and " ---" not in text:
        return False
    from gridproof.games.robots.formats.borders import has_drawing

    return has_drawing(text)


def _is_facts(text: str) -> bool:
    """Return True if it is a program in ASP that says a board; facts have arguments."""
    if "(" not in text:
        return False
    from gridproof.games.robots.formats.facts import is_facts

    return is_facts(text)
