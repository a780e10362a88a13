"""Crossings of two wires of crates: one that keeps both parities, and one that does not.

A wire is a row of crates of which neighbours can go with one bomb. It is served forwards if each
crate at an even place goes with the next one, and backwards if each goes with the one before it. Of
five crates at places -2 to 2 the last one then has no partner left here, or the first one: it goes
with one outside. A crossing keeps parities if it costs a bomb more when both ends of a wire go with
crates outside, whatever the other wire does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Pos
from gridproof.reductions.sat_to_bombcover_range.crates import lay

__all__ = ["QUINCUNX", "STRAIGHT", "Crossing", "crossing_board"]


class Crossing(NamedTuple):
    """Two wires with the middle crate in common.

    They lie on the grid of whole numbers of :mod:`gridproof.reductions.wirings.wiring`, where items
    that differ by at most 1 in both coordinates are linked.

    Attributes:
        across: the crates of one wire, in order.
        along: those of the other.
    """

    across: tuple[Pos, ...]
    along: tuple[Pos, ...]


_PLACES: Final = range(-2, 3)
#: The middle of the crossing is the middle of a square of its neighbours. Each two of them that are
#: not of one wire go with it, by one bomb.
QUINCUNX: Final = Crossing(
    tuple(Pos(place, 0) for place in _PLACES), tuple(Pos(0, place) for place in _PLACES)
)
#: A row and a column of crates that go through each other, as in figure 14 of the Bomb-cover
#: thesis. The crate in the middle goes with one of its neighbours only, of either wire: two of the
#: four ends go with crates outside, and it costs the same whichever they are.
STRAIGHT: Final = Crossing(
    tuple(Pos(place, place) for place in _PLACES), tuple(Pos(place, -place) for place in _PLACES)
)


def crossing_board(
    crossing: Crossing, radius: int, outside: Collection[Pos] = ()
) -> BombcoverLevel:
    """A crossing alone on a board, without the ends that go with crates outside."""
    items = dict.fromkeys((*crossing.across, *crossing.along))
    return lay([item for item in items if item not in outside], radius)[1]
