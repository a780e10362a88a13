"""`check --veripb`: accepted certificates as files for a checker of others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.limits import Stopped
from gridproof.result import StopReason
from tests.proof.opb_checker import check_refutation

Run = Callable[..., Any]

COVER = '{"side": 1, "points": [[0, 0], [1, 1], [2, 0], [2, 2], [3, 1], [4, 4]]}\n'
ROBOTS = "┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n"


@pytest.fixture(autouse=True)
def certificates(gridproof: Run) -> None:
    Path("cover.json").write_text(COVER)
    Path("robots.txt").write_text(ROBOTS)
    assert gridproof("certify", "cover.json", "--out", "cover.gpc").code == 0
    assert gridproof("certify", "robots.txt", "--out", "robots.gpc").code == 0


def test_a_problem_and_its_refutation_are_written(gridproof: Run) -> None:
    done = gridproof("check", "cover.gpc", "--veripb", "made/proofs")
    assert (done.code, done.err) == (0, "")
    problem = Path("made/proofs/cover.opb").read_text()
    check_refutation(problem, Path("made/proofs/cover.pbp").read_text())
    assert problem.splitlines()[1].startswith("* boxcover, squares, squares: no solution is better")


def test_what_has_no_such_proof_is_told(gridproof: Run) -> None:
    done = gridproof("check", "robots.gpc", "cover.gpc", "--veripb", "made")
    assert done.code == 2
    assert done.out.count("ACCEPTED") == 2
    assert "a proof of the kind `slides` is no pseudo-Boolean one" in done.err
    assert sorted(path.name for path in Path("made").iterdir()) == ["cover.opb", "cover.pbp"]
    Path("cover.gpc").write_bytes(Path("cover.gpc").read_bytes()[:-1])
    assert gridproof("check", "cover.gpc", "--veripb", "other").code == 1
    assert not Path("other").exists()


def test_a_limit_stops_the_writing(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: Any, **options: Any) -> Any:
        raise Stopped(StopReason.TIME_LIMIT)

    monkeypatch.setattr("gridproof.proof.pseudo_boolean.export.refutation", stopped)
    done = gridproof("check", "cover.gpc", "--veripb", "made", "--time", "9")
    assert done.code == 3
    assert "cover.gpc: not written for VeriPB (TIME_LIMIT)" in done.err
