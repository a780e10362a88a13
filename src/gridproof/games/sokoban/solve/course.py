"""The solvers of H.-S. Liu's report to the course Theory of Computer Games (Taiwan, 2018).

All of them look for the fewest moves and step the player cell by cell. The report's prunings, dead
squares and freeze deadlocks, are on; its A* is bidirectional, ours here is not. See
``native/sokoban_course`` for the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gridproof._native import sokoban_course as native
from gridproof.game import AnyGame, Objective
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = ["RATIO", "astar", "astar_sorted", "bfs", "bidirectional", "find"]

#: The search from the ends goes to this part of the depth of the one from the start: one 32nd.
RATIO: Final = 32
_NO_WAY: Final = (1 << 32) - 1


def find(level: SokobanLevel, ticker: Ticker, method: str, **options: Any) -> Mapping[str, Any]:
    """What the native function finds.

    Args:
        level: a level without faults.
        ticker: limits.
        method: "bidirectional", "astar" or "astar-sorted".
        options: ``ratio`` (0: no search from the ends), ``prune_dead``, ``prune_frozen``,
            ``max_cost``, ``root_bound``.

    Raises:
        Stopped: a limit is reached before the search begins.
    """
    # Each table of pushes is here and in the kernel, and while it is made a dictionary.
    ticker.allocate(taken := len(level.reach) * (len(level.goals) * 16 + 100))
    squares = sorted(level.reach, key=lambda number: (number % level.width, number))
    index = {number: i for i, number in enumerate(squares)}
    goals = sorted(level.goals, key=index.__getitem__)
    pushes = []
    for goal in goals:
        ticker.check()
        to_goal = level.pushes_to([goal])
        pushes.append([to_goal.get(number, _NO_WAY) for number in squares])
    ticker.check()
    found = native.solve(
        squares=[level.cell(number) for number in squares],
        boxes=[index[number] for number in level.movable],
        goals=[index[number] for number in goals],
        dead=[index[number] for number in level.dead],
        pushes=pushes,
        player=index[level.number(level.players[0])],
        method=method,
        **options,
        control=ticker.control(),
    )
    return found | {"peak_memory": found["peak_memory"] + taken}


def _solver(method: str, ratio: int = 0) -> Callable[..., Answer]:
    def solver(
        game: AnyGame,
        level: SokobanLevel,
        objective: Objective,
        ticker: Ticker,
        *,
        decide: Value | None = None,
        root_bound: int | None = None,
    ) -> Answer:
        proves = method != "astar-sorted"
        max_cost = _NO_WAY if ticker.limits.max_cost is None else ticker.limits.max_cost
        wanted = _NO_WAY if decide is None else max(first(decide), 0)
        most = min(max_cost, wanted, _NO_WAY)
        found = find(level, ticker, method, ratio=ratio, max_cost=most, root_bound=root_bound or 0)
        stats = Stats(
            expanded=found["nodes"],
            generated=found["generated"],
            evaluated=found["evaluated"],
            reopened=found["reopened"],
            dead_ends=found["dead_ends"],
            peak_memory=found["peak_memory"],
        )
        notes: dict[str, Any] = {"kernel_seconds": found["seconds"]}
        if ratio:
            notes |= {"forward": found["forward"], "backward": found["backward"]}
        if found["path"] is not None:
            moves = tuple(found["path"])
            if proves:
                return Answer(
                    StopReason.COMPLETED,
                    moves,
                    len(moves),
                    stats=stats,
                    notes=notes,
                    proof="search",
                )
            return Answer(
                StopReason.FIRST_SOLUTION,
                moves,
                root_bound,
                stats=stats,
                notes=notes,
                proof="search",
            )
        if found["exhausted"]:
            return Answer(
                StopReason.COMPLETED, infeasible=True, stats=stats, notes=notes, proof="search"
            )
        stop = StopReason(found["stop"])
        if stop is StopReason.COMPLETED:  # ended at the largest cost that was asked for
            stop = StopReason.DECIDED if wanted <= max_cost else StopReason.COST_LIMIT
        return Answer(stop, bound=found["bound"], stats=stats, notes=notes, proof="search")

    return solver


#: Breadth-first search from the start.
bfs = _solver("bidirectional")
#: A* with the cheapest assignment of boxes to goals.
astar = _solver("astar")
#: A* with the distances of boxes and goals sorted by place, which may say too much.
astar_sorted = _solver("astar-sorted")
#: Breadth-first search from the start and, less deep, from the ends.
bidirectional = _solver("bidirectional", RATIO)
