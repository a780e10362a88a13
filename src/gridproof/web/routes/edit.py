"""Routes of boards that are being drawn: edits, verdicts, ideas, and files of sets.

The page holds its drafts: each request brings the one that it is about.
"""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.editing.edits import draft_of_json
from gridproof.editing.verdict import Judging, Verdict, progress_words
from gridproof.processes.worker import Request as WorkRequest
from gridproof.result import Progress
from gridproof.web.answers import rendered
from gridproof.web.edit_answers import describe_palettes
from gridproof.web.edit_work import Drafting, Filing, Filming, Paging, Trying, Varying
from gridproof.web.events import EventStream, stream_events
from gridproof.web.flight import Heavy
from gridproof.web.handling import Body, Endpoint
from gridproof.web.replies import read_object
from gridproof.web.services import Services, Tell
from gridproof.web.work import Within
from gridproof.web.work_queue import Lane, QueuedWork

__all__ = ["ENDPOINTS"]

Json = dict[str, Any]
#: Seconds beyond its time limit after which a search is ended.
_LATE: Final = 10.0


async def _palettes(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the games whose boards are drawn, with their pieces and options."""
    return JSONResponse(await services.quickly(describe_palettes))


async def _drafts(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Make drafts, of nothing or of a text, or edit one."""
    job = Drafting(body)
    if (await read_object(body)).get("text") is None:  # else its boards may be many
        return Heavy(services.flight, await services.here(job))
    return Heavy(services.flight, await services.board_work(job, len(body), tell))


async def _file(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send a set of drafts as a file of the game's own format."""
    text = await services.board_work(Filing(body), len(body), tell)
    return Heavy(services.flight, text, kind="text/plain; charset=utf-8")


async def _page(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send a page on which a set of drafts is played without a server."""
    page = await _done(services, Paging(body), tell)
    return Heavy(services.flight, page, kind="text/html; charset=utf-8")


async def _watch(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send a solution of a draft as a player's record."""
    return Heavy(services.flight, await services.board_work(Filming(body), len(body), tell))


async def _verdict(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Find out whether a draft can be solved, and how well; send events.

    They are ``waiting`` {ahead, seconds}, ``progress`` {nodes, elapsed, bound, best, stage, text},
    and at the end ``verdict`` or ``failed``. The search ends with the stream.
    """
    fields = await read_object(body)
    draft = draft_of_json(fields["draft"])
    settings = services.settings
    job = Judging(await services.quickly(draft.level), settings.time, fields["rated"].flag())
    work: QueuedWork[Verdict] = QueuedWork(Within(job, settings.memory), settings.time + _LATE)
    services.queue.enter(work)

    def progress(news: Progress) -> Json:
        return vars(news) | {"text": progress_words(draft.game, news)}

    async def render(verdict: Verdict) -> bytes:
        return rendered(verdict.to_json(draft.game))

    news = services.queue.follow(work)
    events = stream_events(news, "verdict", render, progress)
    return EventStream(events, lambda: services.queue.leave(work))


async def _changes(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the boards that differ in one of some cells, each with its effect."""
    return await _ideas(services, Trying(body, services.settings.time), tell)


async def _like(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send boards like a draft."""
    return await _ideas(services, Varying(body, services.settings.time), tell)


async def _ideas(services: Services, job: WorkRequest[bytes], tell: Tell) -> Response:
    return Heavy(services.flight, await _done(services, job, tell))


async def _done(services: Services, job: WorkRequest[bytes], tell: Tell) -> bytes:
    """Return the answer of a job that takes seconds."""
    settings = services.settings
    within = Within(job, settings.memory)
    return await services.work(within, Lane.SEARCH, tell, settings.time + _LATE)


ENDPOINTS: Final = (
    Endpoint("/api/palettes", _palettes),
    Endpoint("/api/drafts", _drafts, Body.SMALL),
    Endpoint("/api/drafts/verdict", _verdict, Body.SMALL),
    Endpoint("/api/drafts/file", _file, Body.SMALL),
    Endpoint("/api/drafts/page", _page, Body.SMALL),
    Endpoint("/api/drafts/watch", _watch, Body.SMALL),
    Endpoint("/api/drafts/changes", _changes, Body.SMALL),
    Endpoint("/api/drafts/like", _like, Body.SMALL),
)
