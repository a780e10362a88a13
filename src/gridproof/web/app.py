"""The application: its routes, its services, and their life.

Pages are ``/`` (choose a board), ``/play`` (play it, with any path behind: the page reads it),
``/edit`` (draw one) and ``/reduce`` (a formula or a graph becomes a board). All other addresses are
JSON below ``/api/``.
A page has a play-through of its own on the server: it posts actions, and receives the changes.

A request that has to wait for a worker is answered by events, if its ``Accept`` has their type:
``waiting`` {ahead, seconds}, and at the end ``answer`` {status, body}.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from gridproof.processes.worker import Worker
from gridproof.web.answers import Refusal
from gridproof.web.clients import ended
from gridproof.web.files import file
from gridproof.web.guard import Guard
from gridproof.web.replies import refused
from gridproof.web.routes import certificates, edit, generate, pages, play, reduce, solve
from gridproof.web.services import Services
from gridproof.web.settings import Settings
from gridproof.web.workers import AnyWorker

__all__ = ["Site"]

#: Seconds between two looks for play-throughs that rested too long.
_SWEEP: Final = 60.0


class Site:
    """One server's pages, play-throughs and solvers.

    Args:
        settings: its limits and names.
        new_worker: makes a worker with this limit of memory, in bytes; by default it is a
            process.

    Attributes:
        app: for a web server to run.
        services: shared by all routes.
    """

    def __init__(
        self, settings: Settings | None = None, new_worker: Callable[[int], AnyWorker] = Worker
    ) -> None:
        self.settings = settings or Settings()
        self.services = Services(self.settings, new_worker)
        endpoints = [
            endpoint
            for module in (pages, play, solve, generate, reduce, edit, certificates)
            for endpoint in module.ENDPOINTS
        ]
        app = Starlette(
            routes=[endpoint.route(self.services) for endpoint in endpoints],
            lifespan=self._lifespan,
            exception_handlers={HTTPException: _nothing_here},
        )
        app.router.redirect_slashes = False
        self.app = Guard(app, self.settings.host, self.settings.names)

    def stop(self) -> None:
        """End all work at once; may be called by a signal's handler."""
        self.services.queue.kill()

    def warm(self) -> None:
        """Start the processes for boards before somebody needs them."""
        self.services.warm()

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.ensure_future(self._sweep())
        try:
            yield
        finally:
            await ended(sweeping)
            await self.services.queue.close()

    async def _sweep(self) -> None:
        """Forget play-throughs that rested too long, also while no request comes."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.services.plays.forget()


async def _nothing_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if "text/html" in request.headers.get("accept", ""):  # somebody's browser
        page = file("missing.html")
        return Response(page.data, error.status_code, media_type=page.type)
    return refused(Refusal(error.status_code, "there is nothing at this address", hint="see `/`"))
