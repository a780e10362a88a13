"""Times plain search and the command line's start-up on this machine.

Named cases, each run several times in turn (A B C, A B C, …), so that a change of the machine's
speed hits all alike. Prints the median, the range, the nodes a second and the ratio to the first
case of its group; the machine and the versions are stamped on top.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files

from rich.console import Console
from rich.table import Table

import gridproof
from gridproof.game import Level

RUNS = 5


@dataclass
class Case:
    """One thing to time: returns the nodes that it expanded (0: no nodes)."""

    group: str
    name: str
    run: Callable[[], int]
    seconds: list[float] = field(default_factory=list)
    nodes: int = 0


def search_cases() -> list[Case]:
    """Plain search on the dearest shipped board of each game."""
    cases = []
    for file in sorted((files("gridproof") / "data" / "levels").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".txt"):
            levels = gridproof.read_boards(file.read_text(encoding="utf-8"), file.name)
            level = max(levels, key=expanded)
            cases.append(Case("search", f"{level.game}: {level.title}", partial(expanded, level)))
    return cases


def expanded(level: Level) -> int:
    """Nodes that plain search expands on a board."""
    return gridproof.solve(level, solver="search").stats.expanded


def start_up_cases() -> list[Case]:
    """The command line as a process."""
    board = str(files("gridproof") / "data" / "levels" / "onebomb.txt")
    commands = {
        "python -c pass": ["-c", "pass"],
        "gridproof --help": ["-m", "gridproof", "--help"],
        "gridproof solve, one board": ["-m", "gridproof", "solve", board, "--level", "1"],
    }

    def run(arguments: list[str]) -> int:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        return 0

    return [Case("start-up", name, partial(run, args)) for name, args in commands.items()]


def main() -> None:
    """Runs all cases and prints the table."""
    cases = [*start_up_cases(), *search_cases()]
    for number in range(RUNS + 1):  # the first round warms up
        for case in cases:
            started = time.perf_counter()
            case.nodes = case.run()
            if number:
                case.seconds.append(time.perf_counter() - started)
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(
        f"gridproof {gridproof.__version__}, Python {platform.python_version()}, "
        f"{platform.machine()}, {platform.system()}, {RUNS} runs in turn"
    )
    table = Table("group", "case", "median s", "min … max", "nodes", "nodes/s", "ratio")
    first: dict[str, float] = {}
    for case in cases:
        median = statistics.median(case.seconds)
        first.setdefault(case.group, median)
        table.add_row(
            case.group,
            case.name,
            f"{median:.3f}",
            f"{min(case.seconds):.3f} … {max(case.seconds):.3f}",
            f"{case.nodes:,}" if case.nodes else "",
            f"{case.nodes / median:,.0f}" if case.nodes else "",
            f"{median / first[case.group]:.2f}",
        )
    console.print(table)


if __name__ == "__main__":
    main()
