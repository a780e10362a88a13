"""Limits of a search: counting, clocks, cancel tokens, and signals that set them.

``native/common/limits.hpp`` is the twin of :class:`Ticker` for the kernels.
"""

from __future__ import annotations

import functools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Protocol, TypeVar

from gridproof.arguments import check_function, shown_value
from gridproof.errors import InputError
from gridproof.result import Limits, Progress, Proof, StopReason, Value

__all__ = [
    "POLL_INTERVAL",
    "CancelToken",
    "Control",
    "Flag",
    "Stopped",
    "Ticker",
    "default_memory",
    "paced",
    "signals_cancel",
    "token_of",
    "watched",
]


#: The signals that ask a process to end, as far as the platform has them.
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Flag(Protocol):
    """A flag that others set: a ``threading.Event``, a ``multiprocessing.Event``, and the like."""

    def is_set(self) -> bool:
        """Return True if it is set."""
        ...


class CancelToken:
    """A request to stop; a search honours it at its next look at the clock.

    Another thread or a signal handler may set it.

    Args:
        flags: set, any of them cancels the token too. A worker process watches a flag that it
            shares with its parent.
    """

    def __init__(self, *flags: Flag) -> None:
        self._cancelled = False
        self._flags = flags

    @property
    def cancelled(self) -> bool:
        """True if the search is to stop."""
        return self._cancelled or any(flag.is_set() for flag in self._flags)

    def cancel(self) -> None:
        """Ask the search to stop and to return its best result."""
        self._cancelled = True


def token_of(cancel: CancelToken | None) -> CancelToken:
    """Return the given token, or a new one if there is none.

    Raises:
        InputError: it is something else.
    """
    if cancel is None:
        return CancelToken()
    if not isinstance(cancel, CancelToken):
        raise InputError(f"`cancel` is a `CancelToken()`, not {shown_value(cancel)}")
    return cancel


@contextmanager
def signals_cancel(token: CancelToken) -> Iterator[list[int]]:
    """Turn the first Ctrl-C into a cancelled token, in threads that handle signals.

    Every other signal that has Python's own handler for Ctrl-C does the same. A second signal does
    what it did before.

    The main thread must not wait in ``SimpleQueue.get`` with a timeout meanwhile: before Python
    3.13 it waits for ever if the timeout is over when the handler returns.

    Yields:
        The signals that came; it grows.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    numbers = [n for n in _ENDING if signal.getsignal(n) is signal.default_int_handler]

    def restore() -> None:
        for number in numbers:
            signal.signal(number, signal.default_int_handler)

    def cancel(signum: int, frame: FrameType | None) -> None:
        came.append(signum)
        token.cancel()
        restore()

    for number in numbers:
        signal.signal(number, cancel)
    try:
        yield came
    finally:
        restore()


T = TypeVar("T")

#: Seconds between two looks at the cancel token and two progress reports.
POLL_INTERVAL = 0.05
#: Steps of some microseconds between two looks at the clock.
_PACE = 256
#: The kernels' value for "no limit".
_INFINITE = (1 << 64) - 1
#: Linux's files with the memory limit of a process in a container (cgroups 2 and 1).
_CGROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class Stopped(Exception):
    """A limit or Ctrl-C that ended the work.

    ``solve`` takes it for the answer that nothing is known but :attr:`Ticker.bound`; a solver that
    knows more catches it.

    Attributes:
        reason: which.
    """

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class Poll(Protocol):
    """A callback that gets a kernel's findings (None: nothing yet) every :data:`POLL_INTERVAL`."""

    def __call__(self, nodes: int, bound: int | None = None, best: int | None = None) -> bool:
        """Return True if the kernel is to stop."""
        ...


@dataclass(frozen=True)
class Control:
    """The argument of every native kernel: its limits, and the callback that may stop it.

    Attributes:
        nodes: the most that it may expand.
        seconds: the most that it may take.
        memory: bytes that its tables may take.
        poll: asked now and then.
        cpu: True if seconds are those of the CPU, not of the wall.
    """

    nodes: int
    seconds: float
    memory: int
    poll: Poll
    cpu: bool = False


