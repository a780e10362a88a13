"""``gridproof curate``: files in, one file out, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.design.curate import curate
from gridproof.limits import CancelToken

Run = Callable[..., Any]
LONG = "; Long\nauthor: A. U. Thor\n######\n#@$ .#\n# #  #\n######\n"
SHORT = "#####\n#@$.#\n#####\n"
MIRRORED = "#####\n#.$@#\n#####\n"
STUCK = "; Stuck\n#####\n#$.@#\n#   #\n#####\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "one.txt").write_text(f"{LONG}\n{SHORT}\n{STUCK}")
    (tmp_path / "two.txt").write_text(MIRRORED)
    return "one.txt", "two.txt"


def test_a_collection_that_solve_reads(
    gridproof: Run, tmp_path: Path, files: tuple[str, str]
) -> None:
    run = gridproof("curate", *files, "--out", "set.txt")
    assert (run.code, run.err) == (0, "")
    lines = [line.split() for line in run.out.splitlines()]
    assert lines[0] == ["title", "score", "optimum", "was"]
    assert [line[-2:] for line in lines[1:3]] == [["1", "one.txt#2"], ["2", "one.txt#1"]]
    assert run.out.splitlines()[3:] == [
        "left out: two.txt#1, the same as one.txt#2",
        "left out: one.txt: Stuck, has no solution",
    ]
    assert (tmp_path / "set.txt").read_text() == (
        "; Level 1\noptimum: 1\ndifficulty: 1\n#####\n#@$.#\n#####\n\n"
        "; Level 2: Long\nauthor: A. U. Thor\noptimum: 2\ndifficulty: 1\n"
        "######\n#@$ .#\n# #  #\n######\n"
    )
    solved = gridproof("solve", "set.txt")
    assert solved.code == 0
    assert [line.split("  ")[:2] for line in solved.out.splitlines()[::2]] == [
        ["Level 1", "OPTIMAL"],
        ["Level 2: Long", "OPTIMAL"],
    ]


def test_json(gridproof: Run, files: tuple[str, str]) -> None:
    run = gridproof("curate", *files, "--out", "set.txt", "--json")
    short, long, double, stuck = map(json.loads, run.out.splitlines())
    assert (short["number"], short["level"], short["title"], short["cost"]) == (1, 2, "Level 1", 1)
    assert (long["number"], long["title"], long["game"]) == (2, "Level 2: Long", "sokoban")
    assert long["score"] > short["score"]
    assert (double["left_out"], double["of"]) == ("double", {"file": "one.txt", "level": 2})
    assert (stuck["left_out"], stuck["level"]) == ("unsolvable", 3)


def test_standard_streams(gridproof: Run) -> None:
    run = gridproof("curate", "-", "--out", "-", stdin=SHORT)
    assert run.code == 0
    assert run.out == f"; Level 1\noptimum: 1\ndifficulty: 1\n{SHORT}"
    assert "Level 1" in run.err
    run = gridproof("curate", "-", "--out", "-", "--json", stdin=SHORT)
    assert (run.code, run.out) == (2, "")


def test_a_game_that_cannot_be_told_is_hinted_at(gridproof: Run) -> None:
    run = gridproof("curate", "-", "--out", "set.txt", "--game", "bombcover", stdin="#.@\n.##\n")
    assert run.code == 0
    assert "--game bombcover" in run.err
    assert gridproof("solve", "set.txt").code == 2
    assert gridproof("solve", "set.txt", "--game", "bombcover").code == 0


def test_what_is_not_proven_is_said(gridproof: Run, files: tuple[str, str]) -> None:
    run = gridproof("curate", files[0], "--out", "set.txt", "--time", "0")
    assert run.code == 3
    assert "not proven" in run.out
    assert "optimum:" not in Path("set.txt").read_text()


@pytest.mark.parametrize("out", ["", ".", "no/such.txt"])
def test_a_place_that_takes_no_file(gridproof: Run, files: tuple[str, str], out: str) -> None:
    run = gridproof("curate", files[0], "--out", out)
    assert (run.code, run.out) == (2, "")
    assert "error" in run.err


def test_bad_boards_are_said_and_the_others_kept(gridproof: Run) -> None:
    run = gridproof("curate", "-", "--out", "set.txt", stdin=f"#####\n#@$ #\n#####\n\n{SHORT}")
    assert run.code == 2
    assert "<stdin>:" in run.err
    assert Path("set.txt").read_text().endswith(SHORT)


def test_no_file_is_written_over_that_could_not_be_read_whole(
    gridproof: Run, tmp_path: Path
) -> None:
    text = f"{LONG}\n#####\n#@$ #\n#####\n\n{SHORT}"
    (tmp_path / "one.txt").write_text(text)
    (tmp_path / "same.txt").symlink_to("one.txt")
    run = gridproof("curate", "one.txt", "--out", "same.txt")
    assert (run.code, run.out) == (2, "")
    assert "would lose what could not be read" in run.err
    assert (tmp_path / "one.txt").read_text() == text
    (tmp_path / "one.txt").write_text(LONG)
    assert gridproof("curate", "one.txt", "--out", "one.txt").code == 0


def test_nothing_that_can_be_solved(gridproof: Run) -> None:
    run = gridproof("curate", "-", "--out", "set.txt", stdin=STUCK)
    assert run.code == 1
    assert "nothing is written" in run.err
    assert not Path("set.txt").exists()


def test_a_wrong_optimum_is_said(gridproof: Run) -> None:
    run = gridproof("curate", "-", "--out", "set.txt", stdin=f"optimum: 3\n{SHORT}")
    assert run.code == 2
    assert "CONTRADICTION" in run.err
    assert "optimum: 1" in Path("set.txt").read_text()


def test_interrupted_it_writes_nothing(
    gridproof: Run, files: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("set.txt").write_text("what was there")

    def interrupted(*arguments: Any, **more: Any) -> None:
        more["cancel"] = Stopping()
        curate(*arguments, **more)

    monkeypatch.setattr("gridproof.cli.curate.curate", interrupted)
    run = gridproof("curate", *files, "--out", "set.txt")
    assert (run.code, run.out) == (130, "")
    assert "interrupted: nothing is written to set.txt" in run.err
    assert Path("set.txt").read_text() == "what was there"


class Stopping(CancelToken):
    """A token that was cancelled."""

    @property
    def cancelled(self) -> bool:
        return True

    def cancel(self) -> None:
        raise AssertionError
