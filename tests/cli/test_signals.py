"""SIGINT, SIGTERM and SIGHUP at any moment: 130, what is known is printed, and it ends soon."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.processes import GUARD, Ended, Running
from tests.soak import ROUNDS

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

EASY = "┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n"
#: Takes plain search far longer than any test waits, and has a play at once.
HARD = "; hard\n" + "aaaaaaaaaaaaaaaa\n2121212121212121\n" * 4
LONG_EXPERIMENT = ("experiment", "bombcover-table1", "--set", "sides=[8]", "--replicates", "1000")


def repeated(board: str, count: int) -> str:
    return "".join(f"; {number}\n{board}\n" for number in range(count))


def hard_robots() -> str:
    """A large open board whose target no robot can stop on: the search goes through it all."""
    from gridproof.games.robots.level import RobotsLevel
    from gridproof.grid import Pos
    from gridproof.registry import find_game

    level = RobotsLevel(
        width=100,
        height=100,
        walls=frozenset(),
        robots=tuple((i, Pos(7 * i + 1, (11 * i) % 97)) for i in range(9)),
        target=Pos(50, 50),
    )
    return find_game("robots").write(level)


def hard_certificate() -> str:
    """It claims that the large board has no solution; what is behind its claim is read at last."""
    from gridproof.files.reading import read_boards
    from gridproof.registry import digest, find_game

    game, board = find_game("robots"), hard_robots()
    (level,) = read_boards(board, game="robots")
    said = {"format": "gridproof-certificate", "version": 1, "kind": "plain", "game": "robots"}
    said |= {"rules": game.rules_version, "objective": "moves", "digest": digest(game, level)}
    return json.dumps(said | {"board": board, "cost": None, "bound": None, "solution": None}) + "\n"


def hard_sokoban() -> str:
    """Many boxes in a hall: far too many positions for the course's program."""
    hall, boxes = "#" + "-" * 14 + "#", "#" + "--$-" * 3 + "--#"
    rows = ["#" * 16, hall, *[boxes, hall] * 4]
    rows += ["#@" + "-" * 13 + "#", "#" + "-" + "." * 12 + "-#", hall, "#" * 16]
    return f"{len(rows)} 16\n" + "\n".join(rows) + "\n"


def wide_onebomb() -> str:
    """A board that takes a while to read and to sweep."""
    size = 1500
    rows = ["." * size for _ in range(size)]
    rows[0] = "P" + rows[0][1:]
    rows[-1] = rows[-1][:-1] + "K"
    return f"{size}\n" + "\n".join(rows) + "\n"


def answered_prefix(ended: Ended) -> None:
    """Boards that were solved before the signal have whole lines, in order."""
    lines = ended.out.splitlines()
    heads = [line for line in lines if "  OPTIMAL  " in line]
    assert [line.split()[0] for line in heads] == [str(i) for i in range(len(heads))]
    assert ended.out == "" or ended.out.endswith("\n")


def json_prefix(ended: Ended) -> None:
    records = [json.loads(line) for line in ended.out.splitlines()]
    assert [record["level"] for record in records] == list(range(1, len(records) + 1))
    for record in records[:-1]:
        assert record["stop_reason"] != "INTERRUPTED"


def best_so_far(ended: Ended) -> None:
    """Return the knowledge of the board, if the search had begun."""
    if ended.out == "":
        return
    (record,) = [json.loads(line) for line in ended.out.splitlines()]
    assert record["stop_reason"] == "INTERRUPTED"
    assert record["status"] in ("FEASIBLE", "UNKNOWN")
    assert record["proof"] != "certificate"
    if record["cost"] is not None:
        assert record["verified"] is True


def stopped(ended: Ended) -> None:
    """A check that was begun says that it was stopped."""
    for line in ended.out.splitlines():
        record = json.loads(line)
        assert (record["accepted"], record["stop_reason"]) == (False, "INTERRUPTED")


def whole_levels(ended: Ended) -> None:
    """The first levels of the run, each a whole line."""
    names = [json.loads(line)["id"] for line in ended.out.splitlines()]
    assert names == sorted(set(names), key=lambda name: int(re.findall(r"\d+", name)[-2]))


def nothing(ended: Ended) -> None:
    """Nothing is proven, so a program of the sources prints nothing."""
    assert ended.out == ""


def proven_answers(ended: Ended) -> None:
    """Every answer is whole and proven: length, bomb, path."""
    lines = ended.out.splitlines()
    assert len(lines) % 3 == 0
    assert set(lines[0::3]) <= {"2"}
    assert set(lines[2::3]) <= {"PP"}


def anything(ended: Ended) -> None:
    """Accept any output."""


@dataclass(frozen=True)
class Situation:
    """A command line that works for long.

    Attributes:
        tokens: its arguments; `b.txt` is the file with the boards.
        boards: the text of that file, and of standard input.
        check: what holds of what was printed.
        lasts: seconds that it takes at least, so that a signal within them finds it at work.
    """

    tokens: Sequence[str]
    boards: Callable[[], str]
    check: Callable[[Ended], None] = anything
    lasts: float = 3.0


