"""``gridproof solve --improve``: whose solution it takes, what it prints, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.native

Run = Callable[..., Any]

BOARDS = "#######\n#@ $ .#\n#     #\n#######\n\n######\n#@$ .#\n######\n"
LONG = "DURDLURRR"


def test_a_solution_itself(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(BOARDS)
    found = gridproof("solve", "b.txt", "--level", "1", "--improve", LONG, "--json")
    assert found.code == 0
    record = json.loads(found.out)
    assert (record["solver"], record["solution"], record["status"]) == ("improve", "rRR", "OPTIMAL")
    assert record["costs"] == {"pushes": 2, "moves": 3}
    assert record["verified"] is True


def test_those_of_a_file(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(BOARDS)
    (tmp_path / "s.txt").write_text(gridproof("solve", "b.txt", "--level", "1").out)
    found = gridproof("solve", "b.txt", "--improve", "s.txt")
    assert found.code == 2
    assert "rRR" in found.out
    assert "`--improve` has none for this board" in found.err


def test_what_it_finds_in_no_time_is_what_it_was_given(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(BOARDS)
    found = gridproof("solve", "b.txt", "--level", "1", "--improve", LONG, "--time", "0")
    assert found.code == 0
    assert LONG.lower() in found.out.lower()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--improve", "UUU"), "the given solution is not valid: move 1 of 3"),
        (("--improve", LONG, "--solver", "any"), "no solvers can be named or set"),
        (("--improve", LONG, "--jobs", "2"), "no solvers can be named or set"),
        (("--improve", LONG, "--all"), "counts no solutions"),
        (("--improve", "none.txt"), "there is no such file"),
    ],
)
def test_what_is_wrong(
    gridproof: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "b.txt").write_text(BOARDS)
    found = gridproof("solve", "b.txt", "--level", "1", *arguments)
    assert found.code == 2
    assert found.out == ""
    assert said in found.err


def test_a_game_that_has_nothing_for_it(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("#####\n#@ .#\n#####\n")
    found = gridproof("solve", "o.txt", "--game", "bombcover", "--improve", "R")
    assert found.code == 2
    assert "bombcover has nothing that makes a solution better" in found.err
