"""Depth-first search over all bombs, after R. van de Vlasakker's thesis, section 5.6."""

from __future__ import annotations

from gridproof._native import bombcover as native
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem, to_moves
from gridproof.result import Answer, Stats, StopReason
from gridproof.solving.task import Task

__all__ = ["bruteforce_greedy", "bruteforce_random"]

#: The kernels' value for "any number of bombs".
_ANY = (1 << 32) - 1


def bruteforce_greedy(task: Task[BombcoverLevel]) -> Answer:
    """Return the bombs of a position by decreasing power."""
    return _bruteforce(task, random=False)


def bruteforce_random(task: Task[BombcoverLevel]) -> Answer:
    """Return the bombs of a position in random order, from seed 0."""
    return _bruteforce(task, random=True)


def _bruteforce(task: Task[BombcoverLevel], *, random: bool) -> Answer:
    wanted = None if task.wanted is None else max(task.wanted, 0)
    most = min(n for n in (task.max_cost, wanted, _ANY) if n is not None)
    found = native.brute_force(
        **problem(task.level),
        random=random,
        most=most,
        enough=min(wanted or 0, _ANY),
        control=task.ticker.control(),
    )
    stats = Stats(expanded=found["nodes"], generated=found["states"])
    notes = {"states": found["states"], "states_to_best": found["states_to_best"]}
    bombs: list[int] | None = found["bombs"]
    moves = None if bombs is None else to_moves(task.level, bombs)
    stop, bound = StopReason(found["stop"]), task.root_bound or 0
    if stop is StopReason.COMPLETED:
        if bombs is None:
            bound = max(bound, most + 1)
        elif wanted is None:
            bound = len(bombs)
        if wanted is not None and (bombs is not None or bound > wanted):
            stop = StopReason.DECIDED
        elif bombs is None:
            stop = StopReason.COST_LIMIT
    return Answer(stop, moves, bound, stats=stats, notes=notes, proof="search")
