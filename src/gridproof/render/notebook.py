"""Levels, scenes, play-throughs and results as notebooks show them.

Named by strings where they are used, since those stand below all drawing. Boards of games that are
not registered are left to Python's own words: None is returned.
"""

from __future__ import annotations

from html import escape
from typing import Any, Final

from gridproof.errors import UnknownName
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.registry import find_game, game_of
from gridproof.render.html import facts, page
from gridproof.render.svg import svg
from gridproof.result import Result
from gridproof.scene import CORNER, EVERYTHING, Scene
from gridproof.visible import html_text

__all__ = ["of_level", "of_result", "of_scene", "of_session"]

#: Boards with more cells are shown in part: a cell of a notebook holds about a megabyte at most.
_MAX_CELLS: Final = 1_000_000


def of_level(level: Level) -> str | None:
    """Return a board at its start, as SVG."""
    try:
        game = game_of(level)
    except UnknownName:
        return None
    return _picture(game, level, game.initial(level), None)


def of_scene(scene: Scene, title: str = "") -> str:
    """Return a picture as it is, as SVG; a screen has room for all of it."""
    return svg(scene, title=title, size=600)


def of_session(session: Session) -> str:
    """Return the position of a play-through, as SVG."""
    return _picture(session.game, session.level, session.state, session.cursor)


def of_result(result: Result) -> str | None:
    """Return a result as HTML: its solution played, or a picture and the facts.

    The player is in a frame of its own, so that no cell disturbs another or the notebook.
    """
    level = result.level
    if level is None:
        return None
    try:
        game = find_game(result.game)
    except UnknownName:
        return None
    if result.moves is None or level.width * level.height > _MAX_CELLS:
        state = game.initial(level) if result.start is None else result.start
        picture = _picture(game, level, state, None)
        return (
            f"<figure>{picture}<figcaption>{html_text(facts(game, result))}</figcaption></figure>"
        )
    cell = min(3, 48 / level.width)  # rem; the player makes it fit where the notebook is narrow
    height = min(18 + max(12, cell * level.height), 40)
    shown = escape(page(level, result, game=game))
    return (
        f'<iframe srcdoc="{shown}" title="{html_text(level.title or game.title)}" loading="lazy" '
        'sandbox="allow-scripts allow-downloads" allow="clipboard-write" '
        f'style="border:0;width:100%;height:{height:.0f}rem"></iframe>'
    )


def _picture(game: AnyGame, level: Level, state: Any, cursor: Any) -> str:
    window = EVERYTHING if level.width * level.height <= _MAX_CELLS else CORNER
    return of_scene(game.picture(level, state, cursor, window), level.title or "")
