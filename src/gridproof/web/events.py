"""Server-sent events: what a search says while it runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gridproof.errors import GridproofError, InternalError
from gridproof.result import Progress, Result
from gridproof.web.answers import described
from gridproof.web.plays import Asked, Play
from gridproof.web.solves import Waiting

__all__ = ["EventStream", "event", "told"]


async def told(
    said: AsyncIterator[Waiting | Progress | Result | GridproofError | None],
    play: Play,
    asked: Asked,
) -> AsyncIterator[bytes]:
    """The events of a search, for the page that asked; nothing where there is nothing new."""
    try:
        async with aclosing(said):  # type: ignore[type-var]
            async for what in said:
                match what:
                    case None:
                        yield b""
                    case Waiting():
                        yield event("waiting", {"ahead": int(what)})
                    case Progress():
                        yield event("progress", vars(what) | {"text": asked.words(what)})
                    case Result():
                        async with play.lock:
                            learnt = await asyncio.to_thread(play.learn, what, asked)
                        yield event("result", learnt)
                    case GridproofError():
                        yield event("failed", described(what))
    except Exception as bug:  # whatever it is, a page is told so in a sentence
        yield event("failed", described(InternalError(f"internal error: {type(bug).__name__}")))


def event(name: str, record: dict[str, Any]) -> bytes:
    """One event, as it is sent."""
    return f"event: {name}\ndata: {json.dumps(record)}\n\n".encode()


class EventStream(Response):
    """An answer that goes on until its events end, or nobody listens any more.

    Args:
        events: what is sent; empty ones only give the chance to see whether anybody listens.
        end: called in any case when it is over.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], end: Callable[[], None]) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.init_headers({"cache-control": "no-store"})
        del self.headers["content-length"]
        self._events = events
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events."""
        gone = asyncio.ensure_future(_left(receive))
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        try:
            async with aclosing(self._events) as events:  # type: ignore[type-var]
                if not (await _sent(send, start) and await _sent(send, _part(b": begins\n\n"))):
                    return
                async for event in events:
                    if gone.done() or (event and not await _sent(send, _part(event))):
                        return
                await _sent(send, _part(b"", more=False))
        finally:
            self._end()
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await gone


def _part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def _sent(send: Send, message: Message) -> bool:
    """Sends something; False if nobody listens any more."""
    try:
        await send(message)
    except OSError:
        return False
    return True


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
