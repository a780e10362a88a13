"""``batch run`` and ``batch status``: what they print, their exit codes, and what is kept."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from gridproof.batch.running import Standing
from gridproof.batch.store import Store
from gridproof.cli import messages
from gridproof.cli.progress import batch_display
from tests.cli.conftest import Outcome
from tests.cli.processes import Running
from tests.samples import GAMES, sample_levels

Run = Callable[..., Outcome]

EASY = "; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@$ .#\n######\n"
#: No solution: the box is in a corner.
STUCK = "; stuck\n#####\n#.@ #\n#  $#\n#####\n"


def written(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name


def counts(gridproof: Run, store: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(
        gridproof("batch", "status", "--store", store, "--json").out
    )
    assert record.pop("v") == 1
    solvers = record.pop("solvers")
    assert record == {name: sum(one[name] for one in solvers) for name in record}
    return record


def test_a_second_run_does_only_what_is_missing(gridproof: Run) -> None:
    file = written("a.txt", EASY)
    first = gridproof("batch", "run", file, "--store", "r.db", "--jobs", 1)
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith("2 runs: 2 proven, 2 solved, 0 failed  ")
    Path(file).write_text(EASY + "\n" + STUCK)
    second = gridproof("batch", "run", file, "--store", "r.db", "--jobs", 1)
    assert second.out.startswith("3 runs: 1 proven, 0 solved, 0 failed, 2 were done before  ")
    assert counts(gridproof, "r.db") == {
        "done": 3, "pending": 0, "running": 0, "failed": 0, "solved": 2, "proven": 3,
    }  # fmt: skip
    third = gridproof("batch", "run", "--store", "r.db", "--json")
    record = json.loads(third.out)
    assert (record["total"], record["before"], record["done"], record["left"]) == (3, 3, 0, 0)


def test_the_help_that_is_named_is_that_of_the_verb(gridproof: Run) -> None:
    for tokens, verb in (
        (("batch", "compare", "a.db"), "batch compare "),
        (("batch", "nope"), "batch "),
        (("nope",), ""),
    ):
        outcome = gridproof(*tokens)
        assert outcome.code == 2
        assert f"hint: `gridproof {verb}--help` shows" in outcome.err


def test_other_limits_are_other_runs(gridproof: Run) -> None:
    file = written("a.txt", EASY)
    for number, options in enumerate(((), ("--time", 9), ("--nodes", 9), ("--solver", "any"))):
        outcome = gridproof("batch", "run", file, "--store", "r.db", "--json", *options)
        assert json.loads(outcome.out)["done"] == 2, number
    both = gridproof(
        "batch", "run", file, "--store", "r.db", "--json", "--solver", "any", "--solver", "astar",
        "--objective", "moves",
    )  # fmt: skip
    assert json.loads(both.out)["total"] == 4


def test_a_file_with_other_options_is_another_set(gridproof: Run) -> None:
    game = GAMES["robots"]
    file = written("a.txt", game.write(sample_levels("robots")[0], game.canonical_format))
    for value in ("yes", "no"):
        options = ("--game", "robots", "--set", f"ricochet={value}")
        assert gridproof("batch", "run", file, "--store", "r.db", *options).code == 0
    with Store.reading("r.db") as store:
        places = [place for one in store.finished() for place in one.places]
    assert [(place.set, place.number) for place in places] == [
        ("a.txt ricochet=no", 1),
        ("a.txt ricochet=yes", 1),
    ]


def test_bad_boards_are_told_and_the_others_are_run(gridproof: Run) -> None:
    file = written("a.txt", EASY + "\n; bad\n#####\n#@@$.#\n#####\n")
    outcome = gridproof("batch", "run", file, "no.txt", "--store", "r.db", "--json")
    assert outcome.code == 2
    assert "a.txt:13:3" in outcome.err
    assert "no.txt: cannot be read" in outcome.err
    assert json.loads(outcome.out)["done"] == 2


def test_a_plan(gridproof: Run) -> None:
    written("a.txt", EASY)
    plan = written(
        "p.toml", '[[boards]]\nfiles = ["a.txt"]\n[[runs]]\nsolvers = ["optimal", "flow"]\n'
    )
    outcome = gridproof("batch", "run", plan, "--store", "r.db")
    assert outcome.code == 2
    assert outcome.err.startswith("error: no board fits: sokoban has no solver `flow`; it ")
    assert "warning: 2 runs left out: a.txt: sokoban has no solver" in outcome.err
    assert outcome.out.startswith("2 runs: 2 proven")
    for arguments, said in (
        ([plan, "--time", 3], "p.toml: the plan says what is run"),
        ([plan, "--time", 0], "p.toml: the plan says what is run"),
        ([plan, "a.txt"], "one plan at a time"),
        (["--time", 3], "there is nothing that these options could be about"),
        (["--time", 0], "there is nothing that these options could be about"),
    ):
        outcome = gridproof("batch", "run", *arguments, "--store", "r.db")
        assert outcome.code == 2
        assert said in outcome.err


def test_what_failed_is_told_until_it_is_run_again(gridproof: Run) -> None:
    file = written("a.txt", EASY)
    gridproof("batch", "run", file, "--store", "r.db")
    with sqlite3.connect("r.db") as connection:
        connection.execute(
            "UPDATE runs SET state = 'failed', result = NULL, kind = 'crash', reason = 'died' "
            "WHERE key = (SELECT min(key) FROM runs)"
        )
    connection.close()
    again = gridproof("batch", "run", file, "--store", "r.db")
    assert again.code == 1
    assert "`gridproof batch report --store r.db`" in again.err
    retried = gridproof("batch", "run", "--store", "r.db", "--retry")
    assert retried.code == 0
    assert retried.out.startswith("2 runs: 1 proven, 1 solved, 0 failed, 1 were done before")


def test_a_store_that_is_none(gridproof: Run) -> None:
    written("note.txt", "This is not a database, but long enough to be taken for one.\n" * 9)
    for arguments in (["status"], ["run"]):
        outcome = gridproof("batch", *arguments, "--store", "note.txt")
        assert outcome.code == 2, arguments
        assert outcome.err.startswith("error: note.txt: "), arguments
    outcome = gridproof("batch", "status", "--store", "none.db")
    assert (outcome.code, outcome.err) == (
        2,
        "error: none.db: there is no such store\n"
        "hint: `gridproof batch run FILES --store PATH` makes one\n",
    )
    assert not Path("none.db").exists()


def test_without_files_there_has_to_be_a_store(gridproof: Run) -> None:
    outcome = gridproof("batch", "run", "--store", "typo.db")
    assert outcome.code == 2
    assert outcome.err.startswith("error: typo.db: there is no such store\n")
    assert not list(Path().glob("typo.db*"))


def test_standard_output_is_no_store(gridproof: Run) -> None:
    for arguments in (["run", written("a.txt", EASY)], ["status"]):
        outcome = gridproof("batch", *arguments, "--store", "-")
        assert outcome.code == 2
        assert outcome.err.startswith("error: -: a store is a file")
        assert [path.name for path in Path().iterdir()] == ["a.txt"]


def test_how_a_plan_names_the_game(gridproof: Run) -> None:
    written("a.txt", "###\n#.#\n#@#\n###\n")
    plan = written("p.toml", '[[boards]]\nfiles = ["a.txt"]\n')
    outcome = gridproof("batch", "run", plan, "--store", "r.db")
    assert outcome.code == 2
    assert "hint: say it in the plan, `game = …`: bombcover, sokoban" in outcome.err


@pytest.mark.parametrize("width", [40, 80, 160])
def test_the_bar_has_room_for_all_its_words(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    drawing = StringIO()
    screen = Console(file=drawing, width=width, height=24, force_terminal=True)
    monkeypatch.setattr(messages, "stderr", lambda: screen)
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(isatty=lambda: True))
    with batch_display(quiet=False) as show:
        assert show is not None
        show(Standing(3000, done=1201, solved=1187, proven=1199, failed=2, elapsed=70))
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawing.getvalue())
    words = " ".join(drawn.replace("━", " ").replace("╸", " ").replace("╺", " ").split())
    assert "1,203/3,000 runs, 1,199 proven, 1,187 solved, 2 failed, 0:01:45 left" in words
    assert "━" * 3 in drawn


def test_a_second_coordinator_is_refused(gridproof: Run, tmp_path: Path) -> None:
    file = written("a.txt", EASY)
    with Store.writing("r.db"):
        outcome = gridproof("batch", "run", file, "--store", "r.db")
    assert outcome.code == 2
    assert "r.db: another batch writes to this store" in outcome.err
    assert gridproof("batch", "run", file, "--store", "r.db").code == 0


def test_ctrl_c_keeps_what_is_done(gridproof: Run, tmp_path: Path) -> None:
    hard = "; hard\n" + "aaaaaaaaaaaaaaaa\n2121212121212121\n" * 4
    easy = "".join(f"; {n}\na{'1' * n}\n" for n in range(1, 9))
    tokens = ["batch", "run", written("m.txt", easy + "\n" + hard), "--store", "r.db"]
    running = Running([*tokens, "--game", "merge", "--solver", "search", "--jobs", "2"], tmp_path)
    for _ in range(600):
        if Path("r.db").is_file():
            found = gridproof("batch", "status", "--store", "r.db", "--json")
            if found.code == 0 and json.loads(found.out)["done"] == 8:
                break
        time.sleep(0.05)
    else:
        pytest.fail("the easy boards are not done")
    running.process.send_signal(signal.SIGINT)
    ended = running.end()
    assert ended.code == 130, ended
    assert ended.out.startswith("9 runs: 8 proven, 8 solved, 0 failed, 1 left")
    record = counts(gridproof, "r.db")
    assert (record["done"], record["pending"], record["running"]) == (8, 1, 0)
    assert os.path.exists("r.db")
