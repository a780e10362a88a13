"""Header lines that hold metadata and no rule."""

from __future__ import annotations

import re
from typing import Final

from gridproof.game import AnyGame
from gridproof.level import METADATA

__all__ = ["TITLES", "is_metadata", "names_another_game", "own_names"]

#: Names under which other programs write a title, the nearest first.
TITLES: Final = ("title", "name", "level")
#: Names that other programs write and that no game's option resembles. They are read over.
_OTHERS: Final = re.compile(
    r"name|level|level ?(set|no|number)|collection|set|copyright|e-?mail|home ?page|web ?site|url"
    r"|date( ?(created|of last change))?|created|modified|comments?|description|rating"
    r"|version|licen[cs]e|notes?|remarks?|editor|publisher|id|number|game|variant|solution"
    r"|snapshot|solver|best( ?(moves|pushes|solution))?|file|format|language|tags?"
)
_WORD: Final = re.compile(r"[^\W_]+")


def is_metadata(name: str) -> bool:
    """Return True if a header of this name (in lower case) has no effect on a board's rules."""
    return name in METADATA or _OTHERS.fullmatch(name.replace("_", " ")) is not None


def _plain(name: str) -> str:
    return "".join(_WORD.findall(name.casefold()))


def own_names(game: AnyGame) -> frozenset[str]:
    """Return the names of a game in files: its id, its aliases and the parts of its title."""
    parts = re.split(r"[(),]", game.title)
    return frozenset(map(_plain, (game.id, *game.aliases, *parts))) - {""}


def names_another_game(game: AnyGame, name: str) -> bool:
    """Return True if a file's word for its game is not one of the names of `game`."""
    return _plain(name) not in own_names(game)
