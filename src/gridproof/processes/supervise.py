"""Workers that are held to limits from outside, and the reasons for which they fail.

Solvers keep their limits themselves, as far as the libraries that they call let them. Supervision
is the fence behind that: whatever happens in a process costs one request.
"""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar

from gridproof.errors import GridproofError, InputError, InternalError, shorten
from gridproof.limits import CancelToken
from gridproof.processes.memory import ROOM, memory_limit, process_size
from gridproof.processes.worker import Job, Request, Worker, WorkerDied
from gridproof.result import Progress

__all__ = ["Failure", "FailureKind", "ResourceLimits", "SupervisedWorker"]

T = TypeVar("T")

#: Bytes above which a process is replaced when it has answered.
_MAX_SIZE: Final = 256 << 20
#: Requests after which a process is replaced, whatever its size.
_MAX_REQUESTS: Final = 2000

#: Calls of a traceback that are kept, the innermost ones, and characters at most.
_MAX_DEPTH, _MAX_TRACE = 10, 4000
#: Characters of a reason at most.
_MAX_LINE: Final = 500
#: The signal that no process survives; Windows has none, and no negative exit codes.
_KILLED: Final[int] = getattr(signal, "SIGKILL", 9)
_TOO_LARGE: Final = "it needed more memory than it may have"
#: Messages of libraries that end because memory is refused.
_REFUSED: Final = ("bad_alloc", "MemoryError", "annot allocate memory", "ut of memory")

FailureKind = Literal["time", "memory", "crash", "refused", "bug"]


@dataclass(frozen=True)
class Failure:
    """The reason why a request has no answer.

    Attributes:
        kind: "time" (it did not end by itself), "memory" (it needed more than its limit, or than
            the machine had), "crash" (its process died otherwise), "refused" or "bug".
        reason: the same for people, in a line.
        trace: the last output of its process, or "".
    """

    kind: FailureKind
    reason: str
    trace: str = ""

    @property
    def error(self) -> GridproofError | None:
        """The error that the request raised; None if its process had to be ended, or died."""
        if self.kind == "refused":
            return InputError(self.reason)
        return InternalError(self.reason) if self.kind == "bug" else None


@dataclass(frozen=True)
class ResourceLimits:
    """The most that a request may take; None is no limit.

    Attributes:
        seconds: its process is killed after these.
        memory: bytes that its process may take besides its idle size and some room for
            libraries, where the platform can enforce it; None: its share of the machine's memory.
    """

    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class _Limited(Generic[T]):
    """A request that keeps to its memory, fails in words, and reports the size of its process."""

    request: Request[T]
    memory: int | None

    def answer(
        self, cancel: CancelToken, progress: Callable[[Progress], None]
    ) -> tuple[T | Failure, int]:
        return self._answer(cancel), process_size()

    def _answer(self, cancel: CancelToken) -> T | Failure:
        try:
            with memory_limit(self.memory):
                return self.request.answer(cancel, lambda _: None)
        except MemoryError:
            return Failure("memory", _TOO_LARGE, _trace())
        except Exception as problem:
            if isinstance(problem, GridproofError) and not isinstance(problem, InternalError):
                return Failure("refused", _line(problem))
            reason = f"{type(problem).__name__}: {_line(problem)}"
            return Failure("bug", reason, _trace())


class SupervisedWorker:
    """A worker that answers within resource limits; its process is replaced when need be.

    Args:
        worker: answers the requests; nobody else uses it meanwhile.
        share: bytes that its process may take where the limits of a request do not name any; None:
            what the machine allows.
    """

    def __init__(self, worker: Worker, share: int | None = None) -> None:
        self._worker = worker
        self._share = share
        self._changing = threading.Lock()
        self._closed = False

    def answer(self, request: Request[T], limits: ResourceLimits) -> T | Failure:
        """Answer a request, and wait for that.

        Raises:
            WorkerDied: no process can be started, or this worker is closed.
        """
        memory = self._share if limits.memory is None else limits.memory + ROOM
        killed = _killed_for_memory()
        with self._changing:
            if self._closed:
                raise WorkerDied("there is nobody any more who would do it")
            if self._worker.requests >= _MAX_REQUESTS:
                self._worker.close()
            job = self._worker.ask(_Limited(request, memory))
        try:
            answer, size = job.result(limits.seconds)
        except TimeoutError:
            job.kill("its time was over")
            reason = f"it did not end by itself and was ended after {limits.seconds:g} s"
            return Failure("time", reason, _last_words(job))
        except WorkerDied as death:
            if self._closed:
                raise
            return _of_death(death, _killed_for_memory() > killed)
        except GridproofError as problem:  # its answer cannot be handed over
            return Failure("bug", _line(problem))
        if size > _MAX_SIZE:
            with self._changing:
                self._worker.close()
        return answer

    def close(self) -> None:
        """End the process, whatever it does; any thread may call this."""
        with self._changing:
            self._closed = True
            self._worker.close()


def _of_death(death: WorkerDied, memory_ran_out: bool) -> Failure:
    """Return the cause of a process's death, as far as it shows from outside."""
    code = death.code
    if any(words in death.said for words in _REFUSED):
        return Failure("memory", _TOO_LARGE, death.said)
    if code == -_KILLED:
        if memory_ran_out:
            reason = "its process was killed when the machine's memory ran out"
            return Failure("memory", reason, death.said)
        return Failure("crash", "its process was killed from outside", death.said)
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return Failure("crash", f"its process ended by {name}", death.said)
    return Failure("crash", f"its process ended with exit code {code}", death.said)


def _trace() -> str:
    """Return the innermost calls of the exception in hand."""
    return traceback.format_exc(limit=-_MAX_DEPTH)[-_MAX_TRACE:]


def _line(problem: Exception) -> str:
    """Return the message of an exception in one line."""
    return shorten(" ".join(str(problem).split()), _MAX_LINE)


def _last_words(job: Job[Any]) -> str:
    """Return the last output of a killed process."""
    death = job.future.exception()
    return death.said if isinstance(death, WorkerDied) else ""


def _killed_for_memory() -> int:
    """Count the processes that the system has killed for memory so far, where it tells."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0
