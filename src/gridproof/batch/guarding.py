"""Work in a process of its own that is held to limits from outside, and what to say if it fails.

Solvers keep their limits themselves, as far as the libraries that they call let them. This is the
fence behind that: whatever happens in there costs one piece of work.
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

from gridproof.errors import GridproofError, InternalError, shorten
from gridproof.limits import CancelToken
from gridproof.processes.memory import ROOM, memory_limit, process_size
from gridproof.processes.worker import Asked, Job, Worker, WorkerDied
from gridproof.result import Progress

__all__ = ["Failure", "FailureKind", "Guard", "Post"]

T = TypeVar("T")

#: A process that keeps more than this when its work is done, in bytes, is replaced.
_LARGE: Final = 256 << 20
#: How often a process is asked before it is replaced, whatever its size.
_MANY: Final = 2000

#: Calls of a traceback that are kept, the innermost ones, and characters at most.
_DEPTH, _TRACE = 10, 4000
#: Characters of a reason at most.
_LINE: Final = 500
_TOO_LARGE: Final = "it needed more memory than it may have"
#: What libraries say when they are refused memory, and end.
_REFUSED: Final = ("bad_alloc", "MemoryError", "annot allocate memory", "ut of memory")

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
        memory: bytes that its process may take besides what it has when idle and some room for
            libraries, where the platform can hold it to that; None: its share of what the machine
            may have.
    """

    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class _Fenced(Generic[T]):
    """Work that fails in words, within its memory, and says how large it leaves its process."""

    work: Asked[T]
    memory: int | None

    def answer(
        self, cancel: CancelToken, progress: Callable[[Progress], None]
    ) -> tuple[T | Failure, int]:
        return self._answer(cancel), process_size()

    def _answer(self, cancel: CancelToken) -> T | Failure:
        try:
            with memory_limit(self.memory):
                return self.work.answer(cancel, lambda _: None)
        except MemoryError:
            return Failure("memory", _TOO_LARGE, _trace())
        except Exception as problem:
            if isinstance(problem, GridproofError) and not isinstance(problem, InternalError):
                return Failure("refused", _line(problem))
            reason = f"{type(problem).__name__}: {_line(problem)}"
            return Failure("bug", reason, _trace())


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
        self._done = 0

    def answer(self, work: Asked[T], guard: Guard) -> T | Failure:
        """Does the work and waits for it.

        Raises:
            WorkerDied: no process can be started, or this post is closed.
        """
        allowed = self._share if guard.memory is None else guard.memory + ROOM
        killed = _killed_for_memory()
        with self._changing:
            if self._closed:
                raise WorkerDied("there is nobody any more who would do it")
            if self._worker is None or self._done >= _MANY:
                self._drop()
                self._worker, self._done = Worker(), 0
            job = self._worker.ask(_Fenced(work, allowed))
        self._done += 1
        try:
            said, size = job.result(guard.seconds)
        except TimeoutError:
            job.kill("its time was over")
            reason = f"it did not end by itself and was ended after {guard.seconds:g} s"
            return Failure("time", reason, _said(job))
        except WorkerDied as death:
            if self._closed:
                raise
            return _of_death(death, _killed_for_memory() > killed)
        except GridproofError as problem:  # its answer cannot be handed over
            return Failure("bug", _line(problem))
        if size > _LARGE:
            with self._changing:
                self._drop()
        return said

    def close(self) -> None:
        """Ends the process, whatever it does; from any thread."""
        with self._changing:
            self._closed = True
            self._drop()

    def _drop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


def _of_death(death: WorkerDied, memory_ran_out: bool) -> Failure:
    """What a process died of, as far as can be told from outside."""
    code = death.code
    if any(words in death.said for words in _REFUSED):
        return Failure("memory", _TOO_LARGE, death.said)
    if code == -signal.SIGKILL:
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
    """Where the problem in hand came from, the innermost calls."""
    return traceback.format_exc(limit=-_DEPTH)[-_TRACE:]


def _line(problem: Exception) -> str:
    """What it says, in one line."""
    return shorten(" ".join(str(problem).split()), _LINE)


def _said(job: Job[Any]) -> str:
    """The last that a killed process said."""
    death = job.future.exception()
    return death.said if isinstance(death, WorkerDied) else ""


def _killed_for_memory() -> int:
    """How many processes the system has killed so far since memory ran out, as far as it tells."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0
