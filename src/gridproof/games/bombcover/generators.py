"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.games.bombcover.level import OPTIONS
from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["GENERATORS"]

_MAKERS: Final = "gridproof.games.bombcover.generate.random_boards"


def _share(name: str, default: float, summary: str) -> Option:
    """Return a parameter from 0 to 1."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:  # nor if it is no number
            raise ValueError("must be a number from 0 to 1")
        return value

    return Option(name, default, parse, str, summary)


#: Sizes and kinds of cells of the thesis's boards.
_THESIS: Final = (
    Option.count("width", 10, "columns, the wall included"),
    Option.count("height", 10, "rows, the wall included"),
    _share("empty", 0.5, "how likely a cell inside is empty"),
    _share("wall", 0.18, "how likely it is a wall; all others are crates"),
)

GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "the boards of van de Vlasakker's thesis: a wall all round, and cells of any kind inside",
        f"{_MAKERS}:thesis",
        parameters=(
            *_THESIS,
            Option.count("players", 1, "how many players there are, in the thesis one"),
            *OPTIONS,
        ),
        small={"width": 6, "height": 5, "radius": 2},
        large=({"width": 32, "height": 32}, {"width": 202, "height": 202}),
    ),
    GeneratorSpec(
        "traps",
        "such boards changed cell by cell until greedy bombs are as much too many as is wished",
        "gridproof.games.bombcover.generate.traps:traps",
        parameters=(*_THESIS, *(option for option in OPTIONS if option.name == "radius")),
        aims=True,
    ),
)
