"""Making boards: finds a game's generators and runs them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from gridproof.errors import InputError, InternalError, UnknownName
from gridproof.game import AnyGame, GeneratorSpec, Level
from gridproof.lazy import load
from gridproof.options import option_values

__all__ = ["find_generator", "make"]


def find_generator(game: AnyGame, name: str | None = None) -> GeneratorSpec:
    """The generator of that name, or the game's first one.

    Raises:
        UnknownName: there is none of this name.
        InputError: the game has none at all.
    """
    if not game.generators:
        raise InputError(f"{game.id} has no generator")
    known = {spec.id: spec for spec in game.generators}
    if name is not None and name not in known:
        raise UnknownName(f"generator of {game.id}", name, known)
    return game.generators[0] if name is None else known[name]


def make(
    game: AnyGame,
    spec: GeneratorSpec,
    rng: Random,
    parameters: Mapping[str, Any] | None = None,
) -> Level:
    """A board; equal states of ``rng`` make equal boards.

    Args:
        game: whose board it is to be.
        spec: one of its generators.
        rng: where chance comes from.
        parameters: some of the generator's parameters, by name; the others are at their defaults.

    Raises:
        UnknownName: the generator has no parameter of this name.
        InputError: a parameter has no such value, or no board can be like this.
        InternalError: the board has faults: a bug in the generator.
    """
    values = {option.attribute: option.default for option in spec.parameters}
    values |= option_values(f"parameter of generator `{spec.id}`", spec.parameters, parameters)
    level: Level = load(spec.entry)(rng, **values)
    if faults := game.validate(level):
        raise InternalError(f"generator `{spec.id}` of {game.id}: {faults[0].message}")
    return level
