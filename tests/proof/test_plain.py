"""Plain search as a proof: the optimum is proven, one better is not, on boards of every game."""

from __future__ import annotations

import pytest

from gridproof.game import AnyGame, games
from gridproof.proof.claims import Claim
from gridproof.result import first
from gridproof.solving import solve
from tests.proof.forging import refusal, without
from tests.samples import random_levels


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_the_optimum_is_proven_and_one_better_is_not(game: AnyGame) -> None:
    for level in random_levels(game.id, 3):
        for objective in game.objectives:
            result = solve(level, game=game, objective=objective.id, solver="search")
            true = Claim(game, level, objective, result.bound)
            assert refusal("plain", true, []) is None
            better = 1 if objective.sense == "min" else -1
            optimum = result.cost
            if optimum is not None:
                wrong = first(optimum) + better
                false = Claim(game, level, objective, wrong)
                assert "there is a solution" in (refusal("plain", false, []) or "")
                with without("there is a solution"):
                    assert refusal("plain", false, []) is None
                assert refusal("plain", Claim(game, level, objective, None), []) is not None
