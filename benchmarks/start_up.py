"""Start-up of the command line: processor seconds of whole processes with one small board each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from tests.samples import SAMPLES, sample_levels

from benchmarks.timing import Case
from gridproof.registry import games
from gridproof.solving.solve import solve


def cases(against: str | None = None) -> Iterator[Case]:
    """Yield a case a command, or two: with the Python ``against`` that has another gridproof first.

    Bytecode is there: the round that is not counted writes it.
    """
    for name, arguments in _commands():
        if against is None:
            yield Case("start-up", name, partial(_process, sys.executable, arguments))
        else:
            group = f"start-up, {name}"
            yield Case(group, "other", partial(_process, against, arguments))
            yield Case(group, "this", partial(_process, sys.executable, arguments))


def _commands() -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the names and arguments of commands: the first sample board of each game by verbs."""
    yield "--help", ["--help"]
    yield "list", ["list"]
    for name, game in games().items():
        board = [str(SAMPLES / f"{name}.txt"), "--level", "1"]
        level = next(iter(sample_levels(name)))
        solution = game.write_solution(level, solve(level).moves or [])
        yield f"solve {name}", ["solve", *board]
        yield f"solve --game {name}", ["solve", *board, "--game", name]
        yield f"solve --jobs 2 {name}", ["solve", *board, "--jobs", "2"]
        yield f"verify {name}", ["verify", *board, solution]
        yield f"rate {name}", ["rate", *board]
        yield f"show {name}", ["show", *board]
        yield f"list {name}", ["list", name]


def _process(python: str, arguments: Sequence[str]) -> tuple[float, int]:
    """Return the processor seconds of a process, and of those that it has started."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [python, "-m", "gridproof", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return used.ru_utime + used.ru_stime, 0
