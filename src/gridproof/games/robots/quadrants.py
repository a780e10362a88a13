"""The walls of the 16 official Ricochet Robots board quadrants.

The wall facts were derived from positions of known game ids: 127 boards whose four quadrants and
walls are known determine every quadrant's share and are reproduced exactly.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from gridproof.games.robots.level import turned_walls, wall_beside
from gridproof.grid import Direction, Pos
from gridproof.scene import Edge

__all__ = ["OFFSETS", "ORDER", "PLACES", "SIZE", "assemble", "draw", "quarter"]

#: Side of a quadrant in cells; a board of four is twice as wide and high.
SIZE: Final = 8

#: The 16 names; a name's index is its hex digit in a game id.
ORDER: Final = tuple(f"{piece}{version}" for version in "ABCD" for piece in "1234")

#: The first cell of each quarter of a board, clockwise from the upper left one.
OFFSETS: Final = (Pos(0, 0), Pos(SIZE, 0), Pos(SIZE, SIZE), Pos(0, SIZE))

#: The cells of a board, row by row, but for the four in the centre, which are closed all around.
PLACES: Final = tuple(
    Pos(x, y) for y in range(2 * SIZE) for x in range(2 * SIZE) if not {x, y} <= {SIZE - 1, SIZE}
)

# Each token is `x,ySIDES`: a cell and its walled sides out of N, E, S, W. The quadrant lies as in
# the upper left quarter: its outer border (N of row 0, W of column 0) is implied, its E and S edges
# are seams, and 7,7 is the closed cell of the centre (its two seam walls are also the neighbours';
# every other wall belongs to one quadrant only).
_QUADRANTS: Final[Mapping[str, str]] = {
    "1A": "1,0E 4,1NW 1,2NE 6,3ES 0,5S 3,6SW 7,7NESW",
    "2A": "3,0E 5,1ES 1,2SW 0,3S 6,4NW 2,6NE 7,7NESW",
    "3A": "3,0E 5,2ES 0,4S 2,4NE 7,5SW 1,6NW 7,7NESW",
    "4A": "3,0E 6,1SW 1,3NE 5,4NW 2,5ES 7,5ES 0,6S 7,7NESW",
    "1B": "4,0E 6,1ES 1,2NW 0,5S 6,5NE 3,6SW 7,7NESW",
    "2B": "4,0E 2,1NW 6,3SW 0,4S 4,5NE 1,6ES 7,7NESW",
    "3B": "3,0E 1,1SW 6,2NE 2,4ES 0,5S 7,5NW 7,7NESW",
    "4B": "4,0E 2,1ES 1,3SW 0,4S 6,4NW 5,6NE 3,7ES 7,7NESW",
    "1C": "1,0E 3,1NW 6,3ES 1,4SW 0,6S 4,6NE 7,7NESW",
    "2C": "5,0E 3,2NW 0,3S 5,3SW 2,4NE 4,5ES 7,7NESW",
    "3C": "1,0E 4,1NE 1,3SW 0,5S 5,5NW 3,6ES 7,7NESW",
    "4C": "2,0E 5,1SW 7,2ES 0,3S 3,4ES 6,5NW 1,6NE 7,7NESW",
    "1D": "5,0E 1,3NW 6,4ES 0,5S 2,6NE 3,6S 7,7NESW",
    "2D": "2,0E 6,1S 5,2ES 1,5SW 0,6S 4,7NE 7,7NESW",
    "3D": "4,0E 0,2S 6,2ES 2,3S 3,4SW 5,6NW 7,7NESW",
    "4D": "4,0E 2,2S 6,2NW 3,3SW 1,5ES 0,6S 5,7ES 7,7NESW",
}

_SIDES: Final = dict(zip("NESW", (Direction.U, Direction.R, Direction.D, Direction.L), strict=True))


def draw(rng: Random) -> list[str]:
    """Return the names of four quadrants, one of each piece, in any order and by any side."""
    return [piece + rng.choice("ABCD") for piece in rng.sample("1234", len(OFFSETS))]


def assemble(names: Sequence[str]) -> frozenset[Edge]:
    """Return the interior walls of a board of 16 × 16 cells.

    Args:
        names: its four quadrants, clockwise from the upper left one.

    Raises:
        KeyError: there is no quadrant of this name.
        ValueError: there are not four names.
    """
    quarters = [quarter(name, place) for name, place in zip(names, range(4), strict=True)]
    return frozenset().union(*quarters)


@functools.cache
def quarter(name: str, place: int) -> frozenset[Edge]:
    """Return a quadrant's walls in the quarter ``place`` (0 to 3, as in :data:`OFFSETS`).

    Each quarter has its quadrant turned once more than the one before.

    Raises:
        KeyError: there is no quadrant of this name.
    """
    walls: set[Edge] = set()
    for token in _QUADRANTS[name].split():
        cell = Pos(int(token[0]), int(token[2]))
        walls |= {wall_beside(cell, _SIDES[letter]) for letter in token[3:]}
    for _ in range(place):
        walls = turned_walls(walls, SIZE)
    left, top = OFFSETS[place]
    return frozenset((left + x, top + y, side) for x, y, side in walls)
