"""Targets for a start, so that it needs the number of moves of the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeVar

from gridproof._native import robots as native
from gridproof.design.goal import Goal, Unmet
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve.kernel import NO_LIMIT, problem
from gridproof.games.robots.solve.stops import find_stops
from gridproof.grid import Pos
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import StopReason

__all__ = ["aimed", "solved"]

T = TypeVar("T")

#: States that the search for all pairs of robot and target may store. It then takes no longer than
#: to solve one or two of the boards that it leaves open.
_STATES: Final = 30_000
#: Nodes of all solving of boards that it leaves open.
_NODES: Final = 5_000_000
#: Both where solving such a board is slow: then another start is drawn soon.
_SLOW_STATES: Final = 1_000_000
_SLOW_NODES: Final = 1_000_000
#: Longest side of the boards that the kernel searches by sets of states.
_SETS: Final = 16


def aimed(
    rng: Random, start: RobotsLevel, targets: Sequence[Pos], goal: Goal, ticker: Ticker
) -> RobotsLevel:
    """Return a start with a target, so that it needs the number of moves of the goal.

    One search gives the optima of all pairs of robot and target up to some length. If none of them
    meets the goal, boards of the other pairs are solved, one by one. The robot of the chosen pair
    gets the number of the target robot.

    Args:
        rng: where chance comes from.
        start: the board and its robots; its target is no matter.
        targets: cells without robots.
        goal: what is wanted.
        ticker: limits of time and memory; checked.

    Raises:
        Unmet: none was found.
        Stopped: by the ticker.
    """
    robots = range(len(start.robots))
    seekers = [robots] if start.target_robot == "any" else [(robot,) for robot in robots]
    pairs = list(paced(((some, cell) for cell in targets for some in seekers), ticker))
    nearest: int | None = None
    # If states are handled one by one, solving and counting cost more than a large search.
    slow = goal.unique or start.ricochet or max(start.width, start.height) > _SETS
    for max_states in (_STATES, _SLOW_STATES) if slow else (_STATES,):
        stops = find_stops(start, ticker, max_states=max_states)
        fitting, unknown = [], []
        for pair in paced(pairs, ticker):
            optimum = stops.optimum(pair[0], start.number_of(pair[1]))
            if optimum is None:
                unknown.append(pair)
                continue
            cost, ways = optimum
            nearest = _nearer(goal, nearest, cost)
            if not goal.misses_cost(cost) and (ways == 1 or not goal.unique):
                fitting.append(pair)
        if fitting:
            return _asking(start, *rng.choice(fitting))
        if stops.exhausted or (goal.max_cost is not None and goal.max_cost <= stops.complete):
            raise Unmet("without a target as wished", nearest)
    left = _SLOW_NODES if slow else _NODES
    for pair in _in_any_order(rng, unknown):
        if left <= 0:
            break
        level = _asking(start, *pair)
        found = solved(level, ticker, nodes=left, most=goal.max_cost)
        left -= found["nodes"]
        if found["moves"] is None:
            continue
        cost = len(found["moves"])
        nearest = _nearer(goal, nearest, cost)
        if goal.misses_cost(cost):
            continue
        if not goal.unique:
            return level
        found = solved(level, ticker, nodes=left, most=cost, count_all=True)
        left -= found["nodes"]
        if found.get("solutions") == 1:
            return level
    raise Unmet("without a target as wished", nearest)


def solved(
    level: RobotsLevel, ticker: Ticker, *, nodes: int, most: int | None, count_all: bool = False
) -> dict[str, Any]:
    """Return the answer of the default solver's kernel.

    Args:
        level: a board without faults, with a target.
        ticker: limits of time and memory; checked.
        nodes: that may be expanded.
        most: no optimum above this is looked for; None: any.
        count_all: True if all optimal solutions are to be counted.

    Raises:
        Stopped: by the ticker.
    """
    found = native.solve(
        **problem(level),
        count_all=count_all,
        max_cost=NO_LIMIT if most is None else min(most, NO_LIMIT),
        control=replace(ticker.control(counted=False), nodes=nodes),
    )
    stop = StopReason(found["stop"])
    if stop not in (StopReason.COMPLETED, StopReason.NODE_LIMIT):
        raise Stopped(stop)
    return found


def _asking(start: RobotsLevel, seekers: Sequence[int], target: Pos) -> RobotsLevel:
    """Return the start with this target for one of the robots (by their places), or for all."""
    placed = list(start.robots)
    if start.target_robot != "any":
        (seeker,), place = seekers, start.index[start.target_robot]
        (a, here), (b, there) = placed[seeker], placed[place]
        placed[seeker], placed[place] = (a, there), (b, here)
    return replace(start, robots=tuple(placed), target=target)


def _nearer(goal: Goal, one: int | None, other: int) -> int:
    """Return the cost nearer to the goal, the first one if both are as near."""
    if one is None or abs(goal.misses_cost(other)) < abs(goal.misses_cost(one)):
        return other
    return one


def _in_any_order(rng: Random, items: Sequence[T]) -> Iterator[T]:
    """Yield all items, drawn as they are taken: mostly the first few will do."""
    pool = list(items)
    for place in range(len(pool)):
        drawn = rng.randrange(place, len(pool))
        pool[place], pool[drawn] = pool[drawn], pool[place]
        yield pool[place]
