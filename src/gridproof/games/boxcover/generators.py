"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gridproof.games.boxcover.level import OPTIONS
from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["GENERATORS"]

_MAKERS: Final = "gridproof.games.boxcover.generate.random_boards"

#: Points that take some seconds to draw.
_MAX_POINTS: Final = 1_000_000
#: Points of a board that is solved some hundred times.
_MAX_MOVED: Final = 1000


def _points(default: int, most: int = _MAX_POINTS) -> Option:
    summary = "how many points are drawn; some may be the same"
    return Option.whole("points", default, summary, least=1, most=most)


_SIDE: Final = replace(OPTIONS[0], default=20, summary="the side of a square")
_DENSITY: Final = Option.count("density", 4, "how many points there are to the area of a square")
GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "points anywhere in a field",
        f"{_MAKERS}:scattered",
        parameters=(
            _points(100),
            _SIDE,
            _DENSITY,
            Option.whole(
                "aspect", 100, "percent of its height that it is wide", least=10, most=1000
            ),
        ),
        small={"points": 9, "side": 3, "density": 3},
        large=(
            {"points": 1000, "side": 10},
            {"points": 20_000, "side": 50, "density": 200},
        ),
    ),
    GeneratorSpec(
        "clustered",
        "points round some places in such a field",
        f"{_MAKERS}:clustered",
        parameters=(
            _points(100),
            _SIDE,
            _DENSITY,
            Option.whole("clusters", 8, "how many places there are", least=1, most=_MAX_POINTS),
            Option.whole("spread", 8, "how far each of three draws leads away from one"),
        ),
    ),
    GeneratorSpec(
        "climb",
        "random points, moved one by one until the board is as wished",
        "gridproof.games.boxcover.generate.aiming:climbed",
        parameters=(_points(30, _MAX_MOVED), _SIDE, _DENSITY),
        aims=True,
    ),
)
