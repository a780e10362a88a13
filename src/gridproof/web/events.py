"""Server-sent events: what a search says while it runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gridproof.errors import GridproofError, InternalError
from gridproof.result import Progress, Sense
from gridproof.web.answers import described
from gridproof.web.clients import Gone, ended, left
from gridproof.web.flight import Heavy
from gridproof.web.plays import searching
from gridproof.web.solves import Waiting
from gridproof.web.work import Found

__all__ = ["EventStream", "event", "queued", "told"]

#: Seconds between two looks at work whose client is told its place in the queue.
_TICK: Final = 0.1


async def told(
    said: AsyncIterator[Waiting | Progress | Found | GridproofError | None],
    learn: Callable[[Found], Awaitable[bytes]],
    sense: Sense,
    *,
    here: bool,
) -> AsyncIterator[bytes]:
    """The events of a search, for the page that asked; nothing where there is nothing new.

    Args:
        said: what becomes of it.
        learn: has the play-through take over the result; what its page is told.
        sense: of what is searched for.
        here: whether the position is solved, and not the board.
    """
    try:
        async with aclosing(said):  # type: ignore[type-var]
            async for what in said:
                match what:
                    case None:
                        yield b""
                    case Waiting():
                        yield event("waiting", what.told)
                    case Progress():
                        text = searching(sense, what, here=here)
                        yield event("progress", vars(what) | {"text": text})
                    case Found():
                        yield event("result", await learn(what))
                    case GridproofError():
                        yield event("failed", described(what))
    except GridproofError as error:
        yield event("failed", described(error))
    except Exception as bug:  # whatever it is, a page is told so in a sentence
        yield event("failed", described(InternalError(f"internal error: {type(bug).__name__}")))


def event(name: str, record: dict[str, Any] | bytes) -> bytes:
    """One event, as it is sent: of JSON, or of what is to be JSON."""
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    return b"event: %b\ndata: %b\n\n" % (name.encode(), data)


async def queued(
    receive: Receive, work: Callable[[Callable[[Waiting], None]], Coroutine[Any, Any, Response]]
) -> Response:
    """The answer of some work; where it has to wait, events that tell so, and the answer.

    Args:
        receive: of the request.
        work: is handed what it tells of its place in the queue; cancelled when the client leaves.

    Raises:
        Gone: the client has left.
    """
    places: asyncio.Queue[Waiting] = asyncio.Queue()
    working = asyncio.ensure_future(work(places.put_nowait))
    first = asyncio.ensure_future(places.get())
    leaving = asyncio.ensure_future(left(receive))
    try:
        await asyncio.wait({working, first, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        if leaving.done():
            raise Gone
    except BaseException:
        await ended(working)
        raise
    finally:
        await ended(first, leaving)
    return EventStream(_answering(working, first.result(), places), working.cancel)


async def _answering(
    working: asyncio.Future[Response], place: Waiting, places: asyncio.Queue[Waiting]
) -> AsyncIterator[bytes]:
    """The events of work that waits, and then of its answer."""
    told = None
    while not working.done():
        yield event("waiting", place.told) if place.told != told else b""
        told = place.told
        await asyncio.wait({working}, timeout=_TICK)
        while not places.empty():
            place = places.get_nowait()
    response = working.result()
    head = b'{"status":%d,"body":' % response.status_code
    yield event("answer", b"%b%b}" % (head, bytes(response.body)))
    if isinstance(response, Heavy):
        response.unload()


class EventStream(Response):
    """An answer that goes on until its events end, or nobody listens any more.

    Args:
        events: what is sent; empty ones only give the chance to see whether anybody listens.
        end: called in any case when it is over.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], end: Callable[[], object]) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.init_headers({"cache-control": "no-store"})
        del self.headers["content-length"]
        self._events = events
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events."""
        gone = asyncio.ensure_future(left(receive))
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
            await ended(gone)


def _part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def _sent(send: Send, message: Message) -> bool:
    """Sends something; False if nobody listens any more."""
    try:
        await send(message)
    except OSError:
        return False
    return True
