"""Pieces of work for tests: they can be handed over by pickle, to any process of this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridproof.limits import CancelToken
from gridproof.processes.supervise import ResourceLimits
from gridproof.result import Progress
from tests.processes.hostile_work import Does

__all__ = ["Work", "doubles", "pieces"]


@dataclass(frozen=True)
class Work:
    """Doubles a number, after something has happened.

    Attributes:
        number: what is doubled.
        seconds: it sleeps first.
        deed: what it does then, a function of :mod:`tests.processes.hostile_work`; "" is nothing.
        trace: a folder in which a file of its process's number is put when it begins.
    """

    number: int
    seconds: float = 0.0
    deed: str = ""
    trace: str | None = None

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> int:
        if self.trace is not None:
            Path(self.trace, str(os.getpid())).touch()
        time.sleep(self.seconds)
        if self.deed:
            Does(self.deed).answer(cancel, progress)
        return 2 * self.number


def pieces(
    *works: Work, seconds: float | None = 60.0
) -> Iterator[tuple[int, Work, ResourceLimits]]:
    """Known by their numbers, with some seconds each."""
    for work in works:
        yield work.number, work, ResourceLimits(seconds)


def doubles(*works: Work) -> dict[int, Any]:
    """Return the outcomes of works that do nothing else."""
    return {work.number: 2 * work.number for work in works}
