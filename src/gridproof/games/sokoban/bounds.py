"""The bound of the start: a cheapest assignment of boxes to goals. Nothing here is native."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from gridproof.games.sokoban.level import SokobanLevel
from gridproof.level import Objective
from gridproof.limits import Ticker

__all__ = ["assignment", "cheapest", "root_bound"]

#: With more cells times boxes, or more boxes, the cheapest assignment takes seconds.
_MAX_WORK: Final = 1 << 20
_MAX_BOXES: Final = 256


def root_bound(level: SokobanLevel, objective: Objective, ticker: Ticker) -> int | None:
    """Return the pushes that the boxes need at least, each alone and with a goal of its own.

    It bounds the moves too, since a push is a move. With many boxes each only has its nearest goal,
    which bounds them too. None if a box has no goal.

    Raises:
        Stopped: a limit is reached; what is known by then is ``ticker.bound``.
    """
    ticker.check()
    nearest = level.pushes_to(level.goals)
    if any(box not in nearest for box in level.movable):
        return None
    bound = ticker.bound = sum(nearest[box] for box in level.movable)
    count = len(level.movable)
    if count > _MAX_BOXES or count * len(level.reach) > _MAX_WORK:
        return bound
    ticker.allocate(taken := count * count * 16)
    by_goal = []
    for goal in sorted(level.goals):
        ticker.check()
        pushes = level.pushes_to([goal])
        by_goal.append([pushes.get(box, inf) for box in level.movable])
    total = cheapest(list(zip(*by_goal, strict=True)), ticker)
    ticker.allocate(-taken)
    return None if total == inf else int(total)


def cheapest(costs: Sequence[Sequence[float]], ticker: Ticker) -> float:
    """Return the cost of a cheapest perfect matching, as :func:`assignment` finds it."""
    return assignment(costs, ticker)[0]


def assignment(costs: Sequence[Sequence[float]], ticker: Ticker) -> tuple[float, Sequence[float]]:
    """Return the cost of a cheapest perfect matching of rows and columns, and its prices.

    The matrix is square. The Hungarian method with shortest augmenting paths takes O(n³). Costs may
    be infinite; so is the result if there is no finite matching.

    Returns:
        The cost, and a price a column: the sum of the prices and of the least of cost less price
        in each row is the cost, if that is finite.

    Raises:
        Stopped: a limit is reached.
    """
    size = len(costs)
    # Column 0 is a stand-in, to which each new row is matched before its path is searched.
    row_of = [0] * (size + 1)
    row_price, column_price = [0.0] * (size + 1), [0.0] * (size + 1)
    for new in range(1, size + 1):
        row_of[0], column = new, 0
        slack, before = [inf] * (size + 1), [0] * (size + 1)
        done = [False] * (size + 1)
        while row_of[column]:
            ticker.check()
            done[column] = True
            row, least, nearest = row_of[column], inf, 0
            for other in range(1, size + 1):
                if done[other]:
                    continue
                reduced = costs[row - 1][other - 1] - row_price[row] - column_price[other]
                if reduced < slack[other]:
                    slack[other], before[other] = reduced, column
                if slack[other] < least:
                    least, nearest = slack[other], other
            if least == inf:
                return inf, column_price[1:]
            for other in range(size + 1):
                if done[other]:
                    row_price[row_of[other]] += least
                    column_price[other] -= least
                else:
                    slack[other] -= least
            column = nearest
        while column:
            row_of[column] = row_of[before[column]]
            column = before[column]
    total = sum(costs[row_of[column] - 1][column - 1] for column in range(1, size + 1))
    return total, column_price[1:]
