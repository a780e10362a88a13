"""The fewest explosions, proven: layers of crate sets beside plans of bombs.

The kernels make the layers (``native/bombcover/layers.hpp``), look for plans and exclude them
(``native/bombcover/plans.hpp``); here it is decided how many explosions to allow, how wide to
search, for which sets new weights are worked out, and which of the two goes on. The proofs stand in
``docs/explanation/bombcover-solver.md``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gridproof._native import bombcover as native
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem, to_moves
from gridproof.lazy import is_installed
from gridproof.limits import Stopped
from gridproof.result import Answer, Stats, StopReason, first
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
#: They go on for a node per this many states. A node takes about 140 times as long as a state
#: (random boards of 14 × 14), so plans get about three quarters of the time.
_STATES_A_NODE = 50
#: On boards of this many crates layers wait for plans to end: they would not end first.
PLANS_ALONE = 60
#: Layers of this many states wait for plans to end: the next one can take most of a minute.
HUGE_LAYER = 300_000
#: Steps of the local search for plans, for each number of bombs.
_PLAN_STEPS = 20_000
#: The same, for each turn.
_TURN_STEPS = 4_000
#: Nodes of a proof (twice as many in each turn) and neighbourhoods of a play, in turns.
_SOME_NODES, _NEIGHBOURHOODS = 400, 20
#: Nodes in each neighbourhood, which grow likewise.
_NODES_IN_ONE = 30
#: The first beam, and the one for boards on which layers become large.
_BEAM, _WIDE_BEAM = 50, 3_000
#: Without plans: the beam before the last complete search, which is by far the dearest.
_LAST_BEAM = 30_000
_NO_LIMIT = 1 << 40
#: Layers hold no more crates.
_MAX_IN_LAYERS = 4096
#: Turns for each component of the static relaxation, where other means are left.
_TURNS = 4
#: A kernel's finding that stays true if a limit was reached meanwhile.
_FINAL = ("solved", "played", "proven", "empty")
#: New weights are worked out for a large layer as long as this many at a time leave less than this
#: part of it.
_PROGRAMS_AT_A_TIME = 8
_WORTH = 0.97


def optimal(task: Task[BombcoverLevel]) -> Answer:
    """Try greedy bombs, then beams and plans from above, complete layers and plans from below."""
    run = _LayeredSearch(task)
    stop = run.run()
    stats = Stats(expanded=task.ticker.nodes, peak_memory=run.peak_memory)
    notes = {"linear_programs": run.programs_solved, "root_bound": run.root}
    return Answer(stop, run.moves, run.lower, stats=stats, notes=notes, proof="search")


class _LayeredSearch:
    """One search: what is proven, the best bombs so far, and the weights worked out."""

    def __init__(self, task: Task[BombcoverLevel]) -> None:
        self.task = task
        self.ticker = task.ticker
        self.lower = self.root = task.root_bound or 0
        self.bombs: list[int] | None = None  # of the best solution, unless it is the incumbent
        self.best = None if task.incumbent is None else first(task.incumbent.value)
        self.ticker.best = self.best
        self.programs_solved = 0
        self.search: Any = None  # until there is a solution; on boards of too many crates, for good
        self._planner: Any = None  # until it is needed; where there are no plans, for good
        self._looked_further = False
        self._crates = self._limit = 0
        self._weighs = False
        # Browsers have none of these: there, layers and plans go on without.
        self._linear_programs = is_installed("highspy") and is_installed("numpy")
        self._program: ArmProgram | None = None
        self._random = random.Random(0)

    @property
    def moves(self) -> tuple[str, ...] | None:
        """The best solution."""
        if self.bombs is not None:
            return to_moves(self.task.level, self.bombs)
        return None if self.task.incumbent is None else self.task.incumbent.moves

    def _make_planner(self) -> Any:
        """Return plans; None if there are none."""
        control = self.ticker.control(counted=False)
        try:
            return native.Planner(**problem(self.task.level), control=control)
        except ValueError:  # not for this board
            return None

    @property
    def goal(self) -> int:
        """The most bombs of a solution that is worth finding."""
        return self._limit if self.best is None else min(self._limit, self.best - 1)

    @property
    def peak_memory(self) -> int:
        """Of the kernels and linear programs, in bytes."""
        kernels = (self.search, self._planner)
        searched = sum(k.peak_memory for k in kernels if k is not None)
        return int(max(searched + self.ticker.bytes, self.ticker.peak_bytes))

    def run(self) -> StopReason:
        """Searches until the best solution is proven, or there is a reason to stop."""
        try:
            self._run()
        except Stopped as stopped:
            return stopped.reason
        except MemoryError:
            return StopReason.MEMORY_LIMIT
        return StopReason.COMPLETED

    def _run(self) -> None:
        self._begin()
        if self.best == self.lower:
            return
        try:
            control = self.ticker.control(counted=False)
            self.search = native.Search(**problem(self.task.level), control=control)
        except ValueError:  # more crates than its sets hold
            return
        crates = self._crates = self.search.crates
        wanted = self.task.options["linear_programs"] and self._linear_programs
        self._weighs = wanted and crates > FEW_CRATES
        self._raise_lower(self.search.root_bound)
        self.root = self.lower
        self._check()
        if crates > MANY_CRATES:
            self._beam(1)
        if self._weighs:
            self._learn(range(crates))
            self._raise_lower(self.search.root_bound)
            self.root = self.lower
            self._check()
        self._beam(_BEAM)
        # Whatever the beams have missed has between `lower` and `goal` explosions.
        while self.lower <= self.goal:
            if self._looked_further and self._planner is None and self.lower == self.goal:
                self._beam(_LAST_BEAM)
            if self.lower <= self.goal:
                self._layers(self.lower, _NO_LIMIT)
            self._check()

    def _begin(self) -> None:
        """Finds a first solution, whatever the board's size."""
        statics = native.Statics(
            **problem(self.task.level), control=self.ticker.control(counted=False)
        )
        most = self.task.max_cost
        self._limit = statics.crates if most is None else min(statics.crates, most)
        self._raise_lower(self.lower)
        self._check()
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
        if len(found["bombs"]) <= self.goal:
            self._found(found["bombs"])

    def _cover(self, statics: Any) -> None:
        """Solves the static relaxation, and plays what that gives."""
        wanted = self.task.options["static"] and self._linear_programs
        if not wanted or self.lower > self.goal:
            return
        from gridproof.games.bombcover.solve.static_cover import StaticCover

        taken = self.ticker.bytes
        try:
            cover = StaticCover(statics, lambda: self._raise_lower(cover.bound), self.ticker)
            if cover.parts is None:
                return
            last = statics.crates > _MAX_IN_LAYERS
            try:
                self._raise_lower(cover.bound)
                self._check()
                cover.solve(self.ticker, None if last else _TURNS)
            finally:
                self._raise_lower(cover.bound)
                if cover.size <= self.goal:
                    self._play(statics, cover.plan())
        finally:
            self.ticker.allocate(taken - self.ticker.bytes)

    def _look_further(self) -> None:
        """Looks for better solutions in earnest, now that a proof will take long."""
        self._looked_further = True
        if self._crates <= MANY_CRATES:
            control = self.ticker.control(counted=False)
            self._cover(native.Statics(**problem(self.task.level), control=control))
        if self.task.options["plans"]:
            self.ticker.allocate(self.search.bytes)
            try:
                self._planner = self._make_planner()
            finally:
                self.ticker.allocate(-self.search.bytes)
        if self._planner is not None and self._crates >= PLANS_ALONE:
            self._close_in()
            if self.lower < self.goal:
                self._beam(_WIDE_BEAM)
                self._close_in()
            return
        if self._planner is not None:
            while self.lower <= self.goal and self._search(_PLAN_STEPS):
                pass
        self._beam(_WIDE_BEAM)

    def _close_in(self) -> None:
        """Prove what is soon proven, and then look for plans near the best solution."""
        while self.lower <= self.goal and self._prove(self.lower, _SOME_NODES):
            self._check()
        self._better(_NODES_IN_ONE)

    def _better(self, nodes: int) -> None:
        """Look for plans near the best solution, as long as some are found."""
        while self.lower <= self.goal and self._planner is not None and self.bombs is not None:
            most = self.goal
            improve = self._planner.improve
            outcome = self._call(improve, most, self.bombs, _NEIGHBOURHOODS, nodes)
            if not self._conclude(outcome, most) and not self._search(_TURN_STEPS):
                return

    def _search(self, steps: int) -> bool:
        """Look for a better plan by local search, which learns sets as well; whether it found."""
        found = bool(self._call(self._planner.search, self.goal, steps) == "played")
        if found:
            self._found(self._planner.solution)
        return found

    def _prove_in_turns(self, most: int) -> bool:
        """Go on with branch and cut, and now and then look for better plans; as `_prove`."""
        nodes = _SOME_NODES
        while not self._prove(most, nodes):
            if self._planner is None:
                return False
            self._better(nodes * _NODES_IN_ONE // _SOME_NODES)
            if self.goal < most or self.lower > most:
                return True
            nodes *= 2
        return True

    def _beam(self, width: int) -> None:
        """Looks for better solutions with layers of this width."""
        if self.task.options["beams"]:
            while self.lower <= self.goal and self._layers(self.goal, width):
                pass
        self._check()

    def _check(self) -> None:
        """Stops if the question is answered, or only dearer solutions than wanted are left."""
        wanted = self.task.wanted
        if wanted is not None and (
            self.lower > wanted or (self.best is not None and self.best <= wanted)
        ):
            raise Stopped(StopReason.DECIDED)
        if self.best is None and self.lower > self.goal:
            raise Stopped(StopReason.COST_LIMIT)

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
                    return self.goal < most
            outcome = self._call(self.search.expand, most, width)
            if outcome == "solved":
                self._found(self.search.solution)
                return True
            if outcome == "layer" and self._weighs:
                outcome = self._improve(most, width)
            if outcome == "empty":
                if not self.search.was_cut:
                    self._raise_lower(most + 1)
                return False

    def _plan(self, most: int) -> bool:
        """Lets plans go on before the next layer is made; whether they decided ``most``."""
        if self._planner is None:
            return False
        states = self.search.size
        if self._crates >= PLANS_ALONE:
            return self._prove_in_turns(most)
        nodes = _NO_LIMIT if states >= HUGE_LAYER else states // _STATES_A_NODE
        return self._prove(most, nodes)

    def _prove(self, most: int, nodes: int) -> bool:
        """Go on with branch and cut for a number of nodes; whether that decided ``most``."""
        if self._planner is None:
            return False
        return self._conclude(self._call(self._planner.prove, most, nodes), most)

    def _conclude(self, outcome: str, most: int) -> bool:
        """Note what plans of at most ``most`` bombs came to; whether they are decided."""
        if outcome == "failed":
            self._planner = None
        elif outcome == "played":
            self._found(self._planner.solution)
        elif outcome == "proven":
            self._raise_lower(most + 1)
        return outcome in ("played", "proven")

    def _call(self, kernel: Any, *arguments: Any) -> str:
        """Return the result of a kernel that counts nodes and may be stopped.

        Each kernel counts its own tables; those of the other one are taken off its limit.
        """
        self.ticker.check()  # a kernel that is quick does not look by itself
        nodes = self.ticker.nodes
        kernels = (self.search, self._planner)
        others = sum(k.bytes for k in kernels if k is not None and k is not kernel.__self__)
        self.ticker.allocate(others)
        try:
            found = kernel(*arguments, control=self.ticker.control())
        finally:
            self.ticker.allocate(-others)
        self.ticker.nodes = nodes + found["nodes"]
        outcome, stop = str(found["outcome"]), StopReason(found["stop"])
        if stop is not StopReason.COMPLETED and outcome not in _FINAL:
            raise Stopped(stop)
        return outcome

    def _found(self, bombs: list[int]) -> None:
        self.bombs = bombs
        self.best = self.ticker.best = len(bombs)
        self._check()

    def _improve(self, most: int, width: int) -> str:
        """Works out weights for states of the layer that was made; what is left of it."""
        search, outcome = self.search, "layer"
        if width != _NO_LIMIT:
            if width > 1 and self.programs_solved < self._most_programs():
                self._learn(search.crates_of(0))
                self._learn(search.crates_of(self._random.randrange(search.size)))
                outcome = self._call(search.prune, most)
        elif (size := search.size) >= LARGE_LAYER:
            # Each state that goes now takes all that would follow it along.
            before = 0.0
            while (size and size < before * _WORTH) or not before:
                if (stop := self.ticker.tick()) is not None:
                    raise Stopped(stop)
                before = size
                for _ in range(_PROGRAMS_AT_A_TIME):
                    self._learn(search.crates_of(self._random.randrange(size)))
                outcome = self._call(search.prune, most)
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

    def _raise_lower(self, bound: int) -> None:
        self.lower = max(self.lower, bound)
        self.ticker.bound = self.lower
