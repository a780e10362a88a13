"""Proofs by layers of positions, of boards that have a solution."""

from __future__ import annotations

from typing import Any

from gridproof.proof.claims import Claim
from gridproof.registry import find_game
from tests.proof.forging import Forgery

GAME = find_game("sokoban")
#: The one box needs three pushes.
(CORRIDOR,) = GAME.read("#######\n#@$  .#\n#######\n", "test")
FREE = [[0], [0]]


def claim(bound: int | None, objective: str = "pushes") -> Claim[Any]:
    return Claim(GAME, CORRIDOR, GAME.objective(objective), bound)


FORGERIES = [
    Forgery(
        "a search that goes on from a solved position",
        "pushes",
        claim(6),
        [[5, 1, 1, 0, 0], *FREE],
        "there is a solution",
    ),
    Forgery(
        "a search to the end, which the solved position is not",
        "pushes",
        claim(None),
        [[0, 1, 0, 0, 0], [0]],
        "there is a solution",
    ),
    Forgery(
        "two searches with a position in common",
        "pushes",
        claim(4),
        [[2, 1, 1, 0, 0], *FREE],
        "the two searches meet",
    ),
    Forgery(
        "two searches that have the solved position in common",
        "pushes",
        claim(4),
        [[3, 1, 1, 0, 0], *FREE],
        "the two searches meet",
    ),
    Forgery(
        "moves to the end, which the solved position is not",
        "moves",
        claim(None, "moves"),
        [[0, 1, 0, 0, 0], [0]],
        "there is a solution",
    ),
    Forgery(
        "two searches of moves with a position in common",
        "moves",
        claim(4, "moves"),
        [[2, 1, 1, 0, 0], *FREE],
        "the two searches meet",
    ),
    Forgery(
        "a zone whose number is above that of any square",
        "pushes",
        claim(3),
        [[5, 0, 0, 0, 1], [0, 1, 0, 0, 0, 6]],
        "a zone's number",
    ),
]
