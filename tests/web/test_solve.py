"""Searches: progress, cancelling, limits, the queue, and processes that are gone afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest

from gridproof.level import Level
from gridproof.playing.requests import solve_request
from gridproof.playing.session import Session
from gridproof.processes.worker import Worker
from gridproof.registry import games
from gridproof.result import Progress, Result
from gridproof.web.answers import Refusal
from gridproof.web.settings import Settings
from gridproof.web.work_queue import Lane, QueuedWork, Ready, WorkQueue
from tests.samples import large_levels, sample_levels, shipped_place
from tests.web.server import Client, serving


def hard() -> Level:
    """A board on which no solver ends soon, but finds something at once."""
    level: Level = next(iter(large_levels("bombcover").values()))
    return level


def open_hard(site: Client) -> str:
    """A play-through of it."""
    level = hard()
    opened = site.open(text=games()[level.game].write(level), game=level.game)
    return str(opened["play"])


@pytest.fixture(scope="module")
def desk() -> Iterator[Client]:
    """A server with one worker and one place to wait."""
    with serving(Settings(solves=1, waiting=1)) as (client, _):
        yield client


def until(events: Iterator[Any], name: str) -> Any:
    """The data of the next event of this name."""
    return next(data for found, data in events if found == name)


def test_a_search_tells_how_it_gets_on_and_can_be_cancelled(desk: Client) -> None:
    play = open_hard(desk)
    events = desk.events(play)
    first = until(events, "progress")
    assert set(first) == {"nodes", "elapsed", "bound", "best", "stage", "text"}
    found = next(data for _, data in events if data["best"] is not None)
    assert found["nodes"] >= first["nodes"]
    assert found["bound"] <= found["best"]
    assert desk.ask(f"/{play}/cancel") == {"cancelled": True}
    result = until(events, "result")
    assert result["stop_reason"] == "INTERRUPTED"
    assert list(events) == []
    assert desk.ask(f"/{play}/cancel") == {"cancelled": False}
    # What was found is not lost.
    assert result["state"]["counter"].startswith("0 explosions · best ")
    assert desk.ask(f"/{play}/watch", here=False)["steps"]


def test_playing_goes_on_while_a_search_runs(desk: Client) -> None:
    play = open_hard(desk)
    events = desk.events(play)
    until(events, "progress")
    assert desk.do(play, ["press", "up"], ["press", "down"])["state"]["total"] == 0
    desk.ask(f"/{play}/cancel")
    until(events, "result")


def test_one_search_a_page_and_a_short_queue(desk: Client) -> None:
    plays = [open_hard(desk) for _ in range(3)]
    running = desk.events(plays[0])
    until(running, "progress")
    refused = desk.ask(f"/{plays[0]}/solve", 429, here=False, all=False)
    assert "cancel it first" in refused["hint"]
    waiting = desk.events(plays[1])
    place = until(waiting, "waiting")
    assert place["ahead"] == 0
    assert 1 <= place["seconds"] <= 60
    refused = desk.ask(f"/{plays[2]}/solve", 503, here=False, all=False)
    assert "busy" in refused["error"]
    # Who cancels before his turn gets no result; who waits gets the worker that is free.
    desk.ask(f"/{plays[1]}/cancel")
    assert [name for name, _ in waiting if name != "waiting"] == []
    waiting = desk.events(plays[2])
    until(waiting, "waiting")
    desk.ask(f"/{plays[0]}/cancel")
    until(running, "result")
    until(waiting, "progress")
    desk.ask(f"/{plays[2]}/cancel")
    until(waiting, "result")


def test_a_search_ends_when_nobody_listens(desk: Client) -> None:
    first, second = (open_hard(desk) for _ in range(2))
    with Client(base_url=desk.base_url, timeout=60) as leaving:
        until(leaving.events(first), "progress")
    # The only worker is free again, and the page may ask anew.
    events = desk.events(second)
    until(events, "progress")
    desk.ask(f"/{second}/cancel")
    until(events, "result")


def test_a_position_is_solved_from_there(desk: Client) -> None:
    play = desk.open(**shipped_place("robots"))["play"]
    whole = desk.solved(play)
    desk.do(play, ["follow", False, 0, 2])
    rest = desk.solved(play, here=True)
    assert (whole["moves"], rest["moves"]) == (6, 4)
    assert rest["outlook"].startswith("From here: 4 moves")
    assert rest["state"]["counter"] == "2 moves · best 6 (optimal)"


def test_time_limits_hold() -> None:
    with serving(Settings(time=0.2, solves=1)) as (site, _):
        play = open_hard(site)
        result = site.solved(play)
        assert result["stop_reason"] == "TIME_LIMIT"
        assert result["report"].startswith("At least ")


def test_what_cannot_be_solved_is_said(desk: Client) -> None:
    play = desk.open(text="┏━━━┓\n┃▣  ┃\n┗━━━┛\n", game="robots")["play"]
    (name, said), *more = [event for event in desk.events(play) if event[0] != "progress"]
    assert (name, more) == ("failed", [])
    assert "nothing to solve" in said["error"]
    play = desk.open(text="#####\n#@$ #\n#  .#\n#####\n", game="sokoban")["play"]
    desk.do(play, ["press", "right"])
    result = desk.solved(play, here=True)
    assert "No solution can follow from here, proven" in result["outlook"]
    refused = desk.ask(f"/{play}/watch", 409, here=True)
    assert "no solution" in refused["error"]
    assert desk.ask(f"/{play}/watch", 409, here=False)["error"] == "nothing was solved yet"
    assert desk.ask(f"/{play}/do", 409, do=[["show", True]])
    assert desk.ask(f"/{play}/do", 409, do=[["follow", True, 0, 1]])


def test_the_server_ends_with_its_searches() -> None:
    with serving(Settings(solves=1)) as (site, server):
        play = open_hard(site)
        events = site.events(play)
        until(events, "progress")
        workers = cast("list[Worker]", server.services.queue._workers)
        pids = [worker._process.pid for worker in workers if worker._process]
        assert pids
        server.stop()
        assert [name for name, _ in events if name == "result"] == []
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_search_that_does_not_keep_its_time_is_ended() -> None:
    session = Session(hard())

    async def run() -> list[Any]:
        desk = WorkQueue(Settings(solves=1, time=0))
        solve = QueuedWork(
            solve_request(session), 0.3
        )  # as if the solver did not look at its limit
        desk.enter(solve)
        try:
            return [said async for said in desk.follow(solve)]
        finally:
            await desk.close()

    *_, last = asyncio.run(run())
    assert isinstance(last, Result)
    assert last.stop_reason == "INTERRUPTED"


def test_workers_that_have_grown_or_died_come_back_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(desk: WorkQueue) -> None:
        async def ready() -> int:
            solve = QueuedWork(Ready(), 60, Lane.BOARD, patient=False)
            assert await desk.answer(solve, lambda _: None)
            worker = cast("Worker", solve.worker.result())
            while worker not in desk._idle:
                await asyncio.sleep(0.01)
            assert worker.is_running
            process = worker._process
            assert process is not None
            return process.pid

        first = await ready()
        assert await ready() == first
        monkeypatch.setattr("gridproof.web.work_queue._RESTING", 0)
        second = await ready()
        assert second != first
        monkeypatch.undo()
        assert await ready() == second
        os.kill(second, signal.SIGKILL)
        while desk._idle[-1].is_running:
            await asyncio.sleep(0.01)
        assert await ready() != second

    async def closing() -> None:
        desk = WorkQueue(Settings(solves=1, opening=1))
        try:
            await run(desk)
        finally:
            await desk.close()

    asyncio.run(closing())


def test_the_queue_forgets_who_leaves() -> None:
    session = Session(sample_levels("merge")[0])

    async def run() -> None:
        desk = WorkQueue(Settings(solves=1, waiting=0))
        first, second = (
            QueuedWork(solve_request(session), 60),
            QueuedWork(solve_request(session), 60),
        )
        desk.enter(first)
        with pytest.raises(Refusal):
            desk.enter(second)
        desk.leave(first)
        desk.enter(second)
        seen: AsyncIterator[Any] = desk.follow(second)
        kinds = {type(said) async for said in seen}
        assert Result in kinds
        assert kinds <= {Result, Progress, type(None)}
        await desk.close()

    asyncio.run(run())


def test_a_solver_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with serving(Settings(solves=1)) as (site, _):
        play = site.open(**shipped_place("robots"))["play"]
        with monkeypatch.context() as patch:
            patch.setattr("gridproof.processes.child.ChildProcess.__init__", fail)
            *_, (name, said) = site.events(play)
        assert (name, said["error"]) == (
            "failed",
            "the solver cannot be started: Resource temporarily unavailable",
        )
        # The worker is not lost; nor is the page where something else fails.
        assert site.solved(play)["moves"] == 6
        with monkeypatch.context() as patch:
            patch.setattr("gridproof.web.play.Play.learn", fail)
            *_, (name, said) = site.events(play)
        assert (name, said["error"]) == ("failed", "internal error: BlockingIOError")
        assert site.solved(play)["moves"] == 6


def test_events_can_be_read_by_any_reader_of_server_sent_events(desk: Client) -> None:
    play = desk.open(**shipped_place("merge"))["play"]
    body = {"here": False, "all": False}
    with desk.stream("POST", f"/api/plays/{play}/solve", json=body) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        text = answer.read().decode()
    blocks = [block.split("\n") for block in text.strip().split("\n\n")]
    assert blocks[0] == [": begins"]
    for name, data in blocks[1:]:
        assert name.startswith("event: ")
        assert isinstance(json.loads(data.removeprefix("data: ")), dict)
