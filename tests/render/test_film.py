"""Solutions as moving pictures."""

from __future__ import annotations

import io

import pytest

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.render.film import film
from gridproof.solving.solve import solve
from tests.samples import random_levels


@pytest.mark.parametrize("ending", [".gif", ".png"])
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_film_shows_the_start_and_every_move(game: AnyGame, ending: str) -> None:
    image = pytest.importorskip("PIL.Image")
    level, moves = next(
        (level, result.moves)
        for level in random_levels(game.id, 20)
        if (result := solve(level, game=game)).moves
    )
    shown = image.open(io.BytesIO(film(level, moves, game=game, ending=ending, scale=12)))
    assert shown.format == ("GIF" if ending == ".gif" else "PNG")
    assert shown.n_frames > len(moves)
    assert shown.info["loop"] == 0


def test_a_film_of_another_kind_is_refused() -> None:
    level = next(random_levels("sokoban", 1))
    with pytest.raises(InputError, match=r"not a `\.mp4`"):
        film(level, (), ending=".mp4")
