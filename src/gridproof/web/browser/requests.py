"""Requests to the app without a network: one function call each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

__all__ = ["Exchange"]

#: Told of the status and the headers of an answer.
Start = Callable[[int, dict[str, str]], object]
#: Called with each part of an answer.
Part = Callable[[bytes], object]

#: The name by which pages call the app; nothing is listening there.
_HOST: Final = "localhost"


class Exchange:
    """One request and its answer.

    Args:
        start: called when the answer begins.
        part: called with each part of its body.
    """

    def __init__(self, start: Start, part: Part) -> None:
        self._start = start
        self._part = part
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()

    def leave(self) -> None:
        """Say that nobody waits for the answer any more."""
        self._inbox.put_nowait({"type": "http.disconnect"})

    async def run(
        self, app: ASGIApp, method: str, address: str, headers: Mapping[str, str], body: bytes
    ) -> None:
        """Have the app answer; returns when it has done so.

        Args:
            app: the app.
            method: of the request.
            address: path and query.
            headers: of the request.
            body: of the request.
        """
        path, _, query = address.partition("?")
        told = {"host": _HOST, "content-length": str(len(body)), **headers}
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), told[name].encode()) for name in told],
            "server": (_HOST, None),
            "client": None,
        }
        self._inbox.put_nowait({"type": "http.request", "body": body, "more_body": False})
        await app(scope, self._inbox.get, self._send)

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self._start(message["status"], headers)
        elif body := message.get("body", b""):
            self._part(body)
