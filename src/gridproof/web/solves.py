"""Work for workers: how much of it runs at once, and the one queue of all that waits."""

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
from gridproof.processes.worker import Asked, Job, Worker, WorkerDied
from gridproof.registry import games
from gridproof.result import Progress
from gridproof.web.answers import Refusal
from gridproof.web.settings import Settings

__all__ = ["Desk", "Lane", "Ready", "Solve", "Waiting"]

T = TypeVar("T")

#: Seconds between two looks at a search, and at whether anybody still waits for it.
_TICK: Final = 0.1
#: Address space of a process that has imported everything, in bytes. Work has limits of its own.
_IMPORTS: Final = 1 << 30
#: Bytes of a process that is kept for the next question; a larger one is ended.
_RESTING: Final = 256 << 20
#: The part that the latest piece of work has in what is expected of the next one.
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


class Waiting(int):
    """Return the number of others that wait for a worker before one's turn comes.

    Attributes:
        seconds: until then, as far as can be told.
    """

    seconds: int = 0

    @property
    def told(self) -> dict[str, int]:
        """The same for a page."""
        return {"ahead": int(self), "seconds": self.seconds}


class Solve(Generic[T]):
    """One search, or other long work, that somebody asked for.

    Args:
        question: the work.
        seconds: after which it is ended, whatever it does.
        lane: the kind of work.
        patient: whether it is asked to stop, and hands out what it has; else it is ended at once.

    Attributes:
        late: whether it was ended because it took too long.
    """

    def __init__(
        self,
        question: Asked[T],
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
        self.worker: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.begun = False
        self.began = 0.0
        self.job: Job[T] | None = None

    def begin(self, worker: Worker) -> Job[T]:
        """Has a worker answer the question; to be called in a thread, as a process may be started.

        Raises:
            WorkerDied: it cannot be started.
        """
        self.job = job = worker.ask(self.question)
        if self.cancelled:  # meanwhile
            self._stop(job)
        return job

    def cancel(self) -> None:
        """Stops it, now or before it begins; what was found so far is its result."""
        if not self.cancelled:
            self.cancelled = True
            if self.job is not None:
                self._stop(self.job)

    def _stop(self, job: Job[T]) -> None:
        if self._patient:
            job.cancel()
        elif not job.done:
            stop = threading.Thread(target=job.kill, args=("it was stopped",), daemon=True)
            stop.start()


@dataclass(frozen=True)
class Ready:
    """Work that has a process import everything."""

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bool:
        """Import it."""
        from gridproof.web import work

        return bool(games() and work)


class Desk:
    """The workers, and the queue before them. Used in one event loop.

    Large boards never have all workers for boards: small ones go on beside them.

    Args:
        settings: how many workers, how many waiting, and how much memory.

    Attributes:
        closed: set by anybody, all work ends.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        count = settings.solves + settings.opening
        memory = max(settings.memory, settings.opening_memory) + _IMPORTS
        self._workers = [Worker(memory) for _ in range(count)]
        self._idle = list(self._workers)
        self._queue: list[Solve[Any]] = []
        self._running: list[Solve[Any]] = []
        self._renewing: list[threading.Thread] = []
        self._expected = {lane: lane.seconds for lane in Lane}
        self.closed = False

    def enter(self, solve: Solve[Any]) -> None:
        """Joins the queue.

        Raises:
            Refusal: it is too long.
        """
        settings, boards = self._settings, solve.lane.of_boards
        waiting = sum(1 for other in self._queue if other.lane.of_boards == boards)
        most = settings.opening_waiting if boards else settings.waiting
        if waiting >= most and not self._has_place(solve.lane):
            seconds = max(1, self._seconds(solve.lane, waiting))
            raise Refusal(
                503,
                f"all workers for {solve.lane.title} are busy, and {waiting} others wait for one",
                hint=f"try again in {seconds} s",
                retry_after=seconds,
            )
        self._queue.append(solve)
        self._call()

    def leave(self, solve: Solve[Any]) -> None:
        """Leaves the queue, if it is still in it, and ends the search."""
        solve.cancel()
        if solve in self._queue:
            self._queue.remove(solve)
        elif solve.worker.done() and not solve.begun:
            solve.begun = True
            self._free(solve)

    def kill(self) -> None:
        """End all processes at once, wherever this is called."""
        self.closed = True
        for worker in self._workers:
            worker.kill()

    async def close(self) -> None:
        """Ends all searches and their processes."""
        self.closed = True
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in self._workers))
        for renewing in self._renewing:
            await asyncio.to_thread(renewing.join, _TICK)

    async def answer(self, solve: Solve[T], tell: Callable[[Waiting], None]) -> T:
        """Have a worker answer a question, and await the answer; cancelled, the work ends.

        Args:
            solve: the question.
            tell: told how many wait before it.

        Raises:
            GridproofError: the question cannot be answered.
            WorkerDied: it takes too long, or its process was ended.
        """
        self.enter(solve)
        try:
            async for said in self.follow(solve):
                if isinstance(said, GridproofError):
                    raise said
                if isinstance(said, Waiting):
                    tell(said)
                elif said is not None and not isinstance(said, Progress):
                    return said
            raise Refusal(503, "the server is about to end")
        finally:
            self.leave(solve)

    async def follow(
        self, solve: Solve[T]
    ) -> AsyncIterator[Waiting | Progress | T | GridproofError | None]:
        """What becomes of a search that has entered, up to its result or error.

        None comes where there is nothing new, so that whoever follows can see whether anybody is
        still there to be told; who goes calls :meth:`leave`. A search that is cancelled before its
        turn ends without a result.
        """
        while not solve.worker.done():
            if solve.cancelled or self.closed:
                return
            await asyncio.wait({solve.worker}, timeout=_TICK)
            if not solve.worker.done():
                yield self._place(solve)
        solve.begun, ended = True, asyncio.Event()
        beginning = asyncio.ensure_future(asyncio.to_thread(solve.begin, solve.worker.result()))
        beginning.add_done_callback(lambda begun: self._begun(solve, begun, ended))
        try:
            job = await asyncio.shield(beginning)
        except WorkerDied as problem:
            yield problem
            return
        async for said in self._watched(solve, job, ended):
            yield said

    async def _watched(
        self, solve: Solve[T], job: Job[T], ended: asyncio.Event
    ) -> AsyncIterator[Progress | T | GridproofError | None]:
        loop = asyncio.get_running_loop()
        latest = loop.time() + solve.seconds
        told: Progress | None = None
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _TICK)
            if self.closed:
                return
            if loop.time() > latest:
                solve.late = True
                solve.cancel()
            if not ended.is_set():
                yield None if job.progress is told else job.progress
                told = job.progress
        try:
            yield job.result()
        except GridproofError as problem:
            yield problem

    def _place(self, solve: Solve[Any]) -> Waiting:
        """Tell how many are before one that waits, and how long that may take."""
        before = self._queue[: self._queue.index(solve)]
        ahead = sum(1 for other in before if other.lane.of_boards == solve.lane.of_boards)
        waiting = Waiting(ahead)
        waiting.seconds = self._seconds(solve.lane, ahead)
        return waiting

    def _seconds(self, lane: Lane, ahead: int) -> int:
        """Estimate how long one waits: who runs for long already goes on as long again."""
        now = asyncio.get_running_loop().time()
        alike = [solve for solve in self._running if solve.lane.of_boards == lane.of_boards]
        first = min((now - solve.began for solve in alike), default=0.0)
        each = self._expected[lane] / self._places(lane)
        return math.ceil(max(each, first) + each * ahead)

    def _places(self, lane: Lane) -> int:
        if lane is Lane.SEARCH:
            return self._settings.solves
        return max(self._settings.opening - (lane is Lane.LARGE), 1)

    def _has_place(self, lane: Lane) -> bool:
        """Return whether one more piece of work of a kind may run."""
        lanes = [solve.lane for solve in self._running]
        alike = sum(1 for other in lanes if other.of_boards == lane.of_boards)
        places = self._settings.opening if lane.of_boards else self._settings.solves
        return alike < places and lanes.count(lane) < self._places(lane)

    def _call(self) -> None:
        """Give workers to those who wait, in their order, as far as their kinds have places."""
        for solve in list(self._queue):
            if self._has_place(solve.lane):
                self._queue.remove(solve)
                self._running.append(solve)
                solve.began = asyncio.get_running_loop().time()
                # Those that have worked last are ready: boards, which wait for less, get them.
                solve.worker.set_result(self._idle.pop(-1 if solve.lane.of_boards else 0))

    def _begun(self, solve: Solve[T], begun: asyncio.Future[Job[T]], ended: asyncio.Event) -> None:
        """Have the worker come back when its work has ended."""
        loop = asyncio.get_running_loop()

        def end(_: object = None) -> None:
            with suppress(RuntimeError):  # the loop has ended before the process has
                loop.call_soon_threadsafe(self._back, solve, ended)

        if begun.exception() is not None:
            end()
        else:
            begun.result().future.add_done_callback(end)

    def _back(self, solve: Solve[Any], ended: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        seconds = loop.time() - solve.began
        self._expected[solve.lane] += _LATEST * (seconds - self._expected[solve.lane])
        ended.set()
        worker = solve.worker.result()
        if self.closed or (worker.is_running and worker.size <= _RESTING):
            self._free(solve)
        else:
            renewing = threading.Thread(target=self._renew, args=(solve, loop), daemon=True)
            self._renewing = [thread for thread in self._renewing if thread.is_alive()]
            self._renewing.append(renewing)
            renewing.start()

    def _renew(self, solve: Solve[Any], loop: asyncio.AbstractEventLoop) -> None:
        """Start a worker anew: it comes back when it has imported everything."""
        worker = solve.worker.result()
        worker.close()
        with suppress(GridproofError):
            ready = worker.ask(Ready())
            if not self.closed:
                ready.result()
        if self.closed:
            worker.close()
        with suppress(RuntimeError):  # the loop has ended before the process has
            loop.call_soon_threadsafe(self._free, solve)

    def _free(self, solve: Solve[Any]) -> None:
        self._running.remove(solve)
        self._idle.append(solve.worker.result())
        self._call()
