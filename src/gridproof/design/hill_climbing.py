"""Hill climbing from random boards to boards that meet a goal, by small changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from gridproof.design.goal import Goal, Unmet
from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.limits import Ticker
from gridproof.solving.task import value_of

__all__ = ["GoalValues", "climb", "goal_values"]

L = TypeVar("L", bound=Level)


class GoalValues(NamedTuple):
    """The values of a board that a goal may limit.

    Attributes:
        cost: the optimum; None if there is no solution.
        gap: the excess of the simple player's cost; None if it finds no solution.
        lacking: the distance of a board without a solution from having one.
    """

    cost: int | None
    gap: int | None = None
    lacking: int = 1


def goal_values(
    game: AnyGame,
    board: Level,
    objective: Objective,
    goal: Goal,
    ticker: Ticker,
    solver: str | None = None,
) -> GoalValues:
    """Return a board's optimum and, if the goal has a gap, the excess of its simple player.

    Args:
        game: of the board.
        board: a level without faults.
        objective: what is optimised.
        goal: of cost and gap.
        ticker: its time, its memory and its cancel token are the limits.
        solver: the prover of the optimum; None is the first one that supports the board.

    Raises:
        Stopped: the ticker ended it.
    """
    cost = value_of(game, board, objective, ticker, solver)
    if cost is None or not goal.about_gap:
        return GoalValues(cost)
    played = value_of(game, board, objective, ticker, game.baseline)
    return GoalValues(cost, None if played is None else abs(played - cost))


def climb(
    board: L,
    change: Callable[[L], L],
    judge: Callable[[L], GoalValues],
    goal: Goal,
    *,
    steps: int,
) -> L:
    """Apply changes that do not move a board away from ``goal``; return the first to meet it.

    Args:
        board: the start.
        change: returns a board with one small change, or the very board if the change fails.
        judge: returns the values of a board; the gap matters only if the goal has one.
        goal: of cost and gap.
        steps: the number of changes that are tried.

    Raises:
        Unmet: no change led to the goal.
    """
    values = judge(board)
    for _ in range(steps):
        if not any(_distance(values, goal)):
            return board
        other = change(board)
        if other is board:
            continue
        other_values = judge(other)
        if _distance(other_values, goal) <= _distance(values, goal):
            board, values = other, other_values
    if any(_distance(values, goal)):
        raise Unmet(f"not reached by {steps} changes", values.cost)
    return board


def _distance(values: GoalValues, goal: Goal) -> tuple[int, int]:
    """Return a board's distance from the goal: first from having the values that it limits."""
    cost, gap, lacking = values
    if cost is None:
        return lacking + 1, 0
    if goal.about_gap and gap is None:
        return 1, 0
    missed = 0 if gap is None else abs(goal.misses_gap(gap))
    return 0, missed + abs(goal.misses_cost(cost))
