"""The directives `player` and `playable`: boards that play their best solution, or are played.

Its text is the board or the ID of a level, which is all that hosts of repositories show of it::

    ```{player} sokoban
    #####
    #@$.#
    #####
    ```

`playable` has the same text. The player is that of `gridproof solve --html`, and the board that is
played that of `gridproof show --html FILE --playable`. Script and style are files that pages share.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

import gridproof
from gridproof.design.level_id import is_id, read_id
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import find_game, games
from gridproof.render.animation import inlined, record
from gridproof.render.html import facts, player_css, unscripted
from gridproof.render.joining import joined
from gridproof.render.playable import playable_css, playable_levels, rules_script
from gridproof.render.svg import style
from gridproof.render.theme import Theme, properties

__all__ = [
    *("Playable", "Player", "load_player", "playable", "player", "skip_player"),
    *("visit_playable", "visit_player", "write_player"),
]

_STYLE: Final = "player.css"
_SCRIPT: Final = "player.js"
_START: Final = """
for (const place of document.querySelectorAll(".player")) {
  gridproof.create(place, JSON.parse(place.querySelector("script").textContent));
}
for (const place of document.querySelectorAll(".played")) {
  const { levels } = JSON.parse(place.querySelector("script").textContent);
  gridproof.playable(place, levels, { rules });
}
"""
_THEMES: Final[tuple[Theme, ...]] = ("light", "dark")


class player(nodes.General, nodes.Element):  # noqa: N801, docutils names its nodes so
    """The place of a player, with the board as its text."""


class playable(nodes.General, nodes.Element):  # noqa: N801, docutils names its nodes so
    """The place of a board that is played, with the board as its text."""


class Player(SphinxDirective):
    """A board of a game, named by the argument, that plays its best solution."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the place of the player."""
        return [player(game=self.arguments[0], board="\n".join(self.content) + "\n")]


class Playable(SphinxDirective):
    """A board of a game, named by the argument, that is played on the page."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the place of the board."""
        return [playable(game=self.arguments[0], board="\n".join(self.content) + "\n")]


def visit_playable(writer: HTML5Translator, node: playable) -> None:
    """Write the board and its positions or rules, for the script that plays by them."""
    game = find_game(node["game"])
    level = _level(game, str(node["board"]))
    picture = unscripted(game.picture(level, game.initial(level)), ())
    made = {"levels": playable_levels([level], game=game)}
    writer.body.append(
        f'<div class="played"><noscript>{picture}</noscript>'
        f'<script type="application/json">{inlined(made)}</script></div>\n'
    )
    raise nodes.SkipNode


def visit_player(writer: HTML5Translator, node: player) -> None:
    """Write the board, its best solution and the facts, for the script that plays them."""
    game, board = find_game(node["game"]), str(node["board"])
    level = _level(game, board)
    result = gridproof.solve(level)
    known = facts(game, result)
    made = record(level, [result.moves or ()], game=game, facts=known)
    picture = game.picture(level, game.initial(level))
    writer.body.append(
        f'<div class="player"><noscript>{unscripted(picture, (known, made["solution"]))}</noscript>'
        f'<script type="application/json">{inlined(made)}</script></div>\n'
    )
    raise nodes.SkipNode


def _level(game: AnyGame, board: str) -> Level:
    """Return the board, made anew if the text is its ID."""
    lines = board.splitlines()
    if len(lines) == 1 and is_id(board):
        config, seed = read_id(lines[0])
        return config.draw(seed)
    (level,) = gridproof.read_boards(board, game=game.id)
    return level


def skip_player(writer: HTML5Translator, node: nodes.Element) -> None:
    """Write nothing more."""


def load_player(
    app: Sphinx, name: str, template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    """Have the pages with a player load it."""
    found = () if document is None else (*document.findall(player), *document.findall(playable))
    if found:
        app.add_css_file(_STYLE)
        app.add_js_file(_SCRIPT, loading_method="defer")


def write_player(app: Sphinx) -> None:
    """Write script and style of the player beside those of the site."""
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    # The colours are the reader's choice on this site, which its theme writes into the body.
    chosen = "".join(
        properties(f"body[data-theme={name}] .{part}", name)
        for part in ("gridproof", "playable")
        for name in _THEMES
    )
    style_of_all = (
        style(".gridproof") + properties(".playable") + chosen + player_css() + playable_css()
    )
    (folder / _STYLE).write_text(style_of_all, encoding="utf-8")
    rules = {
        game.id: spec
        for game in games().values()
        if (spec := game.page_rules) is not None and spec.kernel is None
    }
    script = joined("player", "playable") + rules_script(rules) + _START
    (folder / _SCRIPT).write_text(script, encoding="utf-8")
