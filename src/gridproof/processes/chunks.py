"""Requests that are handed over together, so that each costs next to nothing beside itself.

Whatever goes wrong costs one request: those of a chunk whose process died are answered again, each
by itself.
"""

from __future__ import annotations

import pickle
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gridproof.limits import CancelToken
from gridproof.processes.supervise import Failure, ResourceLimits, SupervisedWorker
from gridproof.processes.worker import Request
from gridproof.result import Progress

__all__ = ["CHUNK_SECONDS", "KEPT", "Chunk", "ChunkResult", "PackedRequest", "answer_chunk"]

#: Seconds that a chunk should take: no further request of it is begun afterwards.
CHUNK_SECONDS: Final = 0.5
#: The hint when an executor cannot go on.
KEPT: Final = "what has ended is kept; the same command goes on from there"
#: Bytes from which a request is compressed: boards of millions of cells shrink to a tenth.
_MIN_COMPRESSED: Final = 1 << 16


@dataclass(frozen=True)
class PackedRequest:
    """A pickled request, and the most that it may take."""

    data: bytes
    compressed: bool
    limits: ResourceLimits

    @classmethod
    def of(cls, request: Request[Any], limits: ResourceLimits) -> PackedRequest:
        """Pack a request."""
        data = pickle.dumps(request)
        if len(data) < _MIN_COMPRESSED:
            return cls(data, False, limits)
        return cls(zlib.compress(data, level=1), True, limits)

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Any:
        """Answer it here and now."""
        request = pickle.loads(zlib.decompress(self.data) if self.compressed else self.data)
        return request.answer(cancel, progress)


@dataclass(frozen=True)
class Chunk:
    """Requests that are handed over together.

    Attributes:
        requests: with equal limits of memory.
        seconds: no further request is begun afterwards.
        retry: True: if the process dies, each request is answered again by itself, since nobody
            knows at which one it died; False: the first one fails.
    """

    requests: tuple[PackedRequest, ...]
    seconds: float = CHUNK_SECONDS
    retry: bool = True

    @property
    def limits(self) -> ResourceLimits:
        """The most that the chunk may take as a whole."""
        each = [request.limits.seconds for request in self.requests]
        seconds = None if None in each else self.seconds + max(filter(None, each), default=0.0)
        return ResourceLimits(seconds, self.requests[0].limits.memory)

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> list[Any]:
        """Answer as many requests as the time allows, at least the first one.

        A later one that raises is left: it becomes the first of another chunk, and raises there.
        """
        end = time.monotonic() + self.seconds
        answers: list[Any] = []
        for request in self.requests:
            try:
                answers.append(request.answer(cancel, progress))
            except Exception:
                if not answers:
                    raise
                break
            if time.monotonic() >= end:
                break
        return answers


@dataclass(frozen=True)
class ChunkResult:
    """The answers of a chunk.

    Attributes:
        answers: of its first requests, at least of one; the others were not begun.
        seconds: the time that it took.
    """

    answers: list[Any]
    seconds: float


def answer_chunk(chunk: Chunk, worker: SupervisedWorker) -> ChunkResult:
    """Have a worker answer a chunk.

    Raises:
        WorkerDied: no process can be started, or the worker was closed.
    """
    begun = time.monotonic()
    answers: list[Any] = []
    if len(chunk.requests) > 1:
        found = worker.answer(chunk, chunk.limits)
        if not isinstance(found, Failure):
            answers = found
        elif found.kind in ("refused", "bug") or not chunk.retry:  # the first one raised
            answers = [found]
    if not answers:
        end = time.monotonic() + chunk.seconds
        for request in chunk.requests:
            answers.append(worker.answer(request, request.limits))
            if isinstance(answers[-1], Failure) or time.monotonic() >= end:
                break  # finished answers are handed over
    return ChunkResult(answers, time.monotonic() - begun)
