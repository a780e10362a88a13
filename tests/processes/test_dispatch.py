"""Whoever does the work: every piece has its answer, and what goes wrong costs one piece."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.limits import CancelToken
from gridproof.processes import chunks, dispatch, pool
from gridproof.processes.chunks import Chunk, PackedRequest, answer_chunk
from gridproof.processes.dispatch import run_tasks
from gridproof.processes.executors import answer_chunk_here
from gridproof.processes.supervise import Failure, ResourceLimits, SupervisedWorker
from gridproof.processes.worker import Worker
from tests.processes.hostile_work import Does
from tests.processes.watching import is_there, until
from tests.processes.works import Work, doubles, pieces

MAKERS: dict[str, Callable[[], Executor | None]] = {
    "local": lambda: None,
    "threads": partial(ThreadPoolExecutor, 2),
    "spawn": lambda: ProcessPoolExecutor(2, get_context("spawn")),
    "fork": lambda: ProcessPoolExecutor(2, get_context("fork")),
}


def said(*works: Work, **options: Any) -> dict[int, Any]:
    """Return the outcomes of works by their numbers; each comes once."""
    pairs = list(chain.from_iterable(run_tasks(pieces(*works), **options)))
    assert len(pairs) == len(dict(pairs))
    return dict(pairs)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_only_the_guilty_piece_fails(maker: str) -> None:
    works = [Work(number) for number in range(200)]
    guilty = {50: "refuses", 51: "raises", 120: "aborts"}
    for number, deed in guilty.items():
        works[number] = replace(works[number], deed=deed)
    executor = MAKERS[maker]()
    try:
        found = said(*works, executor=executor, jobs=2)
    finally:
        if executor is not None:
            executor.shutdown()
    failed = {number: found.pop(number) for number in guilty}
    assert {number: failure.kind for number, failure in failed.items()} == {
        50: "refused",
        51: "bug",
        120: "crash",
    }
    assert found == doubles(*(work for work in works if work.number not in guilty))


def test_a_broken_pool_ends_the_batch_with_one_error() -> None:
    works = [Work(number, seconds=0.01) for number in range(100)]
    works[40] = replace(works[40], deed="kills_its_parent")
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found: dict[int, Any] = {}
        ends = chain.from_iterable(run_tasks(pieces(*works), executor=pool))
        with pytest.raises(InputError, match=r"the executor cannot go on: .*process pool"):
            found.update(ends)
    assert 40 not in found
    assert found.items() <= doubles(*works).items()


def test_an_executor_that_is_shut_down_ends_the_batch() -> None:
    pool = ThreadPoolExecutor(1)
    ends = run_tasks(pieces(*(Work(number) for number in range(5))), executor=pool)
    next(ends)
    pool.shutdown(cancel_futures=True)
    with pytest.raises(InputError, match="the executor cannot go on"):
        list(ends)


def test_what_has_come_is_handed_over_before_the_error() -> None:
    class Breaking(Executor):
        """Has done the first five chunks when it says that the third one broke it."""

        _max_workers = 5

        def __init__(self) -> None:
            self.count = 0

        def submit(self, do: Any, /, chunk: Chunk) -> Future[Any]:  # type: ignore[override]
            self.count += 1
            future: Future[Any] = Future()
            if self.count == 3:
                future.set_exception(OSError("it burns"))
            elif self.count > 5:
                raise RuntimeError("it is ashes")
            else:
                future.set_result(do(chunk))
            return future

    ends = run_tasks(pieces(*(Work(number) for number in range(20))), executor=Breaking())
    assert dict(next(ends)) == {0: 0, 1: 2, 3: 6, 4: 8}
    with pytest.raises(InputError, match="the executor cannot go on: it"):
        next(ends)


def test_who_has_no_place_at_the_moment_is_waited_for() -> None:
    """As a cluster without workers, whose tasks wait."""
    with ThreadPoolExecutor(1) as pool:

        class Full(Executor):
            _max_workers = 0
            submit = pool.submit

        works = [Work(number) for number in range(20)]
        assert said(*works, executor=Full()) == doubles(*works)


def test_pieces_are_taken_when_there_is_somebody_to_do_them() -> None:
    taken = 0

    def endless() -> Any:
        nonlocal taken
        while True:
            taken += 1
            yield taken, Work(taken, seconds=0.05), ResourceLimits(60)

    ends = run_tasks(endless(), jobs=2)
    for _ in range(5):
        next(ends)
    ends.close()
    assert taken < 100


def test_cancelled_it_ends_what_it_does(tmp_path: Path) -> None:
    token = CancelToken()
    works = [Work(1), Work(2, seconds=60, trace=str(tmp_path)), Work(3, seconds=60)]
    found: dict[int, Any] = {}
    for answers in run_tasks(pieces(*works), jobs=2, cancel=token):
        found.update(answers)
        if found and any(tmp_path.iterdir()):
            token.cancel()
    assert found == {1: 2}
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    assert not is_there(pid)


def test_chunks_grow_while_work_is_small_and_not_beyond_their_time() -> None:
    sizes: list[int] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, do: Any, /, chunk: Chunk) -> Any:  # type: ignore[override]
            sizes.append(len(chunk.requests))
            return super().submit(do, chunk)

    with Counting(1) as pool:
        works = [Work(number) for number in range(3000)]
        assert said(*works, executor=pool) == doubles(*works)
        assert max(sizes) > 100
        sizes.clear()
        works = [Work(number, seconds=0.3) for number in range(6)]
        assert said(*works, executor=pool) == doubles(*works)
        assert max(sizes) <= 2


def test_what_a_chunk_has_no_time_for_is_handed_back() -> None:
    worker = SupervisedWorker(Worker())
    works = [Work(1), Work(2, seconds=chunks.CHUNK_SECONDS), Work(3)]
    chunk = Chunk(tuple(PackedRequest.of(work, ResourceLimits(60)) for work in works))
    try:
        assert answer_chunk(chunk, worker).answers == [2, 4]
    finally:
        worker.close()


def test_what_hangs_in_a_chunk_costs_itself() -> None:
    worker = SupervisedWorker(Worker())
    works = [Work(1), Work(2, deed="sleeps"), Work(3)]
    chunk = Chunk(tuple(PackedRequest.of(work, ResourceLimits(3.0)) for work in works))
    answers: list[Any] = []
    try:
        while len(answers) < 2:  # the second one is handed back if starting anew took long
            answers += answer_chunk(Chunk(chunk.requests[len(answers) :]), worker).answers
    finally:
        worker.close()
    first, second = answers
    assert first == 2
    assert isinstance(second, Failure)
    assert second.kind == "time"


def test_what_is_finished_after_a_death_is_handed_over_soon() -> None:
    """A process that was killed from outside left many pieces, which take their time now."""

    class Bereft(SupervisedWorker):
        def answer(self, work: Any, limits: ResourceLimits) -> Any:
            if isinstance(work, Chunk):
                return Failure("crash", "its process was killed from outside")
            return super().answer(work, limits)

    worker = Bereft(Worker())
    chunk = Chunk(
        tuple(PackedRequest.of(Work(number), ResourceLimits(60)) for number in range(5)),
        seconds=0.0,
    )
    try:
        assert answer_chunk(chunk, worker).answers == [0]
    finally:
        worker.close()


def test_pieces_of_different_memory_are_no_chunk() -> None:
    kinds = [ResourceLimits(60, 1 << 30), ResourceLimits(60, 2 << 30)]
    seen: list[set[int | None]] = []

    class Looking(ThreadPoolExecutor):
        def submit(self, do: Any, /, chunk: Chunk) -> Any:  # type: ignore[override]
            seen.append({piece.limits.memory for piece in chunk.requests})
            return super().submit(do, chunk)

    with Looking(1) as pool:
        works = ((number, Work(number), kinds[number // 20]) for number in range(40))
        assert len(list(chain.from_iterable(run_tasks(works, executor=pool)))) == 40
    assert all(len(memory) == 1 for memory in seen)


def test_large_work_is_compressed_and_waits_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a large board " * 100_000
    large = PackedRequest.of(Does("answer", (text,)), ResourceLimits())
    assert len(large.data) < 10_000
    assert large.answer(CancelToken(), lambda _: None) == text
    monkeypatch.setattr(dispatch, "_MAX_AHEAD", 0)
    waiting = most = 0

    class Counting(ThreadPoolExecutor):
        def submit(self, do: Any, /, chunk: Chunk) -> Any:  # type: ignore[override]
            nonlocal waiting, most
            waiting += 1
            most = max(most, waiting)
            future = super().submit(do, chunk)
            future.add_done_callback(left)
            return future

    def left(_: Any) -> None:
        nonlocal waiting
        waiting -= 1

    with Counting(2) as pool:
        works = [Work(number, seconds=0.01) for number in range(20)]
        assert said(*works, executor=pool) == doubles(*works)
    assert most <= 2


def test_a_process_that_nobody_asks_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_MAX_IDLE", 0.1)
    work = Work(1, trace=str(tmp_path))
    chunk = Chunk((PackedRequest.of(work, ResourceLimits(60)),))
    assert answer_chunk_here(chunk).answers == [2]
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    until(lambda: not is_there(pid))


def test_answers_in_the_order_of_the_requests() -> None:
    """Also where one takes long: the others wait for it, and no more are taken meanwhile."""
    taken = 0

    def endless() -> Any:
        nonlocal taken
        while True:
            taken += 1
            yield taken, Work(taken, seconds=2.0 if taken == 3 else 0.0), ResourceLimits(60)

    ends = run_tasks(endless(), jobs=2, ordered=True)
    keys: list[int] = []
    before = 0
    for answers in ends:
        keys += [key for key, _ in answers]
        if keys == [1, 2]:
            before = taken
        if len(keys) > 300:
            break
    ends.close()
    assert keys == list(range(1, len(keys) + 1))
    assert 3 < before < 4000


@pytest.mark.parametrize("retry", [True, False])
def test_a_chunk_whose_process_dies_is_retried_or_fails(retry: bool) -> None:
    works = [Work(1), Work(2, deed="aborts"), Work(3)]
    packed = tuple(PackedRequest.of(work, ResourceLimits(60)) for work in works)
    worker = SupervisedWorker(Worker())
    try:
        first, *others = answer_chunk(Chunk(packed, seconds=60.0, retry=retry), worker).answers
    finally:
        worker.close()
    failed = others[0] if retry else first
    assert isinstance(failed, Failure)
    assert failed.kind == "crash"
    assert (first == 2) is retry
