"""Boards that fall apart into lines: each hero strikes stones that stand next to each other."""

from __future__ import annotations

from typing import NamedTuple

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.restrictions import step
from gridproof.limits import Ticker, paced

__all__ = ["LINE_BYTES", "Striker", "strikers_by_line"]

#: Rough bytes of a hero or a stone along its line.
LINE_BYTES = 400


class Striker(NamedTuple):
    """A hero, and the places of the first and the last stone that it strikes, in their order."""

    first: int
    last: int
    hero: int


def strikers_by_line(level: MergeLevel, ticker: Ticker) -> tuple[list[int], list[Striker]]:
    """Return stones in an order in which every hero strikes a run, and the heroes along it.

    The cells that a hero strikes are an arithmetic progression with difference ``d``. Two cells are
    on one line if they differ by a multiple of ``d``; along a line every hero covers equally many
    cells without a gap, so the stones that it strikes are a run, and a hero further along neither
    starts nor ends earlier. No hero strikes two lines: the lines are put one after another.

    Args:
        level: of one type, whose vector is a progression.
        ticker: looked at.

    Returns:
        The stones, and the strikers by (first, last); heroes that strike nothing are left out.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    dx, dy = next(iter({step(level.vector(kind)) for kind in level.types}), None) or (1, 0)
    along = {}
    for i, (cell, _) in enumerate(paced(level.stones, ticker)):
        place = cell.x // dx if dx else cell.y // dy
        line = (cell.x - place * dx, cell.y - place * dy)
        along[i] = (line, place)
    stones = sorted(along, key=along.__getitem__)
    place_of = {stone: place for place, stone in enumerate(stones)}
    strikers = []
    for hero, struck in enumerate(paced(level.strikes, ticker)):
        if struck:
            places = [place_of[s] for s in struck]
            strikers.append(Striker(min(places), max(places), hero))
    return stones, sorted(strikers)
