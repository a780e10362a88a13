"""Start-up of the command line: processor seconds of whole processes with one small board each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rich.table import Table
from tests.samples import SAMPLES, sample_levels

from benchmarks.timing import Case
from gridproof.cli import messages
from gridproof.experiments.machine import stamp
from gridproof.registry import games
from gridproof.solving.solve import solve

#: The group of commands that run with one Python.
GROUP: Final = "start-up"


def cases(against: str | None = None) -> Iterator[Case]:
    """Yield a case a command, or two: with the Python ``against`` that has another gridproof first.

    Bytecode is there: the round that is not counted writes it.
    """
    for name, arguments in _commands():
        if against is None:
            yield Case(GROUP, name, partial(_process, sys.executable, arguments))
        else:
            group = f"{GROUP}, {name}"
            yield Case(group, "other", partial(_process, against, arguments))
            yield Case(group, "this", partial(_process, sys.executable, arguments))


def print_by_game(cases: Sequence[Case]) -> None:
    """Print the median CPU seconds of the cases of :data:`GROUP`: a row a verb, a column a game."""
    medians = {case.name: f"{case.median:.2f}" for case in cases}
    verbs = [name.removesuffix(" sokoban") for name in medians if name.endswith(" sokoban")]
    table = Table("CPU s", "no game", *games())
    for verb in dict.fromkeys(["--help", *verbs]):
        table.add_row(verb, *(medians.get(f"{verb} {game}".strip(), "") for game in ("", *games())))
    messages.out(f"{stamp()}, {len(cases[0].seconds)} rounds in turn")
    messages.stdout().print(table)


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
