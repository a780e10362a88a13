"""Boards that meet a goal: an optimum, or an excess of greedy play."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.design.goal import Goal
from gridproof.design.hill_climbing import GoalValues, climb, goal_values
from gridproof.games.merge.game import GAME
from gridproof.games.merge.generate.random_boards import side_for
from gridproof.games.merge.level import MergeLevel, reading_order
from gridproof.games.merge.rules import STONES
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.solving.task import value_of

__all__ = ["climbed"]

#: Changes that are tried; each takes some milliseconds on a board with a dozen heroes.
_STEPS: Final = 500
#: Cells to a hero or a stone.
_ROOM: Final = 2
#: Heroes whose plays are all tried sooner than an integer program is made.
_ENUMERATED: Final = 12


def climbed(
    rng: Random, *, heroes: int, stones: int, hp: int, types: int, goal: Goal, ticker: Ticker
) -> MergeLevel:
    """Return heroes and stones on a square, changed one by one until they meet the goal.

    A change puts a hero or a stone elsewhere, or gives it another type or other hit points.

    Raises:
        InputError: the things do not fit on a board.
        Unmet: it was not reached.
        Stopped: the ticker ended it.
    """
    side = side_for(_ROOM * (heroes + stones))
    cells = [Pos(x, y) for y in range(side) for x in range(side)]
    taken = rng.sample(cells, heroes + stones)
    start = MergeLevel(
        width=side,
        height=side,
        heroes=reading_order([(cell, rng.randint(1, types)) for cell in taken[:heroes]]),
        stones=reading_order([(cell, rng.randint(1, hp)) for cell in taken[heroes:]]),
    )

    def change(board: MergeLevel) -> MergeLevel:
        things = [*board.heroes, *board.stones]
        chosen = rng.randrange(len(things))
        cell, number = things[chosen]
        most = types if chosen < heroes else hp
        if most > 1 and rng.random() < 0.25:
            things[chosen] = cell, 1 + (number + rng.randrange(most - 1)) % most
        else:
            full = {there for there, _ in things}
            things[chosen] = rng.choice([there for there in cells if there not in full]), number
        return replace(
            board,
            heroes=reading_order(things[:heroes]),
            stones=reading_order(things[heroes:]),
        )

    return climb(start, change, lambda board: _values(board, goal, ticker), goal, steps=_STEPS)


def _values(board: MergeLevel, goal: Goal, ticker: Ticker) -> GoalValues:
    """Return the optimum, and how much worse the quick play is.

    For ``merges`` the stones left over.

    Raises:
        Stopped: the ticker ended it.
    """
    objective = GAME.objective(goal.objective)
    solver = "enumerate-4h" if len(board.heroes) <= _ENUMERATED else None
    if objective.id == STONES.id:
        return goal_values(GAME, board, STONES, goal, ticker, solver)
    most = value_of(GAME, board, STONES, ticker, solver)
    assert most is not None  # nothing has to be destroyed
    if most < len(board.stones):
        return GoalValues(None, lacking=len(board.stones) - most)
    return goal_values(GAME, board, objective, goal, ticker)
