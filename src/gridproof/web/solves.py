"""Solving for several people at once: so many worker processes, so many who wait for one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar

from gridproof.errors import GridproofError
from gridproof.result import Progress
from gridproof.web.answers import Refusal
from gridproof.web.settings import Settings
from gridproof.workers import Asked, Job, Worker, WorkerDied

__all__ = ["Desk", "Solve", "Waiting"]

T = TypeVar("T")

#: Seconds between two looks at a search, and at whether anybody still waits for it.
_TICK: Final = 0.1


class Waiting(int):
    """How many others wait for a worker before one's turn comes."""


class Solve(Generic[T]):
    """One search, or other long work, that somebody asked for.

    Args:
        question: the work.
        seconds: after which it is ended, whatever it does.
    """

    def __init__(self, question: Asked[T], seconds: float) -> None:
        self.question = question
        self.seconds = seconds
        self.cancelled = False
        self._job: Job[T] | None = None

    def begin(self, worker: Worker) -> Job[T]:
        """Has a worker answer the question; to be called in a thread, as a process may be started.

        Raises:
            WorkerDied: it cannot be started.
        """
        self._job = job = worker.ask(self.question)
        if self.cancelled:  # meanwhile
            job.cancel()
        return job

    def cancel(self) -> None:
        """Stops it, now or before it begins; what was found so far is its result."""
        if not self.cancelled:
            self.cancelled = True
            if self._job is not None:
                self._job.cancel()


class Desk:
    """The workers, and the queue before them. Used in one event loop.

    Args:
        settings: how many workers, how many waiting, and how much memory.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers = [Worker(settings.memory) for _ in range(settings.solves)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._waiting: list[Solve[Any]] = []
        self.closed = False

    def enter(self, solve: Solve[Any]) -> None:
        """Joins the queue.

        Raises:
            Refusal: it is too long.
        """
        if len(self._waiting) >= self._settings.waiting + self._idle.qsize():
            raise Refusal(
                503,
                f"all solvers are busy, and {len(self._waiting)} others wait for one",
                hint="try again in a minute",
            )
        self._waiting.append(solve)

    def leave(self, solve: Solve[Any]) -> None:
        """Leaves the queue, if it is still in it, and ends the search."""
        if solve in self._waiting:
            self._waiting.remove(solve)
        solve.cancel()

    async def follow(
        self, solve: Solve[T]
    ) -> AsyncIterator[Waiting | Progress | T | GridproofError | None]:
        """What becomes of a search that has entered, up to its result or error.

        None comes where there is nothing new, so that whoever follows can see whether anybody is
        still there to be told; who goes calls :meth:`leave`. A search that is cancelled before its
        turn ends without a result.
        """
        getting = asyncio.ensure_future(self._idle.get())
        job: Job[T] | None = None
        try:
            while not getting.done():
                if solve.cancelled or self.closed:
                    return
                await asyncio.wait({getting}, timeout=_TICK)
                if not getting.done():
                    yield Waiting(self._waiting.index(solve))
            self._waiting.remove(solve)
            try:
                job = await asyncio.to_thread(solve.begin, getting.result())
            except WorkerDied as problem:
                yield problem
                return
            async for said in self._watched(solve, job, getting.result()):
                yield said
        finally:
            if job is None and not getting.cancel():
                self._idle.put_nowait(getting.result())

    async def _watched(
        self, solve: Solve[T], job: Job[T], worker: Worker
    ) -> AsyncIterator[Progress | T | GridproofError | None]:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()

        def free() -> None:
            ended.set()
            self._idle.put_nowait(worker)

        def end(_: object) -> None:
            with suppress(RuntimeError):  # the loop has ended before the process has
                loop.call_soon_threadsafe(free)

        job.future.add_done_callback(end)
        latest = loop.time() + solve.seconds
        told: Progress | None = None
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _TICK)
            if self.closed:
                return
            if loop.time() > latest:
                solve.cancel()
            if not ended.is_set():
                yield None if job.progress is told else job.progress
                told = job.progress
        try:
            yield job.result()
        except GridproofError as problem:
            yield problem

    async def close(self) -> None:
        """Ends all searches and their processes."""
        self.closed = True
        for worker in self._workers:
            await asyncio.to_thread(worker.close)
