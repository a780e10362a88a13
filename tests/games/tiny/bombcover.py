"""Tiny boards of bombcover."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.games.bombcover.generate import random_boards
from gridproof.games.bombcover.level import CRATE, EMPTY, WALL, BombcoverLevel

#: Longest and shortest side of boards, and the most crates, by the number of players.
_LARGEST: Final = {1: (6, 4, 6), 2: (5, 3, 4), 3: (4, 3, 3)}


def tiny(rng: Random) -> BombcoverLevel:
    """At most six crates and three players, with all options; half of the boards are walled."""
    players = rng.choice((1, 1, 1, 2, 2, 3))
    longest, shortest, most_crates = _LARGEST[players]
    width, height = (
        max(rng.randint(1, most), rng.randint(1, most)) for most in (longest, shortest)
    )
    width = max(width, players + 1)
    if rng.random() < 0.5:
        width, height = height, width
    walls = rng.choice((0.0, 0.1, 0.2, 0.3))
    cells = [WALL if rng.random() < walls else EMPTY for _ in range(width * height)]
    places = rng.sample(range(len(cells)), len(cells))
    starts, others = places[:players], places[players:]
    for place in starts:
        cells[place] = EMPTY
    for place in others[: rng.randint(0, most_crates)]:
        cells[place] = CRATE
    make = random_boards._walled if rng.random() < 0.5 else random_boards._level
    board = make("".join(cells), width, [random_boards._cell(place, width) for place in starts])
    return replace(
        board,
        radius=rng.choice((None, None, 1, 2)),
        pierce=rng.random() < 0.25,
        throw=rng.random() < 0.25,
    )


MAKERS: Final = {"tiny": tiny}
