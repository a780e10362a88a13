"""Windows and macOS: what only Linux or Unix has is used where it is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_everything_works_without_what_only_unix_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.bare_system", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 400
