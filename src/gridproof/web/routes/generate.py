"""Routes of new levels: generators with their parameters, and levels that they draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.design.level_id import generators
from gridproof.errors import GridproofError, InputError
from gridproof.playing.orders import Order, drawing, goals
from gridproof.processes.worker import (
    WorkerDied,
)
from gridproof.registry import (
    find_game,
    games,
)
from gridproof.result import Progress
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, field_of
from gridproof.web.events import EventStream, stream_events
from gridproof.web.handling import Body, Endpoint
from gridproof.web.replies import read_object
from gridproof.web.services import Services, Tell
from gridproof.web.settings import Settings
from gridproof.web.work import Drawing, Within, later
from gridproof.web.work_queue import QueuedWork

__all__ = ["ENDPOINTS", "read_order"]

Json = dict[str, Any]

#: Seconds beyond its time limit, for starting a process, after which a drawing is ended.
_LATE: Final = 10.0


async def _generators(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the generators of each game, their parameters, and wishes."""
    return JSONResponse(await services.quickly(_describe_generators))


async def _draw(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Draw a new level, or one of an ID; send events.

    They are ``waiting`` {ahead, seconds}, ``progress`` {text}, and at the end ``drawn`` or
    ``failed``; ``drawn`` is a new play-through, as ``/api/plays`` has them. Drawing ends with the
    stream.
    """
    settings = services.settings
    fields = await read_object(body)
    job = Drawing(read_order(fields, settings), settings, later(fields))
    work = QueuedWork(Within(job, settings.memory), settings.drawing + _LATE)
    services.queue.enter(work)
    news = services.queue.follow(work)
    events = stream_events(news, "drawn", services.keep, _describe_progress, _explain)
    return EventStream(events, lambda: services.queue.leave(work))


def _describe_progress(progress: Progress) -> Json:
    return {"text": drawing(progress)}


def _explain(error: GridproofError) -> GridproofError:
    """Return an error; for a process that had to be ended, its cause."""
    if not isinstance(error, WorkerDied):
        return error
    return InputError(
        "drawing such a board takes too long, or too much memory", hint="take a smaller one"
    )


def _describe_generators() -> Json:
    return {
        game.id: {
            "generators": [
                {
                    "id": spec.id,
                    "summary": spec.summary,
                    "parameters": [field_of(option) for option in spec.parameters],
                }
                for spec in generators(game).values()
            ],
            "wishes": [field_of(option) for option in goals(game)],
        }
        for game in games().values()
    }


def read_order(fields: Field, settings: Settings) -> Order:
    """Read the request for a level.

    Args:
        fields: ``id``, of the level that is drawn again; or ``after``, the ID of one whose next
            seed is drawn; or ``game``, and where it is not the first one ``generator``, with
            ``parameters`` and ``wishes`` (names and texts), and ``seed``.
        settings: the server's limits.

    Raises:
        InputError: it does not say that, or there is no such thing.
    """
    order: Order
    if (name := fields.get("id")) is not None:
        order = Order(name.text(), exactly=True)
    elif (name := fields.get("after")) is not None:
        order = Order(name.text()).next()
    elif (game := fields.get("game")) is not None:
        generator, seed = fields.get("generator"), fields.get("seed")
        order = Order.of(
            find_game(game.text()),
            None if generator is None else generator.text(),
            _texts(fields.get("parameters")),
            _texts(fields.get("wishes")),
            None if seed is None else seed.whole(0),
        )
    else:
        raise Refusal(400, "either `game`, `id` or `after` has to be given")
    order.check()
    return replace(order, seconds=settings.drawing, cells=settings.cells)


def _texts(table: Field | None) -> dict[str, str]:
    return {} if table is None else {name: table[name].text() for name in table.table()}


ENDPOINTS: Final = (
    Endpoint("/api/generators", _generators),
    Endpoint("/api/levels", _draw, Body.SMALL),
)
