"""The fewest explosions, proven: layers of crate sets beside plans of bombs.

The kernel makes the layers (``native/bombcover/layers.hpp``); here it is decided how many
explosions to allow, how wide to search, for which sets new weights are worked out, and if layers or
plans (:mod:`gridproof.games.bombcover.solve.plans`) go on. The proofs stand in
``docs/explanation/bombcover-solver.md``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gridproof._native import bombcover as native
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.games.bombcover.solve.known import Known
from gridproof.games.bombcover.solve.plans import Plans
from gridproof.lazy import is_installed
from gridproof.limits import Stopped
from gridproof.result import Answer, Stats, StopReason
from gridproof.solving.task import Task

if TYPE_CHECKING:
    from gridproof.games.bombcover.solve.weights import ArmProgram

__all__ = ["optimal"]

#: Boards with at most this many crates do without linear programs.
FEW_CRATES = 16
#: Boards with more crates get a solution before linear programs, which take a while then.
MANY_CRATES = 160
#: States of a layer above which new weights are worked out for it.
LARGE_LAYER = 4_000
#: Before a layer of this many states is expanded, plans go on for a while.
PLANS_FROM = 1_000
#: They go on for a node per this many states. A node takes about 600 times as long as a state
#: (random boards of 14 × 14), so plans get about nine tenths of the time.
_STATES_A_NODE = 50
#: On boards of this many crates layers wait for plans to end: they would not end first.
PLANS_ALONE = 60
#: Layers of this many states wait for plans to end: the next one can take most of a minute.
HUGE_LAYER = 300_000
#: Steps of the local search for plans, for each number of bombs.
_PLAN_STEPS = 20_000
#: The first beam, and the one for boards on which layers become large.
_BEAM, _WIDE_BEAM = 50, 3_000
#: Without plans: the beam before the last complete search, which is by far the dearest.
_LAST_BEAM = 30_000
_NO_LIMIT = 1 << 40
#: Layers hold no more crates.
_MAX_IN_LAYERS = 4096
#: Turns for each component of the static relaxation, where other means are left.
_TURNS = 4
#: New weights are worked out for a large layer as long as this many at a time leave less than this
#: part of it.
_PROGRAMS_AT_A_TIME = 8
_WORTH = 0.97


def optimal(task: Task[BombcoverLevel]) -> Answer:
    """Try greedy bombs, then beams and plans from above, complete layers and plans from below."""
    run = _LayeredSearch(task)
    stop, known = run.run(), run.known
    stats = Stats(expanded=task.ticker.nodes, peak_memory=known.peak_memory)
    notes = {"linear_programs": run.programs_solved, "root_bound": run.root}
    return Answer(stop, known.moves, known.lower, stats=stats, notes=notes, proof="search")


class _LayeredSearch:
    """One search: the layers, the plans beside them, and the weights worked out."""

    def __init__(self, task: Task[BombcoverLevel]) -> None:
        self.task = task
        self.ticker = task.ticker
        self.known = Known(task)
        self.root = self.known.lower
        self.programs_solved = 0
        self.search: Any = None  # until there is a solution; on boards of too many crates, for good
        self._plans = Plans(self.known)
        self._looked_further = False
        self._crates = 0
        self._weighs = False
        # Browsers have none of these: there, layers and plans go on without.
        self._linear_programs = is_installed("highspy") and is_installed("numpy")
        self._program: ArmProgram | None = None
        self._random = random.Random(0)

    def run(self) -> StopReason:
        """Search until the best solution is proven, or there is a reason to stop."""
        try:
            self._run()
        except Stopped as stopped:
            return stopped.reason
        except MemoryError:
            return StopReason.MEMORY_LIMIT
        return StopReason.COMPLETED

    def _run(self) -> None:
        self._begin()
        if self.known.best == self.known.lower:
            return
        try:
            control = self.ticker.control(counted=False)
            self.search = native.Search(**problem(self.task.level), control=control)
        except ValueError:  # more crates than its sets hold
            return
        self.known.kernels.append(self.search)
        crates = self._crates = self.search.crates
        wanted = self.task.options["linear_programs"] and self._linear_programs
        self._weighs = wanted and crates > FEW_CRATES
        self.known.raise_lower(self.search.root_bound)
        self.root = self.known.lower
        self.known.check()
        if crates > MANY_CRATES:
            self._beam(1)
        if self._weighs:
            self._learn(range(crates))
            self.known.raise_lower(self.search.root_bound)
            self.root = self.known.lower
            self.known.check()
        self._beam(_BEAM)
        # Whatever the beams have missed has between `lower` and `goal` explosions.
        while self.known.is_open:
            if (
                self._looked_further
                and not self._plans.going
                and self.known.lower == self.known.goal
            ):
                self._beam(_LAST_BEAM)
            if self.known.is_open:
                self._layers(self.known.lower, _NO_LIMIT)
            self.known.check()

    def _begin(self) -> None:
        """Find a first solution, whatever the board's size."""
        statics = native.Statics(
            **problem(self.task.level), control=self.ticker.control(counted=False)
        )
        most = self.task.max_cost
        self.known.limit = statics.crates if most is None else min(statics.crates, most)
        self.known.raise_lower(self.known.lower)
        self.known.check()
        self.ticker.allocate(statics.bytes)
        try:
            if self.task.options["greedy"] or not statics.crates:
                self._play(statics, [])
            if statics.crates > MANY_CRATES:
                self._cover(statics)
        finally:
            self.ticker.allocate(-statics.bytes)

    def _play(self, statics: Any, plan: Sequence[tuple[int, Sequence[int]]]) -> None:
        """Play the playable part of a plan, and greedy bombs after it."""
        found = statics.play(plan, control=self.ticker.control(counted=False))
        if found["bombs"] is None:
            raise Stopped(StopReason(found["stop"]))
        if len(found["bombs"]) <= self.known.goal:
            self.known.found(found["bombs"])

    def _cover(self, statics: Any) -> None:
        """Solve the static relaxation, and play what that gives."""
        wanted = self.task.options["static"] and self._linear_programs
        if not wanted or not self.known.is_open:
            return
        from gridproof.games.bombcover.solve.static_cover import StaticCover

        taken = self.ticker.bytes
        try:
            cover = StaticCover(statics, self.known.raise_lower, self.ticker)
            if cover.parts is None:
                return
            last = statics.crates > _MAX_IN_LAYERS
            try:
                self.known.raise_lower(cover.bound)
                self.known.check()
                cover.solve(self.ticker, None if last else _TURNS)
            finally:
                self.known.raise_lower(cover.bound)
                if cover.size <= self.known.goal:
                    self._play(statics, cover.plan())
        finally:
            self.ticker.allocate(taken - self.ticker.bytes)

    def _look_further(self) -> None:
        """Look for better solutions in earnest, now that a proof will take long."""
        self._looked_further = True
        if self._crates <= MANY_CRATES:
            control = self.ticker.control(counted=False)
            self._cover(native.Statics(**problem(self.task.level), control=control))
        if self.task.options["plans"]:
            self._plans.begin()
        if self._plans.going and self._crates >= PLANS_ALONE:
            self._plans.close_in()
            if self.known.lower < self.known.goal:
                self._beam(_WIDE_BEAM)
                self._plans.close_in()
            return
        if self._plans.going:
            while self.known.is_open and self._plans.search(_PLAN_STEPS):
                pass
        self._beam(_WIDE_BEAM)

    def _beam(self, width: int) -> None:
        """Look for better solutions with layers of this width."""
        if self.task.options["beams"]:
            while self.known.is_open and self._layers(self.known.goal, width):
                pass
        self.known.check()

    def _layers(self, most: int, width: int) -> bool:
        """Search for a solution of at most ``most`` bombs; return True if one was found.

        If the layers end without one and none was cut, there is none: a proof. Plans may get there
        first, and a caller that searches for better solutions has to call again.
        """
        self.search.restart()
        while True:
            if width == _NO_LIMIT and self.search.size >= PLANS_FROM:
                if not self._looked_further:
                    self._look_further()
                    return False  # from the start again: beams are layers as well
                if self._plan(most):
                    return self.known.goal < most
            outcome = self.known.call(self.search.expand, most, width)
            if outcome == "solved":
                self.known.found(self.search.solution)
                return True
            if outcome == "layer" and self._weighs:
                outcome = self._improve(most, width)
            if outcome == "empty":
                if not self.search.was_cut:
                    self.known.raise_lower(most + 1)
                return False

    def _plan(self, most: int) -> bool:
        """Let plans go on before the next layer is made; return True if they decided ``most``."""
        if not self._plans.going:
            return False
        states = self.search.size
        if self._crates >= PLANS_ALONE:
            return self._plans.prove_in_turns(most)
        nodes = _NO_LIMIT if states >= HUGE_LAYER else states // _STATES_A_NODE
        return self._plans.prove(most, nodes)

    def _improve(self, most: int, width: int) -> str:
        """Work out weights for states of the layer that was made; return what is left of it."""
        search, outcome = self.search, "layer"
        if width != _NO_LIMIT:
            if width > 1 and self.programs_solved < self._most_programs():
                self._learn(search.crates_of(0))
                self._learn(search.crates_of(self._random.randrange(search.size)))
                outcome = self.known.call(search.prune, most)
        elif (size := search.size) >= LARGE_LAYER:
            # Each state that goes now takes all that would follow it along.
            before = 0.0
            while (size and size < before * _WORTH) or not before:
                if (stop := self.ticker.tick()) is not None:
                    raise Stopped(stop)
                before = size
                for _ in range(_PROGRAMS_AT_A_TIME):
                    self._learn(search.crates_of(self._random.randrange(size)))
                outcome = self.known.call(search.prune, most)
                size = search.size
        return outcome

    def _most_programs(self) -> int:
        """Return a limit measured on random boards: below it linear programs do not pay."""
        crates = self._crates
        return 2 if crates <= 24 else 6 if crates <= 30 else 20 if crates <= 36 else 60

    def _learn(self, crates: Any) -> None:
        if self._program is None:
            from gridproof.games.bombcover.solve.weights import ArmProgram

            self._program = ArmProgram(self.search, self.ticker)
        self.search.add_weighting(self._program.best_for(crates, self.ticker))
        self.programs_solved += 1
