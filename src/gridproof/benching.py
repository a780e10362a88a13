"""Side-by-side timing: named cases in turn, ratios, and a stamp of machine and versions."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files

from gridproof import __version__
from gridproof.files.shipped import collections
from gridproof.level import Level
from gridproof.result import Limits, Stats, StopReason
from gridproof.solving.solve import solve

__all__ = ["GROUPS", "Case", "run_in_turn", "stamp"]


@dataclass
class Case:
    """One thing to time.

    Attributes:
        group: cases of one group are compared with its first case.
        name: what it is.
        run: does it once; returns the seconds to count and the nodes expanded (0: no nodes).
        seconds: what each counted round took.
        nodes: of the last round.
    """

    group: str
    name: str
    run: Callable[[], tuple[float, int]]
    seconds: list[float] = field(default_factory=list)
    nodes: int = 0

    @property
    def median(self) -> float:
        """Seconds of the middle round."""
        return statistics.median(self.seconds)


def run_in_turn(cases: Sequence[Case], rounds: int) -> dict[str, float]:
    """Runs A B C, A B C, …, so that a change of the machine's speed hits all alike.

    The first round warms up and is not counted.

    Returns:
        For each case's ``group/name`` the median over the rounds of its seconds divided by those of
        the group's first case in the same round.
    """
    for number in range(rounds + 1):
        for case in cases:
            seconds, case.nodes = case.run()
            if number:
                case.seconds.append(seconds)
    first: dict[str, Case] = {}
    ratios = {}
    for case in cases:
        base = first.setdefault(case.group, case)
        pairs = zip(case.seconds, base.seconds, strict=True)
        ratios[f"{case.group}/{case.name}"] = statistics.median(a / b for a, b in pairs)
    return ratios


def stamp() -> str:
    """Machine and versions, one line."""
    return (
        f"gridproof {__version__}, Python {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores"
    )


def _process(arguments: Sequence[str]) -> tuple[float, int]:
    started = time.perf_counter()
    command = [sys.executable, "-m", "gridproof", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started, 0


def start_up() -> Iterator[Case]:
    """The command line as a process."""
    board = str(files("gridproof") / "data" / "levels" / "onebomb.txt")
    commands = {
        "--help": ["--help"],
        "solve one board": ["solve", board, "--level", "1"],
        "verify one solution": ["verify", board, "2 3\nGGPGPPPDD", "--level", "1"],
    }
    for name, arguments in commands.items():
        yield Case("start-up", name, partial(_process, arguments))


def shipped() -> Iterator[Level]:
    """The shipped levels of each game's own collection."""
    for name, found in collections().items():
        if name == found.game:
            yield from found.levels


def _stats(level: Level, solver: str, limits: Limits) -> Stats:
    """Of a run that went to its end or to a limit.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
    """
    result = solve(level, solver=solver, limits=limits)
    if result.stop_reason is StopReason.INTERRUPTED:
        raise KeyboardInterrupt
    return result.stats


def _solved(level: Level, solver: str) -> tuple[float, int]:
    stats = _stats(level, solver, Limits(time=60))
    return stats.wall_time, stats.expanded


def plain_search() -> Iterator[Case]:
    """Plain search on the shipped board of each game that takes it the most nodes."""
    dearest: dict[str, tuple[int, Level]] = {}
    for level in shipped():
        nodes = _stats(level, "search", Limits(nodes=10_000)).expanded
        if nodes < 10_000 and nodes > dearest.get(level.game, (0, level))[0]:
            dearest[level.game] = nodes, level
    for game, (_, level) in dearest.items():
        yield Case("search", f"{game}: {level.title}", partial(_solved, level, "search"))


def robots_solvers() -> Iterator[Case]:
    """All solvers of robots on a small position, and the default one on the hardest."""
    levels = [level for level in shipped() if level.game == "robots"]
    for solver in ("optimal", "iddfs", "bfs-early", "bfs-precomputed", "bfs-sorted", "bfs-text"):
        yield Case(f"robots, {levels[0].title}", solver, partial(_solved, levels[0], solver))
    for level in levels[-3:]:
        yield Case("robots, hard positions", str(level.title), partial(_solved, level, "optimal"))


#: What ``gridproof bench`` can run, by name.
GROUPS: dict[str, Callable[[], Iterator[Case]]] = {
    "start-up": start_up,
    "search": plain_search,
    "robots": robots_solvers,
}
