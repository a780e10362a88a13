"""Ratings: their values beside the solver's, what is left open, and the score."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gridproof
from gridproof.design.rate import MEASURES, Rating, rate
from gridproof.files.reading import read_file
from gridproof.games.sokoban.game import Sokoban
from gridproof.level import Level
from gridproof.limits import CancelToken, Ticker
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.specs import Measure
from tests.samples import GAMES, level_of, random_levels

SHIPPED = Path(gridproof.__file__).parent / "data" / "levels" / "sokoban"

#: One box, two squares from its goal, and room to walk round it.
LANE = level_of("sokoban", {"rows": ["#######", "#     #", "#@$ . #", "#######"]})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_boards_of_every_game(game: str) -> None:
    for level in random_levels(game, 2, seed=5):
        rating = rate(level, game=GAMES[game])
        result = rating.result
        assert list(rating.values) == [measure.id for measure in rating.measures]
        assert rating.measures[: len(MEASURES)] == MEASURES
        assert not rating.at_least
        assert rating.values["optimum"] == result.cost
        if result.status is Status.INFEASIBLE:
            assert rating.score is None
            assert rating.values["solutions"] == 0
            continue
        assert rating.score is not None
        length = result.cost if result.sense == "min" else len(result.moves or ())
        assert isinstance(length, int)
        assert rating.score >= length
        assert rating.to_json()["values"] == rating.values


def test_the_score_is_the_cost_and_the_bits_of_the_choices() -> None:
    rating = rate(LANE)
    assert rating.result.solution == "RR"
    # The box can be pushed to the right and to the left, both times.
    assert rating.score == 2 + math.log2(2) + math.log2(2)
    # The player can step up or push; then up or back as well.
    assert rate(LANE, objective="moves").score == round(2 + math.log2(2) + math.log2(3), 2)


def test_a_game_has_measures_and_a_simple_player_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Sokoban()
    monkeypatch.setattr(game, "baseline", "any")
    boxes, nothing = Measure("boxes", "boxes", "how many"), Measure("none", "none", "nothing")
    monkeypatch.setattr(game, "measures", (boxes, nothing))
    monkeypatch.setattr(game, "measure", "tests.design.test_rate:boxes")
    rating = rate(LANE, game=game)
    assert rating.measures[-2:] == (boxes, nothing)
    assert (rating.values["boxes"], rating.values["none"]) == (1, None)
    played = solve(LANE, solver="any").cost
    assert isinstance(played, int)
    assert rating.values["gap"] == played - 2
    unproven = rate(LANE, game=game, limits=Limits(nodes=0))
    assert (unproven.values["boxes"], unproven.values["gap"]) == (None, None)


def boxes(level: Any, result: Result, ticker: Ticker) -> dict[str, int]:
    assert result.status is Status.OPTIMAL
    ticker.check()
    return {"boxes": len(level.boxes)}


def microban(*numbers: int) -> list[Level]:
    levels: list[Any] = list(read_file(str(SHIPPED / "microban1.txt"), game="sokoban"))
    return [levels[number - 1] for number in numbers]


def test_what_is_not_proven_is_said_as_at_least() -> None:
    (level,) = microban(10)
    unsolved = rate(level, limits=Limits(nodes=0))
    assert unsolved.result.status is Status.UNKNOWN
    assert unsolved.values["optimum"] == unsolved.score == unsolved.result.bound
    assert {"optimum", "score", "states"} == unsolved.at_least
    proven = rate(level, states=500)
    assert proven.score is not None
    assert unsolved.score is not None
    assert unsolved.score <= proven.score
    assert {"solutions", "states"} == proven.at_least
    assert not proven.approximate


def test_another_solver_finds_a_solution_where_the_first_one_does_not() -> None:
    (level,), limits = microban(11), Limits(nodes=11)
    first = solve(level, limits=limits)
    assert first.status is Status.UNKNOWN
    rating = rate(level, limits=limits)
    assert rating.result.solver == "any"
    assert rating.approximate
    assert {"optimum", "solutions"} <= rating.at_least
    assert rating.values["optimum"] == first.bound
    assert rating.result.cost == solve(level, solver="any", limits=limits).cost


def test_a_cancelled_rating_says_what_is_known() -> None:
    token = CancelToken()
    token.cancel()
    rating = rate(microban(100)[0], cancel=token)
    assert rating.result.stop_reason is StopReason.INTERRUPTED
    assert rating.values["states"] is None


def test_known_collections_are_put_in_the_order_in_which_they_are_hard() -> None:
    file = Path(__file__).parents[1] / "data" / "sokoban" / "sasquatch01.txt"
    harder: list[Any] = list(read_file(str(file), game="sokoban"))
    easy = [rate(level, states=100).score or 0 for level in microban(1, 2, 3, 4, 7)]
    hard = [rate(harder[number - 1], states=100).score or 0 for number in (1, 15, 41)]
    assert max(easy) < min(hard)


def test_it_is_public() -> None:
    rating = gridproof.rate(replace(LANE, info={"title": "lane"}))
    assert isinstance(rating, Rating)
    assert rating.to_json()["title"] == "lane"
