"""Clients that a server waits for: their requests come in time, and work ends when they leave."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.types import Receive

from gridproof.web.answers import Refusal
from gridproof.web.flight import Freight
from gridproof.web.settings import Settings

__all__ = ["Gone", "attended", "ended", "left", "read_body"]

T = TypeVar("T")


class Gone(Exception):
    """Nobody waits for the answer any more."""


async def read_body(
    request: Request, max_bytes: int, freight: Freight, settings: Settings
) -> bytes:
    """Read the body of a JSON request.

    Args:
        request: the request.
        max_bytes: of the body.
        freight: counts what has come.
        settings: how slowly it may come.

    Raises:
        Refusal: it is of another type, too long, or too slow; or the server has no room for it.
        Gone: the client has left.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "the request must be `application/json`")
    too_large = Refusal(
        413,
        f"the request is larger than {max_bytes >> 20} MiB",
        hint="solve larger boards on the command line: `gridproof solve --html`",
    )
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > max_bytes:
        raise too_large
    now = asyncio.get_running_loop().time
    body, began = bytearray(), now()
    more = True
    while more:
        owed = began + settings.body_seconds + len(body) / settings.body_rate
        try:
            async with asyncio.timeout(min(settings.body_seconds, owed - now())):
                message = await request.receive()
        except TimeoutError:
            raise Refusal(408, "the request came too slowly", hint="send it again") from None
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > max_bytes:
            raise too_large
        freight.grow(len(body))
        more = message.get("more_body", False)
    return bytes(body)


async def attended(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """Await some work as long as the client is there.

    Args:
        receive: of the request, whose body has been read.
        work: it is cancelled when the client leaves.

    Raises:
        Gone: the client has left.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Gone
    finally:
        await ended(working, leaving)


async def ended(*tasks: asyncio.Future[Any]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # has been looked at


async def left(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
