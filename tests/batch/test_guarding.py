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

from gridproof.batch import guarding
from gridproof.batch.guarding import Failure, FailureKind, Guard, Post
from gridproof.batch.packets import borrowed
from gridproof.processes.memory import ROOM
from gridproof.processes.worker import WorkerDied
from gridproof.registry import find_game
from gridproof.result import Limits, Result
from gridproof.solving.requests import Solving
from gridproof.solving.solve import solvers
from tests.batch.hostile_work import Does
from tests.batch.processes import is_there, until
from tests.samples import GAMES, large_levels, random_levels

MIB = 1 << 20
#: Seconds within which everything ends that ends by itself.
LONG = 60

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the limit is the system's")


@pytest.fixture
def post() -> Iterator[Post]:
    post = Post()
    yield post
    post.close()


def failed(post: Post, work: Does, guard: Guard) -> Failure:
    """How the work failed; the next piece is well."""
    said = post.answer(work, guard)
    assert isinstance(said, Failure), said
    assert post.answer(Does("answer", (5,)), Guard(LONG)) == 5
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
    post: Post, work: Does, kind: FailureKind, reason: str
) -> None:
    failure = failed(post, work, Guard(LONG))
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
def test_what_does_not_end_is_ended(post: Post, name: str) -> None:
    failure = failed(post, Does(name), Guard(1.5))
    assert failure == Failure("time", "it did not end by itself and was ended after 1.5 s", "") or (
        name == "prints_for_ever" and set(failure.trace) <= {"x"}
    )


def test_no_time_at_all(post: Post) -> None:
    assert failed(post, Does("answer"), Guard(0)).kind == "time"


@on_linux
@pytest.mark.parametrize("name", ["allocates_bytes", "allocates_numpy"])
def test_memory_is_held_to(post: Post, name: str) -> None:
    most = 2 * ROOM
    failure = failed(post, Does(name, (most,)), Guard(LONG, 64 * MIB))
    assert (failure.kind, failure.reason) == ("memory", "it needed more memory than it may have")
    assert name in failure.trace
    # With more, or without a limit, it is well, in the same process.
    before = post.answer(Does("process"), Guard(LONG))
    assert post.answer(Does(name, (most,)), Guard(LONG, most)) == most >> 20
    assert post.answer(Does(name, (most,)), Guard(LONG)) == most >> 20
    assert post.answer(Does("process"), Guard(LONG, MIB)) == before


@on_linux
def test_what_is_no_limit_to_the_system(post: Post) -> None:
    for memory in (0, 1, 1 << 62, 1 << 70):
        assert post.answer(Does("answer", (1,)), Guard(LONG, memory)) == 1
    assert post.answer(Does("answer", (1,)), Guard(float("inf"))) == 1
    assert post.answer(Does("answer", (1,)), Guard(1e30)) == 1


@on_linux
def test_a_share_of_the_machine_is_held_to() -> None:
    post = Post(64 * MIB)
    try:
        assert failed(post, Does("allocates_bytes", (200 * MIB,)), Guard(LONG)).kind == "memory"
        # What is asked for by name may be more than that.
        assert post.answer(Does("allocates_bytes", (200 * MIB,)), Guard(LONG, 200 * MIB)) == 200
    finally:
        post.close()


