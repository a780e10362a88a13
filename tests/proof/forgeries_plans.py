"""Certificates of bombcover that claim one explosion too many, each by another trick."""

from __future__ import annotations

from typing import Any

from gridproof.games.bombcover.game import GAME
from gridproof.games.bombcover.rules import EXPLOSIONS
from gridproof.proof.claims import Claim
from tests.proof.forging import Forgery
from tests.samples import level_of

__all__ = ["FORGERIES"]

#: All crates of a row of its own: "0 is at least 1", if no pattern of it is left.
_EMPTY_ROW = [0, [0, 1]]


def _forged(name: str, rows: list[str], bound: int, records: list[Any], check: str) -> Forgery:
    level = level_of("bombcover", {"rows": rows}, {"radius": "1"} if "radius" in name else None)
    return Forgery(name, "plans", Claim(GAME, level, EXPLOSIONS, bound), records, check)


def _dropped(
    name: str, rows: list[str], bound: int, *pairs: list[int], there: bool = True
) -> Forgery:
    """Sites are dropped until no bomb is left for the first crate."""
    check = "for one that does less" if there else "for one that is not there"
    return _forged(name, rows, bound, [[len(pairs), 0, 0], *pairs, _EMPTY_ROW], check)


#: Two bombs: all three crates stand in the way to the cell between them, so one is needed beside
#: the player. With arms of length 1 every bomb takes the first crate.
_CROSS = [".x@", "x.x"]
#: Sets of one and of three, and a false row: at most one bomb takes the first crate.
_TWICE = [0, [1, 1, 3, 1, 4, 1]]

FORGERIES = [
    _dropped("sites dropped for each other", ["@.x"], 2, [0, 1], [1, 0], there=False),
    _dropped("a site dropped for itself", ["@x"], 2, [0, 0]),
    _dropped("a site dropped for one on a crate", ["@xx"], 3, [0, 1]),
    _dropped("a site dropped for one in another room", ["@x."], 2, [0, 2]),
    _dropped("a site dropped for one that lacks an arm", ["#x#", "x@."], 2, [4, 5]),
    _forged(
        "a site dropped for one that sees another crate first",
        ["@.xx", ".#x#", "...#"],
        3,
        [[2, 1, 0], [1, 0], [0, 10], [0, 2], [1, [0, 1, 1, 1, 3, 1]]],
        "for one that does less",
    ),
    _forged("the empty set of crates", ["@x"], 2, [[0, 1, 0], [], [0, [1, 1]]], "is empty"),
    _forged(
        "a sum divided by less than 0, radius 1",
        _CROSS,
        3,
        [[0, 1, 1], [0, 1, 2], [-1, [0, 1]], _TWICE],
        "a divisor",
    ),
    _forged(
        "a row taken less than 0 times, radius 1",
        _CROSS,
        3,
        [[0, 1, 1], [0, 1, 2], [1, [0, -1]], _TWICE],
        "how often a row is taken",
    ),
]
