"""Web workers as the app's workers; they are ended as processes are, and begin anew."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from gridproof.errors import GridproofError
from gridproof.processes.worker import Request, WorkerDied
from gridproof.result import Progress

__all__ = ["Start", "Thread", "WebJob", "WebWorker"]

T = TypeVar("T")


class Thread(Protocol):
    """A web worker, as the page's JavaScript offers it."""

    def ask(self, question: bytes) -> None:
        """Hand over a request."""
        ...

    def stop(self) -> bool:
        """Ask it to stop its work; False if it cannot hear that while it works."""
        ...

    def end(self) -> None:
        """End it, whatever it does."""
        ...


#: Starts a web worker; the function is called with all that it says, and with None if it dies.
Start = Callable[[Callable[[bytes | None], None]], Thread]


class WebJob(Generic[T]):
    """One request that a web worker was asked.

    Args:
        stop: asks the worker to stop; False if it cannot hear that.
        end: ends the worker.

    Attributes:
        progress: the latest that the search said of itself, or None.
        future: ends with the result.
    """

    def __init__(self, stop: Callable[[], bool], end: Callable[[], None]) -> None:
        self.progress: Progress | None = None
        self.future: Future[T] = Future()
        self.future.set_running_or_notify_cancel()
        self._stop = stop
        self._end = end

    @property
    def done(self) -> bool:
        """True if the answer is there; never blocks."""
        return self.future.done()

    def cancel(self) -> None:
        """Ask the search to stop; where it cannot be asked, it is ended."""
        if not self.done and not self._stop():
            self.kill("the search was stopped")

    def kill(self, reason: str) -> None:
        """End the search at once, and its web worker."""
        if not self.done:
            self._end()
            self.hear(WorkerDied(reason, code=1))

    def result(self) -> T:
        """Return the answer, of a job that is done.

        Raises:
            GridproofError: raised by the request.
            WorkerDied: the worker was ended.
        """
        return self.future.result(0)

    def hear(self, said: Any) -> None:
        """Take what the worker says: its progress, its answer, or an error."""
        if isinstance(said, Progress):
            self.progress = said
            return
        with suppress(InvalidStateError):  # it has ended already
            if isinstance(said, GridproofError):
                self.future.set_exception(said)
            else:
                self.future.set_result(said)


class WebWorker:
    """A web worker that answers one request after another; one that has ended begins anew.

    Args:
        start: starts a web worker.
    """

    def __init__(self, start: Start) -> None:
        self._start = start
        self._thread: Thread | None = None
        self._job: WebJob[Any] | None = None

    @property
    def is_running(self) -> bool:
        """True: it is ready for a request, which waits where the worker has to be started."""
        return True

    @property
    def size(self) -> int:
        """Always 0: browsers do not tell the size of a web worker."""
        return 0

    def warm(self) -> None:
        """Start it before there is a request."""
        if self._thread is None:
            self._thread = self._start(self._hear)

    def ask(self, question: Request[T]) -> WebJob[T]:
        """Begin to answer a request; one that is still being answered is ended."""
        if self._job is not None and not self._job.done:
            self._job.kill("another question was asked")
        self.warm()
        assert self._thread is not None
        job: WebJob[T] = WebJob(self._thread.stop, self._renew)
        self._job = job
        self._thread.ask(pickle.dumps(question))
        return job

    def kill(self) -> None:
        """End it at once."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.end()
        if self._job is not None:
            self._job.hear(WorkerDied("the worker was closed", code=1))

    def close(self) -> None:
        """End it, whatever it does."""
        self.kill()

    def _renew(self) -> None:
        """End the web worker, and start another one, which is ready at the next request."""
        if self._thread is not None:
            self._thread.end()
        self._thread = self._start(self._hear)

    def _hear(self, said: bytes | None) -> None:
        if said is not None:
            heard = pickle.loads(said)
        else:
            self._thread = None
            heard = WorkerDied("the browser has ended the search", code=1)
        if self._job is not None:
            self._job.hear(heard)
