"""`python -m benchmarks.sokoban`: levels of one's own, chosen by size, beside another program's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import sokoban

pytestmark = pytest.mark.native

ROOMY = "#######\n#@    #\n# $.  #\n#     #\n#######\n"
NARROW = "######\n#@$ .#\n######\n"
TWO = "#######\n#@$ . #\n# $ . #\n#######\n"


def test_levels_of_files_are_chosen_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The narrow level has one box and few squares; the peer fails on another one."""
    levels, peer = tmp_path / "own.xsb", tmp_path / "peer.sok"
    levels.write_text("\n".join((ROOMY, NARROW, TWO)))
    peer.write_text(f"{NARROW}Solution\nRR\n\n{TWO}Solution\nRR\n")
    asked = ["brief-any", "--files", str(levels), "--boxes", "1", "--squares", "1-10"]
    monkeypatch.setattr(sys, "argv", ["sokoban", *asked, "--seconds", "9", "--peer", str(peer)])
    sokoban.main()
    out = capsys.readouterr().out
    assert [line.split("  ")[0] for line in out.splitlines() if line.startswith("own ")] == [
        "own 2"
    ]
    assert "pushes of the 1 levels that both solve: 2 there, 2 here" in out


def test_any_is_compared_with_what_is_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines of one table are compared with those of another, which is named by its file."""
    levels, kept = tmp_path / "own.xsb", tmp_path / "kept"
    levels.write_text("\n".join((ROOMY, NARROW, TWO)))
    asked = ["--files", str(levels), "--seconds", "9", "--folder", str(tmp_path)]
    keep = ["--keep", str(kept), "--levels", "1-2"]
    monkeypatch.setattr(sys, "argv", ["sokoban", "brief-optimal", *asked, *keep])
    sokoban.main()
    against = ["--against", str(kept / "brief-optimal.tsv")]
    monkeypatch.setattr(sys, "argv", ["sokoban", "brief-any", *asked, *against])
    sokoban.main()
    out = capsys.readouterr().out
    assert "pushes of the 2 done in both: " in out
    assert "gained: none" in out
    assert "lost: none" in out
