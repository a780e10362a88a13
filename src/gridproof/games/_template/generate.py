"""Random strips."""

from __future__ import annotations

from random import Random
from typing import Final

from gridproof.game import GeneratorSpec
from gridproof.games._template.level import StripLevel
from gridproof.options import Option

__all__ = ["GENERATORS", "strip", "tiny"]


def strip(rng: Random, *, width: int, stride: int) -> StripLevel:
    """A strip of ``width`` cells with the piece in its left half."""
    start = rng.randrange((width + 1) // 2)
    return StripLevel(width=width, height=1, start=start, stride=stride)


def tiny(rng: Random) -> StripLevel:
    """At most nine cells, and strides of one or two."""
    width = rng.randint(1, 9)
    return StripLevel(width=width, height=1, start=rng.randrange(width), stride=rng.choice((1, 2)))


GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "the piece in the left half of a strip",
        f"{__name__}:strip",
        parameters=(
            Option.count("width", 10, "cells of the strip"),
            Option.count("stride", 1, "how many cells one step may cover at most"),
        ),
        large=({"width": 100_000},),
    ),
    GeneratorSpec("tiny", "up to nine cells", f"{__name__}:tiny", tiny=True),
)
