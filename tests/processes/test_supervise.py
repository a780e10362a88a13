"""Whatever happens in a piece of work costs that one, and what happened is said."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from gridproof.processes import supervise
from gridproof.processes.memory import ROOM
from gridproof.processes.pool import lease
from gridproof.processes.supervise import Failure, FailureKind, ResourceLimits, SupervisedWorker
from gridproof.processes.worker import Worker, WorkerDied
from gridproof.registry import find_game
from gridproof.result import Limits, Result
from gridproof.solving.requests import SolveRequest
from gridproof.solving.solve import solvers
from tests.processes.hostile_work import Does
from tests.processes.watching import is_there, until
from tests.samples import GAMES, large_levels, random_levels

MIB = 1 << 20
#: Seconds within which everything ends that ends by itself.
LONG = 60

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the limit is the system's")


@pytest.fixture
def worker() -> Iterator[SupervisedWorker]:
    worker = SupervisedWorker(Worker())
    yield worker
    worker.close()


def failed(worker: SupervisedWorker, work: Does, limits: ResourceLimits) -> Failure:
    """Return the failure of the work; the next piece is well."""
    said = worker.answer(work, limits)
    assert isinstance(said, Failure), said
    assert worker.answer(Does("answer", (5,)), ResourceLimits(LONG)) == 5
    return said


@pytest.mark.parametrize(
    ("work", "kind", "reason"),
    [
        (Does("segfaults"), "crash", "SIGSEGV"),
        (Does("aborts"), "crash", "SIGABRT"),
        (Does("kills_itself", (signal.SIGKILL,)), "crash", "killed from outside"),
        (Does("kills_itself", (signal.SIGTERM,)), "crash", "SIGTERM"),
        (Does("kills_itself", (40,)), "crash", "signal 40"),
        (Does("exits", (0,)), "crash", "exit code 0"),
        (Does("exits", (9,)), "crash", "exit code 9"),
        (Does("exits_politely"), "crash", "exit code 3"),
        (Does("has_children", (True,)), "crash", "exit code 7"),
        (Does("throws_bad_alloc"), "memory", "more memory than it may have"),
        (Does("raises"), "bug", "ZeroDivisionError: something"),
        (Does("recurses"), "bug", "RecursionError"),
        (Does("finds_a_bug"), "bug", "failed its checks"),
        (Does("answers_what_cannot_be_sent"), "bug", "pickle"),
        (Does("refuses"), "refused", "not for me"),
    ],
    ids=lambda value: value.name if isinstance(value, Does) else "",
)
def test_each_costs_one_piece_of_work(
    worker: SupervisedWorker, work: Does, kind: FailureKind, reason: str
) -> None:
    failure = failed(worker, work, ResourceLimits(LONG))
    assert failure.kind == kind
    assert reason in failure.reason
    assert "\n" not in failure.reason
    assert len(failure.reason) < 600
    assert len(failure.trace) <= 4000


@pytest.mark.parametrize(
    "name",
    [
        *("sleeps", "spins", "sleeps_in_native_code", "spins_in_native_code", "ignores_signals"),
        *("stops_itself", "prints_for_ever"),
    ],
)
def test_what_does_not_end_is_ended(worker: SupervisedWorker, name: str) -> None:
    assert worker.answer(Does("answer", (1,)), ResourceLimits(LONG)) == 1  # it is at work then
    failure = failed(worker, Does(name), ResourceLimits(0.3))
    assert failure == Failure("time", "it did not end by itself and was ended after 0.3 s", "") or (
        name == "prints_for_ever" and set(failure.trace) <= {"x"}
    )


def test_no_time_at_all(worker: SupervisedWorker) -> None:
    assert failed(worker, Does("answer"), ResourceLimits(0)).kind == "time"


@on_linux
@pytest.mark.parametrize("name", ["allocates_bytes", "allocates_numpy"])
def test_memory_is_held_to(worker: SupervisedWorker, name: str) -> None:
    most = 2 * ROOM
    failure = failed(worker, Does(name, (most,)), ResourceLimits(LONG, 64 * MIB))
    assert (failure.kind, failure.reason) == ("memory", "it needed more memory than it may have")
    assert name in failure.trace
    # With more, or without a limit, it is well, in the same process.
    before = worker.answer(Does("process"), ResourceLimits(LONG))
    assert worker.answer(Does(name, (most,)), ResourceLimits(LONG, most)) == most >> 20
    assert worker.answer(Does(name, (most,)), ResourceLimits(LONG)) == most >> 20
    assert worker.answer(Does("process"), ResourceLimits(LONG, MIB)) == before


@on_linux
def test_what_is_no_limit_to_the_system(worker: SupervisedWorker) -> None:
    for memory in (0, 1, 1 << 62, 1 << 70):
        assert worker.answer(Does("answer", (1,)), ResourceLimits(LONG, memory)) == 1
    assert worker.answer(Does("answer", (1,)), ResourceLimits(float("inf"))) == 1
    assert worker.answer(Does("answer", (1,)), ResourceLimits(1e30)) == 1


@on_linux
def test_a_share_of_the_machine_is_held_to() -> None:
    worker = SupervisedWorker(Worker(), 64 * MIB)
    try:
        assert (
            failed(worker, Does("allocates_bytes", (200 * MIB,)), ResourceLimits(LONG)).kind
            == "memory"
        )
        # What is asked for by name may be more than that.
        assert (
            worker.answer(Does("allocates_bytes", (200 * MIB,)), ResourceLimits(LONG, 200 * MIB))
            == 200
        )
    finally:
        worker.close()


def test_a_process_that_keeps_much_is_replaced(
    worker: SupervisedWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = worker.answer(Does("process"), ResourceLimits(LONG))
    assert worker.answer(Does("process"), ResourceLimits(LONG)) == first
    monkeypatch.setattr(supervise, "_MAX_SIZE", 0)
    worker.answer(Does("answer"), ResourceLimits(LONG))
    monkeypatch.undo()
    assert worker.answer(Does("process"), ResourceLimits(LONG)) != first
    assert isinstance(first, int)
    assert not is_there(first)


def test_many_pieces_a_process(worker: SupervisedWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "_MAX_REQUESTS", 10)
    numbers = [worker.answer(Does("process"), ResourceLimits(LONG, n * MIB)) for n in range(35)]
    assert [len(list(filter(n.__eq__, numbers))) for n in dict.fromkeys(numbers)] == [10, 10, 10, 5]


def test_what_it_prints_is_no_answer_and_fills_no_disk(worker: SupervisedWorker) -> None:
    assert worker.answer(Does("prints", (20,)), ResourceLimits(LONG)) == 20
    thread = threading.Thread(
        target=worker.answer, args=(Does("prints_for_ever"), ResourceLimits(1.5))
    )
    thread.start()
    sizes = []
    while thread.is_alive():
        thread.join(0.1)
        inner = worker._worker
        if inner._complaints is not None:
            sizes.append(os.fstat(inner._complaints.fileno()).st_blocks * 512)
    assert any(b < a for a, b in pairwise(sizes)), sizes  # emptied meanwhile


def test_its_streams_are_no_business_of_ours(worker: SupervisedWorker) -> None:
    assert worker.answer(Does("closes_everything"), ResourceLimits(LONG)) == 1
    assert worker.answer(Does("answer", (2,)), ResourceLimits(LONG)) == 2


def test_the_last_words_are_kept(worker: SupervisedWorker) -> None:
    failure = failed(worker, Does("segfaults"), ResourceLimits(LONG))
    assert "Fatal Python error: Segmentation fault" in failure.trace
    assert "segfaults" in failure.trace
    assert "in finds_a_bug" in failed(worker, Does("finds_a_bug"), ResourceLimits(LONG)).trace


@on_linux
def test_children_end_with_the_process(worker: SupervisedWorker) -> None:
    child = worker.answer(Does("has_children", (False,)), ResourceLimits(LONG))
    assert isinstance(child, int)
    assert is_there(child)
    worker.close()
    until(lambda: not is_there(child))


def test_a_child_that_left_keeps_nobody_waiting(worker: SupervisedWorker) -> None:
    """It has the pipe open and is not killed with the rest."""
    failure = failed(worker, Does("has_children", (True, True)), ResourceLimits(LONG))
    assert "exit code 7" in failure.reason
    child = worker.answer(Does("has_children", (False, True)), ResourceLimits(LONG))
    assert isinstance(child, int)
    assert failed(worker, Does("sleeps"), ResourceLimits(0.5)).kind == "time"
    os.kill(child, signal.SIGKILL)


@on_linux
def test_killed_by_the_system_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system counts these; here a list stands for its counter."""
    counts = iter([3, 3, 3, 4, 5, 5])
    monkeypatch.setattr(supervise, "_killed_for_memory", lambda: next(counts))
    worker = SupervisedWorker(Worker())
    kills = Does("kills_itself", (signal.SIGKILL,))
    assert worker.answer(kills, ResourceLimits(LONG)) == Failure(
        "crash", "its process was killed from outside"
    )
    failure = worker.answer(kills, ResourceLimits(LONG))
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.trace) == ("memory", "")
    later = worker.answer(
        kills, ResourceLimits(LONG)
    )  # meanwhile another process was killed for memory
    assert isinstance(later, Failure)
    assert later.kind == "crash"
    worker.close()


