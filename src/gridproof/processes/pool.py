"""Worker processes that are kept, since each takes a while to start."""

from __future__ import annotations

import atexit
import os
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gridproof.processes.worker import Job, Worker

__all__ = ["KeptWorker", "dismiss", "kept_workers"]


@dataclass(eq=False)
class KeptWorker:
    """A worker, and its latest job.

    Attributes:
        worker: the process.
        job: what it was last asked, or None.
    """

    worker: Worker
    job: Job[Any] | None = None

    @property
    def is_free(self) -> bool:
        """Whether it has nothing to do."""
        return self.job is None or self.job.done


#: Processes that wait for work, by the process that they belong to (one that is forked
#: has none yet); some may still be about to stop.
_idle: defaultdict[int, list[KeptWorker]] = defaultdict(list)
_hiring = threading.Lock()


@contextmanager
def kept_workers(count: int) -> Iterator[list[KeptWorker]]:
    """So many processes, of which at least one is free. They are kept for the next time.

    One that is still about to stop what it was last asked is not waited for: it is free later. If
    the work with them ends by an exception, all of them are ended.
    """
    with _hiring:
        idle = _idle[os.getpid()]
        idle.sort(key=lambda process: not process.is_free)
        hired = idle[:count]
        del idle[:count]
    hired += [KeptWorker(Worker()) for _ in range(count - len(hired))]
    try:
        if not any(process.is_free for process in hired):
            hired[0].worker.close()
        yield hired
    except BaseException:
        for process in hired:
            process.worker.close()
        raise
    with _hiring:
        _idle[os.getpid()].extend(hired)


@atexit.register
def dismiss() -> None:
    """Ends the processes that wait for work."""
    for process in _idle.pop(os.getpid(), ()):
        process.worker.close()
