"""The pages of the games are those that the games make."""

from __future__ import annotations

from tools.game_pages import FOLDER, LIST, list_of_games, pages


def test_pages_are_written_anew_with_each_change() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "`make game-pages` writes them"


def test_the_list_is_that_of_the_games() -> None:
    assert LIST.read_text(encoding="utf-8") == list_of_games(), "`make game-pages` writes it"
