"""The command line's contract: exit codes, messages, JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli import VERBS
from gridproof.cli.exit_codes import OF_VERBS, ExitCode, of_error, of_statuses, worst
from gridproof.errors import (
    BadBoard,
    IllegalMove,
    InputError,
    InternalError,
    InvalidMove,
    MissingPart,
    NoRoom,
    UnknownName,
)
from gridproof.result import Status, StopReason

ROBOTS = """\
┏━━━━━━━━━┓
┃  ▣     ■┃
┃        ━┫
┃◎┃   ┃   ┃
┃         ┃
┃   ┃     ┃
┗━━━┻━━━━━┛
"""
STUCK = "┏━━━┓\n┃▣┃◎┃\n┗━━━┛\n"
HARD = "\n".join(["; hard", "aaaaaaaaaa", "2121212121", "aaaaaaaaaa"])

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputError("x"), 2),
        (BadBoard("x"), 2),
        (UnknownName("game", "x", []), 2),
        (InvalidMove("x", "y"), 2),
        (IllegalMove("x", "y", "z"), 2),
        (MissingPart("x"), 4),
        (NoRoom("x"), 3),
        (InternalError("x"), 70),
        (RuntimeError("x"), 70),
        (KeyboardInterrupt(), 130),
    ],
)
def test_each_error_has_its_exit_code(error: BaseException, code: int) -> None:
    assert of_error(error) == code


@pytest.mark.parametrize(
    ("status", "stop", "decided", "code"),
    [
        (Status.OPTIMAL, StopReason.COMPLETED, None, 0),
        (Status.INFEASIBLE, StopReason.COMPLETED, None, 0),
        (Status.FEASIBLE, StopReason.TIME_LIMIT, None, 3),
        (Status.FEASIBLE, StopReason.FIRST_SOLUTION, None, 0),
        (Status.UNKNOWN, StopReason.NODE_LIMIT, None, 3),
        (Status.UNKNOWN, StopReason.COST_LIMIT, None, 3),
        (Status.UNKNOWN, StopReason.INTERRUPTED, None, 130),
        (Status.FEASIBLE, StopReason.DECIDED, True, 0),
        (Status.UNKNOWN, StopReason.DECIDED, False, 1),
        (Status.INFEASIBLE, StopReason.COMPLETED, False, 1),
    ],
)
def test_each_status_has_its_exit_code(
    status: Status, stop: StopReason, decided: bool | None, code: int
) -> None:
    assert of_statuses(status, stop, decided=decided) == code


def test_of_several_codes_the_most_urgent_wins() -> None:
    assert worst([]) == ExitCode.ANSWERED
    assert worst([ExitCode.ANSWERED, ExitCode.UNFINISHED, ExitCode.NO]) == ExitCode.UNFINISHED
    assert worst([ExitCode.UNFINISHED, ExitCode.BAD_INPUT]) == ExitCode.BAD_INPUT
    assert worst(ExitCode) == ExitCode.INTERRUPTED
    assert all(code.meaning for code in ExitCode)
    assert OF_VERBS.keys() == VERBS.keys()


def test_solve_prints_a_line_and_the_solution(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS)
    done = gridproof("solve", "b.txt")
    assert done.code == 0
    first, second = done.out.splitlines()
    assert first.startswith("b.txt#1  OPTIMAL  4 moves  ")
    assert first.endswith(" s")
    assert second == "0L,0D,1L,0U"
    assert done.err == ""


def test_solve_json_has_the_documented_fields(gridproof: Run) -> None:
    Path("b.txt").write_text("; one\n" + ROBOTS + "\n; two\n" + STUCK)
    done = gridproof("solve", "b.txt", "--json")
    assert done.code == 0
    one, two = map(json.loads, done.out.splitlines())
    assert list(one) == [
        *("v", "file", "level", "title", "game", "digest", "objective", "solver", "status"),
        *("stop_reason", "cost", "bound", "costs", "solution", "verified", "proof", "stats"),
        *("versions", "notes"),
    ]
    assert (one["v"], one["file"], one["level"], one["title"]) == (1, "b.txt", 1, "one")
    assert (one["status"], one["cost"], one["bound"], one["verified"]) == ("OPTIMAL", 4, 4, True)
    assert one["costs"] == {"moves": 4}
    assert set(one["stats"]) == {
        *("expanded", "generated", "evaluated", "reopened", "dead_ends", "peak_memory"),
        *("wall_time", "total_time"),
    }
    assert (two["status"], two["cost"], two["solution"]) == ("INFEASIBLE", None, None)
    assert len(one["digest"]) == 64


def test_a_bad_board_is_reported_and_the_others_are_solved(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS + "\n" + ROBOTS.replace("▣", "?") + "\n" + STUCK)
    done = gridproof("solve", "b.txt", "--json")
    assert done.code == 2
    assert [json.loads(line)["level"] for line in done.out.splitlines()] == [1, 3]
    assert done.err.splitlines()[0] == "error: b.txt:10:4: `?` is no symbol of robots"
    assert done.err.splitlines()[1].startswith("hint: ")


def test_a_board_without_a_target_is_drawn_but_not_solved(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS.replace("◎", " ") + "\n" + STUCK)
    assert gridproof("show", "b.txt").code == 0
    done = gridproof("solve", "b.txt")
    assert done.code == 2
    assert "b.txt:2: the board has no target" in done.err
    assert "INFEASIBLE" in done.out


def test_unfinished_and_limits(gridproof: Run) -> None:
    Path("m.txt").write_text(HARD)
    done = gridproof("solve", "m.txt", "--solver", "search", "--nodes", "30")
    assert done.code == 3
    assert "FEASIBLE" in done.out
    assert " … " in done.out
    assert "(NODE_LIMIT)" in done.out
    Path("b.txt").write_text(ROBOTS)
    cut = gridproof("solve", "b.txt", "--max-cost", "3")
    assert cut.code == 3
    assert "UNKNOWN  4 … ? moves" in cut.out
    assert gridproof("solve", "b.txt", "--memory", "1KiB").code == 3


def test_decide(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS)
    yes, no = (
        gridproof("solve", "b.txt", "--decide", "4"),
        gridproof("solve", "b.txt", "--decide=3"),
    )
    assert (yes.code, no.code) == (0, 1)
    assert "at most 4 moves: yes" in yes.out
    assert "at most 3 moves: no" in no.out
    Path("m.txt").write_text(HARD)
    assert gridproof("solve", "m.txt", "--solver", "search", "--decide", "3").code == 0
    assert gridproof("solve", "m.txt", "--solver", "search", "--decide", "11").code == 1
    assert (
        gridproof("solve", "m.txt", "--solver", "search", "--decide", "10", "--nodes", "3").code
        == 3
    )
    assert gridproof("solve", "m.txt", "--solver", "search", "--decide", "many").code == 2


def test_standard_input_and_level_and_set(gridproof: Run) -> None:
    done = gridproof("solve", "-", stdin="; one\n" + ROBOTS + "\n; two\n" + STUCK)
    assert len(done.out.splitlines()) == 3
    Path("b.txt").write_text("; one\n" + ROBOTS + "\n; two\n" + STUCK)
    for name in ("2", "two"):
        done = gridproof("solve", "b.txt", "--level", name)
        assert done.out.startswith("two  INFEASIBLE")
    assert gridproof("solve", "b.txt", "--level", "three").code == 2
    done = gridproof("solve", "b.txt", "--level", "1", "--set", "target-robot=1", "--json")
    assert json.loads(done.out)["cost"] == 4
    for wrong in ("target-robot", "target-robot=x", "no-such=1"):
        assert gridproof("solve", "b.txt", "--set", wrong).code == 2


@pytest.mark.parametrize("verb", [("play",), ("draw", "new.txt", "--game", "sokoban")])
def test_without_textual_a_verb_says_what_to_install(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = gridproof(*verb)
    assert (done.code, done.out) == (4, "")
    assert "needs Textual" in done.err
    assert "hint: pip install 'gridproof[play]'" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slove", "x"], "did you mean"),
        (["solve"], "`gridproof solve` lacks `FILES...`"),
        (["solve", "x.txt", "--tme", "3"], "did you mean `--time`"),
        (["solve", "missing.txt"], "missing.txt: cannot be read"),
        (["solve", "b.txt", "--solver", "serch"], "robots has no solver `serch`"),
        (["solve", "b.txt", "--game", "robot"], "no game `robot`"),
        (["solve", "b.txt", "--objective", "x"], "robots has no objective `x`"),
        (["solve", "b.txt", "--time", "-1"], "takes seconds, from 0"),
        (["solve", "b.txt", "--memory", "lots"], "not a size"),
        (["show", "b.txt", "--format", "xml"], "robots has no format `xml`"),
        (["robots"], "say one of"),
        (["robots", "--solve", "--game=[b.txt]"], "say one of"),
        (["play", "--level", "2"], "and none is named"),
        (["play", "missing.txt"], "missing.txt: cannot be read"),
        (["play", "b.txt", "--level", "7"], "no board has the number or title: 7"),
        (["play", "b.txt", "--objective", "x"], "robots has no objective `x`"),
        (["play", "--game", "robot"], "no game `robot`"),
        (["play", "--objective", "pushs"], "no objective `pushs`"),
        (["verify"], "`gridproof verify` lacks `FILE`"),
        (["verify", "b.txt"], "no solution is saved beside the board"),
    ],
)
def test_usage_errors_are_one_message_with_exit_code_2(
    gridproof: Run, arguments: list[str], message: str
) -> None:
    Path("b.txt").write_text(ROBOTS)
    done = gridproof(*arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.startswith("error: ")
    assert "Traceback" not in done.err
    assert done.out == ""


def test_where_two_games_could_read_a_file_it_asks(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = "gridproof.games.merge.recognise.recognises"
    monkeypatch.setattr(known, lambda text, source: True)
    Path("b.txt").write_text(ROBOTS)
    done = gridproof("solve", "b.txt")
    assert done.code == 2
    assert "could be merge or robots" in done.err
    assert "--game" in done.err


def test_verify(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS)
    good = gridproof("verify", "b.txt", "0D,0L,1L,0U")
    assert (good.code, good.out) == (0, "b.txt#1  VALID  4 moves\n")
    Path("s.txt").write_text("0D,0L\n")
    short = gridproof("verify", "b.txt", "s.txt")
    assert short.code == 1
    assert "after 2 moves the board is not solved" in short.out
    assert "▣0" in short.out, "the position is shown"
    blocked = gridproof("verify", "b.txt", "1U,0D", "--json")
    assert blocked.code == 1
    record = json.loads(blocked.out)
    assert (record["valid"], record["move_number"]) == (False, 1)
    assert "robot 1 cannot move up" in record["fault"]
    assert gridproof("verify", "b.txt", "up").code == 1
    Path("two.txt").write_text(ROBOTS + "\n" + ROBOTS)
    assert "choose one with `--level`" in gridproof("verify", "two.txt", "0D").err
    assert gridproof("verify", "two.txt", "0D,0L,1L,0U", "--level", "2").code == 0
    Path("bad.txt").write_text(ROBOTS.replace("▣", "?"))
    assert gridproof("verify", "bad.txt", "0D").code == 2
    Path("p.txt").write_text("side: 2\n-3 4\n0 0\n")
    assert gridproof("verify", "p.txt", "-3,4 0,0", "--game", "boxcover").code == 0
    assert gridproof("verify", "p.txt", "--jsno", "--game", "boxcover").code == 2


def test_show_draws_writes_other_formats_and_json(gridproof: Run) -> None:
    Path("b.txt").write_text("; A board\nricochet: yes\n" + ROBOTS)
    drawn = gridproof("show", "b.txt")
    assert drawn.out.startswith("A board  robots 5 × 3  ricochet: yes")
    assert "▣0" in drawn.out
    assert "\x1b" not in drawn.out, "no colour codes off a terminal"
    assert (
        gridproof("show", "b.txt", "--format", "text").out.strip()
        == Path("b.txt").read_text().strip()
    )
    record = json.loads(gridproof("show", "b.txt", "--json").out)
    assert (record["game"], record["width"], record["options"]["ricochet"]) == ("robots", 5, "yes")
    assert gridproof("show", "b.txt", "--format", "game-id").code == 2


def test_list_and_doctor(gridproof: Run) -> None:
    assert "bombcover" in gridproof("list").out
    records = [json.loads(line) for line in gridproof("list", "--json").out.splitlines()]
    assert {r["game"] for r in records} >= {"robots", "merge", "onebomb", "bombcover"}
    assert all(r["solvers"][-1]["id"] == "search" for r in records)
    assert "ricochet" in gridproof("list", "robots").out
    assert gridproof("list", "chess").code == 2
    doctor = gridproof("doctor", "--json")
    assert doctor.code == 0
    assert json.loads(doctor.out)["kernels"]["merge"] == "ok"
    assert gridproof("doctor").code == 0


def test_the_assignments_command_line(gridproof: Run) -> None:
    assert gridproof("robots", "--solve", stdin=ROBOTS).out == "0L,0D,1L,0U\n"
    moved = gridproof("robots", "--test=[0,D]", stdin=ROBOTS).out
    assert moved.splitlines()[5] == "┃  ▣┃     ┃"
    assert moved.splitlines()[1] == "┃        ■┃"
    assert gridproof("robots", "--test=[1,U]", stdin=ROBOTS).out == ROBOTS
    at_target = gridproof("robots", "--test=[0,R]", stdin="┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n").out
    assert at_target == "┏━━━┓\n┃  ▣┃\n┗━━━┛\n"
    stuck = gridproof("robots", "--solve", stdin=STUCK)
    assert (stuck.code, stuck.out) == (1, "")
    assert gridproof("robots", "--test=[7,U]", stdin=ROBOTS).code == 2
    assert gridproof("robots", "--test=up", stdin=ROBOTS).code == 2


def test_the_assignments_boards(gridproof: Run) -> None:
    made = gridproof("robots", "--gen=[3,9,5]", "--seed", "4")
    *board, solution = made.out.splitlines()
    assert (made.code, len(board), {len(line) for line in board}) == (0, 11, {19})
    assert gridproof("robots", "--solve", stdin="\n".join(board)).out == f"{solution}\n"
    assert gridproof("robots", "--gen=[3,9,5]", "--seed", "4").out == made.out
    level = made.err.split("'")[1]
    assert gridproof("generate", level).out.split("\n\n")[-1].splitlines()[-11:] == board
    assert gridproof("robots", "--gen=[1,1,2]").out.splitlines()[-1] in ("0U", "0D")
    for asked, message in (
        ("[11,9,5]", "from 1 to 10"),
        ("[0,9,5]", "from 1 to 10"),
        ("[3,2,1]", "no room for 3 robots"),
        ("[3,9]", "takes `[robots,width,height]`"),
    ):
        refused = gridproof("robots", f"--gen={asked}")
        assert refused.code == 2
        assert message in refused.err
    assert "goes with `--gen`" in gridproof("robots", "--solve", "--seed", "4").err


def test_the_olympiads_program(gridproof: Run) -> None:
    sample = "6\n......\n.X.##.\n..#.X.\n..X.#K\n.P#.X#\n.X....\n"
    done = gridproof("onebomb", stdin=sample)
    assert done.code == 0
    length, bomb, path = done.out.splitlines()
    assert (length, len(path)) == ("9", 9)
    assert len(bomb.split()) == 2
    assert gridproof("onebomb", stdin="1 3\nPXK\n").out == "NIE\n"
    assert gridproof("onebomb", stdin="1 2\nP.\n").code == 2


def test_the_courses_program(gridproof: Run) -> None:
    two = "3 5\n#####\n#@$.#\n-----\n2 4\n.$@-\n--$.\n"
    done = gridproof("sokoban", stdin=two)
    assert (done.code, done.out) == (0, "1\nr\n3\nldr\n")
    stuck = gridproof("sokoban", stdin="2 4\n.-@-\n$---\n" + two)
    assert (stuck.code, stuck.out) == (1, "1\nr\n3\nldr\n")
    assert stuck.err == "error: board 1 has no solution\n"
    bad = gridproof("sokoban", stdin="2 4\n.$@-\n")
    assert (bad.code, bad.out) == (2, "")
    assert "<stdin>:1:1: the board has 1 row, its size says 2" in bad.err


def test_sokoban_collections_from_the_command_line(gridproof: Run) -> None:
    bad = "#####\n#@?.#\n#####"
    good = bad.replace("?", "$")
    Path("c.xsb").write_text(f"; one\n\n{good}\n\n; two\n\n{bad}\n\n; three\n\n#@$$..#\n")
    done = gridproof("solve", "c.xsb", "--json")
    assert done.code == 2
    one, three = map(json.loads, done.out.splitlines())
    assert (one["title"], one["level"], one["solution"]) == ("one", 1, "R")
    assert one["costs"] == {"moves": 1, "pushes": 1}
    assert (three["title"], three["status"]) == ("three", "INFEASIBLE")
    assert done.err.splitlines()[0] == "error: c.xsb:10:3: `?` is no symbol of sokoban"
    assert done.err.splitlines()[1].startswith("hint: symbols: # @ ")
    right = gridproof("verify", "c.xsb", "r", "--level", "one")
    assert (right.code, right.out) == (0, "one  VALID  1 push, 1 move\n")
    wrong = gridproof("verify", "c.xsb", "rr", "--level", "one")
    assert wrong.code == 1
    assert "the box cannot be pushed right: a wall is behind it" in wrong.out
    shown = gridproof("show", "c.xsb", "--level", "one", "--format", "course")
    assert shown.out == "; one\n3 5\n#####\n#@$.#\n#####\n"
    lexicographic = gridproof("solve", "c.xsb", "--level", "one", "--objective", "moves-pushes")
    assert "OPTIMAL  1 move, 1 push  " in lexicographic.out


def test_an_interrupt_in_the_making_of_a_class_is_one(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python wraps what happens in ``__set_name__`` into a RuntimeError."""
    Path("b.txt").write_text(ROBOTS)

    def interrupted(entry: str) -> Any:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("gridproof.solving.stand_ins.load", interrupted)
    done = gridproof("solve", "b.txt")
    assert (done.code, done.err) == (130, "error: interrupted\n")


