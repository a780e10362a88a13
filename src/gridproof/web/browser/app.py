"""The app as a browser runs it: its settings, its web workers, and its requests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.types import ASGIApp

from gridproof.web.app import Site
from gridproof.web.browser.requests import Exchange, Part
from gridproof.web.browser.requests import Start as AnswerStart
from gridproof.web.browser.workers import Start, WebWorker
from gridproof.web.settings import Settings

__all__ = ["BrowserApp", "settings_for"]

#: Bytes that a search may take: WebAssembly has 4 GiB at most, and phones less.
_MEMORY: Final = 1 << 30
#: Seconds of drawing a level: nobody else waits for this machine.
_DRAWING: Final = 180.0


def settings_for(searches: int) -> Settings:
    """Return the limits of an app that has one user, on a machine of their own.

    Args:
        searches: searches that run at once.
    """
    return Settings(
        solves=searches,
        opening=1,
        drawing=_DRAWING,
        memory=_MEMORY,
        opening_memory=_MEMORY >> 1,
    )


class BrowserApp:
    """The app in a web worker.

    Args:
        start: starts a further web worker.
        searches: searches that run at once.
    """

    def __init__(self, start: Start, searches: int = 1) -> None:
        self._site = Site(settings_for(searches), lambda _: WebWorker(start))
        self._exchanges: dict[int, Exchange] = {}
        self._app: ASGIApp = self._site.app

    async def answer(
        self,
        number: int,
        method: str,
        address: str,
        headers: Mapping[str, str],
        body: bytes,
        start: AnswerStart,
        part: Part,
    ) -> None:
        """Answer a request; returns at the end of the answer.

        Args:
            number: of the request, for :meth:`leave`.
            method: of the request.
            address: path and query.
            headers: of the request.
            body: of the request.
            start: called with status and headers.
            part: called with each part of the answer.
        """
        exchange = self._exchanges[number] = Exchange(start, part)
        try:
            await exchange.run(self._app, method, address, headers, body)
        finally:
            del self._exchanges[number]

    def leave(self, number: int) -> None:
        """Say that nobody waits for an answer any more."""
        if (exchange := self._exchanges.get(number)) is not None:
            exchange.leave()

    async def warm(self) -> None:
        """Start the web workers before somebody needs them."""
        self._site.warm()
        await asyncio.sleep(0)
