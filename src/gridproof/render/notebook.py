"""How levels, scenes and play-throughs show themselves in notebooks.

Named by strings where they are used, since those stand below all drawing. Boards of games that are
not registered are left to Python's own words: None is returned.
"""

from __future__ import annotations

from typing import Any, Final

from gridproof.errors import UnknownName
from gridproof.game import AnyGame, Level, game_of
from gridproof.render.svg import svg
from gridproof.scene import CORNER, EVERYTHING
from gridproof.session import Session

__all__ = ["of_level", "of_session"]

#: Boards with more cells are shown in part: a cell of a notebook stays far below a megabyte.
_MOST_CELLS: Final = 1_000_000


def of_level(level: Level) -> str | None:
    """A board at its start, as SVG."""
    try:
        game = game_of(level)
    except UnknownName:
        return None
    return _picture(game, level, game.initial(level), None)


def of_session(session: Session) -> str:
    """The position of a play-through, as SVG."""
    return _picture(session.game, session.level, session.state, session.cursor)


def _picture(game: AnyGame, level: Level, state: Any, cursor: Any) -> str:
    window = EVERYTHING if level.width * level.height <= _MOST_CELLS else CORNER
    return svg(game.picture(level, state, cursor, window), title=level.title or "")
