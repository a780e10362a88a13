"""The workers that the app needs: processes on a server, web workers in a browser."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol, TypeVar

from gridproof.processes.worker import Request
from gridproof.result import Progress

__all__ = ["AnyJob", "AnyWorker"]

T = TypeVar("T")


class AnyJob(Protocol[T]):
    """One request that a worker was asked.

    Attributes:
        progress: the latest that the search said of itself, or None.
        future: ends with the result.
    """

    progress: Progress | None
    future: Future[T]

    @property
    def done(self) -> bool:
        """True if the answer is there; never blocks."""
        ...

    def cancel(self) -> None:
        """Ask the search to stop, and to hand out its findings so far."""
        ...

    def kill(self, reason: str) -> None:
        """End the search at once."""
        ...

    def result(self) -> T:
        """Return the answer, of a job that is done.

        Raises:
            GridproofError: raised by the request.
            WorkerDied: the worker ended without an answer.
        """
        ...


class AnyWorker(Protocol):
    """A worker that answers one request after another."""

    @property
    def is_running(self) -> bool:
        """True if it can answer a request without being started anew."""
        ...

    @property
    def size(self) -> int:
        """Its size in bytes; 0 if that is not known."""
        ...

    def ask(self, question: Request[T]) -> AnyJob[T]:
        """Begin to answer a request.

        Raises:
            WorkerDied: it cannot be started.
        """
        ...

    def kill(self) -> None:
        """End it at once, wherever this is called."""
        ...

    def close(self) -> None:
        """End it, whatever it does."""
        ...
