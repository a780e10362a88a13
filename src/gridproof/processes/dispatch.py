"""The dispatcher: many requests over an executor, in chunks that grow while they are quick."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from gridproof.errors import GridproofError, InputError
from gridproof.limits import POLL_INTERVAL, CancelToken, signals_cancel
from gridproof.processes.chunks import CHUNK_SECONDS, KEPT, Chunk, ChunkResult, PackedRequest
from gridproof.processes.executors import AnyExecutor, Executor, executor_for
from gridproof.processes.supervise import Failure, ResourceLimits
from gridproof.processes.worker import Request
from gridproof.result import Progress

__all__ = ["KeyedRequest", "parallel_map", "run_tasks"]

K = TypeVar("K")
T = TypeVar("T")

#: Bytes of requests that are handed out before there is a place for them.
_MAX_AHEAD: Final = 64 << 20
#: Requests of a chunk at most, and bytes after which no other one follows in it.
_MAX_REQUESTS, _MAX_BYTES = 1000, 1 << 20
#: Seconds of a chunk if its answers are wanted in order: somebody waits for them.
_ORDERED_SECONDS: Final = 0.2
#: Answers for each place that wait for an earlier one, before no more requests are taken.
_MAX_HELD: Final = 256

#: A request with its key and the most that it may take.
KeyedRequest: TypeAlias = tuple[K, Request[T], ResourceLimits]


def run_tasks(
    requests: Iterable[KeyedRequest[K, T]],
    *,
    jobs: int = 1,
    executor: AnyExecutor = None,
    cancel: CancelToken | None = None,
    begun: Callable[[K], None] | None = None,
    ordered: bool = False,
    retry: bool = True,
) -> Generator[list[tuple[K, T | Failure]], None, None]:
    """Answer all requests; yield pairs of key and answer, several at a time, or none for a moment.

    Requests are taken only when there is a place for them. When the token is cancelled, or the
    iterator closed, unfinished requests are dropped; an executor that is no cluster ends those that
    it is at.

    A request whose process dies is a :class:`Failure`. So is one that takes the whole place of work
    with it, if the executor begins with it anew elsewhere, as Dask does: requests that were at a
    place each time that it died are answered again with nothing beside them, and the one that
    dies then has failed.

    Args:
        requests: with keys and limits.
        jobs: processes of this machine; without meaning if there is an executor.
        executor: answers them instead.
        cancel: set from elsewhere to stop.
        begun: called with the key of each request that is handed out.
        ordered: yield the answers in the order of the requests.
        retry: answer the requests of a chunk one by one if its process died; otherwise the
            first of them is a failure.

    Raises:
        WorkerDied: no process can be started.
        InputError: the executor cannot go on.
    """
    chosen = executor_for(executor, jobs)
    dispatcher = _Dispatcher(requests, chosen, begun, ordered, retry)
    try:
        while dispatcher.hand_out() and not (cancel is not None and cancel.cancelled):
            yield dispatcher.collect()
    finally:
        chosen.close(dispatcher.unfinished)


class _Entry(NamedTuple):
    """A request on its way: its number, the caller's key, and the packed request."""

    number: int
    key: Any
    packed: PackedRequest


