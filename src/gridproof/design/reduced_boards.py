"""Reductions as generators of boards from random instances of hard problems.

The boards of a reduction to a game are among those that can be generated for the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.options import Option, whole_number
from gridproof.reduction import AnyReduction, find_reduction, reductions
from gridproof.specs import GeneratorSpec

__all__ = ["board", "reduced"]

_SIZE: Final = re.compile(r"[A-Z]+")


def reduced(game: AnyGame) -> Iterator[GeneratorSpec]:
    """Yield a generator for each reduction to the game, with the reduction's id as its name."""
    for reduction in reductions().values():
        if reduction.game == game.id:
            yield GeneratorSpec(
                reduction.id,
                f"{reduction.title}: boards of random instances; `k` says which optimum is a yes",
                f"{__name__}:board",
                (*_sizes(reduction), *reduction.source.options, *reduction.options),
                given={"reduction": reduction.id},
                version=reduction.version,
            )


def board(rng: Random, *, reduction: str, **values: Any) -> Level:
    """Return the board of a random instance.

    Args:
        rng: the source of randomness.
        reduction: id of a reduction.
        values: by attribute: the size of the instance, its other settings, and the options of the
            reduction.

    Raises:
        InputError: there is no instance of this size, or it has no board.
        MissingPart: what the reduction takes is not installed.
    """
    found = find_reduction(reduction)
    sizes = (values[option.attribute] for option in _sizes(found))
    instance = found.source.random(
        ",".join(str(size) for size in sizes if size is not None),
        rng,
        {
            option.attribute: value
            for option in found.source.options
            if (value := values[option.attribute]) != option.default
        },
    )
    return found.encode(
        instance, {option.attribute: values[option.attribute] for option in found.options}
    ).level


def _sizes(reduction: AnyReduction) -> Iterator[Option]:
    """Yield the numbers of the size of an instance."""
    names = _SIZE.findall(reduction.source.parameters)
    size = reduction.usual_size or reduction.source.sizes[-1]
    usual = [int(word) for word in size.split(",")]
    for place, name in enumerate(map(str.lower, names)):
        default = usual[place] if place < len(usual) else None
        yield Option(name, default, whole_number, str, f"{name} of an instance", json_text=str)
