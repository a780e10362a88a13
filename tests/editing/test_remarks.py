"""Remarks for designers: dead squares, and parts that nothing gets to."""

from __future__ import annotations

import random

import pytest

from gridproof.files.reading import scan
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.scene import UNREACHED
from tests.samples import sample_levels, tiny_makers

#: Things that go about.
WALKERS = ("player", "robot")


def shaded(game: AnyGame, level: Level) -> set[tuple[int, int]]:
    """The cells that remarks colour."""
    return {(mark.x, mark.y) for mark in game.remarks(level) if mark.tint == UNREACHED}


@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("sokoban", "########\n#@$. # #\n########\n    ", {(4, 1), (6, 1)}),
        ("bombcover", "#######\n#@x.#x#\n#######\n", {(5, 1)}),
        ("onebomb", "2 6\nP.#X..\nK.#.X.\n", {(4, 0), (5, 0), (5, 1)}),
        ("robots", "┏━━━┳━┓\n┃▣ ◎┃ ┃\n┗━━━┻━┛\n", {(2, 0)}),
    ],
)
def test_parts_that_nothing_gets_to_are_shaded(
    name: str, text: str, cells: set[tuple[int, int]]
) -> None:
    game, boards = scan(text, "text", game=name)
    (level,) = boards
    assert isinstance(level, Level)
    assert shaded(game, level) >= cells


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_nothing_gets_to_shaded_parts(game: AnyGame) -> None:
    """Walks by chance; of sokoban the marks of dead squares are about boxes, not about players."""
    rng = random.Random(39)
    made = [make(rng) for make in tiny_makers(game.id).values() for _ in range(20)]
    for level in [*sample_levels(game.id)[:3], *made]:
        kept = {(m.x, m.y) for m in game.remarks(level) if m.text.endswith("here")}
        session = Session(level, game=game)
        for _ in range(30):
            legal = list(game.legal(level, session.state))
            if not legal:
                break
            session.apply(rng.choice(legal))
            scene = session.picture
            assert not kept & {(s.x, s.y) for s in scene.sprites if s.kind in WALKERS}
