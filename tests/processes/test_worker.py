"""A worker process answers, is watched, cancelled and killed, and never takes its parent along."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridproof.errors import BadBoard, InputError
from gridproof.files.reading import read_boards
from gridproof.playing.requests import solve_request
from gridproof.playing.session import Session
from gridproof.processes.worker import Job, Worker, WorkerDied
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.requests import SolveRequest
from tests.samples import large_levels, sample_levels

#: Seconds after which a test gives up.
GUARD = 60


@pytest.fixture(scope="module")
def shared() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


def easy() -> Session:
    return Session(sample_levels("robots")[0])


def endless() -> SolveRequest:
    return solve_request(Session(list(large_levels("sokoban").values())[-1]))


def running(job: Job[Result]) -> Job[Result]:
    """The job, once it has told of its progress."""
    wait = threading.Event()
    while job.progress is None and not job.done:
        wait.wait(0.005)
    assert not job.done
    return job


def test_a_solved_level(shared: Worker) -> None:
    session = easy()
    result = shared.ask(solve_request(session)).result(GUARD)
    assert (result.status, result.cost) == (Status.OPTIMAL, 6)
    assert result.moves is not None
    for move in result.moves:
        session.apply(move)
    assert session.outcome.name == "SOLVED"


def test_the_position_in_hand_or_the_level_itself(shared: Worker) -> None:
    session = easy()
    best = shared.ask(solve_request(session)).result(GUARD)
    assert best.moves is not None
    session.apply(best.moves[0])
    here = shared.ask(solve_request(session)).result(GUARD)
    assert here.cost == 5
    assert shared.ask(solve_request(session, from_start=True)).result(GUARD).cost == 6


def test_the_objective_of_the_play_through_and_limits(shared: Worker) -> None:
    level = sample_levels("sokoban")[0]
    session = Session(level, objective="moves")
    assert shared.ask(solve_request(session)).result(GUARD).objective == "moves"
    result = shared.ask(solve_request(session, Limits(nodes=1))).result(GUARD)
    assert result.stop_reason is StopReason.NODE_LIMIT


def test_all_solutions(shared: Worker) -> None:
    result = shared.ask(solve_request(easy(), all_solutions=True)).result(GUARD)
    assert result.notes["solutions"] >= len(result.notes["listed"]) >= 1


def test_errors_come_over(shared: Worker) -> None:
    with pytest.raises(InputError, match="chess"):
        shared.ask(SolveRequest("chess", "")).result(GUARD)
    (level,) = read_boards("┏━━━┓\n┃▣ ■┃\n┗━━━┛", game="robots")
    with pytest.raises(BadBoard, match="nothing to solve") as caught:
        shared.ask(solve_request(Session(level))).result(GUARD)
    assert caught.value.hint is None
    assert shared.ask(solve_request(easy())).result(GUARD).cost == 6


def test_progress_and_cancelling(worker: Worker) -> None:
    job = running(worker.ask(endless()))
    assert job.progress is not None
    with pytest.raises(TimeoutError):
        job.result(0)
    job.cancel()
    assert job.result(GUARD).stop_reason is StopReason.INTERRUPTED
    assert job.done
    job.cancel()  # too late to mean anything
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


def test_a_search_that_does_not_stop_is_killed(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridproof.processes.worker.GRACE", 0.0)
    job = running(worker.ask(endless()))
    job.cancel()
    with pytest.raises(WorkerDied, match="did not stop within 0 s"):
        job.result(GUARD)
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


def test_a_late_cancel_does_not_stop_the_next_search(worker: Worker) -> None:
    first = worker.ask(solve_request(easy()))
    first.result(GUARD)
    second = running(worker.ask(endless()))
    first._stop()  # what `cancel` has begun in a thread of its own, just before the end
    for _ in range(5):
        told, wait = second.progress, threading.Event()
        while second.progress is told and not second.done:
            wait.wait(0.005)
    assert not second.done


def test_a_killed_worker_is_started_anew(worker: Worker) -> None:
    job = running(worker.ask(endless()))
    os.kill(job.pid, signal.SIGKILL)
    with pytest.raises(WorkerDied, match="ended before it had answered"):
        job.result(GUARD)
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


def test_a_worker_is_weighed_and_killed_without_waiting(worker: Worker) -> None:
    assert (worker.is_running, worker.size) == (False, 0)
    worker.kill()  # there is nothing to kill
    job = running(worker.ask(endless()))
    assert worker.is_running
    assert worker.size > 1 << 20 or not Path("/proc/self/statm").exists()
    worker.kill()
    with pytest.raises(WorkerDied):
        job.result(GUARD)
    assert not worker.is_running
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


def test_another_question_ends_the_one_before(worker: Worker) -> None:
    job = running(worker.ask(endless()))
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6
    with pytest.raises(WorkerDied, match="another question"):
        job.result(GUARD)


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("subprocess.Popen.__init__", BlockingIOError(11, "Resource temporarily unavailable")),
        ("threading.Thread.start", RuntimeError("can't start new thread")),
    ],
)
def test_no_room_for_a_process_or_thread(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, what: str, problem: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(what, fail)
        with pytest.raises(WorkerDied, match=r"cannot be started: (Resource temp|can't start)"):
            worker.ask(solve_request(easy()))
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


def test_a_closed_worker_can_be_asked_again(worker: Worker) -> None:
    job = running(worker.ask(endless()))
    worker.close()
    worker.close()
    with pytest.raises(WorkerDied, match="was closed"):
        job.result(GUARD)
    assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is the operating system's")
def test_memory_is_limited() -> None:
    with Worker(memory=190 << 20) as worker:
        # Told to take more than the process has: whatever happens, it happens over there.
        hungry = next(iter(large_levels("robots").values()))
        question = solve_request(Session(hungry), Limits(memory=8 << 30))
        try:
            result = worker.ask(question).result(GUARD)
            assert result.stop_reason is StopReason.MEMORY_LIMIT
        except (InputError, WorkerDied):
            pass
        assert worker.ask(solve_request(easy())).result(GUARD).cost == 6


def test_the_worker_ends_with_its_parent() -> None:
    code = """
import sys
from gridproof.processes.worker import Worker
from tests.processes.test_worker import endless, running
worker = Worker()
job = running(worker.ask(endless()))
print(job.pid, flush=True)
sys.stdin.read()
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with parent:
        assert parent.stdout is not None
        handle = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
    # Readable as soon as the process has ended.
    assert select.select([handle], [], [], GUARD)[0]
    os.close(handle)


def test_the_script_that_asks_is_not_run_again() -> None:
    code = """
from gridproof.processes.worker import Worker
from gridproof.playing.requests import solve_request
from tests.processes.test_worker import easy
print("once", Worker().ask(solve_request(easy())).result().cost)
"""
    done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True)
    assert done.stdout == "once 6\n"
