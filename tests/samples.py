"""Levels for the tests: shipped ones, and random tiny ones of every game with all its options."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from gridproof.game import AnyGame, Level, games
from gridproof.games._template import GAME as TEMPLATE
from gridproof.loading import read_boards
from tests.oracles import random_boards

#: Every registered game, and the template, by id.
GAMES: Mapping[str, AnyGame] = dict(games()) | {TEMPLATE.id: TEMPLATE}

#: Option values to try on random boards, by game.
VARIANTS: Mapping[str, list[dict[str, str]]] = {
    "robots": [{}, {"ricochet": "yes"}],
    "bombcover": [
        {},
        {"radius": "1"},
        {"radius": "2"},
        {"pierce": "yes"},
        {"throw": "yes"},
        {"pierce": "yes", "radius": "2", "throw": "yes"},
    ],
    "onebomb": [
        {},
        {"radius": "1"},
        {"radius": "2"},
        {"blast": "classic"},
        {"bombs": "2"},
        {"bombs": "2", "blast": "classic", "radius": "2"},
    ],
    "merge": [{}, {"max-level": "2"}],
    "sokoban": [{}],
    "boxcover": [{}, {"side": "1"}],
    "template": [{}, {"stride": "2"}],
}


def record(game: str, rng: random.Random) -> dict[str, Any]:
    """A random tiny board in the form of the JSON-lines files."""
    if game == "robots":
        board = random_boards.robots(rng)
        if board["target_robot"] is None:
            board["target_robot"] = "any"
        return board
    if game == "bombcover":
        return {"rows": random_boards.bombcover(rng, rng.choice((1, 1, 1, 2)))}
    if game == "onebomb":
        return {"rows": random_boards.onebomb(rng)}
    if game == "merge":
        return random_boards.merge(rng)
    if game == "sokoban":
        return {"rows": random_boards.sokoban(rng)}
    if game == "boxcover":
        return random_boards.boxcover(rng)
    width = rng.randint(1, 9)
    start = rng.randrange(width)
    return {"rows": ["".join("@" if x == start else "." for x in range(width))]}


def level_of(game: str, board: Mapping[str, Any], options: Mapping[str, str] | None = None) -> Any:
    """The level of a JSON board."""
    found = list(GAMES[game].read(json.dumps(board), "test", options))
    assert len(found) == 1
    assert isinstance(found[0], Level), str(found[0])
    return found[0]


def random_levels(game: str, count: int, seed: int = 0) -> Iterator[Any]:
    """``count`` random tiny levels of each variant of a game."""
    for number, options in enumerate(VARIANTS.get(game, [{}])):
        rng = random.Random(f"{game} {number} {seed}")
        for _ in range(count):
            yield level_of(game, record(game, rng), options)


@functools.cache
def shipped_levels(game: str) -> list[Level]:
    """The levels that are installed with the package (none for the template)."""
    file = files("gridproof") / "data" / "levels" / f"{game}.txt"
    if game == "template":
        return []
    return read_boards(file.read_text(encoding="utf-8"), file.name)
