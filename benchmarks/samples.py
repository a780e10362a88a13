"""Plain search and the solvers of robots, on the sample boards of the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from tests.samples import sample_levels

from benchmarks.timing import Case
from gridproof.level import Level
from gridproof.registry import games
from gridproof.result import Limits, Stats, StopReason
from gridproof.solving.solve import solve


def levels() -> Iterator[Level]:
    """Yield the sample levels of each game."""
    for game in games():
        yield from sample_levels(game)


def _stats(level: Level, solver: str, limits: Limits) -> Stats:
    """Return the counts of a run that went to its end or to a limit.

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
    """Yield plain search on the sample board of each game that takes it the most nodes."""
    dearest: dict[str, tuple[int, Level]] = {}
    for level in levels():
        nodes = _stats(level, "search", Limits(nodes=10_000)).expanded
        if nodes < 10_000 and nodes > dearest.get(level.game, (0, level))[0]:
            dearest[level.game] = nodes, level
    for game, (_, level) in dearest.items():
        yield Case("search", f"{game}: {level.title}", partial(_solved, level, "search"))


def robots_solvers() -> Iterator[Case]:
    """Yield all solvers of robots on a small position, and the default one on the hardest."""
    found = [level for level in levels() if level.game == "robots"]
    for solver in ("optimal", "iddfs", "bfs-early", "bfs-precomputed", "bfs-sorted", "bfs-text"):
        yield Case(f"robots, {found[0].title}", solver, partial(_solved, found[0], solver))
    for level in found[-3:]:
        yield Case("robots, hard positions", str(level.title), partial(_solved, level, "optimal"))


#: Groups of cases by name.
GROUPS: Final[dict[str, Callable[[], Iterator[Case]]]] = {
    "search": plain_search,
    "robots": robots_solvers,
}
