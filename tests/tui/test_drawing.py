"""A board is drawn in the terminal, judged, and saved."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gridproof.cli.draw import command
from gridproof.editing.draft import Draft
from gridproof.errors import InputError
from gridproof.files.reading import read_file
from gridproof.registry import games
from gridproof.tui.app import Player
from gridproof.tui.drawing import DrawScreen
from tests.tui.stage import PromptWorker

#: Keys that draw a corridor with one box; the verdict on it after the last.
CORRIDOR = [
    *("#", "r", "right", "right", "right", "right", "down", "down", "r"),
    *("up", "left", ".", "space", "left", "$", "space", "left", "@", "space"),
]


def test_a_level_is_drawn_judged_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    draft = Draft.empty(games()["sokoban"], 5, 3)
    screen = DrawScreen(PromptWorker(), [draft], 0, file, 1.0)

    async def play() -> None:
        async with Player(screen).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for key in CORRIDOR:
                await pilot.press(_NAMES.get(key, key))
            screen.look()
            assert screen.verdict == "solvable · 1 push, proven"
            await pilot.press("u")
            screen.look()
            assert not screen.verdict
            await pilot.press("ctrl+s")
            assert "Not saved" in screen.hand.said
            await pilot.press("ctrl+y", "ctrl+s")
            assert "Saved" in screen.hand.said

    asyncio.run(play())
    assert str(read_file(file)[0]) == str(read_file(file, game="sokoban")[0])
    assert file.read_text() == "#####\n#@$.#\n#####\n"


_NAMES = {"#": "number_sign", ".": "full_stop", "$": "dollar_sign", "@": "at"}


def test_a_new_file_needs_a_game(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no game for a new one"):
        command(str(tmp_path / "new.txt"))


def test_a_board_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("#####\n#@$.#\n#####\n")
    with pytest.raises(InputError, match="no board 2"):
        command(str(file), level=2)
