"""Levels for the tests: shipped ones, and random ones from the games' own generators."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.design.level_id import find_generator, make
from gridproof.design.stable_random import StableRandom
from gridproof.files.shipped import collection, collections
from gridproof.game import AnyGame
from gridproof.games._template import GAME as TEMPLATE
from gridproof.level import Level
from gridproof.options import find_option
from gridproof.registry import games
from gridproof.specs import GeneratorSpec

#: Every registered game, and the template, by id.
GAMES: Mapping[str, AnyGame] = dict(games()) | {TEMPLATE.id: TEMPLATE}

#: Options that oracles are told beside the board, and not in it.
_BESIDE = ("ricochet", "radius", "pierce", "throw", "blast", "bombs", "max_level")


def tiny_generators(game: AnyGame) -> Iterator[GeneratorSpec]:
    """The generators whose boards plain search solves at once."""
    return (spec for spec in game.generators if spec.tiny)


def brief(spec: GeneratorSpec) -> dict[str, Any]:
    """Parameters with which a generator that improves a board step by step soon has one."""
    return {"steps": 2} if find_option(spec.parameters, "steps") else {}


def record(game: str, rng: random.Random) -> dict[str, Any]:
    """A random tiny board in the form of the JSON-lines files, for oracles."""
    spec = next(tiny_generators(GAMES[game]))
    board: dict[str, Any] = json.loads(GAMES[game].write(make(GAMES[game], spec, rng), "json"))
    return {name: value for name, value in board.items() if name not in ("game", *_BESIDE)}


def level_of(game: str, board: Mapping[str, Any], options: Mapping[str, str] | None = None) -> Any:
    """The level of a JSON board."""
    found = list(GAMES[game].read(json.dumps(board), "test", options))
    assert len(found) == 1
    assert isinstance(found[0], Level), str(found[0])
    return found[0]


def random_levels(game: str, count: int, seed: int = 0) -> Iterator[Any]:
    """Twice ``count`` random levels from each generator of tiny ones."""
    for spec in tiny_generators(GAMES[game]):
        chance = StableRandom(f"{game} {spec.id} {seed}")
        for _ in range(2 * count):
            yield make(GAMES[game], spec, chance)


def generated(game: str, generator: str, seed: int = 0, **parameters: Any) -> Any:
    """One board of a generator; those of :func:`large_levels` are hard with these draws."""
    rng = random.Random(f"{game} {generator} {seed} {parameters}")
    spec = find_generator(GAMES[game], generator)
    return make(GAMES[game], spec, rng, parameters)


@functools.cache
def large_levels(game: str) -> Mapping[str, Any]:
    """Boards on which no solver ends soon, by a name for people."""
    found = {}
    for spec in GAMES[game].generators:
        for parameters in spec.large:
            said = ", ".join(f"{name} {value}" for name, value in parameters.items())
            found[f"{spec.id}: {said}"] = generated(game, spec.id, **parameters)
    return found


@functools.cache
def shipped_levels(game: str) -> list[Level]:
    """The levels that are installed with the package (none for the template)."""
    return list(collection(game).levels) if game in collections() else []