def test_an_internal_error_is_said_to_be_one(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("b.txt").write_text(ROBOTS)

    def broken(entry: str) -> Any:
        raise RuntimeError("oops")

    monkeypatch.setattr("gridproof.solving.stand_ins.load", broken)
    done = gridproof("solve", "b.txt")
    assert done.code == 70
    assert done.err.startswith("error: internal error: RuntimeError: oops")


def test_ctrl_c_prints_what_was_found_and_exits_with_130(tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_text(HARD)
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path / "m.txt")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    record = json.loads(out.splitlines()[-1])
    assert record["stop_reason"] == "INTERRUPTED"
    assert record["status"] == "FEASIBLE"
    assert record["verified"] is True


#: Says that the search is on (at the second report of progress), so that the test need not guess.
WAITING = """
import sys
from gridproof.cli import progress, run

def plain():
    reports = []
    def show(elapsed, line):
        reports.append(line)
        if len(reports) == 2:
            print("searching")
    return show

progress._plain = plain
sys.exit(run(["solve", "--json", "--solver", "search", sys.argv[1]]))
"""


def test_progress_off_a_terminal_is_a_plain_line_every_ten_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from gridproof.cli.progress import progress_display
    from gridproof.result import Progress

    with progress_display("board", quiet=False) as show:
        assert show is not None
        for second in range(25):
            show(Progress(nodes=second * 1000, elapsed=second, bound=3, best=None))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0] == "board: 10,000 nodes, 1,000/s, bound 3 … best ?, 10 s"
    with progress_display("board", quiet=False) as show:
        assert show is not None
        show(Progress(nodes=0, elapsed=10, stage="making the certificate"))
    assert capsys.readouterr().err == "board: making the certificate, 10 s\n"
    with progress_display("board", quiet=True) as show:
        assert show is None


