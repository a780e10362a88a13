"""Levels, scenes, play-throughs and results as notebooks show them.

Named by strings where they are used, since those stand below all drawing. Boards of games that are
not registered are left to Python's own words: None is returned.

Notebooks have colours of their own, whatever the reader's system prefers. A picture is an image in
HTML with the notebook's colour scheme; its own rules for light and dark do the rest. A browser does
not tell a frame that scheme, so a script beside it does, as often as the notebook's theme changes.
In a notebook without scripts the player has the colours that the system prefers.
"""

from __future__ import annotations

from base64 import b64encode
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

__all__ = ["of_level", "of_result", "of_scene", "of_session", "themed"]

#: Boards with more cells are shown in part: a cell of a notebook holds about a megabyte at most.
_MAX_CELLS: Final = 1_000_000
#: The signs of light and of dark notebooks: JupyterLab, VS Code, Colab, and the site of docs.
_SIGNS: Final = {
    "light": "[data-jp-theme-light=true],.vscode-light,html[theme=light],body[data-theme=light]",
    "dark": "[data-jp-theme-light=false],.vscode-dark,html[theme=dark],body[data-theme=dark]",
}
_STYLE: Final = "img.gridproof{max-width:100%;height:auto}" + "".join(
    f":is({signs}) .gridproof:is(img,iframe){{color-scheme:{scheme}}}"
    for scheme, signs in _SIGNS.items()
)
#: Tells the frame before it its colours (see ``theme.mjs``), as long as it is there.
_TELLING: Final = """<script>(frame => {
if (!frame) return;
const tell = () => frame.contentWindow?.postMessage({
  gridproofTheme: getComputedStyle(frame).colorScheme }, "*");
frame.addEventListener("load", tell);
const observer = new MutationObserver(() => frame.isConnected ? tell() : observer.disconnect());
for (const changed of [document.documentElement, document.body])
  observer.observe(changed, { attributes: true });
tell();
})(document.currentScript?.previousElementSibling)</script>"""


def themed(thing: Level | Scene | Session) -> str | None:
    """Return the picture of a thing as HTML, in the colours of the notebook around it."""
    picture = thing._repr_svg_()
    if picture is None:
        return None
    image = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode('ascii')}"
    return (
        f"<style>{_STYLE}</style>"
        f'<img class="gridproof" alt="{html_text(_name(thing))}" src="{image}">'
    )


def _name(thing: Level | Scene | Session) -> str:
    """Return a few words about a picture, for those who do not see it."""
    level = thing.level if isinstance(thing, Session) else thing
    title = level.title if isinstance(level, Level) else None
    return title or f"board of {level.width} × {level.height} cells"


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
    title = html_text(level.title or game.title)
    return (
        f"<style>{_STYLE}</style>"
        f'<iframe class="gridproof" srcdoc="{shown}" title="{title}" '
        'loading="lazy" sandbox="allow-scripts allow-downloads" allow="clipboard-write" '
        f'style="border:0;width:100%;height:{height:.0f}rem"></iframe>{_TELLING}'
    )


def _picture(game: AnyGame, level: Level, state: Any, cursor: Any) -> str:
    window = EVERYTHING if level.width * level.height <= _MAX_CELLS else CORNER
    return of_scene(game.picture(level, state, cursor, window), level.title or "")
