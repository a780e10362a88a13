"""The arguments and results of the native searches (``native/sokoban``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gridproof.games.sokoban.level import FLOOR, WALL, SokobanLevel
from gridproof.level import Objective
from gridproof.result import Stats, Value

__all__ = ["as_good", "cost_of", "enough", "problem", "stats_of"]

#: The dearest cost that the kernel takes.
_MAX: Final = (1 << 32) - 2


def problem(level: SokobanLevel) -> dict[str, Any]:
    """Return the level as keyword arguments: what the player cannot get to is wall."""
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


def stats_of(*found: Mapping[str, Any]) -> Stats:
    """Return the counts that kernels return that ran one after the other."""

    def total(name: str) -> int:
        return sum(one[name] for one in found)

    return Stats(
        expanded=total("nodes"),
        generated=total("generated"),
        evaluated=total("evaluated"),
        reopened=total("reopened"),
        dead_ends=total("dead_ends"),
        peak_memory=max(one["peak_memory"] for one in found),
    )


def cost_of(moves: str, objective: Objective) -> tuple[int, ...]:
    """Return the cost, in each metric, of a play written with pushes in capitals."""
    counts = {"pushes": sum(map(str.isupper, moves)), "moves": len(moves)}
    return tuple(counts[metric] for metric in objective.metrics)


def as_good(cost: tuple[int, ...], decide: Value) -> bool:
    """Return True if a cost answers ``decide`` with yes."""
    wanted = decide if isinstance(decide, tuple) else (decide,)
    return cost[: len(wanted)] <= wanted


def enough(decide: Value) -> tuple[int, int]:
    """Return the dearest cost in both metrics, in tuple order, that answers ``decide`` with yes.

    One number leaves the second metric open; a second one below 0 asks for less of the first.
    """
    wanted = decide if isinstance(decide, tuple) else (decide,)
    most, second = (*wanted, _MAX)[:2]
    if second < 0:
        most, second = most - 1, _MAX
    return min(max(most, 0), _MAX), min(second, _MAX)
