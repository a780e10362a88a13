"""Searches are stopped from other threads and processes, in kernels too."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

import pytest

from gridproof.level import Level
from gridproof.limits import CancelToken, Flag, Stopped, Ticker, watched
from gridproof.result import Limits, Progress, Result, StopReason
from gridproof.solving.solve import solve
from tests.samples import GAMES, large_levels

#: Solvers that would go on for hours, in kernels and in Python.
ENDLESS = [("sokoban", "optimal"), ("robots", "iddfs"), ("merge", "search"), ("robots", "bfs-text")]
endless = pytest.mark.parametrize(("game", "solver"), ENDLESS)


def endless_level(game: str) -> Any:
    return list(large_levels(game).values())[-1]


@endless
def test_a_thread_stops_a_search_in_another_thread(game: str, solver: str) -> None:
    token, running = CancelToken(), threading.Event()
    found: list[Result] = []

    def progress(known: Progress) -> None:
        running.set()

    def work() -> None:
        level = endless_level(game)
        found.append(solve(level, solver=solver, cancel=token, progress=progress))

    thread = threading.Thread(target=work)
    thread.start()
    assert running.wait(60)
    token.cancel()
    thread.join(60)
    assert found[0].stop_reason is StopReason.INTERRUPTED


def _work(level: Level, solver: str, flag: Flag, pipe: Connection) -> None:
    def progress(known: Progress) -> None:
        if known.elapsed > 0.05:
            pipe.send("running")

    result = solve(level, solver=solver, cancel=CancelToken(flag), progress=progress)
    pipe.send(result.stop_reason)


@endless
def test_a_process_stops_a_search_in_another_process(game: str, solver: str) -> None:
    context = multiprocessing.get_context("spawn")
    flag, (here, there) = context.Event(), context.Pipe()
    process = context.Process(target=_work, args=(endless_level(game), solver, flag, there))
    process.start()
    there.close()
    try:
        assert here.poll(60)
        assert here.recv() == "running"
        flag.set()
        while (said := here.recv()) == "running":
            pass
        assert said is StopReason.INTERRUPTED
        process.join(60)
        assert process.exitcode == 0
    finally:
        process.kill()
        process.join()


def test_all_games_have_a_board_that_is_large() -> None:
    for name in GAMES:
        assert large_levels(name), name


def forever() -> None:
    """Code that looks at no clock."""
    while True:
        pass


def test_code_that_looks_at_no_clock_is_stopped() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(Stopped) as stopped, watched(Ticker(Limits(time=0.01))):
        forever()
    assert stopped.value.reason is StopReason.TIME_LIMIT
    token = CancelToken()
    threading.Timer(0.1, token.cancel).start()
    with pytest.raises(Stopped) as stopped, watched(Ticker(cancel=token)):
        forever()
    assert stopped.value.reason is StopReason.INTERRUPTED
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    with watched(Ticker()):
        assert sum(range(1000)) == 499500
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_thread_of_its_own_is_not_watched() -> None:
    ended: list[bool] = []

    def work() -> None:
        with watched(Ticker(Limits(time=0.0))):
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]
