"""Why a position is dead: a few boxes that can never all get to goals (``native/sokoban``)."""

from __future__ import annotations

import functools
from typing import Final

from gridproof._native import sokoban as native
from gridproof.game import DeadEnd
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.limits import Ticker
from gridproof.result import Limits

__all__ = ["dead_end"]

#: The number of positions that are searched, some ten milliseconds' worth; the time limit is for
#: large boards.
_POSITIONS: Final = 10_000
_LIMITS: Final = Limits(time=0.1, memory=1 << 26)


def dead_end(level: SokobanLevel, state: State) -> DeadEnd | None:
    """Return the few boxes, if there are such boxes and they are found at once.

    Args:
        level: one that the native searches take.
        state: any position of it.
    """
    region = min(level.region([state.player], frozenset(state.boxes)))
    found = _dead_boxes(_Board(level), region, tuple(sorted(state.boxes)))
    if not found:
        return None
    several = f"these {len(found)} boxes can never all get to goals"
    why = several if len(found) > 1 else "this box can never get to a goal"
    return DeadEnd(why, frozenset(map(level.cell, found)))


class _Board:
    """A level by what the search knows of it, so that levels of one board are equal."""

    def __init__(self, level: SokobanLevel) -> None:
        self.problem = problem(level)
        self._key = (self.problem["width"], self.problem["cells"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Board) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


# Steps within a region ask for the same again.
@functools.lru_cache(maxsize=64)
def _dead_boxes(board: _Board, player: int, boxes: tuple[int, ...]) -> tuple[int, ...]:
    found = native.dead_boxes(
        **board.problem | {"player": player, "boxes": boxes},
        positions=_POSITIONS,
        control=Ticker(_LIMITS).control(),
    )
    return tuple(found["boxes"])
