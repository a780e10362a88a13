"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gridproof.game import RelaxedVariant
from gridproof.games._template.level import StripLevel
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.result import Result
from gridproof.specs import Measure

__all__ = ["MEASURES", "measure", "normalized", "relaxed_variants"]

MEASURES: Final = (Measure("way", "way", "cells from the piece to the right end"),)


def measure(level: StripLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of the game's measures."""
    return {"way": level.width - 1 - level.start}


def relaxed_variants(level: StripLevel) -> Iterator[RelaxedVariant]:
    """Yield the board without a cell before the piece; those behind it make no difference."""
    shorter = replace(level, width=level.width - 1, info={}, origin=None)
    for x in range(level.start + 1, level.width):
        yield RelaxedVariant("cell", (Pos(x, 0),), shorter)


def normalized(level: StripLevel) -> StripLevel:
    """Return the strip without the cells behind the piece: it only ever goes to the right."""
    return replace(level, width=level.width - level.start, start=0)
