"""The pages of the games are those that the games make."""

from __future__ import annotations

from tools.game_pages import FOLDER, pages


def test_pages_are_written_anew_with_each_change() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "`make game-pages` writes them"
