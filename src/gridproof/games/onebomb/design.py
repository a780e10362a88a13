"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gridproof.game import RelaxedVariant
from gridproof.games.onebomb import rules
from gridproof.games.onebomb.bounds import root_bound
from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel
from gridproof.grid import Direction
from gridproof.limits import Ticker, paced
from gridproof.result import Result, first
from gridproof.specs import Measure

__all__ = ["MEASURES", "measure", "relaxed_variants"]

MEASURES: Final = (
    Measure("detour", "detour", "steps of the best walk beyond those of a board without obstacles"),
    Measure("bricks", "bricks", "cells of the walk found that were bricks before the bombs"),
)


def measure(level: OnebombLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of the game's measures.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    assert result.cost is not None
    assert result.moves is not None
    cost = first(result.cost)
    cell, walked = level.start, {level.start}
    for step in paced(result.moves[-cost:], ticker):
        cell = cell.step(Direction[step])
        walked.add(cell)
    return {
        "detour": cost - root_bound(level, rules.LENGTH, ticker),
        "bricks": sum(level.at(cell) == BRICK for cell in walked),
    }


def relaxed_variants(level: OnebombLevel) -> Iterator[RelaxedVariant]:
    """Yield the board without a rock or brick, unless it lies among rocks: nothing gets there."""
    for number, kind in enumerate(level.cells):
        if kind == EMPTY:
            continue
        cell = level.cell(number)
        if any(level.at(cell.step(direction)) != ROCK for direction in Direction):
            cells = bytearray(level.cells)
            cells[number] = EMPTY
            name = "brick" if kind == BRICK else "rock"
            yield RelaxedVariant(
                name, (cell,), replace(level, cells=bytes(cells), info={}, origin=None)
            )
