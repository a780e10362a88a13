"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from typing import Any, Final

from gridproof.games.onebomb.level import MAX_SIDE, OPTIONS
from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["ENDS", "GENERATORS"]

_MAKERS: Final = "gridproof.games.onebomb.generate.random_boards"
#: Longest side of a maze: it takes some seconds.
_LARGEST_MAZE: Final = 1000
#: The places of start and goal of noise.
ENDS: Final = ("corners", "anywhere")


def _size(least: int, most: int) -> tuple[Option, ...]:
    """Return width and height as parameters."""
    return tuple(
        Option.whole(name, 20, summary, least=least, most=most)
        for name, summary in (("width", "columns"), ("height", "rows"))
    )


_SIZE: Final = (*_size(2, MAX_SIDE), *OPTIONS)


def _noise(name: str, summary: str, bricks: int, rocks: int, **sizes: Any) -> GeneratorSpec:
    """Return the generator of random cells with these default shares of bricks and rocks."""
    mix = (
        Option.whole("bricks", bricks, "percentage of bricks", most=100),
        Option.whole("rocks", rocks, "percentage of rocks", most=100),
        Option.choice("ends", ENDS, "where start and goal are"),
    )
    return GeneratorSpec(name, summary, f"{_MAKERS}:noise", (*_SIZE, *mix), **sizes)


GENERATORS: Final = (
    _noise(
        "random",
        "half empty, the rest bricks and rocks",
        40,
        10,
        small={"width": 5, "height": 4, "radius": 2, "blast": "classic"},
        large=(
            {"width": 400, "height": 400, "bricks": 42, "rocks": 5},
            {"width": 400, "height": 400, "bricks": 0, "rocks": 10},
        ),
    ),
    _noise("open", "no obstacle: the straight way is the answer", 0, 0),
    _noise("scattered", "a tenth rock, a tenth brick", 10, 10),
    _noise("cluttered", "15 % rock, 15 % brick: the straight way needs a bomb", 15, 15),
    _noise("caves", "a third rock and few bricks: the way winds", 3, 35),
    GeneratorSpec("walled", "two long walls with gaps", f"{_MAKERS}:walled", _SIZE),
    GeneratorSpec("snake", "one corridor between rows of rock", f"{_MAKERS}:snake", _SIZE),
    GeneratorSpec("spiral", "one corridor between bricks", f"{_MAKERS}:spiral", _SIZE),
    GeneratorSpec(
        "mazes",
        "mazes in which the bomb saves as many steps as is wished",
        "gridproof.games.onebomb.generate.mazes:mazes",
        (
            *_size(3, _LARGEST_MAZE),
            Option.whole("loops", 0, "percentage of walls between rooms that are opened", most=100),
            Option.whole(
                "bricks", 25, "percentage of walls between rooms that are brick", most=100
            ),
            *(option for option in OPTIONS if option.name == "radius"),
        ),
        aims=True,
    ),
)
