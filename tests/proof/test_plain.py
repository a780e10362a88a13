"""Plain search as a proof: the optimum is proven, one better is not, on boards of every game."""

from __future__ import annotations

import tracemalloc

import pytest

from gridproof.game import AnyGame
from gridproof.limits import Stopped, Ticker
from gridproof.proof.checking import prove
from gridproof.proof.claims import Claim, Records
from gridproof.registry import games
from gridproof.result import Limits, StopReason, first
from gridproof.solving.solve import solve
from tests.proof.forging import refusal, without
from tests.samples import GAMES, level_of, random_levels


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


def test_large_keys_are_accounted_for() -> None:
    """A bomb clears hundreds of bricks, and the key names them; steps of a walk share them."""
    rows = ["P" + "#" * 299, *["#" * 300] * 298, "#" * 299 + "K"]
    level = level_of("onebomb", {"rows": rows})
    limit = 16 << 20
    claim = Claim(GAMES["onebomb"], level, GAMES["onebomb"].objective(), None)
    tracemalloc.start()
    try:
        with pytest.raises(Stopped, match=StopReason.MEMORY_LIMIT):
            prove("plain", claim, Records(iter([])), Ticker(Limits(memory=limit)))
        assert limit / 4 < tracemalloc.get_traced_memory()[1] < 2 * limit
    finally:
        tracemalloc.stop()
