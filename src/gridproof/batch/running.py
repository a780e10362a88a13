"""A batch: works off what a store does not know yet, and writes each result as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Final

from gridproof.batch.certificates import Certifying, Proven, damaged, keep
from gridproof.batch.plan import FromFile, Plan, Planned
from gridproof.batch.store import Store
from gridproof.errors import GridproofError, InputError
from gridproof.level import BoardFault
from gridproof.limits import CancelToken
from gridproof.processes.dispatch import KeyedRequest, run_tasks
from gridproof.processes.executors import AnyExecutor
from gridproof.processes.supervise import Failure
from gridproof.result import Progress, Status
from gridproof.solving.requests import SolveRequest

__all__ = ["Standing", "run"]


#: Boards that are read between two reports of progress.
_PAGE: Final = 100


@dataclass
class Standing:
    """The progress of a batch.

    Attributes:
        total: runs that are wanted.
        before: of them ended before.
        failed_before: of these, without a result.
        done: ended now with a result.
        solved: of these, with a solution.
        proven: of these, OPTIMAL or INFEASIBLE.
        failed: ended now without a result.
        elapsed: seconds since it was begun.
        reading: seconds of them before the first run was handed out.
        damaged: faults of certificates that were made before and not made again.
    """

    total: int
    before: int = 0
    failed_before: int = 0
    done: int = 0
    solved: int = 0
    proven: int = 0
    failed: int = 0
    elapsed: float = 0.0
    reading: float = 0.0
    damaged: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """Runs that have not ended."""
        return self.total - self.before - self.done - self.failed

    @property
    def seconds_left(self) -> float | None:
        """Estimate of the remaining seconds, at the pace so far; None before the first run ends."""
        ended = self.done + self.failed
        return (self.elapsed - self.reading) / ended * self.left if ended else None

    def count(self, said: Mapping[str, Any] | Failure) -> None:
        """Take one more outcome into account."""
        if isinstance(said, Failure):
            self.failed += 1
            return
        self.done += 1
        self.solved += said["status"] in (Status.OPTIMAL, Status.FEASIBLE)
        self.proven += said["status"] in (Status.OPTIMAL, Status.INFEASIBLE)


@dataclass(frozen=True)
class _Recorded:
    """A board to solve; its answer is what is written down of it."""

    solving: SolveRequest

    def answer(
        self, cancel: CancelToken, progress: Callable[[Progress], None]
    ) -> Mapping[str, Any]:
        return self.solving.answer(cancel, progress).to_json()


def run(
    plan: Plan | None,
    store: Store,
    *,
    jobs: int = 1,
    executor: AnyExecutor = None,
    retry: bool = False,
    cancel: CancelToken | None = None,
    progress: Callable[[Standing], None] | None = None,
    refuse: Callable[[GridproofError | BoardFault], None] | None = None,
) -> Standing:
    """Run what a plan says and the store has no result of.

    Args:
        plan: boards and how they are to be solved; None is all that the store was ever told.
        store: opened by :meth:`Store.writing`.
        jobs: processes of this machine; without meaning if there is an executor.
        executor: an executor or a cluster's client that does it instead.
        retry: True if runs that failed before are run again, and those whose certificate is
            missing or another one by now.
        cancel: set from elsewhere to stop; what has ended is kept.
        progress: told how it gets on, after each result.
        refuse: told of boards and files that cannot be read; the others are run.

    Raises:
        InputError: the store cannot be written any more; results until then are kept.
        GridproofError: of the first bad board or file, if ``refuse`` is None.
    """
    started = time.monotonic()
    tell = progress or (lambda _: None)

    def read(planned: Iterator[Planned]) -> Iterator[Planned]:
        for number, one in enumerate(planned):
            if number % _PAGE == 0:
                tell(Standing(number, elapsed=time.monotonic() - started))
            yield one

    if plan is None:
        store.want_all()
    else:
        plan = _apart(plan, store, refuse or _raise)
        store.add(read(plan.runs(refuse or _raise, cancel)))
        if cancel is None or not cancel.cancelled:  # else not all boards were read
            store.drop_stale_places(plan.idle)
    faults = dict(damaged(store))
    if retry:
        store.retry(faults)
        faults.clear()
    total, before, failed_before = store.wanted()
    read_in = time.monotonic() - started
    standing = Standing(total, before, failed_before, elapsed=read_in, reading=read_in)
    standing.damaged = tuple(faults.values())
    tell(standing)
    begun: list[str] = []
    ends = run_tasks(
        _pieces(store), jobs=jobs, executor=executor, cancel=cancel, begun=begun.append
    )
    with closing(ends):
        for answers in ends:
            if not begun and not answers:
                continue
            ended = [
                (key, keep(store, key, said) if isinstance(said, Proven) else said)
                for key, said in answers
            ]
            store.write(begun, ended)
            begun.clear()
            for _, found in ended:
                standing.count(found)
            standing.elapsed = time.monotonic() - started
            tell(standing)
    store.release()
    return standing


def _apart(plan: Plan, store: Store, refuse: Callable[[GridproofError | BoardFault], None]) -> Plan:
    """Return the plan without the store's own files, which only SQLite may open."""
    others = []
    for source in plan.sources:
        if isinstance(source, FromFile) and store.has_part(source.path):
            refuse(InputError(f"{source.path}: belongs to the store of results"))
        else:
            others.append(source)
    return replace(plan, sources=others)


def _pieces(store: Store) -> Iterator[KeyedRequest[str, Mapping[str, Any] | Proven]]:
    for one, board in store.pending():
        solving = one.solving(board)
        work = Certifying(solving) if one.certify else _Recorded(solving)
        yield one.key, work, one.resource_limits


def _raise(problem: GridproofError | BoardFault) -> None:
    if isinstance(problem, BoardFault):
        raise problem.as_error()
    raise problem
