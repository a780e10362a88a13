"""Games that look like sokoban and have other rules: files name them, and are refused."""

from __future__ import annotations

import re
from typing import Final

from gridproof.errors import shorten

__all__ = ["is_sokoban", "named_game", "refusal"]

_NAMING: Final = re.compile(
    r"[^A-Za-z0-9]{0,20}(?P<what>game(?:[ _-]?(?:type|variant|name|mode))?|(?:rule|puzzle)s?[ _-]?"
    r"(?:set|type|variant)?|(?:game |sokoban )?variant|variation|type)"
    r"[\t ]*[:=][\t ]*(?P<game>[^\s].*)",
    re.IGNORECASE,
)
#: Names whose value is a game whatever it is; the others have to name one of the family.
_SURELY_GAME: Final = re.compile(r"game.*|.*variant|variation", re.IGNORECASE)
_FAMILY: Final = re.compile(r".*(ban|ban\+|soko\w*|pu[sk]h\w*)\b.*", re.IGNORECASE)
#: Words of which the name of sokoban consists.
_WORDS: Final = frozenset(
    {
        *("sokoban", "xsokoban", "jsokoban", "ksokoban", "soko", "ban", "yasc", "倉庫番"),
        *("warehouse", "keeper", "boxxle", "boxworld", "box", "world", "for", "windows", "the"),
        *("classic", "classical", "standard", "normal", "regular", "ordinary", "plain", "usual"),
        *("original", "default", "none", "no", "game", "games", "level", "levels", "puzzle"),
        *("puzzles", "collection", "set", "rules"),
    }
)
_WORD: Final = re.compile(r"[^\W_]+\+?")
_VERSION: Final = re.compile(r"v?\d+\w?")


def named_game(line: str) -> str | None:
    """Return the game that a line such as ``Game: Hexoban`` names; None if it names none."""
    match = _NAMING.fullmatch(line[:200].strip())
    if match is None:
        return None
    game = match["game"].strip(" \t*_`'\"/;")
    sure = _SURELY_GAME.fullmatch(match["what"]) or _FAMILY.fullmatch(game)
    return game if game and sure else None


def is_sokoban(game: str) -> bool:
    """Return True if a game's name is that of sokoban by its usual rules."""
    words = _WORD.findall(game.lower())
    return all(word in _WORDS or _VERSION.fullmatch(word) for word in words)


def refusal(game: str) -> str:
    """Return the message about a board of another game."""
    return f"board of {shorten(game)}, not of sokoban"
