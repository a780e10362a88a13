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

from gridproof.batch import packets, sharing
from gridproof.batch.guarding import Failure, Guard, Post
from gridproof.batch.packets import Packed, Packet, do
from gridproof.batch.sharing import outcomes
from gridproof.errors import InputError
from gridproof.limits import CancelToken
from tests.batch.hostile_work import Does
from tests.batch.processes import is_there, until
from tests.batch.works import Work, doubles, pieces

MAKERS: dict[str, Callable[[], Executor | None]] = {
    "local": lambda: None,
    "threads": partial(ThreadPoolExecutor, 2),
    "spawn": lambda: ProcessPoolExecutor(2, get_context("spawn")),
    "fork": lambda: ProcessPoolExecutor(2, get_context("fork")),
}


def said(*works: Work, **options: Any) -> dict[int, Any]:
    """What comes of works, by their numbers; each comes once."""
    pairs = list(chain.from_iterable(outcomes(pieces(*works), **options)))
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
        ends = chain.from_iterable(outcomes(pieces(*works), executor=pool))
        with pytest.raises(InputError, match=r"the executor cannot go on: .*process pool"):
            found.update(ends)
    assert 40 not in found
    assert found.items() <= doubles(*works).items()


def test_an_executor_that_is_shut_down_ends_the_batch() -> None:
    pool = ThreadPoolExecutor(1)
    ends = outcomes(pieces(*(Work(number) for number in range(5))), executor=pool)
    next(ends)
    pool.shutdown(cancel_futures=True)
    with pytest.raises(InputError, match="the executor cannot go on"):
        list(ends)


def test_what_has_come_is_handed_over_before_the_error() -> None:
    class Breaking(Executor):
        """Has done the first five packets when it says that the third one broke it."""

        _max_workers = 5

        def __init__(self) -> None:
            self.count = 0

        def submit(self, do: Any, /, packet: Packet) -> Future[Any]:  # type: ignore[override]
            self.count += 1
            future: Future[Any] = Future()
            if self.count == 3:
                future.set_exception(OSError("it burns"))
            elif self.count > 5:
                raise RuntimeError("it is ashes")
            else:
                future.set_result(do(packet))
            return future

    ends = outcomes(pieces(*(Work(number) for number in range(20))), executor=Breaking())
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
            yield taken, Work(taken, seconds=0.05), Guard(60)

    ends = outcomes(endless(), jobs=2)
    for _ in range(5):
        next(ends)
    ends.close()
    assert taken < 100


def test_cancelled_it_ends_what_it_does(tmp_path: Path) -> None:
    token = CancelToken()
    works = [Work(1), Work(2, seconds=60, trace=str(tmp_path)), Work(3, seconds=60)]
    found: dict[int, Any] = {}
    for answers in outcomes(pieces(*works), jobs=2, cancel=token):
        found.update(answers)
        if found and any(tmp_path.iterdir()):
            token.cancel()
    assert found == {1: 2}
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    assert not is_there(pid)


def test_packets_grow_while_work_is_small_and_not_beyond_their_time() -> None:
    sizes: list[int] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, do: Any, /, packet: Packet) -> Any:  # type: ignore[override]
            sizes.append(len(packet.pieces))
            return super().submit(do, packet)

    with Counting(1) as pool:
        works = [Work(number) for number in range(3000)]
        assert said(*works, executor=pool) == doubles(*works)
        assert max(sizes) > 100
        sizes.clear()
        works = [Work(number, seconds=0.3) for number in range(6)]
        assert said(*works, executor=pool) == doubles(*works)
        assert max(sizes) <= 2


def test_what_a_packet_has_no_time_for_is_handed_back() -> None:
    post = Post()
    works = [Work(1), Work(2, seconds=packets.TURN), Work(3)]
    packet = Packet(tuple(Packed.of(work, Guard(60)) for work in works))
    try:
        assert do(packet, post).answers == [2, 4]
    finally:
        post.close()


def test_what_hangs_in_a_packet_costs_itself() -> None:
    post = Post()
    works = [Work(1), Work(2, deed="sleeps"), Work(3)]
    packet = Packet(tuple(Packed.of(work, Guard(3.0)) for work in works))
    answers: list[Any] = []
    try:
        while len(answers) < 2:  # the second one is handed back if starting anew took long
            answers += do(Packet(packet.pieces[len(answers) :]), post).answers
    finally:
        post.close()
    first, second = answers
    assert first == 2
    assert isinstance(second, Failure)
    assert second.kind == "time"


def test_what_is_finished_after_a_death_is_handed_over_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that was killed from outside left many pieces, which take their time now."""

    class Bereft(Post):
        def answer(self, work: Any, guard: Guard) -> Any:
            if isinstance(work, Packet):
                return Failure("crash", "its process was killed from outside")
            return super().answer(work, guard)

    monkeypatch.setattr(packets, "TURN", 0.0)
    post = Bereft()
    packet = Packet(tuple(Packed.of(Work(number), Guard(60)) for number in range(5)))
    try:
        assert do(packet, post).answers == [0]
    finally:
        post.close()


def test_pieces_of_different_memory_are_no_packet() -> None:
    kinds = [Guard(60, 1 << 30), Guard(60, 2 << 30)]
    seen: list[set[int | None]] = []

    class Looking(ThreadPoolExecutor):
        def submit(self, do: Any, /, packet: Packet) -> Any:  # type: ignore[override]
            seen.append({piece.guard.memory for piece in packet.pieces})
            return super().submit(do, packet)

    with Looking(1) as pool:
        works = ((number, Work(number), kinds[number // 20]) for number in range(40))
        assert len(list(chain.from_iterable(outcomes(works, executor=pool)))) == 40
    assert all(len(memory) == 1 for memory in seen)


def test_large_work_is_compressed_and_waits_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a large board " * 100_000
    large = Packed.of(Does("answer", (text,)), Guard())
    assert len(large.data) < 10_000
    assert large.answer(CancelToken(), lambda _: None) == text
    monkeypatch.setattr(sharing, "_AHEAD", 0)
    waiting = most = 0

    class Counting(ThreadPoolExecutor):
        def submit(self, do: Any, /, packet: Packet) -> Any:  # type: ignore[override]
            nonlocal waiting, most
            waiting += 1
            most = max(most, waiting)
            future = super().submit(do, packet)
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
    monkeypatch.setattr(packets, "_IDLE", 0.1)
    work = Work(1, trace=str(tmp_path))
    packet = Packet((Packed.of(work, Guard(60)),))
    assert packets.do_at_borrowed(packet).answers == [2]
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    until(lambda: not is_there(pid))
