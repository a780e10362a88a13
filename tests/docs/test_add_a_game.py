"""The page about adding a game is followed word by word, in a package of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "howto" / "add-a-game.md"
_BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def steps() -> Iterator[tuple[str, str, str]]:
    """Language, file and text of each block of the page."""
    return ((match[1], match[2], match[3]) for match in _BLOCK.finditer(PAGE.read_text("utf-8")))


def test_a_seventh_game_from_another_package(tmp_path: Path) -> None:
    site = tmp_path / "site"
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(site),
        # Installed beside the tests' own environment, from nothing but this machine.
        "PIP_TARGET": str(site),
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "false",  # which means: without
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    environment.pop("PYTEST_ADDOPTS", None)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    said = []
    for language, file, text in steps():
        if language == "sh":
            done = subprocess.run(
                ["sh", "-e", "-c", text],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
            said.append(done.stdout)
        else:
            (tmp_path / file).write_text(text, encoding="utf-8")
    assert "ladder: Ladder (a strip to walk along)" in said[1]
    assert "longest-only" in said[1], "its solver's option"
    assert "the piece in the left half of a strip" in said[1], "its generator"
    assert "OPTIMAL  2" in said[1]
    assert "· · @" in said[1], "its picture"
    passed = re.search(r"(\d+) passed", said[2])
    assert passed is not None
    assert int(passed[1]) >= 20
    assert "skipped" not in said[2]
