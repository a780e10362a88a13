"""Claims about robots that are false, each for another reason why that might be missed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gridproof.games.robots.game import GAME
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import MOVES
from gridproof.grid import Pos
from gridproof.proof.claims import Claim
from tests.proof.forging import Forgery

__all__ = ["FORGERIES"]


def _forged(name: str, level: RobotsLevel, bound: int | None) -> Forgery:
    return Forgery(name, "slides", Claim(GAME, level, MOVES, bound), [], "there is a solution of")


def _board(robots: dict[int, Pos], target: Pos, **options: Any) -> RobotsLevel:
    """A board of 3 × 3 cells without walls."""
    return RobotsLevel(width=3, height=3, robots=tuple(robots.items()), target=target, **options)


#: Each first move leads farther from the target than the start is.
_AWAY_FIRST = replace(
    _board({0: Pos(0, 0)}, Pos(1, 0)), walls=frozenset({(0, 1, "E"), (1, 1, "S"), (2, 0, "S")})
)

FORGERIES = [
    _forged("a robot that stands on its target", _board({0: Pos(1, 1)}, Pos(1, 1)), 1),
    _forged("one move", _board({0: Pos(0, 0)}, Pos(2, 0)), 2),
    _forged("no solution, though there is one", _board({0: Pos(0, 0)}, Pos(2, 2)), None),
    _forged(
        "a helper that has to come first",
        _board({0: Pos(0, 0), 1: Pos(1, 2)}, Pos(1, 0), target_robot=0),
        5,
    ),
    _forged("the other robot", _board({3: Pos(1, 1), 7: Pos(0, 2)}, Pos(0, 0), target_robot=7), 2),
    _forged("any robot", _board({3: Pos(1, 1), 7: Pos(0, 2)}, Pos(0, 0), target_robot="any"), 2),
    _forged("both axes", _board({0: Pos(0, 0)}, Pos(2, 2), ricochet=True), 3),
    _forged(
        "a start on the target that does not count yet",
        _board({0: Pos(0, 0)}, Pos(0, 0), ricochet=True),
        5,
    ),
    _forged("no solution, though a lone robot moves away first", _AWAY_FIRST, None),
]
