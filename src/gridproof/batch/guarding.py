"""Work in a process of its own that is held to limits from outside, and what to say if it fails.

Solvers keep their limits themselves, as far as the libraries that they call let them. This is the
fence behind that: whatever happens in there costs one piece of work.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

from gridproof.cancelling import CancelToken
from gridproof.errors import GridproofError, InputError
from gridproof.result import Progress
from gridproof.workers import Asked, Worker, WorkerDied

__all__ = ["Failure", "FailureKind", "Guard", "Post"]

T = TypeVar("T")

#: Address space that a process takes before it solves anything: the interpreter and libraries.
_ROOM: Final = 1 << 30
#: A process that has once been as large as this, in bytes, is replaced: what it did not give back
#: would be missing for the next piece of work.
_LARGE: Final = 512 << 20
#: Pieces of work after which a process is replaced, whatever its size.
_MANY: Final = 2000

FailureKind = Literal["time", "memory", "crash", "refused", "bug"]


@dataclass(frozen=True)
class Failure:
    """Why there is no answer.

    Attributes:
        kind: "time": it had to be ended after its time; "memory": it needed more than it was
            allowed, or than the machine had; "crash": its process died otherwise; "refused": it
            cannot be done; "bug": an internal error.
        reason: the same for people, in a line.
        trace: the last that the process said, or "".
    """

    kind: FailureKind
    reason: str
    trace: str = ""


@dataclass(frozen=True)
class Guard:
    """What a piece of work may take at most; None is no limit.

    Attributes:
        seconds: after these its process is killed.
        memory: bytes that its process may take besides what an idle one does, where the platform
            can hold it to that; None: its share of what the machine may have.
    """

    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class _Weighed(Generic[T]):
    """Work that also says how large its process has been so far, in bytes."""

    work: Asked[T]

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> tuple[T, int]:
        return self.work.answer(cancel, lambda _: None), _largest()


class Post:
    """Where guarded work is done: one process after another, each for many pieces of work.

    Args:
        share: bytes that a process may take if the work's guard does not say it; None: what the
            machine may have.
    """

    def __init__(self, share: int | None = None) -> None:
        self._share = share
        self._changing = threading.Lock()
        self._closed = False
        self._worker: Worker | None = None
        self._memory: int | None = None
        self._done = 0

    def answer(self, work: Asked[T], guard: Guard) -> T | Failure:
        """Does the work and waits for it.

        Raises:
            WorkerDied: no process can be started, or this post is closed.
        """
        with self._changing:
            if self._closed:
                raise WorkerDied("there is nobody any more who would do it")
            if self._worker is None or guard.memory != self._memory or self._done >= _MANY:
                self._replace(guard.memory)
            assert self._worker is not None
            job = self._worker.ask(_Weighed(work))
        self._done += 1
        try:
            said, largest = job.result(guard.seconds)
        except TimeoutError:
            job.kill("its time was over")
            job.future.exception()
            return Failure(
                "time", f"it did not end by itself and was ended after {guard.seconds:g} s"
            )
        except WorkerDied as death:
            if self._closed:
                raise
            return _of_death(death)
        except GridproofError as problem:
            return Failure("refused" if isinstance(problem, InputError) else "bug", str(problem))
        if largest > _LARGE:
            with self._changing:
                self._drop()
        return said

    def close(self) -> None:
        """Ends the process, whatever it does; from any thread."""
        with self._changing:
            self._closed = True
            self._drop()

    def _replace(self, memory: int | None) -> None:
        self._drop()
        self._worker = Worker(self._share if memory is None else memory + _ROOM)
        self._memory, self._done = memory, 0

    def _drop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


def _of_death(death: WorkerDied) -> Failure:
    """What a process died of, as far as can be told from outside."""
    code = death.code
    if "bad_alloc" in death.said or "MemoryError" in death.said:
        return Failure("memory", "it needed more memory than it may have", death.said)
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        if name == "SIGKILL":
            reason = "its process was killed from outside, as systems do when memory runs out"
            return Failure("crash", reason, death.said)
        return Failure("crash", f"its process ended by {name}", death.said)
    return Failure("crash", f"its process ended with exit code {code}", death.said)


def _largest() -> int:
    """How large this process has been at most, in bytes; 0 where the platform does not tell."""
    try:
        import resource
    except ImportError:  # not a Unix
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
