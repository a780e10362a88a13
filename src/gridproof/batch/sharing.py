"""Sharing work out: over processes of this machine, an executor, or a cluster."""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from gridproof.batch.guarding import Failure, Guard, Post, guarded, take_post
from gridproof.cancelling import CancelToken, signals_cancel
from gridproof.errors import InputError, InternalError
from gridproof.result import Progress
from gridproof.ticker import default_memory
from gridproof.workers import Asked

__all__ = ["Client", "Piece", "Sharer", "outcomes", "shared_out"]

K = TypeVar("K")
T = TypeVar("T")

#: Pieces of work that another executor is given beforehand, so that it never has to wait for more.
_AHEAD: Final = 256
#: Seconds between two looks at the cancel token.
_LOOK: Final = 0.1


class Client(Protocol):
    """A cluster's client, such as ``distributed.Client``."""

    def get_executor(self, **options: Any) -> Executor:
        """An executor that does its work on the cluster."""
        ...


#: Who does the work: None is processes of this machine.
Sharer: TypeAlias = Executor | Client | None
#: What it is known by, what is to be done, and what it may take.
Piece: TypeAlias = tuple[K, Asked[T], Guard]


class Crew(ThreadPoolExecutor):
    """Threads that each have a :class:`Post`: guarded work on this machine, shared out fairly."""

    def __init__(self, jobs: int) -> None:
        self._posts: list[Post] = []
        self._share = 2 * default_memory() // jobs
        super().__init__(jobs, initializer=self._begin)

    def _begin(self) -> None:
        self._posts.append(take_post(Post(self._share)))

    def stop(self) -> None:
        """Ends all processes and drops what was not begun."""
        self.shutdown(wait=False, cancel_futures=True)
        for post in self._posts:
            post.close()
        self.shutdown(wait=True)


def outcomes(
    pieces: Iterable[Piece[K, T]],
    *,
    jobs: int = 1,
    executor: Sharer = None,
    cancel: CancelToken | None = None,
    begun: Callable[[K], None] | None = None,
) -> Generator[tuple[K, T | Failure], None, None]:
    """Does all the work; pairs of what a piece is known by and its answer, as they come.

    Pieces are taken from ``pieces`` only when there is somebody to do them. When it is cancelled,
    or the iterator closed, what was begun is dropped.

    Args:
        pieces: the work.
        jobs: processes of this machine; without meaning if there is an executor.
        executor: who does it instead.
        cancel: set from elsewhere to stop.
        begun: told of each piece that was handed out.

    Raises:
        WorkerDied: no process can be started.
        Exception: the executor cannot go on, whatever it raises.
    """
    todo = iter(pieces)
    done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    asked: dict[Future[Any], K] = {}
    with _doing(executor, jobs) as (doer, ahead):
        try:
            while True:
                while len(asked) < ahead and (piece := next(todo, None)) is not None:
                    name, work, guard = piece
                    future = doer.submit(guarded, work, guard)
                    asked[future] = name
                    if begun is not None:
                        begun(name)
                    future.add_done_callback(done.put)
                if not asked:
                    return
                with suppress(queue.Empty):
                    future = done.get(timeout=_LOOK)
                    yield asked.pop(future), future.result()
                if cancel is not None and cancel.cancelled:
                    return
        finally:
            for future in asked:
                future.cancel()


@contextmanager
def _doing(executor: Sharer, jobs: int) -> Iterator[tuple[Executor, int]]:
    """Who does the work, and how many pieces are handed out beforehand."""
    if executor is None:
        crew = Crew(jobs)
        try:
            yield crew, 2 * jobs
        finally:
            crew.stop()
    elif isinstance(executor, Executor):
        yield executor, _AHEAD
    else:
        from gridproof.batch.cluster import on_cluster

        with on_cluster(executor) as doer:
            yield doer, _AHEAD


@dataclass(frozen=True)
class _Call:
    """A call of a function; it and its arguments can be handed over by pickle."""

    function: Callable[..., Any]
    arguments: Sequence[Any]

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Any:
        return self.function(*self.arguments)


def shared_out(
    work: Callable[..., T],
    pieces: Sequence[tuple[Any, ...]],
    jobs: int,
    failed: Callable[[tuple[Any, ...], Failure], None] | None = None,
) -> Iterator[tuple[tuple[Any, ...], T]]:
    """Does ``work(*piece)`` for each piece, in ``jobs`` processes; pairs as they are done.

    Ctrl-C ends the iteration. One job is a plain loop in this process.

    Args:
        work: a function of a module.
        pieces: its arguments.
        jobs: processes.
        failed: told of pieces whose process died; they are left out.

    Raises:
        GridproofError: what the work raised.
    """
    if jobs <= 1:
        with suppress(KeyboardInterrupt):
            for piece in pieces:
                yield piece, work(*piece)
        return
    token = CancelToken()
    calls = ((piece, _Call(work, piece), Guard()) for piece in pieces)
    with signals_cancel(token):
        for piece, said in outcomes(calls, jobs=min(jobs, len(pieces) or 1), cancel=token):
            if not isinstance(said, Failure):
                yield piece, said
            elif said.kind in ("refused", "bug"):
                raise (
                    InputError(said.reason)
                    if said.kind == "refused"
                    else InternalError(said.reason)
                )
            elif failed is not None:
                failed(piece, said)
