"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gridproof.game import RelaxedVariant
from gridproof.games.boxcover.bounds import root_bound
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.games.boxcover.rules import SQUARES
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.limits import Stopped, Ticker
from gridproof.result import Result
from gridproof.specs import Measure

__all__ = ["MEASURES", "measure", "normalized", "relaxed_variants"]

MEASURES: Final = (
    Measure("points", "points", "how many points there are"),
    Measure(
        "apart",
        "apart",
        "points, taken from left to right, of which no two fit into one square: "
        "so many squares are needed at sight",
    ),
)


def measure(level: BoxcoverLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of the game's measures; None where the ticker ended it."""
    apart: int | None = None
    with suppress(Stopped):
        apart = root_bound(level, SQUARES, ticker)
    return {"points": len(level.points), "apart": apart}


def relaxed_variants(level: BoxcoverLevel) -> Iterator[RelaxedVariant]:
    """Yield the board without each point in turn."""
    if len(level.points) == 1:
        return
    raster = Raster(level)
    for i, point in enumerate(level.points):
        others = (*level.points[:i], *level.points[i + 1 :])
        eased = replace(level, points=others, info={}, origin=None)
        yield RelaxedVariant(f"point {point}", (raster.cell(point),), eased)


def normalized(level: BoxcoverLevel) -> BoxcoverLevel:
    """Return the points with the lower left of their grid at the origin, as far as possible."""
    left = level.left - min(0, MAX_COORDINATE + 1 - level.width)
    bottom = level.bottom - min(0, MAX_COORDINATE + 1 - level.height)
    return replace(level, points=tuple(Pos(x - left, y - bottom) for x, y in level.points))
