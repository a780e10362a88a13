"""`gridproof generate`: what is printed and written, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.design.goal import GOAL_OPTIONS
from gridproof.files.reading import read_boards
from gridproof.registry import games
from gridproof.result import Status
from gridproof.solving.solve import solve
from tests.cli.processes import GUARD

Run = Callable[..., Any]


@pytest.mark.parametrize("game", games())
def test_solve_reads_the_levels_back(gridproof: Run, game: str) -> None:
    done = gridproof("generate", game, "--count", "3", "--seed", "5")
    assert done.code == 0
    assert done.err.startswith("note: 3 of 3 levels from ")
    Path("levels.txt").write_text(done.out, encoding="utf-8")
    solved = gridproof("solve", "levels.txt", "--json", "--game", game)
    assert solved.code == 0
    records = [json.loads(line) for line in solved.out.splitlines()]
    levels = read_boards(done.out, game=game)
    for record, level in zip(records, levels, strict=True):
        assert record["status"] == "OPTIMAL"
        assert record["cost"] == int(level.info["optimum"])
        assert level.info["generator"].endswith(f"#{level.info['seed']}@g1")
        assert level.info["seed"].startswith("5.")


def test_the_id_of_a_level_makes_it_again(gridproof: Run) -> None:
    done = gridproof("generate", "merge", "heroes=7", "hp=2", "--count", "3", "--min-cost", "2")
    texts = done.out.split("\n\n")
    for text, level in zip(texts, read_boards(done.out, game="merge"), strict=True):
        again = gridproof("generate", level.info["generator"])
        assert again.code == 0
        assert again.out.strip() == text.strip()
        assert again.err == ""


def test_wishes_are_met(gridproof: Run) -> None:
    wishes = ["--min-cost", "11", "--max-cost", "12", "--seed", "1"]
    done = gridproof("generate", "bombcover", "width=9", "height=12", "--count", "4", *wishes)
    assert done.code == 0
    costs = [solve(level).cost for level in read_boards(done.out, game="bombcover")]
    assert len(costs) == 4
    assert set(costs) <= {11, 12}


def test_a_file_holds_what_is_printed(gridproof: Run) -> None:
    asked = ("generate", "sokoban", "--method", "random", "--count", "2")
    printed = gridproof(*asked, "--quiet")
    assert printed.err == ""
    written = gridproof(*asked, "--out", "set.txt")
    assert written.out == ""
    assert Path("set.txt").read_text(encoding="utf-8") == printed.out
    assert gridproof(*asked, "--out", "-").out == printed.out
    assert [path.name for path in Path().iterdir()] == ["set.txt"]
    for out, said in (("no/set.txt", "there is no such folder"), (".", "it is a folder")):
        refused = gridproof(*asked, "--out", out)
        assert (refused.code, refused.out) == (2, "")
        assert said in refused.err


def test_help_says_of_wishes_what_forms_say(gridproof: Run) -> None:
    text = " ".join(gridproof("generate", "--help").out.replace("│", " ").split()).lower()
    for option in GOAL_OPTIONS:
        assert f"--{option.name} " in text
        assert f"{option.summary}." in text


def test_an_object_a_level(gridproof: Run) -> None:
    done = gridproof("generate", "boxcover", "points=9", "--count", "2", "--seed", "7", "--json")
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record["generator"] for record in records] == ["random"] * 2
    for record in records:
        (level,) = read_boards(record["level"], game="boxcover")
        found = solve(level)
        assert found.status is Status.OPTIMAL
        assert (record["cost"], record["digest"]) == (found.cost, found.digest)
        assert (
            record["id"]
            == level.info["generator"]
            == f"boxcover:random,points=9#{record['seed']}@g1"
        )
        assert record["verified"] is True


def test_another_format(gridproof: Run) -> None:
    done = gridproof("generate", "merge", "hp=12", "--count", "2", "--format", "json")
    assert done.code == 0
    assert len(list(read_boards(done.out, game="merge"))) == 2
    refused = gridproof("generate", "merge", "hp=12")
    assert refused.code == 2
    assert refused.err.endswith("hint: `--format json`\n")
    assert gridproof("generate", "robots", "--count", "2", "--format", "asp").code == 2


def test_what_cannot_be_had(gridproof: Run) -> None:
    """It says how near it came, and what became of the boards."""
    wishes = ["--min-cost", "30", "--attempts", "20"]
    done = gridproof("generate", "onebomb", "width=3", "height=4", "--count", "2", *wishes)
    assert (done.code, done.out) == (3, "")
    first, nearest, hint = done.err.splitlines()
    assert first.startswith("error: 0 of 2 levels from 20 boards: 20 boards in a row were not as ")
    assert "too easy" in first
    assert nearest.startswith("note: the nearest has length ")
    assert "onebomb:random,width=3,height=4#0." in nearest
    assert hint.startswith("hint: ")


@pytest.mark.parametrize("what", ["robots", "robots:random#0.0@g1", "robots:hardest#0.0@g1"])
def test_no_time(gridproof: Run, what: str) -> None:
    done = gridproof("generate", what, "--time", "0")
    assert (done.code, done.out) == (3, "")
    assert "the time is over" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sokobn"], "did you mean `sokoban`"),
        (["sokoban", "room"], "takes `option=value`: room"),
        (["sokoban", "--method", "roam"], "sokoban has no generator `roam`"),
        (["sokoban", "boxs=3"], "did you mean `boxes`"),
        (["sokoban", "boxes=many"], "option `boxes` must be a whole number"),
        (["sokoban", "boxes=3", "boxes=4"], "gives `boxes` twice"),
        (["sokoban", "--min-cost", "9", "--max-cost", "8"], "at least 9 and at most 8"),
        (["sokoban", "--objective", "steps"], "sokoban has no objective `steps`"),
        (["sokoban", "--count", "0"], "a count of boards is a whole number from 1"),
        (["sokoban", "--jobs", "0"], "a count of jobs is a whole number from 1"),
        (["sokoban", "--json", "--format", "text"], "exclude each other"),
        (["sokoban", "--format", "txt"], "sokoban has no format `txt`"),
        (["robots", "--min-gap", "1"], "robots has no simple player"),
        (["sokoban:random#1@g1"], "not the ID of a level"),
        (["sokoban:random#0.1@g99"], "version 99 of the generator"),
        (["sokoban:random,boxs=3#0.1@g1"], "did you mean `boxes`"),
        (["sokoban:random#0.1@g1", "boxes=3"], "the ID of a level says all of it"),
        (["sokoban:random#0.1@g1", "--count", "2"], "the ID of a level says all of it"),
        (["sokoban:random#0.1@g1", "--min-cost", "9"], "the ID of a level says all of it"),
        (["sokoban:random#0.1@g1", "--seed", "9"], "the ID of a level says all of it"),
        (["robots:random,min-gap=1#0.1@g1"], "robots has no simple player"),
    ],
)
def test_what_is_refused(gridproof: Run, arguments: list[str], said: str) -> None:
    done = gridproof("generate", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("error: ") == 1


def test_a_process_ends_that_takes_only_the_first_levels(tmp_path: Path) -> None:
    program = "import gridproof; next(gridproof.generate('merge', count=9999, jobs=2))"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, timeout=GUARD, check=True)
    command = [sys.executable, "-m", "gridproof", "generate", "merge", "--count=9999", "--jobs=2"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline()
        running.stdout.close()  # as `head` does
        assert running.wait(GUARD) == 0