def test_a_killed_process_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_text(HARD)
    for delay in (0.05, 0.2, 0.6):
        process = subprocess.Popen(
            [sys.executable, "-m", "gridproof", "solve", "--solver", "search", "m.txt"],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
        )
        time.sleep(delay)
        process.kill()
        process.wait()
        assert [p.name for p in tmp_path.iterdir()] == ["m.txt"]


def test_a_question_that_stays_open_is_no_yes(gridproof: Run) -> None:
    """A greedy cover of three squares leaves it open whether two would do."""
    Path("b.txt").write_text("######\n#@..x#\n#.x..#\n#x..x#\n######\n")
    best = json.loads(gridproof("solve", "b.txt", "--game", "bombcover", "--json").out)["cost"]
    greedy = ("solve", "b.txt", "--game", "bombcover", "--solver", "greedy", "--decide")
    below = gridproof(*greedy, best - 1)
    assert ("open" in below.out, below.code) in ((True, 3), (False, 1))
    Path("c.txt").write_text("side: 2\n0 0\n2 0\n4 0\n1 1\n3 1\n")
    cover = gridproof("solve", "c.txt", "--solver", "greedy", "--decide", "1", "--json")
    record = json.loads(cover.out)
    assert cover.code == (1 if record["bound"] > 1 else 3)


def test_verify_reads_json_over_several_lines_and_compares_the_optimum(gridproof: Run) -> None:
    Path("b.txt").write_text("; one\noptimum: 4\n" + ROBOTS)
    record = json.loads(gridproof("solve", "b.txt", "--json").out)
    Path("s.json").write_text(json.dumps(record, indent=2))
    assert gridproof("verify", "b.txt", "s.json").out == "one  VALID  4 moves\n"
    Path("b.txt").write_text("; one\noptimum: 5\n" + ROBOTS)
    better = gridproof("verify", "b.txt", "0L,0D,1L,0U")
    assert better.code == 2
    assert "CONTRADICTION: the board says `optimum: 5`" in better.err


def test_json_that_cannot_be_read_says_why_without_the_game_s_name(gridproof: Run) -> None:
    Path("b.json").write_text('{"width": 3, "width": 4}\n')
    done = gridproof("solve", "b.json")
    assert (done.code, done.out) == (2, "")
    assert "b.json:1: field `width` is there twice" in done.err
