"""Bytes under way: what requests bring, and answers that are not yet sent, together."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gridproof.web.answers import Refusal

__all__ = ["SMALL", "Flight", "Freight", "Heavy"]

#: Bytes of each request or answer that do not count: the limit of connections bounds them. Larger
#: answers are sent in parts of as many.
SMALL: Final = 1 << 16
#: Seconds after which somebody who was refused for the bytes of others may come again.
_SOON: Final = 5


class Flight:
    """The bytes under way in one server.

    Args:
        max_bytes: under way at once.

    Attributes:
        load: how many there are now.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self.load = 0

    def add(self, count: int, *, sure: bool = False) -> None:
        """Count more bytes, or fewer.

        Args:
            count: how many more.
            sure: True if they are counted even if there are too many.

        Raises:
            Refusal: there are too many.
        """
        if count > 0 and not sure:
            self.check(count)
        self.load += count

    def check(self, count: int = 1) -> None:
        """See whether there is room for more bytes.

        Raises:
            Refusal: there is none.
        """
        if self.load + count > self._max_bytes:
            raise Refusal(
                503,
                "too many large requests are under way",
                hint=f"try again in {_SOON} s",
                retry_after=_SOON,
            )


class Freight:
    """The bytes of one request or answer.

    Args:
        flight: that counts them.
    """

    def __init__(self, flight: Flight) -> None:
        self._flight = flight
        self._counted = 0

    def grow(self, size: int, *, sure: bool = False) -> None:
        """Count it with its size as it is now.

        Args:
            size: in bytes.
            sure: True if it is counted even if there is no room.

        Raises:
            Refusal: too many bytes are under way.
        """
        more = max(size - SMALL, 0) - self._counted
        if more > 0:
            self._flight.add(more, sure=sure)
            self._counted += more

    def unload(self) -> None:
        """Count it no more."""
        self._flight.add(-self._counted)
        self._counted = 0


class Heavy(Response):
    """An answer whose bytes count until they are sent.

    Args:
        flight: that counts them.
        body: the answer.
        status: of the answer.
        kind: its type.
        headers: further ones.
        sure: True if it is sent even if there is no room, because something was done for it.

    Raises:
        Refusal: too many bytes are under way.
    """

    def __init__(
        self,
        flight: Flight,
        body: bytes,
        status: int = 200,
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
        *,
        sure: bool = False,
    ) -> None:
        super().__init__(body, status, headers, kind)
        self._freight = Freight(flight)
        self._freight.grow(len(body), sure=sure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, in parts, each when the client has read nearly all of the ones before."""
        start = {"type": "http.response.start", "status": self.status_code}
        whole = memoryview(self.body)
        try:
            await send(start | {"headers": self.raw_headers})
            for at in range(0, len(whole), SMALL):
                part = bytes(whole[at : at + SMALL])
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.unload()

    def unload(self) -> None:
        """Count its bytes no more."""
        self._freight.unload()
