"""Boards that meet a goal: an optimum, or an excess of greedy."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.design.goal import Goal
from gridproof.design.hill_climbing import GoalValues, climb, goal_values
from gridproof.games.boxcover.game import GAME
from gridproof.games.boxcover.generate.random_boards import field_for, scattered
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import SQUARES
from gridproof.grid import Pos
from gridproof.limits import Ticker

__all__ = ["climbed"]

#: Changes that are tried; each takes some milliseconds on a board of some dozens of points.
_STEPS: Final = 500


def climbed(
    rng: Random, *, points: int, side: int, density: int, goal: Goal, ticker: Ticker
) -> BoxcoverLevel:
    """Return points uniform in a square field, moved one by one until they meet the goal.

    Raises:
        InputError: the field would be too large.
        Unmet: it was not reached.
        Stopped: the ticker ended it.
    """
    field = field_for(points, side, density)

    def change(board: BoxcoverLevel) -> BoxcoverLevel:
        moved = rng.randrange(len(board.points))
        there = Pos(rng.randint(0, field), rng.randint(0, field))
        if there in board.points:  # a point more that is the same would be a point less
            return board
        return replace(board, points=(*board.points[:moved], there, *board.points[moved + 1 :]))

    def judge(board: BoxcoverLevel) -> GoalValues:
        return goal_values(GAME, board, SQUARES, goal, ticker)

    start = scattered(rng, points=points, side=side, density=density)
    return climb(start, change, judge, goal, steps=_STEPS)
