"""The fewest explosions, proven: layers of crate sets, bounded by weights of crates.

The kernel makes the layers (``native/bombcover/layers.hpp`` has the proofs); here it is decided
how many explosions to allow, how wide to search, and for which sets new weights are worked out.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from gridproof._native import bombcover as native
from gridproof.game import Game, Objective
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem, to_moves
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

if TYPE_CHECKING:
    from gridproof.games.bombcover.solve.weights import ArmProgram, PatternProgram

__all__ = ["optimal"]

#: Boards with at most this many crates do without linear programs.
FEW_CRATES = 16
#: Boards with so many crates weigh sets of crates, not only single ones. On smaller ones that does
#: not pay; on larger ones looking for sets takes minutes, as it grows with the cube of the crates.
SETS_FROM, SETS_UP_TO = 36, 160
#: States of a layer above which new weights are worked out for it.
LARGE_LAYER = 4_000
_BEAMS = (50, 3000)
#: The beam before the last complete search, which is by far the dearest.
_LAST_BEAM = 30_000
_NO_WIDTH = 1 << 40
#: New weights are worked out for a large layer as long as so many at a time leave less than this
#: part of it.
_PROGRAMS_AT_A_TIME = 8
_WORTH = 0.97


def optimal(
    game: Game[Any, Any],
    level: BombcoverLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Beams from above, complete layers from below, until they meet."""
    run = _Run(level, ticker, None if decide is None else first(decide))
    stop = run.run()
    stats = Stats(
        expanded=ticker.nodes,
        peak_memory=run.search.peak_memory,
    )
    notes = {"linear_programs": run.programs_solved, "root_bound": run.root}
    moves = None if run.best is None else to_moves(level, run.best)
    return Answer(stop, moves, run.lower, stats=stats, notes=notes)


class _Stopped(Exception):
    def __init__(self, reason: StopReason) -> None:
        self.reason = reason


class _Run:
    """One search: what is proven, the best bombs so far, and the weights worked out."""

    def __init__(self, level: BombcoverLevel, ticker: Ticker, wanted: int | None) -> None:
        self.ticker = ticker
        self.wanted = wanted
        self.pierce = level.pierce
        self.search = native.Search(**problem(level))
        self.lower = self.root = self.search.root_bound
        self.best: list[int] | None = None
        self.programs_solved = 0
        self._program: ArmProgram | PatternProgram | None = None
        self._random = random.Random(0)

    def run(self) -> StopReason:
        """Searches until the best solution is proven, or there is a reason to stop."""
        try:
            self._run()
        except _Stopped as stopped:
            return stopped.reason
        return StopReason.COMPLETED

    def _run(self) -> None:
        crates = self.search.crates
        if crates == 0:
            self.best = []
            return
        most = self.ticker.limits.max_cost
        goal = crates if most is None else min(crates, most)
        self._check(goal)
        if crates > SETS_UP_TO:  # linear programs take a while: some solution first
            goal = self._lower_goal(goal, 1)
        if crates > FEW_CRATES:
            self._learn(range(crates))
            self._raise_lower(self.search.root_bound)
            self.root = self.lower
            self._check(goal)
        for width in _BEAMS:
            goal = self._lower_goal(goal, width)
        # Whatever the beams have missed has between `lower` and `goal` explosions.
        while self.lower <= goal:
            if self.lower == goal:
                goal = self._lower_goal(goal, _LAST_BEAM)
            if self.lower <= goal and self._layers(self.lower, _NO_WIDTH):
                return
            self._check(goal)

    def _lower_goal(self, goal: int, width: int) -> int:
        """Finds solutions by beams of this width; one bomb less than the last one found."""
        while self.lower <= goal and self._layers(goal, width):
            goal = len(self.best or ()) - 1
        self._check(goal)
        return goal

    def _check(self, goal: int) -> None:
        """Stops if the question is answered, or only dearer solutions than wanted are left."""
        if self.wanted is not None and (
            self.lower > self.wanted or (self.best is not None and len(self.best) <= self.wanted)
        ):
            raise _Stopped(StopReason.DECIDED)
        if self.best is None and self.lower > goal:
            raise _Stopped(StopReason.COST_LIMIT)

    def _layers(self, most: int, width: int) -> bool:
        """Looks for a solution of at most ``most`` bombs; whether one was found.

        If the layers end without one and none was cut, there is none: a proof.
        """
        self.search.restart()
        while True:
            outcome = self._expand(most, width)
            if outcome == "solved":
                self.best = self.search.solution
                self.ticker.best = len(self.best)
                self._check(most)
                return True
            if outcome == "layer":
                outcome = self._improve(most, width)
            if outcome == "empty":
                if not self.search.was_cut:
                    self._raise_lower(most + 1)
                return False

    def _expand(self, most: int, width: int) -> str:
        nodes = self.ticker.nodes
        found = self.search.expand(most, width, **self.ticker.for_kernel())
        self.ticker.nodes = nodes + found["nodes"]
        if found["outcome"] == "stopped":
            raise _Stopped(StopReason(found["stop"]))
        return str(found["outcome"])

    def _improve(self, most: int, width: int) -> str:
        """Works out weights for states of the layer that was made; what is left of it."""
        search = self.search
        if width != _NO_WIDTH:
            if width > 1 and self.programs_solved < self._most_programs():
                self._learn(search.crates_of(0))
                self._learn(search.crates_of(self._random.randrange(search.size)))
                search.prune(most)
        elif search.size >= LARGE_LAYER and search.crates > FEW_CRATES:
            # Each state that goes now takes all that would follow it along.
            before = 0.0
            while (search.size and search.size < before * _WORTH) or not before:
                before = search.size
                for _ in range(_PROGRAMS_AT_A_TIME):
                    self._learn(search.crates_of(self._random.randrange(search.size)))
                search.prune(most)
        return "layer" if search.size else "empty"

    def _most_programs(self) -> int:
        """Measured on random boards: below, linear programs cost more than they save."""
        crates = self.search.crates
        if crates <= FEW_CRATES:
            return 0
        return 2 if crates <= 24 else 6 if crates <= 30 else 20 if crates <= 36 else 60

    def _learn(self, crates: Any) -> None:
        if self._program is None:
            from gridproof.games.bombcover.solve import weights

            sets = SETS_FROM <= self.search.crates <= SETS_UP_TO and not self.pierce
            self._program = (weights.PatternProgram if sets else weights.ArmProgram)(self.search)
        self.search.add_weighting(self._program.best_for(crates))
        self.programs_solved += 1

    def _raise_lower(self, bound: int) -> None:
        self.lower = max(self.lower, bound)
        self.ticker.bound = self.lower
