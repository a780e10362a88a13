"""Several solvers side by side, each in a process of its own, until they have settled a board.

Their solutions and bounds are joined by :class:`gridproof.solving.shared_bounds.SharedBounds`. They
begin in the order in which the game names them; a process that is done with one goes on with the
next, which begins with the best solution so far if it can. A process that dies costs its own work.
"""

from __future__ import annotations

import queue
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from gridproof.errors import GridproofError, InternalError
from gridproof.level import Objective
from gridproof.limits import POLL_INTERVAL, Stopped, default_memory
from gridproof.processes.pool import lease
from gridproof.processes.worker import Job, Worker, WorkerDied
from gridproof.registry import digest
from gridproof.result import Answer, Limits, Progress, Result, Stats, StopReason, Value
from gridproof.solving.requests import SolveRequest
from gridproof.solving.shared_bounds import Found, SharedBounds
from gridproof.solving.solve import PLAIN_SEARCH, solvers
from gridproof.solving.task import Task
from gridproof.specs import SolverSpec
from gridproof.verifying import verify

__all__ = ["Member", "members", "portfolio"]

#: Limits that end a solver's work; of several the first of these is reported.
_LIMITS: Final = (
    StopReason.INTERRUPTED,
    StopReason.TIME_LIMIT,
    StopReason.MEMORY_LIMIT,
    StopReason.NODE_LIMIT,
)


def portfolio(task: Task[Any]) -> Answer:
    """Solve a board by ``task.options["jobs"]`` solvers at a time.

    Each is given what is left of the time, all nodes, and its share of the memory. The answer's
    notes say who ``found`` the solution, who ``proved`` the bound, and how each of the ``members``
    that had begun ended.

    Raises:
        GridproofError: none has come to an answer; this is why the first has not.
        InternalError: what two of them say cannot both be true.
    """
    team = members(task)
    with lease(min(task.options["jobs"], len(team))) as workers:
        return _PortfolioRun(task, team, workers).answer()


@dataclass(frozen=True)
class Member:
    """A solver that takes part.

    Attributes:
        spec: the solver.
        objective: what it works for: what is asked, or a relaxation of it.
        name: of both, as results tell it.
    """

    spec: SolverSpec
    objective: Objective
    name: str


def members(task: Task[Any]) -> list[Member]:
    """Return the solvers that take part, in the order in which they begin.

    The solvers that are made for the board, the objective and the start, without the ones that are
    there to be compared with; plain search only where there is no other. Then the first solver of
    the objective's relaxation, which proves a part only.
    """
    game, objective = task.game, task.objective
    team = [Member(spec, objective, spec.id) for spec in _fit(task, objective)]
    if objective.relaxation is not None:
        relaxed = game.objective(objective.relaxation)
        spec = _fit(task, relaxed)[0]
        team.append(Member(spec, relaxed, f"{spec.id} for {relaxed.id}"))
    return team


def _fit(task: Task[Any], objective: Objective) -> list[SolverSpec]:
    """Return the solvers that take part for an objective; there is at least one."""
    fit = [
        spec
        for spec in solvers(task.game).values()
        if spec.why_unsupported(task.level, objective) is None
        and (task.start is None or "start" in spec.supports)
    ]
    own = [spec for spec in fit if spec is not PLAIN_SEARCH]
    return [spec for spec in own if spec.in_portfolio] or own or fit


@dataclass(eq=False)
class _RunningMember:
    """A solver at work."""

    member: Member
    worker: Worker
    job: Job[Result]
    called_in: bool = False

    @property
    def said(self) -> Progress:
        return self.job.progress or Progress(0, 0.0)


