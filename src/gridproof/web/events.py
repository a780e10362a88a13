"""Server-sent events: the news of work that runs, or waits for a worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from dataclasses import asdict
from typing import Any, Final, TypeVar

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gridproof.errors import GridproofError, InternalError
from gridproof.result import Progress
from gridproof.web.answers import described
from gridproof.web.clients import Gone, ended, left
from gridproof.web.flight import Heavy
from gridproof.web.work_queue import QueuePlace

__all__ = ["EventStream", "queued", "stream_events"]

T = TypeVar("T")

#: Seconds between two looks at work whose client waits in the queue.
_TICK: Final = 0.1


async def stream_events(
    news: AsyncIterator[QueuePlace | Progress | T | GridproofError | None],
    result: str,
    render: Callable[[T], Awaitable[bytes]],
    progress: Callable[[Progress], dict[str, Any]] = vars,
    error: Callable[[GridproofError], GridproofError] = lambda error: error,
) -> AsyncIterator[bytes]:
    """Yield the events of some work: ``waiting``, ``progress``, at the end a result or ``failed``.

    Args:
        news: of the work; None and an empty event stand for no news.
        result: name of the event of the result.
        render: returns the JSON of a result.
        progress: returns the data of progress.
        error: returns the error to send to a page for one that ended the work.
    """
    try:
        async with aclosing(news):  # type: ignore[type-var]
            async for one in news:
                match one:
                    case None:
                        yield b""
                    case QueuePlace():
                        yield _event("waiting", asdict(one))
                    case Progress():
                        yield _event("progress", progress(one))
                    case GridproofError():
                        yield _event("failed", described(error(one)))
                    case _:
                        yield _event(result, await render(one))
    except GridproofError as problem:
        yield _event("failed", described(problem))
    except Exception as bug:  # any bug becomes a sentence for the page
        yield _event("failed", described(InternalError(f"internal error: {type(bug).__name__}")))


def _event(name: str, data: dict[str, Any] | bytes) -> bytes:
    """Return one event, as it is sent: of data, or of their JSON."""
    rendered = data if isinstance(data, bytes) else json.dumps(data).encode()
    return b"event: %b\ndata: %b\n\n" % (name.encode(), rendered)


async def queued(
    receive: Receive, work: Callable[[Callable[[QueuePlace], None]], Coroutine[Any, Any, Response]]
) -> Response:
    """Return the answer of some work; if the work has to wait, its places and its answer as events.

    Args:
        receive: of the request.
        work: takes the function that it calls with its place; cancelled when the client leaves.

    Raises:
        Gone: the client has left.
    """
    places: asyncio.Queue[QueuePlace] = asyncio.Queue()
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

    def end() -> None:
        working.cancel()
        if working.done() and not working.cancelled():
            response = working.result()
            if isinstance(response, Heavy):
                response.unload()

    news = _news(working, first.result(), places)
    return EventStream(stream_events(news, "answer", _render), end)


async def _news(
    working: asyncio.Future[Response], place: QueuePlace, places: asyncio.Queue[QueuePlace]
) -> AsyncIterator[QueuePlace | Response | None]:
    """Yield the places of work that waits, where they change, and its answer."""
    latest = None
    while not working.done():
        yield place if place != latest else None
        latest = place
        await asyncio.wait({working}, timeout=_TICK)
        while not places.empty():
            place = places.get_nowait()
    yield working.result()


async def _render(response: Response) -> bytes:
    """Return the JSON of an answer: ``status`` and ``body``."""
    head = b'{"status":%d,"body":' % response.status_code
    return b"%b%b}" % (head, bytes(response.body))


class EventStream(Response):
    """An answer that goes on until its events end, or its client leaves.

    Args:
        events: empty ones are not sent; at each the client may be seen to have left.
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
        """Send the events."""
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
    """Send a message; return False if the client has left."""
    try:
        await send(message)
    except OSError:
        return False
    return True
