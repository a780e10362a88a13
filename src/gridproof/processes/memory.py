"""The size of a process, and a limit of the memory that it may take."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

__all__ = ["ROOM", "memory_limit", "process_size"]

#: Address space that work may take beyond its memory, in bytes: libraries that it has to load, the
#: stacks of their threads, and tables that are larger for a moment while they grow.
ROOM: Final = 256 << 20
#: The folder in which Linux tells how large each process is.
_PROCESSES: Final = Path("/proc")
#: The largest limit that can be said.
_MAX_BYTES: Final = (1 << 63) - 1


@contextmanager
def memory_limit(allowed: int | None) -> Iterator[None]:
    """Limit the address space that this process takes from here on, where the platform can.

    Memory that was taken before, and not given back, does not count: a process that has done much
    is as good as a new one.
    """
    try:
        import resource
    except ImportError:  # not a Unix
        yield
        return
    if allowed is None or not _statm().exists():
        yield
        return
    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = _pages(0) + allowed
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (min(limit, _MAX_BYTES), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, hard))


def process_size(pid: int | None = None) -> int:
    """Return the size of a process in bytes; 0 where the platform does not tell.

    Args:
        pid: the process; None is this one.
    """
    with suppress(OSError):  # another system, or the process has ended
        return _pages(1, pid)
    if pid is not None:
        return 0
    try:
        import resource
    except ImportError:  # not a Unix
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _pages(field: int, pid: int | None = None) -> int:
    """Return the address space (0) or the memory (1) of a process, in bytes."""
    return int(_statm(pid).read_text(encoding="ascii").split()[field]) * os.sysconf("SC_PAGE_SIZE")


def _statm(pid: int | None = None) -> Path:
    return _PROCESSES / ("self" if pid is None else str(pid)) / "statm"
