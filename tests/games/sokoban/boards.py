"""Boards of sokoban for the tests of its searches."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from gridproof.files.reading import read_file
from gridproof.games.sokoban.generate.random_boards import room
from gridproof.games.sokoban.level import SokobanLevel
from tests.samples import level_of

LEVELS = Path(__file__).parents[3] / "src" / "gridproof" / "data" / "levels" / "sokoban"

#: Boards on which a naive form of one part of a search goes wrong, with their fewest pushes; None
#: if there is no solution.
TRAPS: dict[str, tuple[int | None, list[str]]] = {
    "a box is parked in the tunnel (Microban I 10)": (
        21,
        [
            "      #####",
            "      #.  #",
            "      #.# #",
            "#######.# #",
            "# @ $ $ $ #",
            "# # # # ###",
            "#       #  ",
            "#########  ",
        ],
    ),
    "a push through a door": (
        3,
        ["#########", "#   #   #", "# @$  . #", "#   #   #", "#########"],
    ),
    "mirror positions of the backward search": (1, ["#########", "#@ $.   #", "#########"]),
    "goals that are no mirror image": (1, ["#######", "#     #", "#  $. #", "#  @  #", "#######"]),
    "starts that are no mirror image": (1, ["######", "##@ ##", "#.$ *#", "#    #", "######"]),
    "a start place that is no mirror image": (
        4,
        ["######", "#    #", "#    #", "#$  $#", "#.##+#", "######"],
    ),
    "boxes side by side in a corridor": (None, ["########", "#@ $$..#", "########"]),
    "a frozen box seals the goal behind it": (None, ["########", "#.*  $@#", "########"]),
    "two lanes": (6, ["########", "#@ $  .#", "#  $  .#", "########"]),
    "a box in a corner": (None, ["#####", "#@$ #", "##. #", "#####"]),
    "solved already": (0, ["#####", "#@* #", "#####"]),
    "frozen at the wall": (None, ["########", "#  @$$.#", "#     .#", "########"]),
    "a box that cannot be reached": (1, ["########", "#@$.#*##", "########"]),
    "a corral's push that cannot be made now": (2, ["#####", "#.$@#", "#*$*#", "# .*#", "#####"]),
    "a corral that need not be opened": (1, ["#####", "#.$@#", "###*#", "## *#", "#####"]),
    "a fence that opens outwards": (2, ["#####", "## .#", "#.$$#", "# @ #", "#####"]),
    "boxes that only wait for each other": (
        5,
        ["#####", "# @##", "##$##", "#   #", "#$  #", "#.*.#", "#####"],
    ),
    "a row that ends before its wall": (2, ["######", "#. $@", "######"]),
    "a fence on its goal that must be opened": (
        4,
        ["########", "#   #  #", "# @ *. #", "# $ #  #", "#   ####", "########"],
    ),
    "a box in a door, with a way round": (
        3,
        ["#########", "#   #   #", "#. @$   #", "#   #   #", "## ### ##", "##     ##", "#########"],
    ),
    "a niche behind a goal": (3, ["########", "#@ $.  #", "#  $ .##", "########"]),
    "a corridor of goals is filled from its end": (
        13,
        ["#########", "#    ####", "# $$ ...#", "#@ $ ####", "#    ####", "#########"],
    ),
    "a box counts in one set only": (
        9,
        ["#####", "#.  #", "# $ #", "#  $#", "#$* #", "# @ #", "#.*.#", "#####"],
    ),
    "what touches the zone counts in no set": (
        7,
        ["######", "#*#.##", "#   ##", "##  @#", "# $$##", "#.   #", "#  # #", "######"],
    ),
    "a set is dead from one side only": (2, ["#####", "#@$.#", "#$**#", "#.###", "#####"]),
    "a position is reached again with fewer pushes": (
        5,
        ["######", "#.$  #", "# $@$#", "# .$.#", "# .# #", "#    #", "######"],
    ),
}


def level(*rows: str) -> SokobanLevel:
    found = level_of("sokoban", {"rows": rows})
    assert isinstance(found, SokobanLevel)
    return found


def microban(number: int) -> SokobanLevel:
    found = read_file(str(LEVELS / "microban1.txt"))[number - 1]
    assert isinstance(found, SokobanLevel)
    return found


def choices(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Return the sets of parts of a search to leave out, from none to all."""
    for size in range(len(parts) + 1):
        yield from itertools.combinations(parts, size)


def dense_level(rng: random.Random) -> SokobanLevel:
    """A room of up to 8 × 6 cells with up to 5 boxes that random pulls have moved."""
    return room(
        rng,
        width=2 + rng.randint(3, 8),
        height=2 + rng.randint(3, 6),
        boxes=rng.randint(2, 5),
        walls=rng.choice((5, 15, 25, 35)),
        pulls=rng.randint(2, 60),
    )
