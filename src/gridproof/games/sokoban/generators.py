"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.games.sokoban.themes import THEMES
from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["GENERATORS"]

_MAKERS: Final = "gridproof.games.sokoban.generate.random_boards"
#: Pulls that take some seconds on a common board: after each one the floor is filled.
_MAX_PULLS: Final = 10_000
#: Sides, positions and changes that the searches for rooms take: what is inside 32 × 32 cells
#: is small enough for the default solver.
_MAX_SIDE: Final = 34
_MAX_NODES: Final = 100_000_000
_MAX_CHANGES: Final = 10_000


GENERATORS: Final = (
    GeneratorSpec(
        "rooms",
        "a room that starts as far from solved as it can, made harder by changes",
        "gridproof.games.sokoban.generate.rooms:rooms",
        aims=True,
        parameters=(
            Option.whole("width", 9, "columns, the outer wall included", least=5, most=_MAX_SIDE),
            Option.whole("height", 8, "rows, the outer wall included", least=5, most=_MAX_SIDE),
            Option.count("boxes", 3, "how many boxes there are"),
            Option.choice("theme", tuple(THEMES), "what the room looks like"),
            Option.whole(
                "nodes",
                100_000,
                "positions that a search may visit for one room",
                least=1,
                most=_MAX_NODES,
            ),
            Option.whole("changes", 200, "how many changed rooms are tried", most=_MAX_CHANGES),
        ),
    ),
    GeneratorSpec(
        "random",
        "a room with walls in it; boxes are pulled off their goals",
        f"{_MAKERS}:room",
        parameters=(
            Option.count("width", 9, "columns, the outer wall included"),
            Option.count("height", 8, "rows, the outer wall included"),
            Option.count("boxes", 3, "how many boxes there are"),
            Option.whole(
                "walls", 15, "the chance of a wall on a cell inside, in percent", most=100
            ),
            Option.whole(
                "pulls", 100, "how often a box is pulled by a cell", least=1, most=_MAX_PULLS
            ),
        ),
        small={"width": 7, "height": 6, "boxes": 2},
        large=(
            {"width": 60, "height": 60, "boxes": 2800, "walls": 0},
            {"width": 30, "height": 30, "boxes": 700, "walls": 0},
            {"width": 30, "height": 30, "boxes": 80, "walls": 10, "pulls": 4000},
        ),
    ),
)
