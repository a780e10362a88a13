"""New levels for a page: what can be wished for, what it asks for, and how it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from gridproof.errors import GridproofError, InputError, InternalError
from gridproof.playing.orders import Order, drawing, generators, wishes
from gridproof.processes.worker import WorkerDied
from gridproof.registry import find_game, games
from gridproof.result import Progress
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, described, field_of
from gridproof.web.events import event
from gridproof.web.settings import Settings
from gridproof.web.solves import Waiting
from gridproof.web.work import Opened

__all__ = ["offered", "ordered", "told"]

Json = dict[str, Any]


def offered() -> Json:
    """What a page can offer: the generators of each game, their parameters, and wishes."""
    return {
        game.id: {
            "generators": [
                {
                    "id": spec.id,
                    "summary": spec.summary,
                    "parameters": [field_of(option) for option in spec.parameters],
                }
                for spec in generators(game)
            ],
            "wishes": [field_of(option) for option in wishes(game)],
        }
        for game in games().values()
    }


def ordered(wish: Field, settings: Settings) -> Order:
    """What a page asks for.

    Args:
        wish: ``id``, of the level that is drawn again; or ``after``, the ID of one like which
            another is wanted; or ``game``, and where it is not the first one ``generator``, with
            ``parameters`` and ``wishes`` (names and texts), and ``seed``.
        settings: the server's limits.

    Raises:
        InputError: it does not say that, or there is no such thing.
    """
    order: Order
    if (name := wish.get("id")) is not None:
        order = Order(name.text(), exactly=True)
    elif (name := wish.get("after")) is not None:
        order = Order(name.text()).next()
    elif (game := wish.get("game")) is not None:
        generator, seed = wish.get("generator"), wish.get("seed")
        order = Order.of(
            find_game(game.text()),
            None if generator is None else generator.text(),
            _texts(wish.get("parameters")),
            _texts(wish.get("wishes")),
            None if seed is None else seed.whole(0),
        )
    else:
        raise Refusal(400, "either `game`, `id` or `after` has to be given")
    order.check()
    return replace(order, seconds=settings.drawing, cells=settings.cells)


def _texts(table: Field | None) -> dict[str, str]:
    return {} if table is None else {name: table[name].text() for name in table.table()}


async def told(
    said: AsyncIterator[Waiting | Progress | Opened | GridproofError | None],
    keep: Callable[[Opened], Awaitable[bytes]],
) -> AsyncIterator[bytes]:
    """The events of a drawing, for the page that asked; nothing where there is nothing new.

    Args:
        said: what becomes of it.
        keep: keeps the new play-through; what its page is told.
    """
    try:
        async with aclosing(said):  # type: ignore[type-var]
            async for what in said:
                match what:
                    case None:
                        yield b""
                    case Waiting():
                        yield event("waiting", what.told)
                    case Progress():
                        yield event("progress", {"text": drawing(what)})
                    case Opened():
                        yield event("drawn", await keep(what))
                    case WorkerDied():
                        yield event("failed", described(_too_much()))
                    case GridproofError():
                        yield event("failed", described(what))
    except Exception as bug:  # whatever it is, a page is told so in a sentence
        yield event("failed", described(InternalError(f"internal error: {type(bug).__name__}")))


def _too_much() -> InputError:
    """Said of a drawing whose process had to be ended."""
    return InputError(
        "drawing such a board takes too long, or too much memory", hint="take a smaller one"
    )
