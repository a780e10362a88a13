"""The pool of worker processes, which are kept for a while since each takes long to start."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from gridproof.processes.worker import Worker

__all__ = ["dismiss", "lease"]

#: Seconds after which a process that nobody leases is ended.
_MAX_IDLE: Final = 10.0


class _Kept:
    """The workers that one process keeps, each with the timer that ends it."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._timers: dict[Worker, threading.Timer] = {}

    def take(self, count: int) -> list[Worker]:
        """Take up to `count` workers, idle ones first."""
        with self._changing:
            latest_first = reversed(self._timers)
            taken = sorted(latest_first, key=lambda worker: not worker.is_idle)[:count]
            for worker in taken:
                self._timers.pop(worker).cancel()
        return taken

    def put(self, worker: Worker) -> None:
        """Keep a worker until it is taken, or for :data:`_MAX_IDLE` seconds."""
        timer = threading.Timer(_MAX_IDLE, self._end, (worker,))
        timer.daemon = True
        with self._changing:
            self._timers[worker] = timer
        timer.start()

    def _end(self, worker: Worker) -> None:
        with self._changing:
            ours = self._timers.get(worker) is threading.current_thread()
            if ours:
                del self._timers[worker]
        if ours:
            worker.close()


#: By the process that keeps them: a fork of it has none of them.
_kept: dict[int, _Kept] = {}


def _mine() -> _Kept:
    return _kept.setdefault(os.getpid(), _Kept())


@contextmanager
def lease(count: int) -> Iterator[list[Worker]]:
    """Lease `count` workers from the pool; at least one is idle.

    The others may still be stopping their latest request; they are idle later. The processes go
    back to the pool, or are ended if the caller's block ends with an exception.
    """
    workers = _mine().take(count)
    workers += [Worker() for _ in range(count - len(workers))]
    try:
        if not any(worker.is_idle for worker in workers):
            workers[0].close()
        yield workers
    except BaseException:
        for worker in workers:
            worker.close()
        raise
    for worker in workers:
        if worker.is_running:
            _mine().put(worker)
        else:
            worker.close()


@atexit.register
def dismiss() -> None:
    """End the processes that nobody leases."""
    kept = _mine()
    while workers := kept.take(1):
        workers[0].close()
