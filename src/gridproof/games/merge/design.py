"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gridproof.game import RelaxedVariant
from gridproof.games.merge.level import MergeLevel, canonical_attack
from gridproof.grid import Pos
from gridproof.specs import Measure

__all__ = ["MEASURES", "normalized", "relaxed_variants"]

MEASURES: Final = (
    Measure("stones", "stones", "how many stones there are"),
    Measure("most-stones", "most", "the most stones that can be destroyed"),
    Measure("clearable", "clearable", "whether all stones can be destroyed: 1 or 0"),
    Measure("fewest-merges", "merges", "the fewest merges that destroy all; none if some stay"),
    Measure("given-up", "given up", "stones that every play leaves which destroys the most"),
)


def relaxed_variants(level: MergeLevel) -> Iterator[RelaxedVariant]:
    """Yield the board with one hit point less of a stone, and without the stone.

    A stone less never means more stones destroyed; it can make a board clearable, or take fewer
    merges. A hit point less can raise the most stones destroyed. A hero less never helps.
    """
    for i, (cell, hp) in enumerate(level.stones):
        before, after = level.stones[:i], level.stones[i + 1 :]
        if hp > 1:
            weaker = replace(level, stones=(*before, (cell, hp - 1), *after), info={}, origin=None)
            yield RelaxedVariant("hit point", (cell,), weaker)
        yield RelaxedVariant(
            "stone", (cell,), replace(level, stones=(*before, *after), info={}, origin=None)
        )


def normalized(level: MergeLevel) -> MergeLevel:
    """Return the board without empty rows and columns round it, and heroes that cannot merge.

    Those are the only ones of their types. A hero that strikes nothing has a part: others rise by
    it. A stone that no hero strikes has one too: it is the reason that a board cannot be cleared.
    Names of types are irrelevant: they are numbered in the order in which their first heroes stand.
    """
    heroes = [(c, kind) for c, kind in level.heroes if len(level.types[kind]) > 1]
    cells = [cell for cell, _ in (*heroes, *level.stones)] or [Pos(0, 0)]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    kinds = {kind: i for i, kind in enumerate(dict.fromkeys(kind for _, kind in heroes), 1)}
    vectors = {i: level.vector(kind) for kind, i in kinds.items()}
    if vectors:  # what the board says of all types may be of none that is left
        vectors[0] = vectors[1]
    return replace(
        level,
        width=max(x for x, _ in cells) - left + 1,
        height=max(y for _, y in cells) - top + 1,
        heroes=tuple((Pos(x - left, y - top), kinds[kind]) for (x, y), kind in heroes),
        stones=tuple((Pos(x - left, y - top), hp) for (x, y), hp in level.stones),
        attack=canonical_attack(vectors),
    )