def test_a_closed_worker_answers_nothing(worker: SupervisedWorker) -> None:
    caught: list[BaseException] = []

    def ask() -> None:
        try:
            worker.answer(Does("sleeps"), ResourceLimits())
        except WorkerDied as death:
            caught.append(death)

    thread = threading.Thread(target=ask)
    thread.start()
    until(lambda: worker._worker._job is not None)
    worker.close()
    thread.join(LONG)
    assert len(caught) == 1
    with pytest.raises(WorkerDied, match="nobody any more"):
        worker.answer(Does("answer"), ResourceLimits())


def test_each_thread_of_an_executor_has_its_process() -> None:
    barrier = threading.Barrier(2)

    def both() -> Any:
        with lease(1) as (leased,):
            worker = SupervisedWorker(leased)
            barrier.wait(LONG)
            found = {worker.answer(Does("process"), ResourceLimits(LONG)) for _ in range(3)}
            barrier.wait(LONG)
        return found

    with ThreadPoolExecutor(2) as executor:
        a, b = (executor.submit(both) for _ in range(2))
        assert len(a.result()) == len(b.result()) == 1
        assert not a.result() & b.result()


@on_linux
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"template"}))
def test_a_small_memory_refuses_no_healthy_run(worker: SupervisedWorker, game: str) -> None:
    """Address space is more than memory: libraries, threads, tables that grow."""
    found = find_game(game)
    level = next(iter(random_levels(game, 1)))
    board = found.write(level.with_info(), found.canonical_format)
    for objective in found.objectives:
        for solver, spec in solvers(found).items():
            if spec.why_unsupported(level, objective) is not None:
                continue
            limits = Limits(time=10, memory=64 * MIB)
            work = SolveRequest(game, board, objective.id, solver, limits=limits)
            said = worker.answer(work, ResourceLimits(LONG, 64 * MIB))
            assert isinstance(said, Result), (solver, said)


@on_linux
@pytest.mark.parametrize("memory", [0, 64])
@pytest.mark.parametrize("game", ["boxcover", "merge", "bombcover"])
def test_large_boards_with_little_memory(worker: SupervisedWorker, game: str, memory: int) -> None:
    """HiGHS solves the first two: what it takes is not counted, only fenced."""
    found = find_game(game)
    level = list(large_levels(game).values())[-1]
    board = found.write(level.with_info(), found.canonical_format)
    work = SolveRequest(game, board, limits=Limits(time=1, memory=memory * MIB))
    said = worker.answer(work, ResourceLimits(LONG, memory * MIB))
    assert isinstance(said, Result), said
