"""Routes of pages, of the files that they need, and of the shipped boards."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.errors import UnknownName
from gridproof.files.shipped import collection, collections
from gridproof.playing.cards import Card
from gridproof.registry import find_game, games
from gridproof.render.rules_html import rules_html
from gridproof.render.svg import svg
from gridproof.render.theme import Theme
from gridproof.web.answers import Refusal
from gridproof.web.files import ASSETS, File, file
from gridproof.web.handling import Endpoint, Handler
from gridproof.web.services import Services, Tell

__all__ = ["ENDPOINTS"]

#: The number of a board in an address.
_NUMBER: Final = re.compile("[0-9]{1,9}")
_THEMES: Final[Mapping[str, Theme]] = {"auto": "auto", "light": "light", "dark": "dark"}


def _page(name: str) -> Handler:
    async def answer(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
        return file(name).answer(request)

    return answer


async def _asset(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    name = request.path_params["name"]
    if name not in ASSETS:
        raise Refusal(404, "there is nothing at this address")
    return file(name).answer(request)


async def _picture(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the picture of a shipped board; ``?theme=dark`` or ``light`` overrides the browser."""
    theme = request.query_params.get("theme", "auto")
    name, number = request.path_params["name"], request.path_params["number"]
    if not _NUMBER.fullmatch(number):
        raise Refusal(404, "there is nothing at this address", hint="see `/`")
    drawn = await services.quickly(_drawn, name, int(number), theme)
    return drawn.answer(request)


async def _rules(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the rules of a game, with the goal of an objective, as a part of a page."""
    names = request.path_params
    rules = await services.quickly(_rules_file, names["game"], names["objective"])
    return rules.answer(request)


@functools.lru_cache(maxsize=64)
def _rules_file(game: str, objective: str) -> File:
    """Return the part of the page.

    Raises:
        UnknownName: there is no such game or objective.
    """
    return File.of(rules_html(find_game(game), objective, level=3, heading="Rules"), "html")


async def _boards(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the choice of boards: games, and the shipped boards of each."""
    return JSONResponse(await services.quickly(_overview))


@functools.cache
def _overview() -> dict[str, Any]:
    return {
        "games": [[game.id, game.title] for game in games().values()],
        "collections": [
            {
                "id": found.id,
                "game": found.game,
                "boards": [vars(Card.of(games()[found.game], level)) for level in found.levels],
            }
            for found in collections().values()
        ],
    }


@functools.lru_cache(maxsize=1024)
def _drawn(name: str, number: int, theme: str) -> File:
    """Draw a shipped board.

    Raises:
        InputError: there is no such board, or no such theme.
    """
    found = collection(name)
    if not 1 <= number <= len(found.levels):
        raise Refusal(404, f"`{name}` has no board {number}")
    if theme not in _THEMES:
        raise UnknownName("theme", theme, _THEMES)
    game, level = games()[found.game], found.levels[number - 1]
    return File.of(svg(game.picture(level, game.initial(level)), theme=_THEMES[theme]), "svg")


ENDPOINTS: Final = (
    Endpoint("/", _page("choose.html")),
    Endpoint("/play", _page("play.html")),
    Endpoint("/play/{rest:path}", _page("play.html")),
    Endpoint("/edit", _page("edit.html")),
    Endpoint("/reduce", _page("reduce.html")),
    Endpoint("/static/{name:path}", _asset),
    Endpoint("/pictures/{name:path}/{number}.svg", _picture),
    Endpoint("/api/boards", _boards),
    Endpoint("/api/rules/{game}/{objective}", _rules),
)
