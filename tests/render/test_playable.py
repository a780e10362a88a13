"""Pages on which levels are played: small, whole, and without a solution in sight."""

from __future__ import annotations

import base64
import functools
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli.parameters import PageOptions
from gridproof.cli.show import command
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection
from gridproof.level import Level
from gridproof.registry import find_game, games
from gridproof.render import playable
from gridproof.render.playable import PlayablePage, playable_page
from gridproof.solving.solve import solve

each_game = pytest.mark.parametrize("name", games())


def data_of(html: str) -> list[dict[str, Any]]:
    """The levels of a page, with the data that are packed in it."""
    found = re.search(r'id="levels">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    levels: list[dict[str, Any]] = json.loads(found[1])["levels"]
    for level in levels:
        level["data"] = json.loads(zlib.decompress(base64.b64decode(level["packed"]), -15))
    return levels


def example(name: str) -> list[Level]:
    return list(read_boards(find_game(name).about.board, game=name))


@functools.cache
def page(name: str) -> PlayablePage:
    """The page of the game's example."""
    return playable_page(example(name), game=name)


@each_game
def test_no_solution_is_in_sight(name: str) -> None:
    (level,) = example(name)
    result = solve(level)
    assert result.moves is not None
    text = page(name).html
    solution = find_game(name).write_solution(level, result.moves).strip()
    body = re.sub(r"<script.*?</script>|<style.*?</style>|<details.*?</details>", "", text)
    assert len(solution) < 4 or solution not in body


@each_game
def test_pages_say_of_each_level_if_it_is_played(name: str) -> None:
    made = page(name)
    (told,) = data_of(made.html)
    assert (told["playable"],) == made.playable
    assert told["playable"] == ("rows" in told["data"] or "rules" in told["data"])
    assert told["ruled"] == ("rules" in told["data"])
    assert told["playable"] == (told["said"] == "")


def test_the_largest_tables_are_left_out_until_the_others_have_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    levels = [*example("sokoban"), *collection("sokoban").levels[:4]]
    sizes = [len(level["packed"]) for level in data_of(playable_page(levels).html)]
    monkeypatch.setattr(playable, "_kernel_file", lambda name: Path("missing"))
    monkeypatch.setattr(playable, "_LEVELS", 0)
    monkeypatch.setattr(playable, "_BYTES", (sum(sizes) - 1) / len(levels))
    kept = playable_page(levels).playable
    assert kept == tuple(size < max(sizes) for size in sizes)


@pytest.mark.parametrize("name", games())
def test_a_page_of_twenty_levels_is_small(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Under 200 KiB, also if tables of any size take all the room that they may.

    The kernel of a game comes on top where it has been built.
    """
    monkeypatch.setattr(playable, "_kernel_file", lambda name: Path("missing"))
    levels = collection(name).levels[-20:]  # the largest ones
    for size in (5_000, 20_000, 60_000):
        table = "x" * size
        monkeypatch.setattr(playable, "_packed_table", lambda level, game, table=table: table)
        page = playable_page(levels)
        assert any(page.playable)
        assert len(page.html.encode()) < 200 << 10


def test_no_level_is_refused() -> None:
    with pytest.raises(InputError, match="at least one level"):
        playable_page([])


def test_show_writes_all_boards_of_a_file_on_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game("robots")
    text = "".join(game.write(level) + "\n" for level in example("robots") * 2)
    file, page = tmp_path / "robots.txt", tmp_path / "play.html"
    file.write_text(text, encoding="utf-8")
    assert command(str(file), page=PageOptions(html=str(page), playable=True)) == 0
    assert len(data_of(page.read_text(encoding="utf-8"))) == 2
    assert "boards to be played: 2 of 2" in capsys.readouterr().err


def test_show_refuses_a_page_without_a_file(tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_text(find_game("robots").about.board, encoding="utf-8")
    with pytest.raises(InputError, match="no file is named"):
        command(str(file), page=PageOptions(playable=True))
    with pytest.raises(InputError, match="is a folder"):
        command(str(file), page=PageOptions(html=str(tmp_path), playable=True))
