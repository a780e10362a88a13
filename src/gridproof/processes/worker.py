"""Long work in a process of its own, which can be watched, limited, cancelled and killed.

A :class:`Worker` is one such process. It is started when it is first asked, kept for the next
request, and started anew when it was killed. Nothing that happens in it, from a full memory to a
crash, harms the process that asks; whatever it does, it ends with that.
"""

from __future__ import annotations

import errno
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, Any, Final, Generic, Protocol, Self, TypeVar

from gridproof.errors import GridproofError, NoRoom
from gridproof.limits import CancelToken, default_memory
from gridproof.processes.child import ChildProcess
from gridproof.processes.memory import process_size
from gridproof.result import Progress

__all__ = ["GRACE", "CannotStart", "Job", "Request", "Worker", "WorkerDied"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

#: Seconds that a cancelled search has to hand out what it found, before its process is killed.
GRACE: Final = 2.0
#: Bytes of a process's standard error that are kept when it dies.
_LAST_WORDS: Final = 2000
#: Bytes of it from which on it is emptied while the process goes on: no disk is filled that way.
_MANY_WORDS: Final = 1 << 20
#: Seconds between two looks at a process whose answer is waited for, and that one that has ended is
#: given to have said all.
_LOOK: Final = 0.5
#: The process's program: no fork (threads, locks), and without import of the caller's script.
_PROGRAM: Final = "from gridproof.processes.serving import serve; serve()"


class WorkerDied(GridproofError):
    """The process ended, or was killed, before it had answered.

    Attributes:
        code: its exit code, negative for a signal; None if it was never started.
        said: the last that it wrote to standard error.
    """

    def __init__(
        self, message: str, *, code: int | None = None, said: str = "", hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.code = code
        self.said = said


class CannotStart(WorkerDied, NoRoom):
    """No process was started for it, since the machine has no room for one."""


class Request(Protocol[T_co]):
    """Work for a worker; the request and its answer are handed over by pickle."""

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> T_co:
        """Answer it here and now.

        Raises:
            GridproofError: it cannot be answered.
        """
        ...


class Job(Generic[T]):
    """One request that a worker was asked.

    Attributes:
        progress: the latest that the search said of itself, or None.
        future: ends with the result; for those who wait for several things (it cannot be
            cancelled: :meth:`cancel` is for that).
    """

    def __init__(
        self,
        process: ChildProcess,
        sending: threading.Lock,
        complaints: IO[bytes],
        question: Request[T],
    ) -> None:
        self.progress: Progress | None = None
        self.future: Future[T] = Future()
        self.future.set_running_or_notify_cancel()
        self._process = process
        self._sending = sending  # one for the process: the next question may be under way
        self._complaints = complaints
        self._reason = "the worker process ended before it had answered"
        self._thread = threading.Thread(target=self._follow, args=(question,), daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The process that answers."""
        return self._process.pid

    @property
    def done(self) -> bool:
        """True if the answer is there; never blocks."""
        return self.future.done()

    def cancel(self) -> None:
        """Ask the search to stop; the process is killed if it has not done so within GRACE."""
        if not self.done:
            threading.Thread(target=self._stop, daemon=True).start()

    def kill(self, reason: str) -> None:
        """End the search at once, and its process with all that this has started."""
        self._reason = reason
        self._give_up()

    def result(self, timeout: float | None = None) -> T:
        """Return the answer, after waiting for it if need be.

        Raises:
            GridproofError: raised by the request.
            WorkerDied: the process ended without an answer.
            TimeoutError: it did not come within ``timeout`` seconds.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = _LOOK if end is None else max(end - time.monotonic(), 0)
            try:
                return self.future.result(min(left, _LOOK))
            except TimeoutError:
                if left < _LOOK and not self.done:
                    raise
            if self._process.has_ended():  # but not all that it has started
                self._give_up()
            else:
                self._keep_short()

    def close(self) -> None:
        """Close the pipes of the process, which has ended, as soon as nobody listens to them."""
        self._thread.join(_LOOK)
        if self._thread.is_alive():  # a process that it has started and that left has them open
            threading.Thread(target=self._close, daemon=True).start()
        else:
            self._close()

    def _close(self) -> None:
        self._thread.join()
        self._process.close()

    def _keep_short(self) -> None:
        """Empty the process's standard error if it is long."""
        with suppress(OSError, ValueError):  # closed meanwhile
            if os.fstat(self._complaints.fileno()).st_size > _MANY_WORDS:
                self._complaints.seek(0)
                self._complaints.truncate(0)

    def _give_up(self) -> None:
        """End the process, and wait for it, but for no other one that has its pipe open."""
        self._process.end()
        self._thread.join(_LOOK)
        self._end_with(self._death())

    def _follow(self, question: Request[T]) -> None:
        """Send the request, and listen until the answer is there."""
        assert self._process.stdout is not None
        try:
            with self._sending:
                self._send(question)
            while isinstance(said := pickle.load(self._process.stdout), Progress):
                self.progress = said
        except Exception:  # no reply, or one without sense: unpickling raises all
            self._process.ends_by_itself(_LOOK)  # it says how only if it is let
            self._process.end()
            said = self._death()
        self._end_with(said)

    def _death(self) -> WorkerDied:
        code = self._process.returncode
        last_words = _last_words(self._complaints)
        return WorkerDied(f"{self._reason} (exit code {code})", code=code, said=last_words)

    def _end_with(self, said: Any) -> None:
        with suppress(InvalidStateError):  # it has ended already
            if isinstance(said, GridproofError):
                self.future.set_exception(said)
            else:
                self.future.set_result(said)

    def _stop(self) -> None:
        try:
            with self._sending:
                if self.done:  # it would stop the next one
                    return
                self._send(None)
            self.future.exception(GRACE)
        except TimeoutError:
            self.kill(f"the search did not stop within {GRACE:g} s and was ended")
        except (OSError, ValueError):  # it has died meanwhile
            pass

    def _send(self, question: Request[T] | None) -> None:
        assert self._process.stdin is not None
        pickle.dump(question, self._process.stdin)
        self._process.stdin.flush()


class Worker:
    """A process that answers one question after another.

    It leaves Ctrl-C and the closing of the terminal to the process that asks, and ends with it.

    Args:
        memory: bytes that the process may take, where the platform can hold it to that; None: what
            this machine, or this process, may have. Solvers take half of it, if not told otherwise.
    """

    def __init__(self, memory: int | None = None) -> None:
        self._memory = 2 * default_memory() if memory is None else memory
        self._process: ChildProcess | None = None
        self._complaints: IO[bytes] | None = None  # its standard error, a file: nobody has to read
        self._sending = threading.Lock()
        self._job: Job[Any] | None = None
        self._requests = 0

    def ask(self, question: Request[T]) -> Job[T]:
        """Begin to answer a request; one that is still being answered is ended.

        Raises:
            CannotStart: this machine has no room for a further process, or thread.
        """
        if self._job is not None and not self._job.done:
            self._end("another question was asked")
        try:
            if self._process is None or self._process.has_ended():
                self._end("it had ended")
                self._complaints = TemporaryFile(buffering=0)  # noqa: SIM115 - until it ends
                self._process = self._started(self._complaints)
                self._sending = threading.Lock()
                self._requests = 0
            assert self._complaints is not None
            self._complaints.seek(0)  # the process writes where this is
            self._complaints.truncate()
            job = self._job = Job(self._process, self._sending, self._complaints, question)
            self._requests += 1
        except (OSError, RuntimeError) as problem:  # of processes, and of threads
            self._end("it could not be asked")
            reason = problem.strerror if isinstance(problem, OSError) else None
            files = isinstance(problem, OSError) and problem.errno in (errno.EMFILE, errno.ENFILE)
            raise CannotStart(
                f"the solver cannot be started: {reason or problem}",
                hint="`ulimit -n 1024` allows more open files"
                if files
                else "try again when this machine has less to do",
            ) from None
        return job

    @property
    def is_idle(self) -> bool:
        """True if it has no request to answer."""
        return self._job is None or self._job.done

    @property
    def requests(self) -> int:
        """The count of requests that its process was asked."""
        return self._requests

    @property
    def is_running(self) -> bool:
        """True if its process has been started and has not ended."""
        return self._process is not None and not self._process.has_ended()

    @property
    def size(self) -> int:
        """The size of its process in bytes; 0 if there is none, or the platform does not tell."""
        process = self._process
        return 0 if process is None else process_size(process.pid)

    def kill(self) -> None:
        """Kill the process without waiting for it; :meth:`close` does the rest."""
        process = self._process
        if process is not None:
            process.kill_group()

    def close(self) -> None:
        """End the process, whatever it does."""
        self._end("the worker was closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _started(self, complaints: IO[bytes]) -> ChildProcess:
        command = [sys.executable, "-P", "-c", _PROGRAM, str(self._memory)]
        path = os.pathsep.join(filter(None, sys.path))
        return ChildProcess(command, complaints, os.environ | {"PYTHONPATH": path})

    def _end(self, reason: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            if self._job is not None and not self._job.done:
                self._job.kill(reason)
            process.end()
            if self._job is not None and self._job.pid == process.pid:
                self._job.close()
            else:
                process.close()
        complaints, self._complaints = self._complaints, None
        if complaints is not None:
            complaints.close()


def _last_words(complaints: IO[bytes]) -> str:
    """Return the end of a process's standard error."""
    try:
        complaints.seek(max(0, complaints.seek(0, os.SEEK_END) - _LAST_WORDS))
        return complaints.read().decode(errors="replace").strip()
    except (OSError, ValueError):  # closed meanwhile
        return ""
