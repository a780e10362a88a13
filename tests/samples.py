"""Levels for the tests: those on file, and random ones that are tiny, or as large as can be."""

from __future__ import annotations

import functools
import importlib.util
import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from gridproof.design.goal import Unmet
from gridproof.design.level_id import find_generator, make
from gridproof.design.stable_random import StableRandom
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection, collections
from gridproof.game import AnyGame
from gridproof.games._template.game import GAME as TEMPLATE
from gridproof.level import Level
from gridproof.options import find_option
from gridproof.registry import digest, games
from gridproof.specs import GeneratorSpec

#: Every registered game, and the template, by id.
GAMES: Mapping[str, AnyGame] = dict(games()) | {TEMPLATE.id: TEMPLATE}

#: Options that oracles are told beside the board, and not in it.
_BESIDE = ("ricochet", "radius", "pierce", "throw", "blast", "bombs", "max_level")
#: Boards that are tried with less than the ``small`` parameters of a generator.
_MAX_DRAWS = 100


@functools.cache
def tiny_makers(game: str) -> Mapping[str, Callable[[random.Random], Any]]:
    """Makers of boards that plain search solves at once, by name: the first one has all options.

    They are those of ``tests.games.tiny``, or else the game's generators with ``small`` parameters.
    """
    module = f"tests.games.tiny.{game}"
    if importlib.util.find_spec(module):
        return dict(importlib.import_module(module).MAKERS)
    found = GAMES[game]
    return {spec.id: functools.partial(small, found, spec) for spec in small_generators(found)}


def small_generators(game: AnyGame) -> Iterator[GeneratorSpec]:
    """The game's generators that have ``small`` parameters."""
    return (spec for spec in game.generators if spec.small)


def small(game: AnyGame, spec: GeneratorSpec, rng: random.Random) -> Any:
    """A board of a generator; about half of its ``small`` parameters are made less."""
    for _ in range(_MAX_DRAWS):
        parameters = {}
        for name, value in spec.small.items():
            option = find_option(spec.parameters, name)
            assert option is not None, f"generator `{spec.id}` has no parameter `{name}`"
            less = range(1, value) if isinstance(value, int) else (option.default,)
            parameters[name] = rng.choice(less) if less and rng.random() < 0.5 else value
        with suppress(InputError, Unmet):  # no board can be like this
            return make(game, spec, rng, parameters)
    return make(game, spec, rng, spec.small)


def brief(spec: GeneratorSpec) -> dict[str, Any]:
    """Parameters with which a generator that improves a board step by step soon has one."""
    return {"steps": 2} if find_option(spec.parameters, "steps") else {}


def record(game: str, rng: random.Random) -> dict[str, Any]:
    """A random tiny board in the form of the JSON-lines files, for oracles."""
    make_tiny = next(iter(tiny_makers(game).values()))
    board: dict[str, Any] = json.loads(GAMES[game].write(make_tiny(rng), "json"))
    return {name: value for name, value in board.items() if name not in ("game", *_BESIDE)}


def level_of(game: str, board: Mapping[str, Any], options: Mapping[str, str] | None = None) -> Any:
    """The level of a JSON board."""
    found = list(GAMES[game].read(json.dumps(board), "test", options))
    assert len(found) == 1
    assert isinstance(found[0], Level), str(found[0])
    return found[0]


def random_levels(game: str, count: int, seed: int = 0) -> Iterator[Any]:
    """Twice ``count`` random levels from each maker of tiny ones."""
    for name, make_tiny in tiny_makers(game).items():
        rng = StableRandom(f"{game} {name} {seed}")
        for _ in range(2 * count):
            yield make_tiny(rng)


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


#: Boards of many kinds, also ones without a solution: courses are shipped, and hold none of these.
SAMPLES = Path(__file__).parent / "data" / "levels"


@functools.cache
def sample_levels(game: str) -> list[Level]:
    """The boards in ``tests/data/levels``, or else the shipped ones (none for the template)."""
    if (file := SAMPLES / f"{game}.txt").is_file():
        return read_boards(file.read_text(encoding="utf-8"), file.name, game=game)
    return list(collection(game).levels) if game in collections() else []


@functools.cache
def shipped_sample(game: str, index: int = 0) -> tuple[int, Level]:
    """The number and the level of the game's course that is the same board as a sample."""
    wanted = digest(GAMES[game], sample_levels(game)[index])
    for number, level in enumerate(collection(game).levels, 1):
        if digest(GAMES[game], level) == wanted:
            return number, level
    raise AssertionError(f"the course of {game} does not hold sample {index + 1}")


def shipped_place(game: str, index: int = 0) -> dict[str, Any]:
    """The collection and number of that level, as the server of the web app is asked for it."""
    return {"collection": game, "number": shipped_sample(game, index)[0]}


def shipped_address(game: str, index: int = 0) -> str:
    """The address of that level in the web app."""
    return f"/play/{game}/{shipped_sample(game, index)[0]}"
