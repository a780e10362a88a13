"""Plain search as a proof: the optimum is proven, one better is not, on boards of every game."""

from __future__ import annotations

import heapq
import itertools
import tracemalloc
from typing import Any

import pytest

from gridproof.game import AnyGame
from gridproof.level import Objective
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


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_all_legal_moves_and_whole_states_gain_nothing(game: AnyGame) -> None:
    """The moves that are left out, and the states taken for one, change no optimum."""
    compared = 0
    for level in random_levels(game.id, 15):
        for objective in game.objectives:
            best = best_of_all_plays(game, level, objective)
            if best != UNKNOWN:
                compared += 1
                result = solve(level, game=game, objective=objective.id, solver="search")
                own = result.cost if isinstance(result.cost, tuple | None) else (result.cost,)
                assert own == best, (game.write(level), objective.id)
    assert compared >= 6


#: Of boards with too many plays.
UNKNOWN = "unknown"


def best_of_all_plays(game: AnyGame, level: Any, objective: Objective) -> Any:
    """The best value of all legal plays, each state for itself; None: no play is complete."""
    sign = 1 if objective.sense == "min" else -1
    zero, start = (0,) * len(objective.metrics), game.initial(level)
    known, best, number = {start: zero}, None, itertools.count()
    waiting = [(zero, next(number), start)]
    while waiting:
        signed, _, state = heapq.heappop(waiting)
        if signed != known[state]:
            continue
        if game.complete(level, state, objective) and (best is None or signed < best):
            best = signed
            if sign > 0:
                break
        for move in game.legal(level, state):
            after, gains = game.apply(level, state, move)
            pairs = zip(signed, objective.metrics, strict=True)
            value = tuple(v + sign * gains.get(metric, 0) for v, metric in pairs)
            if after not in known or value < known[after]:
                known[after] = value
                heapq.heappush(waiting, (value, next(number), after))
        if len(known) > 5_000:
            return UNKNOWN
    return best and tuple(sign * v for v in best)


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
