"""A module in the folder of the reductions is enough: it is found, listed, run and tested."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.reductions.added import NAME, added

ROOT = Path(__file__).parents[2]


def test_every_promise_is_tried_on_a_new_module(tmp_path: Path) -> None:
    file = str(ROOT / "tests" / "reductions" / "test_protocol.py")
    arguments = [str(tmp_path), "-q", "-p", "no:cacheprovider", file, "-k", NAME, "-m", "not soak"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.reductions.added", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= 12
    assert "skipped" not in done.stdout


def test_it_is_there_and_gone_again(tmp_path: Path) -> None:
    import gridproof

    with added(tmp_path):
        assert NAME in gridproof.reductions()
        assert gridproof.find_reduction(NAME).game == "boxcover"
        assert gridproof.reduce(NAME, "cover: 1\n1 2\n").k == 1
    assert NAME not in gridproof.reductions()


def test_public_names_of_packages_stay_functions() -> None:
    """Python puts a package in the place of a function of its name when it is imported."""
    code = (
        "import gridproof; one = gridproof.games(); import gridproof.games.robots; "
        "assert gridproof.games() == one; two = gridproof.reductions(); "
        "import gridproof.reductions.sources.formula; assert gridproof.reductions() == two"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
