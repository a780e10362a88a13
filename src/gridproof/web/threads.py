"""Work beside the event loop: in threads, or at once where Python has none, as in browsers."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

__all__ = ["Threads", "in_background", "in_thread"]

P = ParamSpec("P")
T = TypeVar("T")

#: False where Python cannot start threads: there, nothing else can happen meanwhile anyway.
_THREADS: Final = sys.platform != "emscripten"


class Threads:
    """A few threads for short work.

    Args:
        count: threads that work at once.
    """

    def __init__(self, count: int) -> None:
        self._limiter = CapacityLimiter(count)

    async def call(self, work: Callable[[], T]) -> T:
        """Call a function in one of them."""
        if not _THREADS:
            return work()
        return await to_thread.run_sync(work, limiter=self._limiter)


async def in_thread(work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Call a function that may block, in a thread."""
    if not _THREADS:
        return work(*args, **options)
    return await asyncio.to_thread(work, *args, **options)


def in_background(work: Callable[..., object], *args: object) -> threading.Thread | None:
    """Call a function that nobody waits for; return its thread, if it has one."""
    if not _THREADS:
        work(*args)
        return None
    thread = threading.Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread
