"""The workers and the one queue before them: limits of the work that runs at once, by kind."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from gridproof.errors import GridproofError
from gridproof.limits import CancelToken
from gridproof.processes.worker import Request, Worker, WorkerDied
from gridproof.registry import games
from gridproof.result import Progress
from gridproof.web.answers import Refusal
from gridproof.web.settings import Settings
from gridproof.web.threads import in_background, in_thread
from gridproof.web.workers import AnyJob, AnyWorker

__all__ = ["Lane", "QueuePlace", "QueuedWork", "Ready", "WorkQueue"]

T = TypeVar("T")

#: Seconds between two looks at work, and at its client.
_TICK: Final = 0.1
#: Address space of a process that has imported everything, in bytes. Work has limits of its own.
_IMPORTS: Final = 1 << 30
#: Bytes of a process that is kept for the next question; a larger one is ended.
_RESTING: Final = 256 << 20
#: The weight of the latest piece of work in the expected time of the next one.
_LATEST: Final = 0.3


class Lane(Enum):
    """The kinds of work, each with the seconds that a piece of it is first expected to take."""

    SEARCH = "searches", 10.0
    BOARD = "boards", 0.2
    LARGE = "large boards", 2.0

    def __init__(self, title: str, seconds: float) -> None:
        self.title = title
        self.seconds = seconds

    @property
    def of_boards(self) -> bool:
        """True if it is work on a board that does not wait for searches."""
        return self is not Lane.SEARCH


@dataclass(frozen=True)
class QueuePlace:
    """The place of work that waits.

    Attributes:
        ahead: others that get a worker before.
        seconds: until its turn, estimated.
    """

    ahead: int
    seconds: int


class QueuedWork(Generic[T]):
    """One search, or another job of a worker.

    Args:
        question: the work.
        seconds: after which it is ended, whatever it does.
        lane: the kind of work.
        patient: True if a cancelled job may hand out its result so far; else it is ended at once.

    Attributes:
        late: True if it was ended because it took too long.
    """

    def __init__(
        self,
        question: Request[T],
        seconds: float,
        lane: Lane = Lane.SEARCH,
        *,
        patient: bool = True,
    ) -> None:
        self.question = question
        self.seconds = seconds
        self.lane = lane
        self.late = False
        self.cancelled = False
        self._patient = patient
        self.worker: asyncio.Future[AnyWorker] = asyncio.get_running_loop().create_future()
        self.begun = False
        self.began = 0.0
        self.job: AnyJob[T] | None = None

    def begin(self, worker: AnyWorker) -> AnyJob[T]:
        """Have a worker answer the question; to be called in a thread, as a process may be started.

        Raises:
            WorkerDied: it cannot be started.
        """
        self.job = job = worker.ask(self.question)
        if self.cancelled:  # meanwhile
            self._stop(job)
        return job

    def cancel(self) -> None:
        """Stop it, now or before it begins; its result is the best so far."""
        if not self.cancelled:
            self.cancelled = True
            if self.job is not None:
                self._stop(self.job)

    def _stop(self, job: AnyJob[T]) -> None:
        if self._patient:
            job.cancel()
        elif not job.done:
            in_background(job.kill, "it was stopped")


@dataclass(frozen=True)
class Ready:
    """A job that has a process import everything."""

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bool:
        """Import it."""
        from gridproof.web import edit_work, work

        return bool(list(games().values()) and work and edit_work)


class WorkQueue:
    """The workers, and the queue before them. Used in one event loop.

    Large boards never have all workers for boards: small ones go on beside them.

    Args:
        settings: how many workers, how many waiting, and how much memory.
        new_worker: makes a worker with this limit of memory, in bytes.

    Attributes:
        closed: set by anybody, all work ends.
    """

    def __init__(self, settings: Settings, new_worker: Callable[[int], AnyWorker] = Worker) -> None:
        self._settings = settings
        count = settings.solves + settings.opening
        memory = max(settings.memory, settings.opening_memory) + _IMPORTS
        self._workers = [new_worker(memory) for _ in range(count)]
        self._idle = list(self._workers)
        self._queue: list[QueuedWork[Any]] = []
        self._running: list[QueuedWork[Any]] = []
        self._renewing: list[threading.Thread] = []
        self._expected = {lane: lane.seconds for lane in Lane}
        self.closed = False

    def enter(self, work: QueuedWork[Any]) -> None:
        """Join the queue.

        Raises:
            Refusal: it is too long.
        """
        settings, boards = self._settings, work.lane.of_boards
        waiting = sum(1 for other in self._queue if other.lane.of_boards == boards)
        max_waiting = settings.opening_waiting if boards else settings.waiting
        if waiting >= max_waiting and not self._has_place(work.lane):
            seconds = max(1, self._seconds(work.lane, waiting))
            raise Refusal(
                503,
                f"all workers for {work.lane.title} are busy, and {waiting} others wait for one",
                hint=f"try again in {seconds} s",
                retry_after=seconds,
            )
        self._queue.append(work)
        self._call()

    def leave(self, work: QueuedWork[Any]) -> None:
        """Leave the queue, if it is still in it, and end the work."""
        work.cancel()
        if work in self._queue:
            self._queue.remove(work)
        elif work.worker.done() and not work.begun:
            work.begun = True
            self._free(work)

    def kill(self) -> None:
        """End all processes at once, wherever this is called."""
        self.closed = True
        for worker in self._workers:
            worker.kill()

    async def close(self) -> None:
        """End all work and its processes."""
        self.closed = True
        await asyncio.gather(*(in_thread(worker.close) for worker in self._workers))
        for renewing in self._renewing:
            await in_thread(renewing.join, _TICK)

    async def answer(self, work: QueuedWork[T], tell: Callable[[QueuePlace], None]) -> T:
        """Have a worker answer a question, and await the answer; cancelled, the work ends.

        Args:
            work: the question.
            tell: called with its place while it waits.

        Raises:
            GridproofError: the question cannot be answered.
            WorkerDied: it takes too long, or its process was ended.
        """
        self.enter(work)
        try:
            async for said in self.follow(work):
                if isinstance(said, GridproofError):
                    raise said
                if isinstance(said, QueuePlace):
                    tell(said)
                elif said is not None and not isinstance(said, Progress):
                    return said
            raise Refusal(503, "the server is about to end")
        finally:
            self.leave(work)

    async def follow(
        self, work: QueuedWork[T]
    ) -> AsyncIterator[QueuePlace | Progress | T | GridproofError | None]:
        """Yield the news of work that has entered, up to its result or error.

        None stands for no news, so that the caller can find out if its client is still there; at
        the end it calls :meth:`leave`. Work that is cancelled before its turn has no result.
        """
        while not work.worker.done():
            if work.cancelled or self.closed:
                return
            await asyncio.wait({work.worker}, timeout=_TICK)
            if not work.worker.done():
                yield self._place(work)
        work.begun, ended = True, asyncio.Event()
        beginning = asyncio.ensure_future(in_thread(work.begin, work.worker.result()))
        beginning.add_done_callback(lambda begun: self._begun(work, begun, ended))
        try:
            job = await asyncio.shield(beginning)
        except WorkerDied as problem:
            yield problem
            return
        async for said in self._watched(work, job, ended):
            yield said

    async def _watched(
        self, work: QueuedWork[T], job: AnyJob[T], ended: asyncio.Event
    ) -> AsyncIterator[Progress | T | GridproofError | None]:
        loop = asyncio.get_running_loop()
        latest = loop.time() + work.seconds
        told: Progress | None = None
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _TICK)
            if self.closed:
                return
            if loop.time() > latest:
                work.late = True
                work.cancel()
            if not ended.is_set():
                yield None if job.progress is told else job.progress
                told = job.progress
        try:
            yield job.result()
        except GridproofError as problem:
            yield problem

    def _place(self, work: QueuedWork[Any]) -> QueuePlace:
        """Return the place of work that waits."""
        before = self._queue[: self._queue.index(work)]
        ahead = sum(1 for other in before if other.lane.of_boards == work.lane.of_boards)
        return QueuePlace(ahead, self._seconds(work.lane, ahead))

    def _seconds(self, lane: Lane, ahead: int) -> int:
        """Estimate the wait: work that has run for some time goes on as long again."""
        now = asyncio.get_running_loop().time()
        alike = [work for work in self._running if work.lane.of_boards == lane.of_boards]
        first = min((now - work.began for work in alike), default=0.0)
        each = self._expected[lane] / self._places(lane)
        return math.ceil(max(each, first) + each * ahead)

    def _places(self, lane: Lane) -> int:
        if lane is Lane.SEARCH:
            return self._settings.solves
        return max(self._settings.opening - (lane is Lane.LARGE), 1)

    def _has_place(self, lane: Lane) -> bool:
        """Return True if one more piece of work of a kind may run."""
        lanes = [work.lane for work in self._running]
        alike = sum(1 for other in lanes if other.of_boards == lane.of_boards)
        places = self._settings.opening if lane.of_boards else self._settings.solves
        return alike < places and lanes.count(lane) < self._places(lane)

    def _call(self) -> None:
        """Give workers to waiting work, in its order, as far as its kinds have places."""
        for work in list(self._queue):
            if self._has_place(work.lane):
                self._queue.remove(work)
                self._running.append(work)
                work.began = asyncio.get_running_loop().time()
                # Those that have worked last are ready: boards, which wait for less, get them.
                work.worker.set_result(self._idle.pop(-1 if work.lane.of_boards else 0))

    def _begun(
        self, work: QueuedWork[T], begun: asyncio.Future[AnyJob[T]], ended: asyncio.Event
    ) -> None:
        """Have the worker come back when its work has ended."""
        loop = asyncio.get_running_loop()

        def end(_: object = None) -> None:
            with suppress(RuntimeError):  # the loop has ended before the process has
                loop.call_soon_threadsafe(self._back, work, ended)

        if begun.exception() is not None:
            end()
        else:
            begun.result().future.add_done_callback(end)

    def _back(self, work: QueuedWork[Any], ended: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        seconds = loop.time() - work.began
        self._expected[work.lane] += _LATEST * (seconds - self._expected[work.lane])
        ended.set()
        worker = work.worker.result()
        if self.closed or (worker.is_running and worker.size <= _RESTING):
            self._free(work)
        else:
            self._renewing = [thread for thread in self._renewing if thread.is_alive()]
            if (renewing := in_background(self._renew, work, loop)) is not None:
                self._renewing.append(renewing)

    def _renew(self, work: QueuedWork[Any], loop: asyncio.AbstractEventLoop) -> None:
        """Start a worker anew: it comes back when it has imported everything."""
        worker = work.worker.result()
        worker.close()
        with suppress(GridproofError):
            ready = worker.ask(Ready())
            if not self.closed:
                ready.result()
        if self.closed:
            worker.close()
        with suppress(RuntimeError):  # the loop has ended before the process has
            loop.call_soon_threadsafe(self._free, work)

    def _free(self, work: QueuedWork[Any]) -> None:
        self._running.remove(work)
        self._idle.append(work.worker.result())
        self._call()