def test_a_process_that_keeps_much_is_replaced(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    first = post.answer(Does("process"), Guard(LONG))
    assert post.answer(Does("process"), Guard(LONG)) == first
    monkeypatch.setattr(guarding, "_LARGE", 0)
    post.answer(Does("answer"), Guard(LONG))
    monkeypatch.undo()
    assert post.answer(Does("process"), Guard(LONG)) != first
    assert isinstance(first, int)
    assert not is_there(first)


def test_many_pieces_a_process(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "_MANY", 10)
    numbers = [post.answer(Does("process"), Guard(LONG, n * MIB)) for n in range(35)]
    assert [len(list(filter(n.__eq__, numbers))) for n in dict.fromkeys(numbers)] == [10, 10, 10, 5]


def test_what_it_prints_is_no_answer_and_fills_no_disk(post: Post) -> None:
    assert post.answer(Does("prints", (20,)), Guard(LONG)) == 20
    thread = threading.Thread(target=post.answer, args=(Does("prints_for_ever"), Guard(3)))
    thread.start()
    sizes = []
    while thread.is_alive():
        thread.join(0.1)
        worker = post._worker
        if worker is not None and worker._complaints is not None:
            sizes.append(os.fstat(worker._complaints.fileno()).st_blocks * 512)
    assert any(b < a for a, b in pairwise(sizes)), sizes  # emptied meanwhile


def test_its_streams_are_no_business_of_ours(post: Post) -> None:
    assert post.answer(Does("closes_everything"), Guard(LONG)) == 1
    assert post.answer(Does("answer", (2,)), Guard(LONG)) == 2


def test_the_last_words_are_kept(post: Post) -> None:
    failure = failed(post, Does("segfaults"), Guard(LONG))
    assert "Fatal Python error: Segmentation fault" in failure.trace
    assert "segfaults" in failure.trace
    assert "in finds_a_bug" in failed(post, Does("finds_a_bug"), Guard(LONG)).trace


@on_linux
def test_children_end_with_the_process(post: Post) -> None:
    child = post.answer(Does("has_children", (False,)), Guard(LONG))
    assert isinstance(child, int)
    assert is_there(child)
    post.close()
    until(lambda: not is_there(child))


def test_a_child_that_left_keeps_nobody_waiting(post: Post) -> None:
    """It has the pipe open and is not killed with the rest."""
    failure = failed(post, Does("has_children", (True, True)), Guard(LONG))
    assert "exit code 7" in failure.reason
    child = post.answer(Does("has_children", (False, True)), Guard(LONG))
    assert isinstance(child, int)
    assert failed(post, Does("sleeps"), Guard(0.5)).kind == "time"
    os.kill(child, signal.SIGKILL)


@on_linux
def test_killed_by_the_system_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system counts these; here a list stands for its counter."""
    counts = iter([3, 3, 3, 4, 5, 5])
    monkeypatch.setattr(guarding, "_killed_for_memory", lambda: next(counts))
    post = Post()
    kills = Does("kills_itself", (signal.SIGKILL,))
    assert post.answer(kills, Guard(LONG)) == Failure(
        "crash", "its process was killed from outside"
    )
    failure = post.answer(kills, Guard(LONG))
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.trace) == ("memory", "")
    later = post.answer(kills, Guard(LONG))  # meanwhile another process was killed for memory
    assert isinstance(later, Failure)
    assert later.kind == "crash"
    post.close()


def test_a_closed_post(post: Post) -> None:
    caught: list[BaseException] = []

    def ask() -> None:
        try:
            post.answer(Does("sleeps"), Guard())
        except WorkerDied as death:
            caught.append(death)

    thread = threading.Thread(target=ask)
    thread.start()
    until(lambda: post._worker is not None and post._worker._job is not None)
    post.close()
    thread.join(LONG)
    assert len(caught) == 1
    with pytest.raises(WorkerDied, match="nobody any more"):
        post.answer(Does("answer"), Guard())


def test_each_thread_of_an_executor_has_its_process() -> None:
    barrier = threading.Barrier(2)

    def both() -> Any:
        with borrowed() as post:
            barrier.wait(LONG)
            found = {post.answer(Does("process"), Guard(LONG)) for _ in range(3)}
            barrier.wait(LONG)
        return found

    with ThreadPoolExecutor(2) as executor:
        a, b = (executor.submit(both) for _ in range(2))
        assert len(a.result()) == len(b.result()) == 1
        assert not a.result() & b.result()


@on_linux
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"template"}))
def test_a_small_memory_refuses_no_healthy_run(post: Post, game: str) -> None:
    """Address space is more than memory: libraries, threads, tables that grow."""
    found = find_game(game)
    level = next(iter(random_levels(game, 1)))
    board = found.write(level.with_info(), found.canonical_format)
    for objective in found.objectives:
        for solver, spec in solvers(found).items():
            if spec.why_unsupported(level, objective) is not None:
                continue
            limits = Limits(time=10, memory=64 * MIB)
            work = Solving(game, board, objective.id, solver, limits=limits)
            said = post.answer(work, Guard(LONG, 64 * MIB))
            assert isinstance(said, Result), (solver, said)


@on_linux
@pytest.mark.parametrize("memory", [0, 64])
@pytest.mark.parametrize("game", ["boxcover", "merge", "bombcover"])
def test_large_boards_with_little_memory(post: Post, game: str, memory: int) -> None:
    """HiGHS solves the first two: what it takes is not counted, only fenced."""
    found = find_game(game)
    level = list(large_levels(game).values())[-1]
    board = found.write(level.with_info(), found.canonical_format)
    work = Solving(game, board, limits=Limits(time=1, memory=memory * MIB))
    said = post.answer(work, Guard(LONG, memory * MIB))
    assert isinstance(said, Result), said
