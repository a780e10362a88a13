"""The screens are those of the files, and every game has some."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridproof.game import AnyGame
from tests.samples import GAMES
from tests.tui.screens import FOLDER, heads_of, page

CHANGED = "the screen has changed; if that is wanted, run `make screens` and read the diff"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_screen_is_unchanged(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert page(text.partition("\n\n")[0]) == text, CHANGED


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_game_has_screens(game: AnyGame) -> None:
    for name, head in heads_of(game):
        if type(game).__module__.startswith("gridproof."):
            assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8").startswith(head)
        else:  # a game of another package
            assert page(head).startswith(head)
