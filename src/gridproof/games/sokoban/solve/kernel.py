"""What the native searches (``native/sokoban``) are given, and what they give back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridproof.game import Objective
from gridproof.games.sokoban.level import FLOOR, WALL, SokobanLevel
from gridproof.result import Stats, Value

__all__ = ["as_good", "cost_of", "problem", "stats_of"]


def problem(level: SokobanLevel) -> dict[str, Any]:
    """The level as keyword arguments: what the player cannot get to is wall."""
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
    """The counts that a kernel returns."""
    return Stats(
        expanded=found["nodes"],
        generated=found["generated"],
        evaluated=found["evaluated"],
        reopened=found["reopened"],
        dead_ends=found["dead_ends"],
        peak_memory=found["peak_memory"],
    )


def cost_of(moves: str, objective: Objective) -> tuple[int, ...]:
    """What a play costs, in each metric, that is written with pushes in capitals."""
    counts = {"pushes": sum(map(str.isupper, moves)), "moves": len(moves)}
    return tuple(counts[metric] for metric in objective.metrics)


def as_good(cost: tuple[int, ...], decide: Value) -> bool:
    """Whether a cost answers ``decide`` with yes."""
    wanted = decide if isinstance(decide, tuple) else (decide,)
    return cost[: len(wanted)] <= wanted
