"""Sharing work out: over processes of this machine, an executor, or a cluster."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from gridproof.batch.guarding import Failure, Guard, Post
from gridproof.batch.packets import KEPT, TURN, Done, Hands, Packed, Packet, do, do_at_borrowed
from gridproof.errors import GridproofError, InputError, InternalError
from gridproof.limits import CancelToken, default_memory, signals_cancel
from gridproof.processes.worker import Asked
from gridproof.result import Progress

__all__ = ["Client", "Piece", "Sharer", "outcomes", "shared_out"]

K = TypeVar("K")
T = TypeVar("T")

#: Bytes of work that are handed out before there is somebody at leisure to do it.
_AHEAD: Final = 64 << 20
#: Pieces of a packet at most, and bytes after which no other piece follows in it.
_MOST, _HEAVY = 1000, 1 << 20
#: Places of an executor that does not say how many it has.
_PLACES: Final = 256
#: Seconds between two looks at the cancel token.
_LOOK: Final = 0.1


class Client(Protocol):
    """A cluster's client: what is used of ``distributed.Client``."""

    def get_executor(self, **options: Any) -> Executor:
        """An executor that does its work on the cluster."""
        ...

    def nthreads(self) -> Mapping[str, int]:
        """The threads of each worker."""
        ...

    def run(self, function: Callable[..., Any], *, on_error: Literal["return"]) -> Any:
        """What a function says in each worker."""
        ...

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        """Waits until so many are there."""
        ...


#: Who does the work: None is processes of this machine.
Sharer: TypeAlias = Executor | Client | None
#: What it is known by, what is to be done, and what it may take.
Piece: TypeAlias = tuple[K, Asked[T], Guard]


class Crew(ThreadPoolExecutor):
    """Threads that each have a :class:`Post`: packets are done on this machine, shared fairly."""

    def __init__(self, jobs: int) -> None:
        self._posts: list[Post] = []
        self._share = 2 * default_memory() // jobs
        self._here = threading.local()
        super().__init__(jobs, initializer=self._begin)

    def _begin(self) -> None:
        self._here.post = Post(self._share)
        self._posts.append(self._here.post)

    def do(self, packet: Packet) -> Done:
        """Does a packet, in a thread of this crew."""
        return do(packet, self._here.post)

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
) -> Generator[list[tuple[K, T | Failure]], None, None]:
    """Does all the work; pairs of what a piece is known by and its answer, some at a time.

    There are none of them when none has come for a moment.

    Pieces are taken from ``pieces`` only when there is somebody to do them. When it is cancelled,
    or the iterator closed, what was begun is dropped; an executor that is no cluster ends the
    pieces that it is at.

    A piece of work whose process dies is a :class:`Failure`. So is one that takes the whole place
    with it where an executor does it, if the executor begins with it anew elsewhere, as Dask does:
    pieces that were at a place when it died, several times, are each done again with nothing
    beside them, and what dies then is the one.

    Args:
        pieces: the work.
        jobs: processes of this machine; without meaning if there is an executor.
        executor: who does it instead.
        cancel: set from elsewhere to stop.
        begun: told of each piece that was handed out.

    Raises:
        WorkerDied: no process can be started.
        InputError: the executor cannot go on.
    """
    with _hands(executor, jobs) as hands:
        table = _Table(pieces, hands, begun)
        try:
            while table.hand_out() and not (cancel is not None and cancel.cancelled):
                yield table.collect()
        finally:
            hands.drop(table.out)


