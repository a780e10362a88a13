"""Hill climbing towards boards as wished, and what it asks of solvers on the way."""

from __future__ import annotations

import pytest

from gridproof.design.goal import Goal, Unmet
from gridproof.design.hill_climbing import GoalValues, climb, goal_values
from gridproof.games._template.game import GAME
from gridproof.games._template.level import StripLevel
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.result import Limits, StopReason
from gridproof.solving.task import answer_of


def strip(width: int) -> StripLevel:
    return StripLevel(width=width, height=1, start=0)


def longer(board: StripLevel) -> StripLevel:
    return strip(board.width + 1)


def test_it_first_looks_for_a_solution() -> None:
    judged: list[int] = []

    def judge(board: StripLevel) -> GoalValues:
        judged.append(board.width)
        short = 4 - board.width
        return GoalValues(None, lacking=short) if short > 0 else GoalValues(board.width)

    assert climb(strip(1), longer, judge, Goal(min_cost=6), steps=10).width == 6
    assert judged == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Unmet, match="not reached by 10 changes") as unmet:  # no simple player
        climb(strip(1), longer, judge, Goal(min_cost=6, min_gap=0), steps=10)
    assert unmet.value.cost is not None


def test_climbing_never_moves_away_from_the_goal() -> None:
    widths, left = iter((8, 2, 9, 5, 7, 6)), []

    def other(board: StripLevel) -> StripLevel:
        left.append(board.width)
        return strip(next(widths))

    def judge(board: StripLevel) -> GoalValues:
        return GoalValues(board.width)

    assert climb(strip(1), other, judge, Goal(min_cost=6, max_cost=6), steps=6).width == 6
    assert left == [1, 8, 8, 8, 5, 7]


def test_an_empty_change_counts_but_is_not_judged() -> None:
    judged: list[int] = []

    def judge(board: StripLevel) -> GoalValues:
        judged.append(board.width)
        return GoalValues(board.width)

    with pytest.raises(Unmet, match="not reached by 10 changes"):
        climb(strip(1), lambda board: board, judge, Goal(min_cost=6), steps=10)
    assert judged == [1]


def test_a_standing_is_the_optimum_and_the_gap_that_is_wished_about() -> None:
    objective = GAME.objective()
    assert goal_values(GAME, strip(5), objective, Goal(), Ticker()) == GoalValues(4)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Stopped):
        goal_values(GAME, strip(5), objective, Goal(), Ticker(cancel=token))


def test_an_answer_ends_by_its_nodes_and_is_stopped_by_the_ticker() -> None:
    objective = GAME.objective()
    cut = answer_of(GAME, strip(9), objective, Ticker(), nodes=0)
    assert (cut.stop_reason, cut.moves) == (StopReason.NODE_LIMIT, None)
    assert answer_of(GAME, strip(9), objective, Ticker()).stop_reason is StopReason.COMPLETED
    with pytest.raises(Stopped):
        answer_of(GAME, strip(9), objective, Ticker(Limits(time=0)))
