"""The application: what each address answers.

Pages are ``/`` (choose a board), ``/play`` (play it, with any path behind: the page reads it) and
``/reduce`` (a formula or a graph becomes a board).
All else is JSON below ``/api/``. A page has a play-through of its own on the server; what it wants
done it posts, and gets back what has changed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gridproof.errors import GridproofError, InputError, InternalError, UnknownName
from gridproof.game import games
from gridproof.playing.orders import Drawn
from gridproof.render.svg import svg
from gridproof.render.theme import Theme
from gridproof.result import Limits
from gridproof.shipped import collection, collections
from gridproof.web import draws
from gridproof.web.answers import Refusal, read_object, refused
from gridproof.web.events import EventStream, told
from gridproof.web.files import ASSETS, File, file
from gridproof.web.guard import Guard
from gridproof.web.opening import open_play
from gridproof.web.plays import Play, Plays
from gridproof.web.reduces import Made, Reducer, offered
from gridproof.web.settings import Settings
from gridproof.web.solves import Desk, Solve
from gridproof.workers import Question

__all__ = ["Site"]

P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

#: Boards that may wait to be opened; and how many short things are done at once.
_MOST_OPENING: Final = 16
_SHORT: Final = 8
#: Things done by one request.
_MOST_WISHES: Final = 256
#: A board's number in an address.
_NUMBER: Final = re.compile("[0-9]{1,9}")
#: Seconds beyond its time limit, for reading the board and replaying the solution, after which a
#: search is ended; and a drawing, which has nothing to replay, but a process to start.
_LATE: Final = 30.0
_LATE_DRAWING: Final = 10.0
_THEMES: Final[Mapping[str, Theme]] = {"auto": "auto", "light": "light", "dark": "dark"}
#: Bytes of a request that brings no board.
_SMALL: Final = 1 << 20


class Site:
    """One server's pages, play-throughs and solvers.

    Args:
        settings: its limits and names.

    Attributes:
        app: what a web server runs.
        plays: the play-throughs.
        desk: the solvers.
        reducer: what makes boards of other problems.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.plays = Plays(self.settings)
        self.desk = Desk(self.settings)
        self.reducer = Reducer(self.settings)
        # Threads for what takes long (boards that are read and drawn) and for what does not.
        self._long = CapacityLimiter(self.settings.opening)
        self._short = CapacityLimiter(_SHORT)
        routes = [
            _route("/", _page("choose.html")),
            _route("/play", _page("play.html")),
            _route("/play/{rest:path}", _page("play.html")),
            _route("/reduce", _page("reduce.html")),
            _route("/static/{name}", _asset),
            _route("/pictures/{name:path}/{number}.svg", self._picture),
            _route("/api/boards", self._boards),
            _route("/api/reductions", self._reductions),
            _route("/api/reduce", self._reduce, "POST"),
            _route("/api/generators", self._generators),
            _route("/api/levels", self._draw, "POST"),
            _route("/api/plays", self._open, "POST"),
            _route("/api/plays/{play}/do", self._do, "POST"),
            _route("/api/plays/{play}/solve", self._solve, "POST"),
            _route("/api/plays/{play}/cancel", self._cancel, "POST"),
            _route("/api/plays/{play}/watch", self._watch, "POST"),
            _route("/api/plays/{play}/files/{name}", self._file),
        ]
        app = Starlette(
            routes=routes,
            lifespan=self._lifespan,
            exception_handlers={HTTPException: _nothing_here},
        )
        app.router.redirect_slashes = False
        self.app = Guard(app, self.settings.host, self.settings.names)

    def stop(self) -> None:
        """Has all searches end at once; may be called by a signal's handler."""
        self.desk.closed = True

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self.desk.close()
            await self.reducer.close()

    async def _boards(self, request: Request) -> Response:
        """What can be chosen: games, and the shipped boards of each."""
        return JSONResponse(await self._quickly(_overview))

    async def _reductions(self, request: Request) -> Response:
        """What can be reduced to what."""
        return JSONResponse(await self._quickly(offered))

    async def _reduce(self, request: Request) -> Response:
        """An instance as a board, with all that a page shows of it."""
        made = Made.of(await read_object(request, _SMALL), self.settings)
        return Response(await self.reducer.make(made), media_type="application/json")

    async def _generators(self, request: Request) -> Response:
        """What can be wished of new levels, by game."""
        return JSONResponse(await self._quickly(draws.offered))

    async def _draw(self, request: Request) -> Response:
        """A new level, or one of an ID; the answer is a stream of events.

        They are ``waiting`` {ahead}, ``progress`` {text}, and at the end ``drawn`` or ``failed``;
        ``drawn`` is a new play-through, as ``/api/plays`` has them. Drawing ends with the stream.
        """
        wish = await read_object(request, _SMALL)
        order = draws.ordered(wish, self.settings)
        later = wish.get("later")
        hidden = later is not None and later.flag()
        solve = Solve(order, self.settings.drawing + _LATE_DRAWING)
        self.desk.enter(solve)

        def opened(drawn: Drawn) -> tuple[Play, dict[str, Any]]:
            play = draws.made_playable(drawn, self.settings)
            return play, {"play": play.id, "order": play.order} if hidden else play.opened()

        async def keep(drawn: Drawn) -> dict[str, Any]:
            play, answer = await self._slowly(opened, drawn)
            self.plays.add(play)
            return answer

        said = self.desk.follow(solve)
        return EventStream(draws.told(said, keep), lambda: self.desk.leave(solve))

    async def _picture(self, request: Request) -> Response:
        """A shipped board, drawn; ``?theme=dark`` or ``light`` for who chose one."""
        theme = request.query_params.get("theme", "auto")
        name, number = request.path_params["name"], request.path_params["number"]
        if not _NUMBER.fullmatch(number):
            raise Refusal(404, "there is nothing at this address", hint="see `/`")
        drawn = await self._quickly(_drawn, name, int(number), theme)
        return drawn.answer(request)

    async def _open(self, request: Request) -> Response:
        """A new play-through: of a shipped board or a text, of a save, or from another one.

        With ``later`` only its id comes back: another page will ask for a copy.
        """
        wish = await read_object(request, self.settings.body)
        faults: list[dict[str, Any]] = []
        if (copied := wish.get("copy")) is not None:
            other = self.plays.get(copied.text())
            async with other.lock:
                play = await self._slowly(other.copy)
        elif (sibling := wish.get("of")) is not None:
            other = self.plays.get(sibling.text())
            number = wish["number"].whole(1, len(other.levels))
            play = await self._slowly(other.sibling, number)
        else:
            play, faults = await self._slowly(open_play, wish, self.settings)
        later = wish.get("later")
        hidden = later is not None and later.flag()

        def opened() -> Response:
            answer = {"play": play.id} if hidden else play.opened()
            return JSONResponse(answer | {"faults": faults}, 201)

        answer = await self._slowly(opened)
        self.plays.add(play)
        return answer

    async def _do(self, request: Request) -> Response:
        """Moves, undo and the like, one after another; what changed comes back."""
        play = self._play(request)
        wishes = (await read_object(request, _SMALL))["do"].entries()
        if len(wishes) > _MOST_WISHES:
            raise Refusal(413, f"one request does up to {_MOST_WISHES} things")
        async with play.lock:
            return await self._quickly(lambda: JSONResponse(play.do(wishes, self.settings)))

    async def _solve(self, request: Request) -> Response:
        """Solves the board, or the position in hand (``here``); the answer is a stream of events.

        They are ``waiting`` {ahead}, ``progress`` {nodes, elapsed, bound, best, text}, and at the
        end ``result`` or ``failed``, or nothing if it was cancelled before its turn. The search
        ends with the stream.
        """
        play = self._play(request)
        wish = await read_object(request, _SMALL)
        here, every = wish["here"].flag(), wish["all"].flag()
        async with play.lock:
            if play.solve is not None:
                raise Refusal(
                    429, "a search for this page is running already", hint="cancel it first"
                )
            save = await self._quickly(play.session.save)
            limits = Limits(time=self.settings.time)
            question = Question(save, limits, from_start=not here, all_solutions=every)
            solve = Solve(question, self.settings.time + _LATE)
            self.desk.enter(solve)
            play.solve = solve
            asked = play.asked(here)

        def end() -> None:
            play.solve = None
            self.desk.leave(solve)

        said = self.desk.follow(solve)
        return EventStream(told(said, play, asked), end)

    async def _cancel(self, request: Request) -> Response:
        """Stops the search of this page; what it has found comes by its stream."""
        play = self._play(request)
        running = play.solve is not None
        if play.solve is not None:
            play.solve.cancel()
        return JSONResponse({"cancelled": running})

    async def _watch(self, request: Request) -> Response:
        """What was found of the board, or of the position it was asked at, as a player's record."""
        play = self._play(request)
        here = (await read_object(request, _SMALL))["here"].flag()
        async with play.lock:
            return await self._slowly(lambda: JSONResponse(play.watched(here)))

    async def _file(self, request: Request) -> Response:
        """Board, solution, picture, page or play-through, to be kept."""
        play = self._play(request)
        async with play.lock:
            return await self._slowly(_attached, play, request.path_params["name"])

    def _play(self, request: Request) -> Play:
        return self.plays.get(request.path_params["play"])

    async def _quickly(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Does what takes some milliseconds, in a thread."""
        call = functools.partial(work, *args, **options)
        return await to_thread.run_sync(call, limiter=self._short)

    async def _slowly(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Does what may take seconds for large boards, in one of a few threads.

        Raises:
            Refusal: too many wait for one.
        """
        if self._long.statistics().tasks_waiting >= _MOST_OPENING:
            raise Refusal(503, "the server is busy with other boards", hint="try again in a moment")
        call = functools.partial(work, *args, **options)
        return await to_thread.run_sync(call, limiter=self._long)


def _route(path: str, handler: Handler, method: str = "GET") -> Route:
    """A route whose handler's errors are answers."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except GridproofError as error:
            return refused(error)
        except MemoryError:
            return refused(InputError("there is not enough memory for this board"))
        except Exception as bug:  # whatever it is, a page is told so in a sentence
            return refused(InternalError(f"internal error: {type(bug).__name__}"))

    return Route(path, answer, methods=[method])


async def _nothing_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refused(Refusal(error.status_code, "there is nothing at this address", hint="see `/`"))


def _attached(play: Play, wanted: str) -> Response:
    name, kind, text = play.file(wanted)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=headers)


def _page(name: str) -> Handler:
    async def answer(request: Request) -> Response:
        return file(name).answer(request)

    return answer


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in ASSETS:
        raise Refusal(404, "there is nothing at this address")
    return file(name).answer(request)


@functools.cache
def _overview() -> dict[str, Any]:
    return {
        "games": [[game.id, game.title] for game in games().values()],
        "collections": [
            {
                "id": found.id,
                "game": found.game,
                "boards": [[level.title, level.width, level.height] for level in found.levels],
            }
            for found in collections().values()
        ],
    }


@functools.lru_cache(maxsize=1024)
def _drawn(name: str, number: int, theme: str) -> File:
    """The picture of a shipped board.

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