class _Dispatcher(Generic[K, T]):
    """The state of the requests: not taken yet, handed out, handed back, or answered.

    Attributes:
        unfinished: the chunks that are handed out, with their requests.
    """

    def __init__(
        self,
        requests: Iterable[KeyedRequest[K, T]],
        executor: Executor,
        begun: Callable[[K], None] | None,
        ordered: bool,
        retry: bool,
    ) -> None:
        self.unfinished: dict[Future[ChunkResult], list[_Entry]] = {}
        self._requests = enumerate(requests)
        self._executor = executor
        self._begun = begun
        self._retry = retry
        self._seconds = _ORDERED_SECONDS if ordered else CHUNK_SECONDS
        self._order: _Order[K, T] | None = _Order() if ordered else None
        self._back: deque[_Entry] = deque()  # taken before, and not answered
        self._suspects: deque[_Entry] = deque()
        self._alone = False  # the only chunk that is handed out is a suspect
        self._problem: GridproofError | None = None  # the reason why no more can be handed out
        self._done: queue.Queue[Future[ChunkResult]] = queue.Queue()  # see `signals_cancel`
        self._places = 1
        self._count = 1  # of a chunk's requests, at most
        self._bytes = 0  # of all that is handed out

    def hand_out(self) -> bool:
        """Fill all places; return False if there is nothing left to wait for."""
        try:
            self._fill()
        except GridproofError as problem:
            self._problem = problem
        return bool(self.unfinished) or self._problem is not None

    def _fill(self) -> None:
        self._places = max(1, self._executor.places())  # without one, a chunk waits for it
        while not self._alone and self._has_place():
            entries = self._next_entries()
            if not entries and not self.unfinished and self._suspects:
                entries, self._alone = [self._suspects.popleft()], True
            if not entries:
                break
            chunk = Chunk(tuple(entry.packed for entry in entries), self._seconds, self._retry)
            with self._clear_errors():
                future = self._executor.submit(chunk)
            self.unfinished[future] = entries
            self._bytes += _size(entries)
            future.add_done_callback(self._done.put)

    def _has_place(self) -> bool:
        count = len(self.unfinished)
        ahead = count < 2 * self._places and self._bytes < _MAX_AHEAD
        return count < self._places or ahead

    def _next_entries(self) -> list[_Entry]:
        """Return the requests of the next chunk; none if there are no more for now."""
        entries: list[_Entry] = []
        size = 0
        while len(entries) < self._count and size < _MAX_BYTES:
            if not self._back:
                self._take()
            if not self._back:
                break
            memory = self._back[0].packed.limits.memory
            if entries and memory != entries[0].packed.limits.memory:
                break
            entries.append(self._back.popleft())
            size += len(entries[-1].packed.data)
        return entries

    def _take(self) -> None:
        """Take the next request, unless too many answers wait for an earlier one."""
        if self._order is not None and len(self._order) >= _MAX_HELD * self._places:
            return
        if (taken := next(self._requests, None)) is None:
            return
        number, (key, request, limits) = taken
        self._back.append(_Entry(number, key, PackedRequest.of(request, limits)))
        if self._begun is not None:
            self._begun(key)

    def collect(self) -> list[tuple[K, T | Failure]]:
        """Return the answers that have come, after a moment's wait.

        Raises:
            GridproofError: no more answers will come; all earlier ones were returned before.
        """
        answers: list[tuple[K, T | Failure]] = []
        with suppress(queue.Empty):
            future = self._done.get(timeout=0 if self._problem else POLL_INTERVAL)
            while True:
                try:
                    answers += self._answers(future)
                except GridproofError as problem:
                    self._problem = self._problem or problem
                future = self._done.get_nowait()
        if self._problem is not None and not answers:
            raise self._problem
        return answers

    def _answers(self, future: Future[ChunkResult]) -> Iterable[tuple[K, T | Failure]]:
        """Return the answers of a chunk that has ended, or that waited for it."""
        entries = self.unfinished.pop(future)
        self._bytes -= _size(entries)
        alone, self._alone = self._alone, False
        try:
            with self._clear_errors():
                result = future.result()
        except self._executor.deadly as problem:
            if not alone:
                self._suspects += entries
                return []
            failure = Failure("crash", f"what did it died with it: {problem}")
            result = ChunkResult([failure], 0.0)
        else:
            pace = int(len(result.answers) * self._seconds / max(result.seconds, 1e-6))
            self._count = max(1, min(pace, 2 * self._count, _MAX_REQUESTS))
        self._back.extendleft(reversed(entries[len(result.answers) :]))
        ended = [
            (entry.number, (entry.key, answer))
            for entry, answer in zip(entries, result.answers, strict=False)
        ]
        return [pair for _, pair in ended] if self._order is None else self._order.put(ended)

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Turn the errors of all executors into one."""
        known: tuple[type[Exception], ...] = (GridproofError, *self._executor.deadly)
        try:
            yield
        except known:
            raise
        except Exception as problem:
            said = str(problem) or "it is gone, or has dropped the work"
            raise InputError(f"{self._executor.name} cannot go on: {said}", hint=KEPT) from problem


class _Order(Generic[K, T]):
    """Answers that wait for those of earlier requests."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[K, T | Failure]] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._held)

    def put(
        self, answers: Iterable[tuple[int, tuple[K, T | Failure]]]
    ) -> Iterator[tuple[K, T | Failure]]:
        """Add answers by their numbers; yield those that nothing is missing before."""
        self._held.update(answers)
        while self._next in self._held:
            yield self._held.pop(self._next)
            self._next += 1


def _size(entries: Iterable[_Entry]) -> int:
    return sum(len(entry.packed.data) for entry in entries)


@dataclass(frozen=True)
class _Call:
    """A call of a function; both the function and its arguments can be pickled."""

    function: Callable[..., Any]
    arguments: Sequence[Any]

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Any:
        return self.function(*self.arguments)


def parallel_map(
    function: Callable[..., T],
    pieces: Sequence[tuple[Any, ...]],
    jobs: int,
    failed: Callable[[tuple[Any, ...], Failure], None] | None = None,
) -> Iterator[tuple[tuple[Any, ...], T]]:
    """Call ``function(*piece)`` for each piece, in ``jobs`` processes; yield pairs as they come.

    Ctrl-C ends the iteration. One job is a plain loop in this process.

    Args:
        function: of a module.
        pieces: its arguments.
        jobs: processes.
        failed: called for each piece whose process died; it is left out.

    Raises:
        GridproofError: raised by the function.
    """
    if jobs <= 1:
        with suppress(KeyboardInterrupt):
            for piece in pieces:
                yield piece, function(*piece)
        return
    token = CancelToken()
    calls = ((piece, _Call(function, piece), ResourceLimits()) for piece in pieces)
    with signals_cancel(token):
        ends = run_tasks(calls, jobs=min(jobs, len(pieces) or 1), cancel=token)
        with closing(ends):
            for piece, answer in chain.from_iterable(ends):
                if not isinstance(answer, Failure):
                    yield piece, answer
                elif (error := answer.error) is not None:
                    raise error
                elif failed is not None:
                    failed(piece, answer)
