"""The app as browsers run it, here with threads in the place of web workers."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from gridproof.registry import games
from gridproof.web import threads
from gridproof.web.browser.answering import answer
from gridproof.web.browser.app import BrowserApp
from tests.samples import sample_levels
from tests.web.test_solve import hard

Heard = Callable[[bytes | None], None]


class ThreadWorker:
    """A thread for each question; one that was ended is not heard any more."""

    def __init__(self, heard: Heard, *, hears_stop: bool) -> None:
        self._heard = heard
        self._hears_stop = hears_stop
        self._stopped = threading.Event()
        self.ended = False

    def ask(self, question: bytes) -> None:
        self._stopped = threading.Event()
        work = (question, self._say, self._stopped)
        threading.Thread(target=answer, args=work, daemon=True).start()

    def stop(self) -> bool:
        if self._hears_stop:
            self._stopped.set()
        return self._hears_stop

    def end(self) -> None:
        self.ended = True
        self._stopped.set()

    def _say(self, said: bytes) -> None:
        if not self.ended:
            self._heard(said)


class Page:
    """A page that sends requests to the app.

    Args:
        hears_stop: True if a worker can be asked to stop while it works.
    """

    def __init__(self, *, hears_stop: bool = True) -> None:
        self.workers: list[ThreadWorker] = []
        self.app = BrowserApp(lambda heard: self._start(heard, hears_stop))
        self._count = 0

    def _start(self, heard: Heard, hears_stop: bool) -> ThreadWorker:
        self.workers.append(ThreadWorker(heard, hears_stop=hears_stop))
        return self.workers[-1]

    async def send(
        self, address: str, record: Any = None, told: Callable[[str], None] = lambda _: None
    ) -> tuple[int, str]:
        """Return status and text of an answer; ``told`` is called with each part."""
        self._count += 1
        body = b"" if record is None else json.dumps(record).encode()
        method = "GET" if record is None else "POST"
        statuses: list[int] = []
        parts: list[str] = []

        def part(data: bytes) -> None:
            parts.append(data.decode())
            told(parts[-1])

        await self.app.answer(
            self._count,
            method,
            address,
            {"content-type": "application/json"},
            body,
            lambda status, _: statuses.append(status),
            part,
        )
        return statuses[0], "".join(parts)


def board_of(game: str) -> str:
    return games()[game].write(sample_levels(game)[0], games()[game].canonical_format)


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As browsers have none, the app itself starts none."""
    monkeypatch.setattr(threads, "_THREADS", False)


@pytest.mark.parametrize("game", games())
def test_a_pasted_board_is_played_and_solved(game: str) -> None:
    async def run() -> None:
        page = Page()
        status, text = await page.send("/api/plays", {"text": board_of(game), "game": game})
        assert status == 201, text
        play = json.loads(text)["play"]
        status, text = await page.send(f"/api/plays/{play}/do", {"do": [["undo"]]})
        assert status == 200, text
        wish = {"here": False, "all": False}
        status, text = await page.send(f"/api/plays/{play}/solve", wish)
        assert (status, "event: result" in text) == (200, True), text

    asyncio.run(run())


def test_unknown_addresses_and_bad_boards_are_told() -> None:
    async def run() -> None:
        page = Page()
        assert (await page.send("/api/nothing"))[0] == 404
        status, text = await page.send("/api/plays", {"text": "?"})
        assert (status, "error" in json.loads(text)) == (400, True)

    asyncio.run(run())


@pytest.mark.parametrize("hears_stop", [True, False])
def test_a_search_is_cancelled_and_the_next_one_answered(hears_stop: bool) -> None:
    """A worker that hears it hands out its findings; another one is ended, and begins anew."""

    async def run() -> None:
        page = Page(hears_stop=hears_stop)
        level = hard()
        board = games()[level.game].write(level, games()[level.game].canonical_format)
        opening = {"text": board, "game": level.game}
        _, text = await page.send("/api/plays", opening)
        play = json.loads(text)["play"]
        begun = asyncio.Event()
        solving = asyncio.ensure_future(
            page.send(
                f"/api/plays/{play}/solve",
                {"here": False, "all": False},
                lambda said: begun.set() if "event: progress" in said else None,
            )
        )
        await asyncio.wait_for(begun.wait(), 30)
        await page.send(f"/api/plays/{play}/cancel", {})
        _, text = await solving
        assert ("event: result" if hears_stop else "event: failed") in text
        assert any(worker.ended for worker in page.workers) != hears_stop
        assert (await page.send("/api/plays", opening))[0] == 201

    asyncio.run(run())


def test_a_page_that_leaves_ends_its_search() -> None:
    async def run() -> None:
        page = Page()
        number = 7
        leaving = asyncio.ensure_future(
            page.app.answer(number, "GET", "/api/boards", {}, b"", lambda *_: None, lambda _: None)
        )
        await asyncio.sleep(0)
        page.app.leave(number)
        page.app.leave(99)  # one that has been answered
        await leaving

    asyncio.run(run())
