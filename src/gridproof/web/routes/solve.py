"""Routes of searches: the solvers at work on the board of a play-through, or on its position."""

from __future__ import annotations

import functools
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.web.answers import Refusal
from gridproof.web.events import EventStream, stream_events
from gridproof.web.handling import Body, Endpoint
from gridproof.web.play_answers import describe_progress
from gridproof.web.play_requests import Learn
from gridproof.web.replies import read_object
from gridproof.web.services import Services, Tell
from gridproof.web.work import Found, Search, Within
from gridproof.web.work_queue import QueuedWork

__all__ = ["ENDPOINTS"]

#: Seconds beyond its time limit, for reading the board and replaying the solution, after which a
#: search is ended.
_LATE: Final = 30.0


async def _solve(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Solve the board, or the position (``here``); send events.

    They are ``waiting`` {ahead, seconds}, ``progress`` {nodes, elapsed, bound, best, stage, text},
    and at the end ``result`` or ``failed``, or nothing if the search was cancelled before its turn.
    The search ends with the stream.
    """
    play = services.plays.get(request.path_params["play"])
    fields = await read_object(body)
    here, every = fields["here"].flag(), fields["all"].flag()
    settings = services.settings
    async with play.lock:
        if play.search is not None:
            raise Refusal(429, "a search for this page is running already", hint="cancel it first")
        packed = await services.quickly(play.packed)
        search = Within(Search(packed, here, every, settings.time), settings.memory)
        work = QueuedWork(search, settings.time + _LATE)
        services.queue.enter(work)
        play.search = work

    def end() -> None:
        play.search = None
        services.queue.leave(work)

    async def learn(found: Found) -> bytes:
        async with play.lock:
            learnt = await services.ask(play, tell, Learn(found.result, found.start))
        return learnt.body

    progress = functools.partial(describe_progress, play.sense, here=here)
    news = services.queue.follow(work)
    return EventStream(stream_events(news, "result", learn, progress), end)


async def _cancel(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Stop the search of this page; its result so far comes by its stream."""
    play = services.plays.get(request.path_params["play"])
    running = play.search is not None
    if play.search is not None:
        play.search.cancel()
    return JSONResponse({"cancelled": running})


ENDPOINTS: Final = (
    Endpoint("/api/plays/{play}/solve", _solve, Body.SMALL),
    Endpoint("/api/plays/{play}/cancel", _cancel, Body.SMALL),
)