class _Table(Generic[K, T]):
    """What is to be done, is being done, and was handed back.

    Attributes:
        out: the packets that are handed out, with what their pieces are known by.
    """

    def __init__(
        self, pieces: Iterable[Piece[K, T]], hands: Hands, begun: Callable[[K], None] | None
    ) -> None:
        self.out: dict[Future[Done], list[tuple[K, Packed]]] = {}
        self._todo = iter(pieces)
        self._hands = hands
        self._begun = begun
        self._back: deque[tuple[K, Packed]] = deque()  # handed out before, not done
        self._suspects: deque[tuple[K, Packed]] = deque()
        self._alone = False  # what is handed out is one suspect
        self._problem: GridproofError | None = None  # why no more can be handed out
        self._done: queue.SimpleQueue[Future[Done]] = queue.SimpleQueue()
        self._most = 1  # pieces of a packet
        self._bytes = 0  # of what is handed out

    def hand_out(self) -> bool:
        """Hands out as much as there are hands for; whether there is anything to be waited for."""
        try:
            self._fill()
        except GridproofError as problem:
            self._problem = problem
        return bool(self.out) or self._problem is not None

    def _fill(self) -> None:
        places = max(1, self._hands.places())  # one waits until there is one again
        while not self._alone and (
            len(self.out) < places or (len(self.out) < 2 * places and self._bytes < _AHEAD)
        ):
            some = self._some()
            if not some and not self.out and self._suspects:
                some, self._alone = [self._suspects.popleft()], True
            if not some:
                break
            with self._clear_errors():
                future = self._hands.submit(Packet(tuple(piece for _, piece in some)))
            self.out[future] = some
            self._bytes += _size(some)
            future.add_done_callback(self._done.put)

    def _some(self) -> list[tuple[K, Packed]]:
        """The pieces of the next packet; none: there are no more."""
        some: list[tuple[K, Packed]] = []
        size = 0
        while len(some) < self._most and size < _HEAVY:
            if not self._back and (piece := next(self._todo, None)) is not None:
                name, work, guard = piece
                self._back.append((name, Packed.of(work, guard)))
                if self._begun is not None:
                    self._begun(name)
            if not self._back or (
                some and self._back[0][1].guard.memory != some[0][1].guard.memory
            ):
                break
            some.append(self._back.popleft())
            size += len(some[-1][1].data)
        return some

    def collect(self) -> list[tuple[K, T | Failure]]:
        """The answers that have come, waited for a moment.

        Raises:
            GridproofError: there will be no more; all that had come were handed over before.
        """
        answers: list[tuple[K, T | Failure]] = []
        with suppress(queue.Empty):
            future = self._done.get(timeout=0 if self._problem else _LOOK)
            while True:
                try:
                    answers += self._taken(future)
                except GridproofError as problem:
                    self._problem = self._problem or problem
                future = self._done.get_nowait()
        if self._problem is not None and not answers:
            raise self._problem
        return answers

    def _taken(self, future: Future[Done]) -> list[tuple[K, T | Failure]]:
        some = self.out.pop(future)
        self._bytes -= _size(some)
        alone, self._alone = self._alone, False
        try:
            with self._clear_errors():
                done = future.result()
        except self._hands.deadly as problem:
            if alone:
                return [(some[0][0], Failure("crash", f"what did it died with it: {problem}"))]
            self._suspects += some
            return []
        ended = len(done.answers)
        self._back.extendleft(reversed(some[ended:]))
        pace = int(ended * TURN / max(done.seconds, 1e-6))
        self._most = max(1, min(pace, 2 * self._most, _MOST))
        return [(name, answer) for (name, _), answer in zip(some, done.answers, strict=False)]

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Says what any executor may raise in one way."""
        known: tuple[type[Exception], ...] = (GridproofError, *self._hands.deadly)
        try:
            yield
        except known:
            raise
        except Exception as problem:
            said = str(problem) or "it is gone, or has dropped the work"
            raise InputError(f"{self._hands.name} cannot go on: {said}", hint=KEPT) from problem


def _size(some: Iterable[tuple[Any, Packed]]) -> int:
    return sum(len(piece.data) for _, piece in some)


@contextmanager
def _hands(executor: Sharer, jobs: int) -> Iterator[Hands]:
    """Who does the work."""
    if executor is None:
        crew = Crew(jobs)
        try:
            yield Hands(
                "this machine",
                lambda packet: crew.submit(crew.do, packet),
                lambda: jobs,
                lambda _: None,
            )
        finally:
            crew.stop()
    elif isinstance(executor, Executor):
        places = getattr(executor, "_max_workers", _PLACES)  # nothing public says it
        yield Hands(
            "the executor",
            lambda packet: executor.submit(do_at_borrowed, packet),
            lambda: places,
            _cancel,
        )
    else:
        from gridproof.batch.cluster import on_cluster

        with on_cluster(executor) as hands:
            yield hands


def _cancel(futures: Iterable[Future[Any]]) -> None:
    for future in futures:
        future.cancel()


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
        ends = outcomes(calls, jobs=min(jobs, len(pieces) or 1), cancel=token)
        with closing(ends):
            for piece, said in chain.from_iterable(ends):
                if not isinstance(said, Failure):
                    yield piece, said
                elif said.kind == "refused":
                    raise InputError(said.reason)
                elif said.kind == "bug":
                    raise InternalError(said.reason)
                elif failed is not None:
                    failed(piece, said)
