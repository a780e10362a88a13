"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.games.robots.level import MAX_ROBOTS, MAX_SIDE, RICOCHET, TARGET_ROBOT
from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["GENERATORS", "SOLVE"]

_MAKERS: Final = "gridproof.games.robots.generate.random_boards"

SOLVE: Final = "gridproof.games.robots.solve"


_WIDTH: Final = Option.whole("width", 16, "columns", least=1, most=MAX_SIDE)
_HEIGHT: Final = Option.whole("height", 16, "rows", least=1, most=MAX_SIDE)
_ROBOTS: Final = Option.whole("robots", 4, "how many robots there are", least=1, most=MAX_ROBOTS)

GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "walls, robots and target anywhere",
        f"{_MAKERS}:noise",
        parameters=(
            _WIDTH,
            _HEIGHT,
            Option.whole(
                "walls", 5, "the chance of a wall between two cells, in percent", most=100
            ),
            _ROBOTS,
            TARGET_ROBOT,
            RICOCHET,
        ),
        aims=True,
        small={"width": 5, "height": 4, "robots": 2, "target-robot": "any", "ricochet": "yes"},
        large=(
            {"robots": 5, "walls": 1},
            {"width": 255, "height": 255, "robots": 10},
        ),
    ),
    GeneratorSpec(
        "standard",
        "the board game: four official quadrants, robots and target anywhere but in the centre",
        f"{_MAKERS}:standard",
        parameters=(_ROBOTS, TARGET_ROBOT, RICOCHET),
        aims=True,
    ),
    GeneratorSpec(
        "hardest",
        "boards of the board game that need very many moves, by hill climbing",
        f"{SOLVE}.hardest:hardest",
        parameters=(
            _ROBOTS,
            Option.whole("steps", 60, "changes that are tried on the way to a board", most=100_000),
        ),
        aims=True,
    ),
    GeneratorSpec(
        "backward",
        "from the target backwards, with a wall behind each stop (Meersman's report)",
        f"{_MAKERS}:backward",
        parameters=(
            _WIDTH,
            _HEIGHT,
            _ROBOTS,
            Option.whole("stops", 3, "how many moves the way to the target has", most=1000),
            Option.whole(
                "walls", 40, "the chance of a wall beside a cell off the way, in percent", most=100
            ),
        ),
        small={"width": 5, "height": 4, "robots": 2},
    ),
)
