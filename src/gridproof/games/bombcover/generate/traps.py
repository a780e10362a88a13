"""Boards on which the greedy strategy fails, by hill climbing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.design.goal import Goal, Unmet
from gridproof.design.hill_climbing import GoalValues, climb, goal_values
from gridproof.errors import InputError
from gridproof.games.bombcover.game import GAME
from gridproof.games.bombcover.generate.random_boards import thesis
from gridproof.games.bombcover.level import CRATE, EMPTY, WALL, BombcoverLevel
from gridproof.games.bombcover.rules import EXPLOSIONS
from gridproof.limits import Ticker

__all__ = ["MAX_CRATES", "MAX_SIDE", "traps"]

#: Longest side: greedy play of a larger board takes long.
MAX_SIDE: Final = 16
#: The largest number of crates: up to it each of the many boards is solved within a moment. Nodes
#: cannot bound that, see :attr:`gridproof.specs.SolverSpec.exact_nodes`.
MAX_CRATES: Final = 36
#: Cells that are changed, one after another, before a climb is given up.
_STEPS: Final = 300


def traps(
    rng: Random,
    *,
    width: int,
    height: int,
    empty: float,
    wall: float,
    radius: int | None,
    goal: Goal,
    ticker: Ticker,
) -> BombcoverLevel:
    """Return a random board, cells of which are changed one by one towards the goal.

    A goal without a gap gets one of at least 1.

    Raises:
        InputError: no board is like this.
        Unmet: the climb has ended without one.
        Stopped: the ticker ended it.
    """
    if max(width, height) > MAX_SIDE:
        raise InputError(f"a side of these boards has at most {MAX_SIDE} cells")
    if max(width, height) == 3:
        raise InputError("within 3 × 3 cells the player has the only one: there is no crate")
    if not goal.about_gap:
        goal = replace(goal, min_gap=1)
    board = thesis(rng, width=width, height=height, empty=empty, wall=wall, radius=radius)
    if board.cells.count(CRATE) > MAX_CRATES:
        raise Unmet("too many crates")
    start = board.players[0].y * width + board.players[0].x
    inside = [
        y * width + x
        for y in range(1, height - 1)
        for x in range(1, width - 1)
        if y * width + x != start
    ]
    there = ((EMPTY, empty > 0), (WALL, wall > 0), (CRATE, empty + wall < 1))
    kinds = [kind for kind, possible in there if possible]

    def change(board: BombcoverLevel) -> BombcoverLevel:
        place, kind = rng.choice(inside), rng.choice(kinds)
        cells = board.cells[:place] + kind + board.cells[place + 1 :]
        if cells == board.cells or cells.count(CRATE) > MAX_CRATES:
            return board
        return replace(board, cells=cells)

    def judge(board: BombcoverLevel) -> GoalValues:
        return goal_values(GAME, board, EXPLOSIONS, goal, ticker, "optimal")

    return climb(board, change, judge, goal, steps=_STEPS)
