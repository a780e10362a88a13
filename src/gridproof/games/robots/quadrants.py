"""The walls of the 16 official Ricochet Robots board quadrants.

The wall facts were derived from positions of known game ids: 127 boards whose four quadrants
and walls are known determine every quadrant's share and are reproduced exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

SIZE: Final = 8
"""Side of a quadrant in cells; a board of four is twice as wide and high."""

ORDER: Final[tuple[str, ...]] = (
    *("1A", "2A", "3A", "4A"),
    *("1B", "2B", "3B", "4B"),
    *("1C", "2C", "3C", "4C"),
    *("1D", "2D", "3D", "4D"),
)
"""The 16 names; a name's index is its hex digit in a game id."""

# Each token is `x,ySIDES`: cell column x (right) and row y (down), 0..7, and the walled sides of
# that cell out of N, E, S, W. The quadrant lies as in the NW place: its outer border (N of row 0,
# W of column 0) is implied, its E and S edges are seams, and 7,7 is the closed cell of the centre
# (its two seam walls are also the neighbours'; every other wall belongs to one quadrant only).
QUADRANTS: Final[Mapping[str, str]] = {
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

_SIDES: Final = "NESW"
_OFFSETS: Final = ((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE))


def assemble(names: Sequence[str]) -> frozenset[tuple[int, int, str]]:
    """Return the interior walls of a 16x16 board as (x, y, "E" or "S"), cells counted from 0.

    `names` holds four quadrant names in the order NW, NE, SE, SW; the quadrant at index k is
    turned clockwise by k * 90 degrees. Raises KeyError for an unknown name and ValueError
    unless there are four.
    """
    walls: set[tuple[int, int, str]] = set()
    for turns, (name, (left, top)) in enumerate(zip(names, _OFFSETS, strict=True)):
        for token in QUADRANTS[name].split():
            x, y = int(token[0]), int(token[2])
            for _ in range(turns):
                x, y = SIZE - 1 - y, x
            for letter in token[3:]:
                side = _SIDES[(_SIDES.index(letter) + turns) % 4]
                walls.add(_east_or_south(left + x, top + y, side))
    return frozenset(walls)


def _east_or_south(x: int, y: int, side: str) -> tuple[int, int, str]:
    """Return the wall on `side` of cell (x, y) as the E or S side of a cell."""
    if side == "N":
        return x, y - 1, "S"
    if side == "W":
        return x - 1, y, "E"
    return x, y, side