class _PortfolioRun:
    """Solvers at work on one board."""

    def __init__(self, task: Task[Any], team: Sequence[Member], workers: list[Worker]) -> None:
        self._task = task
        self._waiting = list(team)
        self._team = [member.name for member in team]
        self._workers = workers
        self._running: list[_RunningMember] = []
        self._ended: queue.Queue[_RunningMember] = queue.Queue()  # see `signals_cancel`
        self._once: set[str] = set()  # those that have been called in
        self._stopped: list[Member] = []
        self._known = SharedBounds(task.objective.sense, task.decide, task.max_cost)
        if task.incumbent is not None:
            self._known.find(Found("incumbent", task.incumbent.moves, task.incumbent.value))
        self._records: dict[str, dict[str, Any]] = {}
        self._reasons: set[StopReason] = set()
        self._problems: list[GridproofError] = []
        self._nodes = 0
        self._peaks = dict.fromkeys(workers, 0)
        self._digest = digest(task.game, task.level)
        self._board = task.game.write(task.level, task.game.canonical_format)
        memory = task.ticker.limits.memory
        self._share = (default_memory() if memory is None else memory) // len(workers)

    def answer(self) -> Answer:
        """Run until the board is settled, a limit ends all, or no member is left."""
        stop: StopReason | None = None
        try:
            while self._known.settled is None and (self._waiting or self._running):
                self._begin()
                self._look()
                with suppress(queue.Empty):
                    self._take(self._ended.get(timeout=POLL_INTERVAL))
        except Stopped as stopped:
            stop = stopped.reason
            self._call_in(self._running)
            while self._running:  # whoever does not stop is killed after a time of grace
                self._take(self._ended.get())
        settled = self._known.settled
        self._drop()
        if stop is None and settled is None and not self._reasons:
            raise self._problems[0]
        found, proven = self._known.found, self._known.proven
        return Answer(
            settled or stop or self._reason(),
            None if found is None else found.moves,
            bound=self._known.bound,
            infeasible=self._known.infeasible,
            proof="none" if proven is None else proven.proof,
            stats=Stats(expanded=self._nodes, peak_memory=sum(self._peaks.values())),
            notes={
                "found": None if found is None else found.solver,
                "proved": None if proven is None else proven.solver,
                "members": [self._records[name] for name in self._team if name in self._records],
            },
        )

    def _reason(self) -> StopReason:
        """Return the reason why the board is not settled, although all have ended."""
        for reason in _LIMITS:
            if reason in self._reasons:
                return reason
        too_dear = self._known.found is None and StopReason.COST_LIMIT in self._reasons
        return StopReason.COST_LIMIT if too_dear else StopReason.COMPLETED

    def _begin(self) -> None:
        """Give each idle worker the next solver."""
        for worker in self._workers:
            if self._waiting and worker.is_idle:
                self._task.ticker.check()
                self._start(self._waiting.pop(0), worker)

    def _start(self, member: Member, worker: Worker) -> None:
        try:
            job = worker.ask(self._request(member))
        except WorkerDied as problem:
            self._fail(member, problem)
            return
        turn = _RunningMember(member, worker, job)
        self._running.append(turn)
        job.future.add_done_callback(lambda _: self._ended.put(turn))

    def _request(self, member: Member) -> SolveRequest:
        task, found, decide = self._task, self._known.found, self._task.decide
        limits, metrics = task.ticker.limits, len(member.objective.metrics)
        takes = found is not None and "incumbent" in member.spec.supports
        return SolveRequest(
            task.game.id,
            self._board,
            member.objective.id,
            member.spec.id,
            limits=Limits(task.ticker.seconds_left, limits.nodes, self._share, limits.max_cost),
            decide=decide[:metrics] if isinstance(decide, tuple) else decide,
            start=task.start,
            incumbent=found.moves if found is not None and takes else None,
        )

    def _look(self) -> None:
        """Report progress; cancel members whose incumbent equals another member's bound.

        A bound that a solver reports is proven; the moves come with its answer.

        Raises:
            Stopped: a limit ends it, or the cancel token.
        """
        known, ticker = self._known, self._task.ticker
        best, bound = known.cost, known.bound
        for turn in self._running:
            said = turn.said
            # The cost of a relaxation's solution is not known before it is replayed.
            if (
                said.best is not None
                and turn.member.objective is self._task.objective
                and (best is None or known.precedes(said.best, best))
            ):
                best = said.best
            if said.bound is not None and (bound is None or known.precedes(bound, said.bound)):
                bound = said.bound
        ticker.nodes = self._nodes + sum(turn.said.nodes for turn in self._running)
        ticker.best, ticker.bound = best, bound
        ticker.check()
        metrics = len(best) if isinstance(best, tuple) else 1
        if best is None or best != bound or metrics != len(self._task.objective.metrics):
            return
        # A member that has both is about to end by itself.
        halves = [
            turn
            for turn in self._running
            if (turn.said.best == best) != (turn.said.bound == bound)
            and (known.cost if turn.said.best == best else known.bound) != best
        ]
        self._call_in(turn for turn in halves if turn.member.name not in self._once)
        self._once.update(turn.member.name for turn in halves)

    def _call_in(self, turns: Iterable[_RunningMember]) -> None:
        for turn in turns:
            turn.called_in = True
            turn.job.cancel()

    def _take(self, turn: _RunningMember) -> None:
        """Add the answer of a solver that has ended.

        Raises:
            InternalError: it contradicts another one.
        """
        self._running.remove(turn)
        try:
            result = turn.job.result()
        except GridproofError as problem:
            self._nodes += turn.said.nodes
            self._fail(turn.member, problem)
        else:
            self._add(turn, result)
        if not any(other.called_in for other in self._running):
            self._waiting += self._stopped  # for nothing: that happens once to each
            self._stopped.clear()

    def _add(self, turn: _RunningMember, result: Result) -> None:
        if result.digest != self._digest:
            raise InternalError(f"solver `{turn.member.name}` has solved another board")
        cost = self._cost_of(result, turn.member)
        self._known.add(turn.member.name, result, cost)
        self._nodes += result.stats.expanded
        peak = self._peaks[turn.worker]
        self._peaks[turn.worker] = max(peak, result.stats.peak_memory)
        if result.stop_reason is StopReason.INTERRUPTED:
            self._stopped.append(turn.member)
        else:
            self._reasons.add(result.stop_reason)
        self._record(
            turn.member,
            ended=str(result.stop_reason),
            status=str(result.status),
            cost=cost,
            bound=result.bound,
            expanded=result.stats.expanded,
            wall_time=result.stats.wall_time,
        )

    def _cost_of(self, result: Result, member: Member) -> Value | None:
        """Return the cost for the requested objective; the member may have had a relaxation."""
        task = self._task
        if result.moves is None or member.objective is task.objective:
            return result.cost
        verdict = verify(task.game, task.level, result.moves, task.objective, start=task.start)
        if verdict.cost is None:
            raise InternalError(f"what solver `{member.name}` found is wrong: {verdict.fault}")
        return verdict.cost

    def _fail(self, member: Member, problem: GridproofError) -> None:
        self._problems.append(problem)
        self._record(member, ended="FAILED", problem=str(problem))

    def _drop(self) -> None:
        """Cancel the members that still run; nobody waits for them."""
        self._call_in(self._running)
        for turn in self._running:
            said = turn.said
            self._nodes += said.nodes
            self._record(
                turn.member,
                ended="NOT_NEEDED",
                bound=said.bound,
                expanded=said.nodes,
                wall_time=said.elapsed,
            )

    def _record(self, member: Member, **facts: Any) -> None:
        self._records[member.name] = {"solver": member.name} | facts
