"""The work of scripts without a page is tested in their own language, by Node's test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name.partition(".")[0])
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_scripts_in_node(file: Path) -> None:
    run = subprocess.run(
        ["node", "--test", str(file)], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
