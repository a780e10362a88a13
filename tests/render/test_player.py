"""What the player does without a page is tested in its own language, by Node's test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).with_name("player.test.mjs")


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_player_in_node() -> None:
    run = subprocess.run(
        ["node", "--test", str(TESTS)], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
