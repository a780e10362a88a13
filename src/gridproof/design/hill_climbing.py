"""Boards that are as wished, come to from random ones by small changes: hill climbing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from gridproof.design.goal import Goal, Unmet
from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.limits import Ticker
from gridproof.solving.task import value_of

__all__ = ["Standing", "climb", "standing_of"]

L = TypeVar("L", bound=Level)


class Standing(NamedTuple):
    """How a board stands to what may be wished.

    Attributes:
        cost: the optimum; None if there is no solution.
        gap: how much worse the simple player is; None if it finds no solution.
        lacking: how far a board without a solution is from having one.
    """

    cost: int | None
    gap: int | None = None
    lacking: int = 1


def standing_of(
    game: AnyGame,
    board: Level,
    objective: Objective,
    goal: Goal,
    ticker: Ticker,
    solver: str | None = None,
) -> Standing:
    """How a board stands by its optimum and, if the wish is about a gap, by its simple player.

    Args:
        game: of the board.
        board: a level without faults.
        objective: what is optimised.
        goal: of cost and gap.
        ticker: its time, its memory and its cancel token are the limits.
        solver: that proves the optimum; None is the first one that is made for the board.

    Raises:
        Stopped: the ticker ended it.
    """
    cost = value_of(game, board, objective, ticker, solver)
    if cost is None or not goal.about_gap:
        return Standing(cost)
    played = value_of(game, board, objective, ticker, game.baseline)
    return Standing(cost, None if played is None else abs(played - cost))


def climb(
    board: L,
    change: Callable[[L], L],
    judge: Callable[[L], Standing],
    goal: Goal,
    *,
    steps: int,
) -> L:
    """A board as wished, by changes of which none makes it less like what is wished.

    Args:
        board: where it begins.
        change: another board that is nearly the same; the very board where it comes to nothing.
        judge: how a board stands; the gap matters only if the wish is about it.
        goal: of cost and gap.
        steps: changes that are tried before it is given up.

    Raises:
        Unmet: it was given up.
    """
    standing = judge(board)
    for _ in range(steps):
        if not any(_distance(standing, goal)):
            return board
        other = change(board)
        if other is board:
            continue
        there = judge(other)
        if _distance(there, goal) <= _distance(standing, goal):
            board, standing = other, there
    if any(_distance(standing, goal)):
        raise Unmet(f"not reached by {steps} changes", standing.cost)
    return board


def _distance(standing: Standing, goal: Goal) -> tuple[int, int]:
    """How far a board is from the wish: first from having what is to be compared with it."""
    cost, gap, lacking = standing
    if cost is None:
        return lacking + 1, 0
    if goal.about_gap and gap is None:
        return 1, 0
    missed = 0 if gap is None else abs(goal.misses_gap(gap))
    return 0, missed + abs(goal.misses_cost(cost))