class Ticker:
    """The clock and node counter of a solver; it says when to stop.

    Call :meth:`tick` once for each node before it is expanded, and stop as soon as it returns a
    reason. Call :meth:`check` during any other work that could take long: reading a board, making
    tables, counting. The node limit is exact. The ticker looks at the cancel token and calls the
    progress callback every :data:`POLL_INTERVAL`.

    Args:
        limits: where to stop.
        clock: seconds, monotonic. Kernels have their own: with :func:`time.process_time` the CPU's,
            else that of the wall.
        cancel: set by others to stop the search.
        progress: called with a snapshot about every :data:`POLL_INTERVAL`.

    Attributes:
        cancel: the token, to be handed on.
        progress: as above, to be handed on.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        clock: Callable[[], float] = time.perf_counter,
        cancel: CancelToken | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        check_function(progress, "`progress`")
        self.limits = limits or Limits()
        self.nodes = 0
        self.bytes = 0
        self.peak_bytes = 0
        self.bound: Value | None = None
        self.best: Value | None = None
        self.proof: Proof = "search"  # what the bound rests on
        self._clock = clock
        self.cancel = cancel
        self.progress = progress
        self._node_limit = float("inf") if self.limits.nodes is None else self.limits.nodes
        self._memory = default_memory() if self.limits.memory is None else self.limits.memory
        self._start = clock()
        self._deadline = (
            float("inf") if self.limits.time is None else self._start + self.limits.time
        )
        self._next_poll = self._start

    @property
    def elapsed(self) -> float:
        """Seconds since this ticker was made."""
        return self._clock() - self._start

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the time limit; None if there is none."""
        return None if self.limits.time is None else max(0.0, self._deadline - self._clock())

    def tick(self) -> StopReason | None:
        """Count one node; return the reason to stop before it is expanded, or None to go on."""
        if self.nodes >= self._node_limit:
            return StopReason.NODE_LIMIT
        if self.bytes > self._memory:
            return StopReason.MEMORY_LIMIT
        now = self._clock()
        if now >= self._deadline:
            return StopReason.TIME_LIMIT
        if now >= self._next_poll and self._poll(now):
            return StopReason.INTERRUPTED
        self.nodes += 1
        return None

    def check(self) -> None:
        """Look at the clock, the memory and the cancel token without counting a node.

        The call is cheap enough for every round of a loop of some microseconds.

        Raises:
            Stopped: it is time to stop.
        """
        if self.bytes > self._memory:
            raise Stopped(StopReason.MEMORY_LIMIT)
        now = self._clock()
        if now >= self._deadline:
            raise Stopped(StopReason.TIME_LIMIT)
        if now >= self._next_poll and self._poll(now):
            raise Stopped(StopReason.INTERRUPTED)

    def _poll(self, now: float) -> bool:
        self._next_poll = now + POLL_INTERVAL
        if self.progress is not None:
            self.progress(Progress(self.nodes, now - self._start, self.bound, self.best))
        return self.cancel is not None and self.cancel.cancelled

    def allocate(self, size: int) -> None:
        """Account for ``size`` more bytes of tables (fewer, if negative).

        The maker of a large table calls it first, and then :meth:`check`.
        """
        self.bytes += size
        self.peak_bytes = max(self.peak_bytes, self.bytes)

    def control(self, *, counted: bool = True) -> Control:
        """Return the remaining limits, for a kernel.

        Args:
            counted: True if the kernel's nodes are the solver's, and what it knows is of the
                objective; they are then taken over.
        """
        left = _INFINITE
        if counted and self.limits.nodes is not None:
            left = min(max(self.limits.nodes - self.nodes, 0), _INFINITE)
        seconds = float("inf") if self.limits.time is None else self._deadline - self._clock()
        base = self.nodes

        def poll(nodes: int, bound: int | None = None, best: int | None = None) -> bool:
            if counted:
                self.nodes = base + nodes
                self.bound = self.bound if bound is None else bound
                self.best = self.best if best is None else best
            return self._poll(self._clock())

        memory = min(max(self._memory - self.bytes, 0), _INFINITE)
        return Control(left, seconds, memory, poll, self._clock is time.process_time)


def paced(items: Iterable[T], ticker: Ticker, pace: int = _PACE) -> Iterator[T]:
    """Yield the items, with a look at the clock now and then.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    for number, item in enumerate(items):
        if number % pace == 0:
            ticker.check()
        yield item


@contextmanager
def watched(ticker: Ticker) -> Iterator[None]:
    """Look at the clock and the cancel token while code runs that does not.

    A signal of the system's timer does so about every :data:`POLL_INTERVAL`. It takes a timer and
    the main thread, in which Python handles signals; elsewhere nothing is done.

    Raises:
        Stopped: by the limit of time or Ctrl-C, wherever the code is at that moment.
    """
    able = hasattr(signal, "setitimer")
    if not able or threading.current_thread() is not threading.main_thread():
        yield
        return

    def look(number: int, frame: object) -> None:
        if ticker.seconds_left == 0:
            raise Stopped(StopReason.TIME_LIMIT)
        if ticker.cancel is not None and ticker.cancel.cancelled:
            raise Stopped(StopReason.INTERRUPTED)

    before = signal.signal(signal.SIGALRM, look)
    try:
        signal.setitimer(signal.ITIMER_REAL, POLL_INTERVAL, POLL_INTERVAL)
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # also if a last look has raised just now
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def default_memory() -> int:
    """Return half of the memory that this process may have, in bytes.

    The memory is the machine's, or less in a container or under a limit of the operating system.
    """
    return min(_allowed_memory()) // 2


def _allowed_memory() -> Iterator[int]:
    """Yield the memory that each authority allows, in bytes."""
    try:
        yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not every platform tells
        yield 4 << 30
    try:
        import resource
    except ImportError:  # not a Unix
        return
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        soft, _ = resource.getrlimit(kind)
        if soft != resource.RLIM_INFINITY:
            yield soft
    yield from _cgroup_limits()


@functools.cache  # the files take longer to read than an easy board to solve
def _cgroup_limits() -> tuple[int, ...]:
    limits = []
    for path in _CGROUP_LIMITS:
        with suppress(OSError, ValueError):  # no such control group, or "max"
            limits.append(int(Path(path).read_text(encoding="ascii")))
    return tuple(limits)
