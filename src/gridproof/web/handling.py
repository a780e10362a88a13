"""From a handler to a route: requests are read within limits, and errors are answers, too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridproof.errors import GridproofError, InputError, InternalError
from gridproof.web.clients import Gone, attended, read_body
from gridproof.web.events import queued
from gridproof.web.flight import Freight
from gridproof.web.replies import refused
from gridproof.web.services import Services, Tell

__all__ = ["Body", "Endpoint", "Handler"]

#: Answers a request, whose body is read already; it calls the last argument while it waits.
Handler = Callable[[Services, Request, bytes, Tell], Awaitable[Response]]

#: Bytes of a request that brings no board.
_SMALL: Final = 1 << 20


class Body(Enum):
    """The body of a request."""

    NONE = auto()
    SMALL = auto()
    BOARD = auto()


@dataclass(frozen=True)
class Endpoint:
    """An address, and its handler.

    Attributes:
        path: of the address.
        handler: answers requests; it is cancelled when the client leaves.
        body: of a request; without one it is a GET request.
    """

    path: str
    handler: Handler
    body: Body = Body.NONE

    def route(self, services: Services) -> Route:
        """Make a route of it."""

        async def answer(request: Request) -> Response:
            return await _answer_errors(self._answer(services, request))

        return Route(self.path, answer, methods=["GET" if self.body is Body.NONE else "POST"])

    async def _answer(self, services: Services, request: Request) -> Response:
        freight, body = Freight(services.flight), b""
        if self.body is not Body.NONE:
            max_bytes = _SMALL if self.body is Body.SMALL else services.settings.body
            try:
                body = await read_body(request, max_bytes, freight, services.settings)
            except BaseException:
                freight.unload()
                raise

        async def work(tell: Tell) -> Response:
            try:
                return await _answer_errors(self.handler(services, request, body, tell))
            finally:
                freight.unload()

        if "text/event-stream" in request.headers.get("accept", ""):
            return await queued(request.receive, work)
        return await attended(request.receive, work(lambda _: None))


async def _answer_errors(answering: Awaitable[Response]) -> Response:
    """Await an answer; errors become answers."""
    try:
        return await answering
    except GridproofError as error:
        return refused(error)
    except Gone:
        return Response(status_code=400)
    except MemoryError:
        return refused(InputError("there is not enough memory for this board"))
    except Exception as bug:  # any bug becomes a sentence for the page
        return refused(InternalError(f"internal error: {type(bug).__name__}"))
