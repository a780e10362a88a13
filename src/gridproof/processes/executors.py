"""Executors of chunks: threads of this machine, any executor of Python, a Dask cluster."""

from __future__ import annotations

import threading
from collections.abc import Collection
from concurrent import futures
from concurrent.futures import Future
from contextlib import ExitStack
from queue import SimpleQueue
from typing import Any, Final, Protocol, TypeAlias

from gridproof.limits import default_memory
from gridproof.processes.chunks import Chunk, ChunkResult, answer_chunk
from gridproof.processes.dask import Client, DaskExecutor
from gridproof.processes.pool import lease
from gridproof.processes.supervise import SupervisedWorker

__all__ = ["AnyExecutor", "Executor", "LocalPool", "executor_for"]

#: Chunks that an executor can answer at once if it does not tell.
_PLACES: Final = 256

#: An executor as users give it; None is processes of this machine.
AnyExecutor: TypeAlias = futures.Executor | Client | None


class Executor(Protocol):
    """An executor of chunks."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        ...

    @property
    def deadly(self) -> tuple[type[Exception], ...]:
        """The errors of a chunk that was at a place of work each time that the place died."""
        ...

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        """Begin with a chunk."""
        ...

    def places(self) -> int:
        """Return the count of chunks that it can answer at once.

        Raises:
            InputError: it can answer none any more.
        """
        ...

    def close(self, unfinished: Collection[Future[ChunkResult]]) -> None:
        """Drop the chunks that nobody waits for any more."""
        ...


class LocalPool:
    """Threads with a supervised worker each, which have equal shares of this machine's memory.

    Args:
        jobs: their count.
    """

    name = "this machine"
    deadly: tuple[type[Exception], ...] = ()

    def __init__(self, jobs: int) -> None:
        self._leased = ExitStack()
        workers = self._leased.enter_context(lease(jobs))
        self._workers = [SupervisedWorker(one, 2 * default_memory() // jobs) for one in workers]
        self._threads: list[threading.Thread] = []
        self._submitted: SimpleQueue[tuple[Chunk, Future[ChunkResult]] | None] = SimpleQueue()

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        """Have the next thread that is idle answer a chunk.

        Raises:
            RuntimeError: this machine has no room for a further thread.
        """
        if len(self._threads) < len(self._workers):
            worker = self._workers[len(self._threads)]
            # No thread keeps the interpreter from its end, as those of Python's executors do.
            thread = threading.Thread(target=self._work, args=(worker,), daemon=True)
            thread.start()
            self._threads.append(thread)
        future: Future[ChunkResult] = Future()
        self._submitted.put((chunk, future))
        return future

    def places(self) -> int:
        """Return the count of its workers."""
        return len(self._workers)

    def close(self, unfinished: Collection[Future[ChunkResult]]) -> None:
        """End all processes, and drop the chunks that were not begun."""
        for worker in self._workers:
            worker.close()
        for _ in self._threads:
            self._submitted.put(None)
        for thread in self._threads:
            thread.join()
        self._leased.close()

    def _work(self, worker: SupervisedWorker) -> None:
        while (submitted := self._submitted.get()) is not None:
            chunk, future = submitted
            try:
                future.set_result(answer_chunk(chunk, worker))
            except Exception as problem:
                future.set_exception(problem)


class _PythonsExecutor:
    """An executor of :mod:`concurrent.futures`; its threads have a process each besides."""

    name = "the executor"
    deadly: tuple[type[Exception], ...] = ()

    def __init__(self, executor: futures.Executor) -> None:
        self._executor = executor

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        return self._executor.submit(answer_chunk_here, chunk)

    def places(self) -> int:
        places: int = getattr(self._executor, "_max_workers", _PLACES)  # no public name tells
        return places

    def close(self, unfinished: Collection[Future[Any]]) -> None:
        for future in unfinished:
            future.cancel()


def answer_chunk_here(chunk: Chunk) -> ChunkResult:
    """Answer a chunk for the process and thread that this is, in a further process that may die.

    Raises:
        WorkerDied: no process can be started.
    """
    with lease(1) as (worker,):
        return answer_chunk(chunk, SupervisedWorker(worker))


def executor_for(executor: AnyExecutor, jobs: int) -> Executor:
    """Return the executor of chunks for what a user gives.

    Args:
        executor: None is this machine.
        jobs: processes of this machine.

    Raises:
        InputError: the cluster has no worker, or one with something else installed.
    """
    if executor is None:
        return LocalPool(jobs)
    if isinstance(executor, futures.Executor):
        return _PythonsExecutor(executor)
    return DaskExecutor(executor)
