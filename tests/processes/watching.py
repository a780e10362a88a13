"""Running processes, and waiting for them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

#: Seconds after which nobody waits any longer.
PATIENCE = 60


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until something holds.

    Raises:
        AssertionError: it did not come true.
    """
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.01)


def is_there(pid: int) -> bool:
    """Return True if a process runs; one that has ended and that nobody asked about does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def descendants(pid: int) -> Iterator[int]:
    """The processes that a process has started, and theirs, as long as all of them live."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return
    for thread in threads:
        try:
            children = (thread / "children").read_text(encoding="ascii").split()
        except OSError:
            continue
        for child in map(int, children):
            yield child
            yield from descendants(child)


def cpu_seconds(pid: int) -> float:
    """The time that a process has been at work."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0.0
    user, system = status.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
