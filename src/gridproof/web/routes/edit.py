"""Routes of boards that are being drawn: edits, verdicts, and files of sets.

The page holds its drafts: each request brings the one that it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.editing.draft import Draft
from gridproof.editing.edits import draft_of_json
from gridproof.editing.variants import Change, changes, variants
from gridproof.editing.verdict import Judging, Verdict, progress_words, words
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.processes.worker import Request as WorkRequest
from gridproof.result import Limits, Progress
from gridproof.web.answers import Refusal, read_json, read_object, rendered
from gridproof.web.edit_answers import (
    MAX_BOARDS,
    describe,
    describe_palettes,
    file_of,
    film,
    level_of,
    open_drafts,
)
from gridproof.web.events import EventStream, stream_events
from gridproof.web.flight import Heavy
from gridproof.web.handling import Body, Endpoint
from gridproof.web.services import Services, Tell
from gridproof.web.work import Within
from gridproof.web.work_queue import Lane, QueuedWork

__all__ = ["ENDPOINTS"]

Json = dict[str, Any]
#: Seconds beyond its time limit after which a search is ended.
_LATE: Final = 10.0
#: Boards like a draft that are found at once.
_MAX_ALIKE: Final = 24


async def _palettes(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the games whose boards are drawn, with their pieces and options."""
    return JSONResponse(await services.quickly(describe_palettes))


async def _drafts(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Make drafts, of nothing or of a text, or edit one."""
    job = Drafting(body)
    if (await read_object(body)).get("text") is None:
        return Heavy(services.flight, await services.here(job))
    return Heavy(services.flight, await services.board_work(job, len(body), tell))


@dataclass(frozen=True)
class Drafting:
    """A job: drafts are made or edited.

    Attributes:
        body: of the request, JSON.
    """

    body: bytes

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Do it."""
        return rendered(open_drafts(read_json(self.body)))


async def _verdict(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Find out whether a draft can be solved, and how well; send events.

    They are ``waiting`` {ahead, seconds}, ``progress`` {nodes, elapsed, bound, best, text}, and at
    the end ``verdict`` or ``failed``. The search ends with the stream.
    """
    wish = await read_object(body)
    draft = draft_of_json(wish["draft"])
    game, text = draft.game, await services.quickly(_canonical, draft)
    settings = services.settings
    job = Judging(game.id, text, settings.time, wish["rated"].flag())
    work: QueuedWork[Verdict] = QueuedWork(Within(job, settings.memory), settings.time + _LATE)
    services.queue.enter(work)

    def progress(news: Progress) -> Json:
        return vars(news) | {"text": progress_words(game, news)}

    async def render(verdict: Verdict) -> bytes:
        return rendered(verdict.to_json(game))

    news = services.queue.follow(work)
    events = stream_events(news, "verdict", render, progress)
    return EventStream(events, lambda: services.queue.leave(work))


def _canonical(draft: Draft) -> str:
    """Return the text of a faultless draft for a worker."""
    text: str = draft.game.write(level_of(draft), draft.game.canonical_format)
    return text


async def _file(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send a set of drafts as a file of the game's own format."""
    wish = await read_object(body)
    drafts = [draft_of_json(each) for each in wish["drafts"].entries()]
    if not 0 < len(drafts) <= MAX_BOARDS:
        raise Refusal(413, f"a set has 1 to {MAX_BOARDS} boards")
    game = drafts[0].game
    text = file_of(game, [level_of(draft) for draft in drafts])
    return Heavy(services.flight, text.encode(), kind="text/plain; charset=utf-8")


async def _watch(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send a solution of a draft as a player's record."""
    return Heavy(services.flight, await services.board_work(Filming(body), len(body), tell))


@dataclass(frozen=True)
class Filming:
    """A job: a solution is made a film.

    Attributes:
        body: of the request, JSON.
    """

    body: bytes

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Do it."""
        wish = read_json(self.body)
        draft = draft_of_json(wish["draft"])
        return rendered(film(draft, wish["solution"].text(), wish["words"].text()))


async def _changes(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the boards that differ in one of some cells, each with its effect."""
    return await _ideas(services, Trying(body, services.settings.time), tell)


async def _like(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send boards like a draft."""
    return await _ideas(services, Varying(body, services.settings.time), tell)


async def _ideas(services: Services, job: WorkRequest[bytes], tell: Tell) -> Response:
    settings = services.settings
    within = Within(job, settings.memory)
    answer = await services.work(within, Lane.SEARCH, tell, settings.time + _LATE)
    return Heavy(services.flight, answer)


@dataclass(frozen=True)
class Trying:
    """A job: the effects of changes are found.

    Attributes:
        body: of the request, JSON: ``draft``, and ``cells`` that are tried.
        seconds: for all of them.
    """

    body: bytes
    seconds: float

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Do it; what was not tried in time is left out, and ``ended`` says so."""
        wish = read_json(self.body)
        draft, ticker = (
            draft_of_json(wish["draft"]),
            Ticker(Limits(time=self.seconds), cancel=cancel),
        )
        found: list[Change] = []
        cells, ended = [cell.cell() for cell in wish["cells"].entries()], False
        try:
            for change in changes(draft, cells, ticker):
                found.append(change)  # what was found stays when it is stopped
        except Stopped:
            ended = True
        return rendered({"changes": list(map(asdict, found)), "ended": ended})


@dataclass(frozen=True)
class Varying:
    """A job: boards like a draft are found.

    Attributes:
        body: of the request, JSON: ``draft``, ``count`` of boards, and ``seed``.
        seconds: for all of them.
    """

    body: bytes
    seconds: float

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Do it."""
        wish = read_json(self.body)
        draft, ticker = (
            draft_of_json(wish["draft"]),
            Ticker(Limits(time=self.seconds), cancel=cancel),
        )
        count = wish["count"].whole(1, _MAX_ALIKE)
        found = variants(draft, count, str(wish["seed"].whole(0)), ticker)
        return rendered(
            {
                "boards": [
                    describe(variant.draft) | {"words": words(draft.game, variant.result)}
                    for variant in found
                ]
            }
        )


ENDPOINTS: Final = (
    Endpoint("/api/palettes", _palettes),
    Endpoint("/api/drafts", _drafts, Body.SMALL),
    Endpoint("/api/drafts/verdict", _verdict, Body.SMALL),
    Endpoint("/api/drafts/file", _file, Body.SMALL),
    Endpoint("/api/drafts/watch", _watch, Body.SMALL),
    Endpoint("/api/drafts/changes", _changes, Body.SMALL),
    Endpoint("/api/drafts/like", _like, Body.SMALL),
)
