"""Reductions, rows and claims that would prove that too many squares are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.grid import Pos
from gridproof.proof.claims import Claim
from gridproof.registry import find_game
from tests.proof.forging import Forgery


def claim(side: int, points: Sequence[tuple[int, int]], bound: int) -> Claim[BoxcoverLevel]:
    game = find_game("boxcover")
    level = BoxcoverLevel(side=side, points=tuple(Pos(*point) for point in points))
    return Claim(game, level, game.objective("squares"), bound)


def forgery(
    name: str,
    check: str,
    side: int,
    points: Sequence[tuple[int, int]],
    bound: int,
    records: Sequence[Any],
) -> Forgery:
    return Forgery(name, "squares", claim(side, points, bound), records, check)


#: Each with a square to the next one: two squares will do for three or four.
THREE = ((0, 0), (2, 0), (4, 0))
FOUR = (*THREE, (6, 0))
#: A component of one square, and one of which a point has no square.
ONE, NONE = [[0, 0], [1, [0, 1]]], [[99, 0], [0, [0, 1]]]
#: The outer points ask for both squares, a row for one of them alone.
BOTH = [0, [0, 1, 2, 1, 3, 1]]

#: Five points in a ring, each with a square to the next one: three squares are needed. The rows of
#: the points come to two and a half; with the square of the first two, or without it, to three.
RING = ((-1, 2), (0, 0), (1, 3), (2, 0), (3, 2))
ALL, WITHOUT, WITH = [0, 1, 1, 1, 2, 1, 3, 1, 4, 1], [1, [0, 1, 1, 1, 4, 1]], [1, [2, 1, 3, 1]]
RING_BY_CASES = [0, [2, 1], ["cases", 2, ALL], [0, [], [0, 0]], WITHOUT, WITH, [1, [5, 1]]]

FORGERIES = [
    forgery(
        "a bound above what is proven",
        "squares are proven",
        2,
        THREE,
        3,
        [0, [1, 0], [1, [0, 1, 2, 1]]],
    ),
    forgery(
        "a square is taken where another one will do",
        "a point has a choice",
        2,
        FOUR,
        3,
        [1, [["forced", 2]], *ONE, *ONE],
    ),
    forgery(
        "a square is dropped for itself",
        "a square stands for itself",
        2,
        FOUR,
        9,
        [1, [["square", 2, 2]], *ONE, *NONE],
    ),
    forgery(
        "a square is dropped for one that lacks a point of it",
        "a point that the other one has not",
        2,
        FOUR,
        9,
        [1, [["square", 2, 1]], *ONE, *NONE],
    ),
    forgery(
        "a square of three points is folded",
        "a square with three points is folded",
        4,
        ((-3, 0), (0, 0), (4, 0), (4, 4), (6, -4)),
        9,
        [1, [["fold", 1]], *ONE, *NONE],
    ),
    forgery(
        "a square is folded of which a point may be covered in three ways",
        "a point in three squares",
        2,
        ((-4, 1), (-2, 1), (-1, -2), (0, 0), (2, 0), (4, 0)),
        4,
        [1, [["fold", 3]], [1, 0], [1, [0, 1, 2, 1]], *ONE],
    ),
    forgery(
        "a square is folded that is within another one",
        "whose points have the same squares",
        2,
        ((0, 0), (1, 0), (2, 0), (3, 0), (5, 0)),
        3,
        [1, [["forced", 4], ["fold", 1]], *ONE],
    ),
    forgery(
        "a window with weights below 0: no more squares than one",
        "a weight",
        2,
        THREE,
        9,
        [0, [9, 1], ["window", [1], [0, -1, 1, -1]], BOTH],
    ),
    forgery(
        "a rounding by a unit below 0: no more squares than one",
        "a unit",
        2,
        THREE,
        9,
        [0, [9, 1], ["round", -1, [1, 1]], BOTH],
    ),
    forgery(
        "a rounding with a price below 0: no more squares than one",
        "a price of a point",
        2,
        THREE,
        9,
        [0, [9, 1], ["round", 1, [1, -1]], BOTH],
    ),
    forgery(
        "two rows of cases, each of which holds in one case alone",
        "a leaf is not closed",
        2,
        RING,
        4,
        [
            *(0, [3, 2]),
            *(["cases", 1, [1, 1, 2, 1]], [0, [], [0, 0]], [1, [0, 1, 1, 1]], WITH),
            *(["cases", 0, [0, 1]], [0, [], [0, 0]], WITHOUT, [1, []]),
            [1, [4, 1, 5, 1, 6, 1]],
        ],
    ),
]
