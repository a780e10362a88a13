"""The extension of Sphinx that makes the site (`make docs`) of the pages in `docs`."""

from __future__ import annotations

from typing import Any, Final

from sphinx.application import Sphinx
from tools.site.boards import (
    Playable,
    Player,
    load_player,
    playable,
    player,
    skip_player,
    visit_playable,
    visit_player,
    write_player,
)
from tools.site.files import hand_out_files, list_siblings
from tools.site.lexer import SessionLexer
from tools.site.notebooks import fill_in_outputs
from tools.site.pictures import choose_by_theme
from tools.site.reductions import Reduction

__all__ = ["setup"]

#: Before Sphinx looks for the files that a page needs, which has the priority 500.
_EARLY: Final = 400


def setup(app: Sphinx) -> dict[str, Any]:
    """Add what the pages need to Sphinx."""
    app.connect("source-read", list_siblings)
    app.connect("source-read", fill_in_outputs)
    app.connect("doctree-read", hand_out_files, priority=_EARLY)
    app.connect("doctree-read", choose_by_theme, priority=_EARLY)
    app.add_lexer("console", SessionLexer)
    app.add_node(player, html=(visit_player, skip_player))
    app.add_node(playable, html=(visit_playable, skip_player))
    app.add_directive("player", Player)
    app.add_directive("playable", Playable)
    app.add_directive("reduction", Reduction)
    app.connect("builder-inited", write_player)
    app.connect("html-page-context", load_player)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
