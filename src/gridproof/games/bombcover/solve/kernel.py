"""The common part of the native solvers: the level for the kernels, and bombs as moves."""

from __future__ import annotations

from typing import Any

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.rules import Bomb
from gridproof.grid import Pos

__all__ = ["problem", "to_moves"]


def problem(level: BombcoverLevel) -> dict[str, Any]:
    """Return the level as the arguments of the native functions."""
    return {
        "width": level.width,
        "height": level.height,
        "cells": level.cells.encode(),
        "starts": [cell.y * level.width + cell.x for cell in level.players],
        "radius": max(level.width, level.height) if level.radius is None else level.radius,
        "pierce": level.pierce,
    }


def to_moves(level: BombcoverLevel, bombs: list[int]) -> tuple[str, ...]:
    """Return bomb cells as moves, each by the first player that can walk there."""
    cells = [Pos(number % level.width, number // level.width) for number in bombs]
    if len(level.players) == 1:
        return tuple(str(Bomb(0, cell)) for cell in cells)
    crates = level.crates
    # Explosions only open cells, so what a player reaches is grown from what he reached before.
    reached = [1 << level.bit(cell) for cell in level.players]
    moves = []
    for cell in cells:
        bit = level.bit(cell)
        player = 0
        while True:
            if not reached[player] >> bit & 1:
                passable = level.open_cells & ~crates
                reached[player] = rules.reach(level, reached[player], passable)
            if reached[player] >> bit & 1:
                break
            player += 1
        moves.append(str(Bomb(player, cell)))
        crates &= ~rules.hits(level, crates, bit)
    return tuple(moves)
