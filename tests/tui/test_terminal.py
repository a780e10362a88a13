"""Processes on real terminals: keys, signals, sizes, pipes, and what is kept after a kill."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gridproof.playing.orders import Order
from gridproof.registry import find_game
from tests.samples import large_levels
from tests.tui.terminal import GRIDPROOF, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

#: Restores what was on the screen before.
LEFT = b"\x1b[?1049l"
CTRL_Q = "\x11"
RIGHT = "\x1b[C"
BOARD = """\
┏━━━━━━━┓
┃■     ◎┃
┃       ┃
┃▣      ┃
┗━━━━━━━┛
"""

Play = Callable[..., Terminal]


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.txt"
    file.write_text(BOARD, encoding="utf-8")
    return file


def play(folder: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> Terminal:
    return Terminal((*GRIDPROOF, "play", *arguments), folder, size, TEXTUAL_ANIMATIONS="none")


def shell(folder: Path, line: str) -> Terminal:
    gridproof = " ".join(GRIDPROOF)
    return Terminal(("sh", "-c", line.replace("gridproof", gridproof)), folder)


def test_a_level_is_played_to_its_end(tmp_path: Path, board: Path) -> None:
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("? rules")
        terminal.type(RIGHT)
        terminal.wait("1 move ")
        terminal.type("w")
        terminal.wait("Solved: 2 moves")
        terminal.wait("best possible, proven")
        terminal.type("\r")
        assert terminal.end() == 0
        assert LEFT in terminal.raw


def test_the_level_of_an_id_is_played_and_another_one(tmp_path: Path) -> None:
    order = Order.of(find_game("boxcover"), parameters={"points": "4"}, seed=7)
    with play(tmp_path, order.id) as terminal:
        terminal.wait(order.id)
        terminal.type("g")
        terminal.wait("boxcover 2 of 2")
        terminal.type("p")
        terminal.wait("boxcover 1 of 2")
        terminal.type("\x1b")
        assert terminal.end() == 0


def test_keys_that_come_after_the_last_one_do_no_harm(tmp_path: Path, board: Path) -> None:
    """A key that is held down, or pressed twice, leaves a screen once."""
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("? rules")
        terminal.type(RIGHT)
        terminal.wait("1 move ")
        terminal.type("w")
        terminal.wait("Solved: 2 moves")
        terminal.type("\r" * 8)
        assert terminal.end() == 0
        assert b"Error" not in terminal.raw.split(LEFT)[1]


def test_the_assignments_keys(tmp_path: Path, board: Path) -> None:
    """As the report says: `--game=[path]`, Tab for the next robot, space quits."""
    with shell(tmp_path, "gridproof robots '--game=[board.txt]'") as terminal:
        terminal.wait("? rules")
        terminal.type("\td")
        terminal.wait("1 move ")
        terminal.type(" ")
        assert terminal.end() == 0


def test_a_board_from_a_pipe_leaves_the_keys_to_the_terminal(tmp_path: Path, board: Path) -> None:
    with shell(tmp_path, "cat board.txt | gridproof play - --game robots") as terminal:
        terminal.wait("? rules")
        terminal.type("d")
        terminal.wait("1 move ")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0


def test_what_was_done_is_there_after_a_kill(tmp_path: Path, board: Path) -> None:
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("? rules")
        terminal.type(RIGHT)
        terminal.wait("1 move ")
        assert terminal.kill(signal.SIGKILL) == -signal.SIGKILL
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("You have made 1 move before")
        terminal.type("u")
        terminal.wait("0 moves")
        terminal.type("\x19")  # Ctrl-Y
        terminal.wait("1 move ")
        terminal.type("w")
        terminal.wait("Solved: 2 moves")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_signals_end_it_in_good_order(tmp_path: Path, board: Path, name: str) -> None:
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("? rules")
        assert terminal.kill(getattr(signal, name)) == 130
        assert LEFT in terminal.raw


def test_a_terminal_that_changes_its_size(tmp_path: Path, board: Path) -> None:
    with play(tmp_path, "board.txt", size=(40, 15)) as terminal:
        assert "n p levels" not in terminal.wait("? rules")
        terminal.resize(100, 30)
        terminal.wait("n p levels")
        terminal.resize(10, 3)
        terminal.resize(60, 24)
        terminal.wait("in as few moves   ")  # wrapped, as at no other of these sizes
        terminal.type(CTRL_Q)
        assert terminal.end() == 0


def test_a_search_counts_and_is_cancelled_while_it_is_played_on(tmp_path: Path) -> None:
    level = list(large_levels("sokoban").values())[-1]
    text = find_game("sokoban").write(level)
    (tmp_path / "endless.txt").write_text(text, encoding="utf-8")
    with play(tmp_path, "endless.txt", "--game", "sokoban") as terminal:
        terminal.wait("? rules")
        terminal.type("o")
        terminal.wait("nodes")
        for key in "wasd":  # somewhere there is room
            terminal.type(key)
        terminal.type("\x1b")
        terminal.wait("The search was stopped")
        terminal.type("h")
        terminal.wait("From here")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0


def test_saved_and_loaded(tmp_path: Path, board: Path) -> None:
    with play(tmp_path, "board.txt", "--save", "mine.json") as terminal:
        terminal.wait("? rules")
        terminal.type(RIGHT)
        terminal.wait("1 move ")
        terminal.type("\x13")  # Ctrl-S
        terminal.wait("Saved: `gridproof play mine.json` goes on")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0
    with play(tmp_path, "mine.json") as terminal:
        assert "1 move " in terminal.wait("? rules")
        terminal.type("w")
        terminal.wait("Solved: 2 moves")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0


def test_boards_that_were_left_out_are_told_of_at_the_end(tmp_path: Path, board: Path) -> None:
    board.write_text(BOARD + "\n" + BOARD.replace("▣", "x"), encoding="utf-8")
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("? rules")
        terminal.type(CTRL_Q)
        assert terminal.end() == 2
        assert b"board.txt:10:2: `x` is no symbol" in terminal.raw.split(LEFT)[1]


def test_the_shipped_levels(tmp_path: Path) -> None:
    with play(tmp_path) as terminal:
        terminal.wait("Which level")
        terminal.type("\t\t\t\t\r")
        terminal.wait("merge 1 of")
        terminal.type("\x1b")
        terminal.wait("Which level")
        terminal.type("\x1b")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    "line",
    [
        "gridproof play board.txt 2>said",
        "cat board.txt | setsid -w gridproof play - 2>/dev/null",
        "gridproof play board.txt 2>said </dev/null",
    ],
)
def test_without_a_terminal_it_says_so(tmp_path: Path, board: Path, line: str) -> None:
    with shell(tmp_path, line) as terminal:
        assert terminal.end() == 2
    if "said" in line:
        said = (tmp_path / "said").read_text(encoding="utf-8")
        assert "needs a terminal" in said
        assert "hint:" in said


def test_from_python(tmp_path: Path, board: Path) -> None:
    code = (
        "import gridproof; (level,) = gridproof.read_file('board.txt'); "
        "session = gridproof.play(level); print('made', *session.moves)"
    )
    with Terminal((sys.executable, "-c", code), tmp_path) as terminal:
        terminal.wait("? rules")
        terminal.type("d")
        terminal.wait("1 move ")
        terminal.type(CTRL_Q)
        terminal.wait("made 0R")
        assert terminal.end() == 0


def test_a_crash_is_one_message(tmp_path: Path, board: Path) -> None:
    crash = (
        "import sys; from gridproof.cli import run; from gridproof.playing.attempt import Attempt\n"
        "Attempt.press = lambda *_: 1 / 0\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    command = (sys.executable, "-c", crash, "play", "board.txt")
    with Terminal(command, tmp_path, TEXTUAL_ANIMATIONS="none") as terminal:
        terminal.wait("? rules")
        terminal.type(RIGHT)
        assert terminal.end() == 70
        said = terminal.raw.split(LEFT)[1]
        assert said.count(b"\n") == 2
        assert b"playing has crashed" in said
        assert b"ZeroDivisionError" not in said


def test_no_solver_can_be_started(tmp_path: Path, board: Path) -> None:
    no_room = (
        "import subprocess, sys; from gridproof.cli import run\n"
        "def fail(*_, **__): raise BlockingIOError(11, 'no more processes')\n"
        "subprocess.Popen.__init__ = fail\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    command = (sys.executable, "-c", no_room, "play", "board.txt")
    with Terminal(command, tmp_path, TEXTUAL_ANIMATIONS="none") as terminal:
        terminal.wait("? rules")
        terminal.type("h")
        terminal.wait("the solver cannot be started: no more processes")
        terminal.type(RIGHT)
        terminal.wait("1 move ")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0


def test_no_worker_is_left(tmp_path: Path, board: Path) -> None:
    """A search that runs ends with the program, also when this is killed."""
    with play(tmp_path, "board.txt") as terminal:
        terminal.wait("? rules")
        terminal.type("o")
        terminal.wait("The optimum is")
        children = Path(f"/proc/{terminal.pid}/task/{terminal.pid}/children")
        if not children.exists():
            pytest.skip("only Linux tells who the children are")
        (worker,) = map(int, children.read_text().split())
        handle = os.pidfd_open(worker)
        terminal.kill(signal.SIGKILL)
    import select

    assert select.select([handle], [], [], 60)[0]
    os.close(handle)
