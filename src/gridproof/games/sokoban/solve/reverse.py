"""Starts by how far they are from solved: pulls off the goals, in C++ (``native/sokoban``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gridproof._native import sokoban as native
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason

__all__ = ["reverse"]

#: The endings that are alike on every machine.
_ENDS: Final = (StopReason.COMPLETED, StopReason.NODE_LIMIT)


def reverse(
    level: SokobanLevel, seed: int, keep: int, nodes: int, ticker: Ticker
) -> tuple[list[list[State]], bool]:
    """Return positions that can be solved, by the fewest pushes that solve them.

    For each number of pushes there are some positions of that optimum, drawn by chance; and True if
    there are none with more pushes.

    Args:
        level: its walls and goals; boxes and player are of no account, but for the floor that he
            can get to.
        seed: 64 bits that the draw depends on.
        keep: how many positions of each layer are drawn, at most.
        nodes: how many positions are found, at most.
        ticker: limits.

    Raises:
        Stopped: time or memory ran out, or the caller cancelled it.
    """
    board = problem(level)
    found = native.reverse(
        width=board["width"],
        height=board["height"],
        cells=board["cells"],
        seed=seed,
        keep=keep,
        control=replace(ticker.control(counted=False), nodes=nodes),
    )
    if (stop := StopReason(found["stop"])) not in _ENDS:
        raise Stopped(stop)
    layers = [[State(player, boxes) for player, boxes in drawn] for drawn in found["drawn"]]
    return layers, stop is StopReason.COMPLETED