SITUATIONS = {
    "solving": Situation(
        ["solve", "b.txt", "--json", "--solver", "search"], lambda: HARD, best_so_far
    ),
    "between boards": Situation(
        ["solve", "b.txt"], lambda: repeated(EASY, 60_000), answered_prefix
    ),
    "between boards, json": Situation(
        ["solve", "b.txt", "--json"], lambda: repeated(EASY, 60_000), json_prefix
    ),
    "reading": Situation(
        ["solve", "b.txt"], lambda: "; x\nauthor: x\n\n" * 2_000_000 + EASY, nothing
    ),
    "all solutions": Situation(["solve", "b.txt", "--all", "--json"], hard_robots, best_so_far),
    "kernel": Situation(["solve", "b.txt", "--json"], hard_robots, best_so_far),
    "show": Situation(["show", "b.txt"], lambda: repeated(EASY, 60_000)),
    "verify": Situation(["verify", "b.txt", "0R"], lambda: repeated(EASY, 200_000), nothing),
    "certify": Situation(
        ["certify", "b.txt", "--json", "--out", "c.gpc"], hard_robots, best_so_far
    ),
    "check": Situation(["check", "b.txt", "--json"], hard_certificate, stopped),
    "experiment": Situation(LONG_EXPERIMENT, lambda: ""),
    "experiment, processes": Situation([*LONG_EXPERIMENT, "--jobs=2", "--quiet"], lambda: ""),
    "generate": Situation(
        ["generate", "merge", "--count=9999", "--json"], lambda: "", whole_levels
    ),
    "generate, processes": Situation(
        ["generate", "merge", "--count=9999", "--json", "--jobs=2"], lambda: "", whole_levels
    ),
    "reduce": Situation(["reduce", "sat-to-bombcover", "--random", "120,200"], lambda: "", nothing),
    "robots": Situation(["robots", "--solve"], hard_robots, nothing),
    "sokoban": Situation(["sokoban"], hard_sokoban, nothing),
    "onebomb": Situation(["onebomb"], lambda: "1 3\nP.K\n" * 200_000, proven_answers),
    "onebomb, wide": Situation(["onebomb"], lambda: wide_onebomb() * 28, lasts=0.7),
    "several solvers": Situation(
        ["solve", "b.txt", "--json", "--jobs", "2"], hard_robots, best_so_far
    ),
}

each_situation = pytest.mark.parametrize("name", SITUATIONS)


def interrupt(name: str, folder: Path, number: signal.Signals, seconds: float, times: int) -> Ended:
    """Runs a situation and sends a signal after a while, or several."""
    situation = SITUATIONS[name]
    boards = situation.boards()
    (folder / "b.txt").write_text(boards, encoding="utf-8")
    running = Running(situation.tokens, folder, boards)
    for _ in range(times):
        time.sleep(seconds)
        running.process.send_signal(number)
    return running.end()


def check(name: str, ended: Ended) -> None:
    assert ended.code == 130, (name, ended.code, ended.out[-300:], ended.err[-600:])
    assert "Traceback" not in ended.err, ended.err
    assert "Exception ignored" not in ended.err, ended.err
    assert "internal error" not in ended.err, ended.err
    SITUATIONS[name].check(ended)


@each_situation
def test_a_signal_at_a_random_moment(name: str, tmp_path: Path) -> None:
    """Set-up, reading, solving or printing: whatever it was doing."""
    rng = random.Random(name)
    number = SIGNALS[list(SITUATIONS).index(name) % 3]
    seconds = rng.uniform(0.01, min(1.0, SITUATIONS[name].lasts))
    check(name, interrupt(name, tmp_path, number, seconds, 1))


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_importing(number: signal.Signals, tmp_path: Path) -> None:
    rng = random.Random(number)
    for _ in range(2):
        ended = interrupt("solving", tmp_path, number, rng.uniform(0.01, 0.15), 1)
        assert ended.code == 130, ended
        assert "Traceback" not in ended.err, ended.err
        assert ended.out == "" or json.loads(ended.out)["stop_reason"] == "INTERRUPTED"


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    for name in ("between boards", "kernel"):
        ended = interrupt(name, tmp_path, signal.SIGINT, 0.4, 2)
        assert ended.code in (130, -signal.SIGINT), ended
        assert "Traceback" not in ended.err, ended.err


def test_timeout_prints_what_is_known(tmp_path: Path) -> None:
    """The process that `timeout` ends is asked by SIGTERM: cluster jobs lose nothing."""
    (tmp_path / "b.txt").write_text(EASY + "\n" + HARD, encoding="utf-8")
    (tmp_path / "m.txt").write_text(HARD, encoding="utf-8")
    (tmp_path / "e.txt").write_text(EASY, encoding="utf-8")
    command = [sys.executable, "-m", "gridproof", "solve", "e.txt", "m.txt", "--solver", "search"]
    for seconds in ("2", "20"):  # a busy machine may take long to begin
        done = subprocess.run(
            ["timeout", seconds, *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=GUARD,
            check=False,
        )
        assert done.returncode == 124, "what timeout says when it had to end the process"
        if "FEASIBLE" in done.stdout:
            break
    assert re.search(r"^e\.txt#1  OPTIMAL  1 move  ", done.stdout)
    assert re.search(r"^m\.txt: hard  FEASIBLE  .*\(INTERRUPTED\)$", done.stdout, re.MULTILINE)
    assert "Traceback" not in done.stderr


def test_an_ignored_hang_up_stays_ignored(tmp_path: Path) -> None:
    """`nohup` works: the run goes on."""
    (tmp_path / "b.txt").write_text(EASY, encoding="utf-8")
    script = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from gridproof.cli import main, signals_interrupt\n"
        "signals_interrupt()\n"
        "os.kill(os.getpid(), signal.SIGHUP)\n"
        "main(['solve', 'b.txt'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@each_situation
@pytest.mark.soak
def test_signals_at_many_moments(name: str, tmp_path: Path) -> None:
    rng = random.Random(f"soak {name}")
    for _ in range(ROUNDS):
        number = rng.choice(SIGNALS)
        seconds = 0.01 + rng.choice((0.1, 0.5, SITUATIONS[name].lasts)) * rng.random()
        ended = interrupt(name, tmp_path, number, seconds, 1)
        check(name, ended)
