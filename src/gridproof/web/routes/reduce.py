"""Routes of reductions: a list of them, and instances as boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.errors import InputError
from gridproof.limits import CancelToken
from gridproof.options import find_option
from gridproof.reduction import AnySource, find_reduction, reductions
from gridproof.reductions.reduce import audit, reduce, save_encoding
from gridproof.registry import game_of
from gridproof.render import reduced
from gridproof.result import Progress
from gridproof.strict_json import Field
from gridproof.visible import visible
from gridproof.web.answers import Refusal, field_of, rendered
from gridproof.web.flight import Heavy
from gridproof.web.handling import Body, Endpoint
from gridproof.web.replies import read_object
from gridproof.web.services import Services, Tell
from gridproof.web.settings import Settings
from gridproof.web.work import Within
from gridproof.web.work_queue import Lane

__all__ = ["ENDPOINTS", "Reducing"]

#: Letters of an instance.
_MAX_INSTANCE: Final = 1 << 16

Json = dict[str, Any]


async def _reductions(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send all reductions."""
    return JSONResponse(await services.quickly(_describe_reductions))


async def _reduce(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send an instance as a board, with all that a page shows of it."""
    settings = services.settings
    job = Within(Reducing.of(await read_object(body), settings), settings.memory)
    return Heavy(services.flight, await services.work(job, Lane.SEARCH, tell, settings.time))


def _describe_reductions() -> Json:
    """Return each reduction with its options and its source problem."""
    return {
        "reductions": [
            {
                "id": found.id,
                "title": found.title,
                "summary": found.summary,
                "published": found.published,
                "game": found.game,
                "source": found.source.id,
                "options": [field_of(option) for option in (*found.source.options, *found.options)],
            }
            for found in reductions().values()
        ],
        "sources": {
            source.id: {
                "title": source.title,
                "formats": source.formats,
                "parameters": source.parameters,
                "sizes": source.sizes,
                "example": source.example,
            }
            for source in _sources()
        },
    }


def _sources() -> list[AnySource]:
    found = {reduction.source.id: reduction.source for reduction in reductions().values()}
    return list(found.values())


@dataclass(frozen=True)
class Reducing:
    """A job: an instance becomes a board.

    Attributes:
        reduction: id of the reduction.
        text: the instance; None: a random one.
        parameters: size of a random instance.
        seed: of a random instance.
        options: of the reduction and of its source problem, by name, as text.
        max_cells: of the board.
        page: True for a page in one piece instead of its parts.
    """

    reduction: str
    text: str | None
    parameters: str
    seed: int
    options: Mapping[str, str]
    max_cells: int
    page: bool

    @classmethod
    def of(cls, fields: Field, settings: Settings) -> Reducing:
        """Read a request: ``reduction``, ``options``, and ``text`` or ``random``.

        Raises:
            GridproofError: it does not say that, or says too much.
        """
        text, drawn = fields.get("text"), fields.get("random")
        if (text is None) == (drawn is None):
            raise Refusal(400, "either `text` or `random` has to be given")
        if text is not None and len(text.text()) > _MAX_INSTANCE:
            raise Refusal(
                413,
                f"an instance here has up to {_MAX_INSTANCE >> 10} KiB",
                hint="reduce larger ones on the command line: `gridproof reduce`",
            )
        options = fields["options"]
        page = fields.get("page")
        return cls(
            find_reduction(fields["reduction"].text()).id,
            None if text is None else text.text(),
            "" if drawn is None else drawn["size"].text(),
            0 if drawn is None else drawn["seed"].whole(0),
            {name: options[name].text() for name in options.table() if options[name].text()},
            settings.cells,
            page is not None and page.flag(),
        )

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Return the board with all that a page shows of it, as JSON text.

        Raises:
            GridproofError: the instance cannot be read, or has no board.
        """
        reduction = find_reduction(self.reduction)
        source = reduction.source
        about = {n: v for n, v in self.options.items() if find_option(source.options, n)}
        if self.text is None:
            instance = source.random(self.parameters, Random(self.seed), about)
        else:
            instance = source.read(self.text, source.title, about)
        rest = {name: value for name, value in self.options.items() if name not in about}
        encoding = reduce(reduction.id, instance, rest)
        level = encoding.level
        if level.width * level.height > self.max_cells:
            size = f"{level.width} × {level.height}"
            raise InputError(f"the board has {size} cells; here are up to {self.max_cells:,}")
        if self.page:
            return rendered({"page": reduced.page(encoding)})
        certificate = audit(encoding)
        record, switches, notes = reduced.parts(encoding, certificate)
        game = game_of(level)
        return rendered(
            {
                "instance": source.write(instance),
                "game": game.id,
                "board": game.write(level, game.canonical_format),
                "map": save_encoding(encoding),
                "notes": [*map(visible, source.notes(instance)), *notes],
                "conditions": [[c.id, visible(c.text), c.checked] for c in certificate.conditions],
                "record": record,
                "switches": switches,
            }
        )


ENDPOINTS: Final = (
    Endpoint("/api/reductions", _reductions),
    Endpoint("/api/reduce", _reduce, Body.SMALL),
)
