"""Certificates of false claims about boards of merge."""

from __future__ import annotations

from gridproof.files.reading import read_boards
from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import MergeLevel
from gridproof.proof.claims import Claim
from tests.proof.forging import Forgery


def level(text: str) -> MergeLevel:
    (found,) = read_boards(text, game="merge")
    assert isinstance(found, MergeLevel)
    return found


#: One merge, and its stone falls.
FALLS = level("a1a")

FORGERIES = [
    Forgery(
        "a cover row with thresholds below 0 asks for more than the hit points",
        "damages",
        Claim(GAME, FALLS, GAME.objective("stones"), 0),
        [2, ["cover", 0, -1, -1], ["budget", 1, 1], [3, [0, 1, 1, 1]]],
        "a threshold",
    ),
    Forgery(
        "a row rounded with a divisor below 0 says more than its rows",
        "damages",
        Claim(GAME, FALLS, GAME.objective("stones"), 0),
        [
            3,
            ["cover", 0, 0, 0],
            ["budget", 1, 1],
            ["round", -2, [0, -3, 1, -3], [2, -2]],
            [0, [0, 1, 2, 1]],
        ],
        "a divisor",
    ),
]
