"""Generators: known by name here, their makers are imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.options import Option
from gridproof.specs import GeneratorSpec

__all__ = ["DENSITIES", "GENERATORS"]

_MAKERS: Final = "gridproof.games.merge.generate.random_boards"

#: Of 100 cells how many hold a hero, and how many a stone.
DENSITIES: Final = {"mid": (30, 30), "sparse": (15, 15), "dense": (35, 60)}


#: Heroes and stones of a board that is solved some hundred times.
_MAX_CHANGED: Final = 400
_HEROES: Final = Option.count("heroes", 12, "how many heroes there are")
_HP: Final = Option.count("hp", 4, "the most hit points of a stone")
_TYPES: Final = Option.count("types", 1, "how many types of heroes there are")
_STONES: Final = Option.count("stones", 12, "how many stones there are")

GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "heroes and stones anywhere",
        f"{_MAKERS}:scattered",
        parameters=(
            _HEROES,
            Option.choice("density", tuple(DENSITIES), "how full the board is"),
            _HP,
            _TYPES,
            Option.whole(
                "aspect", 100, "percent of its height that it is wide", least=10, most=1000
            ),
        ),
        small={"heroes": 5, "hp": 2, "types": 2},
        large=(
            {"heroes": 60, "hp": 3, "types": 2},
            {"heroes": 60, "hp": 1},
            {"heroes": 20_000, "hp": 3, "types": 3},
            {"heroes": 20_000, "hp": 1},
        ),
    ),
    GeneratorSpec(
        "lines",
        "heroes of one type that strike to their left and right",
        f"{_MAKERS}:lines",
        parameters=(_HEROES, _HP),
        large=({"heroes": 60, "hp": 1}, {"heroes": 20_000, "hp": 1}),
    ),
    GeneratorSpec(
        "two-lines",
        "heroes on one line, stones on the next (Saakyan, Theorems 4 to 8)",
        f"{_MAKERS}:two_lines",
        parameters=(
            Option.choice("shape", ("III", "I", "II", "IV"), "where heroes strike"),
            _HEROES,
            _STONES,
            _HP,
        ),
        small={"shape": "II", "heroes": 6, "stones": 3, "hp": 2},
    ),
    GeneratorSpec(
        "climb",
        "random boards, changed thing by thing until they are as wished",
        "gridproof.games.merge.generate.aiming:climbed",
        parameters=(
            *(
                Option.whole(some.name, 12, some.summary, least=1, most=_MAX_CHANGED)
                for some in (_HEROES, _STONES)
            ),
            _HP,
            _TYPES,
        ),
        aims=True,
    ),
    GeneratorSpec(
        "apart",
        "heroes of five types, each beside a stone of its own",
        f"{_MAKERS}:apart",
        parameters=(_HEROES,),
        large=({"heroes": 60}, {"heroes": 20_000}),
    ),
)
