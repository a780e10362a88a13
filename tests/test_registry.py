"""Games are found by name; other packages can add theirs."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from gridproof.errors import UnknownName
from gridproof.lazy import entry_points
from gridproof.registry import find_game, games, recognisers


def test_built_in_games_are_found_by_id_and_alias() -> None:
    assert set(games()) >= {"bombcover", "merge", "onebomb", "robots"}
    assert find_game("ricochet").id == "robots"
    with pytest.raises(UnknownName) as error:
        find_game("robot")
    assert "`robots`" in (error.value.hint or "")


def test_the_games_are_shown_by_their_ids() -> None:
    assert repr(games()).startswith("<games: ")
    assert all(name in repr(games()) for name in games())


def test_ids_and_recognisers_are_those_of_the_games() -> None:
    assert [name for name, _ in recognisers()] == list(games())
    for name, recognises in recognisers():
        assert games()[name].id == name
        assert games()[name].recognises is recognises


@pytest.mark.parametrize("group", ["console_scripts", "pytest11", "gridproof.games", "nonesuch"])
def test_no_entry_point_is_missed(group: str) -> None:
    assert set(entry_points(group)) == set(metadata.entry_points(group=group))


def test_entry_points_in_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "ladder.zip", "w") as archive:
        archive.writestr("ladder-1.dist-info/METADATA", "Name: ladder\nVersion: 1\n")
        archive.writestr(
            "ladder-1.dist-info/entry_points.txt", "[nonesuch]\nladder = ladder:GAME\n"
        )
    monkeypatch.syspath_prepend(tmp_path / "ladder.zip")
    assert [point.value for point in entry_points("nonesuch")] == ["ladder:GAME"]


PLUGIN = """
from gridproof.games._template.game import Template

class Strip(Template):
    id = "strip"
    title = "A strip from another package"
    aliases = ()

GAME = Strip()
"""


def test_another_package_adds_a_game_by_its_entry_point(tmp_path: Path) -> None:
    (tmp_path / "strip_game.py").write_text(PLUGIN)
    info = tmp_path / "strip_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strip-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gridproof.games]\nstrip = strip_game:GAME\n")
    (tmp_path / "board.txt").write_text("..@..\n")

    def gridproof(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "gridproof", *arguments],
            capture_output=True,
            text=True,
            env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        )

    assert "A strip from another package" in gridproof("list", "strip").stdout
    solved = gridproof("solve", str(tmp_path / "board.txt"), "--game", "strip")
    assert solved.returncode == 0, solved.stderr
    assert "OPTIMAL  2" in solved.stdout

    (info / "entry_points.txt").write_text("[gridproof.games]\nstrip = strip_game:GAME\n")
    (tmp_path / "strip_game.py").write_text(PLUGIN.replace('id = "strip"', 'id = "merge"'))
    clash = gridproof("list")
    assert clash.returncode == 2
    assert "two games are called `merge`" in clash.stderr

    (tmp_path / "strip_game.py").write_text("import nonesuch")
    broken = gridproof("list")
    assert broken.returncode == 2
    assert "the game `strip` (strip_game:GAME) cannot be loaded" in broken.stderr
    assert "nonesuch" in broken.stderr
