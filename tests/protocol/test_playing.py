"""Every game can be played with keys alone, and by pointing alone."""

from __future__ import annotations

import pytest

from gridproof.game import AnyGame
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.solving.solve import solve
from tests.plays import cells_for, keys_for
from tests.samples import sample_levels


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_best_solutions_of_shipped_levels_can_be_played(game: AnyGame) -> None:
    for level in sample_levels(game.id)[:3]:
        by_keys, by_pointing = Session(level, game=game), Session(level, game=game)
        for move in solve(level, game=game).moves or ():
            keys, cells = keys_for(by_keys, move), cells_for(by_pointing, move)
            assert keys is not None, f"no keys for {move} after {by_keys.moves}"
            assert cells is not None, f"no cells for {move} after {by_pointing.moves}"
            for key in keys:
                by_keys.press(key)
            for cell in cells:
                by_pointing.point(cell)
        assert by_keys.state == by_pointing.state
        assert by_keys.moves == by_pointing.moves
