"""The default solver: best-first search over pushes, in C++ (``native/sokoban``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridproof._native import sokoban as native
from gridproof.game import AnyGame, Objective
from gridproof.games.sokoban.level import FLOOR, WALL, SokobanLevel
from gridproof.result import Answer, Stats, StopReason, Value
from gridproof.ticker import Ticker

__all__ = ["cost_of", "enough", "optimal", "problem", "stats_of"]

_NO_LIMIT = (1 << 32) - 1
_MOST = _NO_LIMIT - 1


def problem(level: SokobanLevel) -> dict[str, Any]:
    """The level as the kernel's keyword arguments: what the player cannot get to is wall."""
    cells = [
        WALL if number not in level.reach else kind if number in level.goals else FLOOR
        for number, kind in enumerate(level.cells)
    ]
    return {
        "width": level.width,
        "height": level.height,
        "cells": "".join(cells).encode(),
        "boxes": list(level.movable),
        "player": level.number(level.players[0]),
    }


def stats_of(found: Mapping[str, Any]) -> Stats:
    """The counts that the kernel returns."""
    return Stats(
        expanded=found["nodes"],
        generated=found["generated"],
        evaluated=found["evaluated"],
        reopened=found["reopened"],
        dead_ends=found["dead_ends"],
        peak_memory=found["peak_memory"],
    )


def optimal(
    game: AnyGame,
    level: SokobanLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
    without: Sequence[str] = (),
) -> Answer:
    """A cheapest solution for any of the four objectives.

    Args:
        game: the rules.
        level: a level without faults.
        objective: what is minimised.
        ticker: limits.
        decide: the search stops when it is known whether this value can be reached.
        root_bound: a proven bound, for a search that is stopped at once.
        without: parts of the search to leave out, see the kernel; the optimum stays the same.
    """
    most = ticker.limits.max_cost
    found = native.solve(
        **problem(level),
        objective=objective.id,
        without=list(without),
        most=_NO_LIMIT if most is None else min(most, _NO_LIMIT),
        enough=None if decide is None else enough(decide),
        control=ticker.control(),
    )
    stats = stats_of(found)
    if found["exhausted"]:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    moves = None if found["moves"] is None else tuple(found["moves"].upper())
    stop = StopReason.DECIDED if found["decided"] else StopReason(found["stop"])
    bound: Value = max(found["bound"][0], root_bound or 0)
    if stop is StopReason.COMPLETED and moves is None:
        stop = StopReason.COST_LIMIT
    elif stop is StopReason.COMPLETED and len(objective.metrics) > 1:
        bound = cost_of(found["moves"], objective)
    elif stop is StopReason.DECIDED and len(objective.metrics) > 1:
        bound = max(found["bound"], (root_bound or 0, 0))
    return Answer(stop, moves, bound, stats=stats, proof="search")


def cost_of(moves: str, objective: Objective) -> tuple[int, ...]:
    """What a play costs, in each metric, that is written with pushes in capitals."""
    counts = {"pushes": sum(map(str.isupper, moves)), "moves": len(moves)}
    return tuple(counts[metric] for metric in objective.metrics)


def enough(decide: Value) -> tuple[int, int]:
    """The dearest cost in both metrics, in the order of tuples, that is at least as good.

    One number leaves the second metric open; a second one below 0 asks for less of the first.
    """
    wanted = decide if isinstance(decide, tuple) else (decide,)
    most, second = (*wanted, _MOST)[:2]
    if second < 0:
        most, second = most - 1, _MOST
    return min(max(most, 0), _MOST), min(second, _MOST)
