"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["GENERATORS"]

_MAKERS: Final = "gridproof.games._template.generate"


GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "the piece in the left half of a strip",
        f"{_MAKERS}:strip",
        parameters=(
            Option.count("width", 10, "cells of the strip"),
            Option.count("stride", 1, "how many cells one step may cover at most"),
        ),
        small={"width": 9, "stride": 2},
        large=({"width": 100_000},),
    ),
)
