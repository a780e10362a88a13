"""Games are found by name; other packages can add theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gridproof.errors import UnknownName
from gridproof.registry import find_game, games


def test_built_in_games_are_found_by_id_and_alias() -> None:
    assert set(games()) >= {"bombcover", "merge", "onebomb", "robots"}
    assert find_game("ricochet").id == "robots"
    with pytest.raises(UnknownName) as error:
        find_game("robot")
    assert "`robots`" in (error.value.hint or "")


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
