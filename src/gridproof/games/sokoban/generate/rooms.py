"""Rooms with the start that is farthest from solved, made harder until they meet a goal.

``docs/explanation/sokoban-generator.md`` has the method, and the proof of the optimum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from gridproof.design.goal import Goal, Unmet
from gridproof.errors import InputError
from gridproof.games.sokoban.design import lines, pushes
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.generate.random_boards import pulled
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State, level_at
from gridproof.games.sokoban.themes import changed, drawn
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.result import StopReason
from gridproof.solving.task import answer_of

__all__ = ["rooms"]

#: Rooms that are drawn before one with that number of boxes is given up.
_DRAWS: Final = 100
#: Starts drawn of each number of pushes, and for how many of these they are solved.
_KEPT: Final = 3
_LOOKS: Final = 6
#: Lines in which each box is pushed, at least; else it is trivial.
_LINES: Final = 2
#: Pulls of a start that is too easy, at most.
_PULLS: Final = 12
_SEEDS: Final = 1 << 32


def rooms(
    rng: Random,
    *,
    width: int,
    height: int,
    boxes: int,
    theme: str,
    nodes: int,
    changes: int,
    goal: Goal,
    ticker: Ticker,
) -> SokobanLevel:
    """Return a room with no trivial box that needs the pushes of the goal, or as many as it can.

    A box is trivial if the optimal solution that the default solver finds does not push it, or
    pushes it in one line only: in one direction, no other box in between.

    Args:
        rng: where chance comes from.
        width: columns, the outer wall included.
        height: rows, the same.
        boxes: how many there are.
        theme: one of :data:`gridproof.games.sokoban.themes.THEMES`.
        nodes: positions that a search may find or expand for one room.
        changes: how many changed rooms are tried.
        goal: what the optimum is to be.
        ticker: limits.

    Raises:
        InputError: the board is too small for the boxes, or the cost for their number.
        Unmet: no such board was found.
        Stopped: the ticker ended it.
    """
    least = _LINES * boxes
    if goal.max_cost is not None and goal.max_cost < least:
        raise InputError(
            f"{boxes} boxes that are not trivial take at least {least} pushes, not {goal.max_cost}"
        )
    climb = _Climb(rng, goal, nodes, ticker)
    climb.enter(_first(rng, theme, width, height, boxes, ticker))
    for _ in range(changes):
        if climb.found is not None:
            break
        climb.step()
    if climb.found is None:
        raise Unmet(climb.why, climb.nearest)
    return climb.found


def _first(
    rng: Random, theme: str, width: int, height: int, boxes: int, ticker: Ticker
) -> SokobanLevel:
    """Return the room to begin with.

    Raises:
        InputError: there is none with that number of boxes.
        Stopped: the ticker ended it.
    """
    for _ in range(_DRAWS):
        ticker.check()
        room = drawn(rng, theme, width, height, boxes)
        if room is not None:
            return room
    raise InputError(f"no room of {width} × {height} cells for {boxes} boxes was found")


class _Climb:
    """Goes from room to room, never to one that is easier.

    As long as a search from the solved positions visits them all, a room is as hard as the start
    farthest from them. When there are too many, the farthest one found is changed from then on, and
    each change judged by the solver.

    Attributes:
        found: a board that meets the goal.
        nearest: the optimum of the board nearest to the goal.
        why: what was wrong with it.
    """

    def __init__(self, rng: Random, goal: Goal, nodes: int, ticker: Ticker) -> None:
        self.found: SokobanLevel | None = None
        self.nearest: int | None = None
        self.why = "not proven within the effort"
        self._rng, self._wish, self._nodes, self._ticker = rng, goal, nodes, ticker
        self._objective = GAME.objective(goal.objective)
        self._counts_pushes = self._objective.metrics[0] == "pushes"
        self._room: SokobanLevel | None = None
        self._start: SokobanLevel | None = None
        # Cost of `_start`; as long as there is none, pushes of the farthest start of `_room`.
        self._hardness = 0

    def enter(self, room: SokobanLevel) -> None:
        """Go to a room if it is at least as hard as the present one."""
        layers, complete = load("gridproof.games.sokoban.solve.reverse:reverse")(
            room, self._rng.randrange(_SEEDS), _KEPT, self._nodes, self._ticker
        )
        farthest = len(layers) - 1
        if self._room is not None and farthest < self._hardness:
            return
        self._room, self._hardness = room, farthest
        self._look(room, layers)
        if self.found is None and not complete:
            start = self._level(room, layers[-1][0])
            cost = self._judge(start)
            if cost is not None and self._wish.misses_cost(cost) < 0:
                self._start, self._hardness = start, cost

    def step(self) -> None:
        """Try one change."""
        self._ticker.check()
        if self._start is None:
            assert self._room is not None
            room = changed(self._rng, self._room)
            if room is not None:
                self.enter(room)
            return
        if self._rng.randrange(2):
            start = pulled(self._rng, self._start, self._rng.randint(1, _PULLS))
        else:
            start = changed(self._rng, self._start) or self._start
        cost = self._judge(start)
        if cost is not None and cost >= self._hardness and self._wish.misses_cost(cost) <= 0:
            self._start, self._hardness = start, cost

    def _look(self, room: SokobanLevel, layers: Sequence[Sequence[State]]) -> None:
        """Search for a start of the room that meets the goal, the farthest ones first."""
        low, high = 1, len(layers) - 1
        if self._counts_pushes:  # a layer is an optimum: no need to look at others
            if self._wish.misses_cost(high) < 0:
                self._note(high)
            low = max(low, self._wish.min_cost or low)
            high = min(high, self._wish.max_cost or high)
        here = high
        for _ in range(_LOOKS):
            if not low <= here <= high:
                return
            miss = self._try(room, layers[here])
            if self.found is not None:
                return
            if miss < 0:
                low = here + 1
            else:
                high = here - 1
            here = (low + high) // 2 if miss else high

    def _try(self, room: SokobanLevel, states: Sequence[State]) -> int:
        """Search for a start that meets the goal.

        Return the first one's distance from its costs.
        """
        for state in states:
            cost = self._judge(self._level(room, state))
            miss = 0 if cost is None else self._wish.misses_cost(cost)
            if self.found is not None or miss:
                return miss
        return 0

    def _level(self, room: SokobanLevel, state: State) -> SokobanLevel:
        """Return the room with boxes, and the player anywhere in his region."""
        region = sorted(room.region([state.player], state.boxes))
        return level_at(room, state._replace(player=self._rng.choice(region)))

    def _judge(self, level: SokobanLevel) -> int | None:
        """Return the optimum in the first metric, if it is proven within the effort.

        A board that meets the goal becomes the one found.

        Raises:
            Stopped: time or memory ran out, or the caller cancelled it.
        """
        answer = answer_of(GAME, level, self._objective, self._ticker, nodes=self._nodes)
        if answer.stop_reason is not StopReason.COMPLETED or answer.moves is None:
            return None
        made = pushes(level, answer.moves)
        cost = len(made) if self._counts_pushes else len(answer.moves)
        self._note(cost)
        often = Counter(line.box for line in lines(made))
        if len(often) == len(level.movable) and min(often.values()) >= _LINES:
            self.found = None if self._wish.misses_cost(cost) else level
        return cost

    def _note(self, cost: int) -> None:
        """Note the cost that is nearest to the goal."""
        miss = self._wish.misses_cost(cost)
        if self.nearest is None or abs(miss) <= abs(self._wish.misses_cost(self.nearest)):
            self.nearest = cost
            self.why = "too easy" if miss < 0 else "too hard" if miss else "with a trivial box"
