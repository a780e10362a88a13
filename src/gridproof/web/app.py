"""The application: what each address answers.

Pages are ``/`` (choose a board), ``/play`` (play it, with any path behind: the page reads it) and
``/reduce`` (a formula or a graph becomes a board).
All else is JSON below ``/api/``. A page has a play-through of its own on the server; what it wants
done it posts, and gets back what has changed.

A request that has to wait for a worker is answered by events, if its ``Accept`` has their type:
``waiting`` {ahead, seconds}, and at the end ``answer`` {status, body}.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gridproof.errors import GridproofError, InputError, InternalError, UnknownName
from gridproof.files.shipped import collection, collections
from gridproof.limits import CancelToken
from gridproof.processes.worker import Asked, WorkerDied
from gridproof.registry import games
from gridproof.render.svg import svg
from gridproof.render.theme import Theme
from gridproof.strict_json import Field
from gridproof.web import draws
from gridproof.web.answers import Refusal, is_quick, read_object, refused, rendered
from gridproof.web.clients import Gone, attended, ended, read_body
from gridproof.web.events import EventStream, queued, told
from gridproof.web.files import ASSETS, File, file
from gridproof.web.flight import Flight, Freight, Heavy
from gridproof.web.guard import Guard
from gridproof.web.held import Held, Plays
from gridproof.web.reduces import Made, offered
from gridproof.web.settings import Settings
from gridproof.web.solves import Desk, Lane, Ready, Solve, Waiting
from gridproof.web.work import (
    Answered,
    Copying,
    Drawing,
    Found,
    Opened,
    Opening,
    Search,
    Sibling,
    Turn,
    Within,
    later,
)

__all__ = ["Site"]

P = ParamSpec("P")
T = TypeVar("T")
#: What answers a request: it is given the body, and what is told how many wait before it.
Tell = Callable[[Waiting], None]
Handler = Callable[[Request, bytes, Tell], Awaitable[Response]]

#: How many short things are done at once.
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
#: Cells of a shipped board up to which it is opened here in no time.
_QUICK_CELLS: Final = 8192
#: Seconds between two looks for play-throughs that rested too long.
_SWEEP: Final = 60.0
#: What to do with what is too much for this server.
_ELSEWHERE: Final = "take a smaller one, or the command line of gridproof"
#: Bytes of a board from which on opening it, or changing it, is large work.
_LARGE: Final = 1 << 16


class Site:
    """One server's pages, play-throughs and solvers.

    Args:
        settings: its limits and names.

    Attributes:
        app: what a web server runs.
        plays: the play-throughs.
        desk: the workers.
        flight: the bytes under way.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.plays = Plays(self.settings)
        self.desk = Desk(self.settings)
        self.flight = Flight(self.settings.in_flight)
        self._short = CapacityLimiter(_SHORT)
        routes = [
            self._route("/", _page("choose.html")),
            self._route("/play", _page("play.html")),
            self._route("/play/{rest:path}", _page("play.html")),
            self._route("/reduce", _page("reduce.html")),
            self._route("/static/{name}", _asset),
            self._route("/pictures/{name:path}/{number}.svg", self._picture),
            self._route("/api/boards", self._boards),
            self._route("/api/reductions", self._reductions),
            self._route("/api/reduce", self._reduce, _SMALL),
            self._route("/api/generators", self._generators),
            self._route("/api/levels", self._draw, _SMALL),
            self._route("/api/plays", self._open, self.settings.body),
            self._route("/api/plays/{play}/do", self._do, _SMALL),
            self._route("/api/plays/{play}/solve", self._solve, _SMALL),
            self._route("/api/plays/{play}/cancel", self._cancel, _SMALL),
            self._route("/api/plays/{play}/watch", self._watch, _SMALL),
            self._route("/api/plays/{play}/files/{name}", self._file),
        ]
        app = Starlette(
            routes=routes,
            lifespan=self._lifespan,
            exception_handlers={HTTPException: _nothing_here},
        )
        app.router.redirect_slashes = False
        self.app = Guard(app, self.settings.host, self.settings.names)

    def stop(self) -> None:
        """Has all work end at once; may be called by a signal's handler."""
        self.desk.kill()

    def warm(self) -> None:
        """Start the processes for boards, so that nobody has to wait for them."""
        self._warming = [asyncio.ensure_future(self._warm()) for _ in range(self.settings.opening)]

    async def _warm(self) -> None:
        with suppress(GridproofError):
            await self._worked(Ready(), Lane.BOARD, lambda _: None, self.settings.time)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.ensure_future(self._sweep())
        try:
            yield
        finally:
            await ended(sweeping)
            await self.desk.close()

    async def _sweep(self) -> None:
        """Forget play-throughs that rested too long, also while nobody asks for anything."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.plays.forget()

    def _route(self, path: str, handler: Handler, most: int | None = None) -> Route:
        """Return a route whose handler's errors are answers.

        Args:
            path: of the address.
            handler: answers requests; it is cancelled when the client leaves.
            most: bytes of the body of a POST request; None: GET.
        """

        async def answer(request: Request) -> Response:
            return await _sentence(self._answered(request, handler, most))

        return Route(path, answer, methods=["GET" if most is None else "POST"])

    async def _answered(self, request: Request, handler: Handler, most: int | None) -> Response:
        freight, body = Freight(self.flight), b""
        if most is not None:
            try:
                body = await read_body(request, most, freight, self.settings)
            except BaseException:
                freight.unload()
                raise

        async def work(tell: Tell) -> Response:
            try:
                return await _sentence(handler(request, body, tell))
            finally:
                freight.unload()

        if "text/event-stream" in request.headers.get("accept", ""):
            return await queued(request.receive, work)
        return await attended(request.receive, work(lambda _: None))

    async def _boards(self, request: Request, body: bytes, tell: Tell) -> Response:
        """What can be chosen: games, and the shipped boards of each."""
        return JSONResponse(await self._quickly(_overview))

    async def _reductions(self, request: Request, body: bytes, tell: Tell) -> Response:
        """What can be reduced to what."""
        return JSONResponse(await self._quickly(offered))

    async def _reduce(self, request: Request, body: bytes, tell: Tell) -> Response:
        """An instance as a board, with all that a page shows of it."""
        made = Made.of(await read_object(body), self.settings)
        within = Within(made, self.settings.memory)
        told = await self._worked(within, Lane.SEARCH, tell, self.settings.time)
        return Heavy(self.flight, told)

    async def _generators(self, request: Request, body: bytes, tell: Tell) -> Response:
        """What can be wished of new levels, by game."""
        return JSONResponse(await self._quickly(draws.offered))

    async def _draw(self, request: Request, body: bytes, tell: Tell) -> Response:
        """A new level, or one of an ID; the answer is a stream of events.

        They are ``waiting`` {ahead, seconds}, ``progress`` {text}, and at the end ``drawn`` or
        ``failed``; ``drawn`` is a new play-through, as ``/api/plays`` has them. Drawing ends with
        the stream.
        """
        wish = await read_object(body)
        drawing = Drawing(draws.ordered(wish, self.settings), self.settings, later(wish))
        within = Within(drawing, self.settings.memory)
        solve = Solve(within, self.settings.drawing + _LATE_DRAWING)
        self.desk.enter(solve)
        said = self.desk.follow(solve)
        return EventStream(draws.told(said, self._keep), lambda: self.desk.leave(solve))

    async def _picture(self, request: Request, body: bytes, tell: Tell) -> Response:
        """A shipped board, drawn; ``?theme=dark`` or ``light`` for who chose one."""
        theme = request.query_params.get("theme", "auto")
        name, number = request.path_params["name"], request.path_params["number"]
        if not _NUMBER.fullmatch(number):
            raise Refusal(404, "there is nothing at this address", hint="see `/`")
        drawn = await self._quickly(_drawn, name, int(number), theme)
        return drawn.answer(request)

    async def _open(self, request: Request, body: bytes, tell: Tell) -> Response:
        """A new play-through: of a shipped board or a text, of a save, or from another one.

        With ``later`` only its id comes back: another page will ask for a copy.
        """
        opened = await self._opened(body, tell)
        answer = Heavy(self.flight, opened.body, 201)
        await self._keep(opened)
        return answer

    async def _opened(self, body: bytes, tell: Tell) -> Opened:
        opening = Opening(body, self.settings)
        if not is_quick(body):
            return await self._board_work(opening, len(body), tell)
        wish = await read_object(body)
        if (copied := wish.get("copy")) is not None:
            other = self.plays.get(copied.text())
            async with other.lock:
                packed = await self._quickly(other.packed)
                copying = Copying(packed, other.file.head(), self.settings, later(wish))
                if other.copies_quickly:
                    return (await self._here(copying)).beside(other.file)
            made = await self._board_work(copying, len(copying.play), tell)
            return made.beside(other.file)
        if (sibling := wish.get("of")) is not None:
            file = self.plays.get(sibling.text()).file
            number = wish["number"].whole(1, len(file.titles))
            if file.collection:
                return await self._shipped(file.collection, number, later(wish), tell)
            board = file.boards[number - 1]
            made = await self._board_work(
                Sibling(board, file.head(), number, self.settings, later(wish)), len(board), tell
            )
            return made.beside(file)
        if _is_shipped(wish):
            return await self._here(opening)
        return await self._board_work(opening, len(body), tell)

    async def _shipped(self, name: str, number: int, hidden: bool, tell: Tell) -> Opened:
        wish = rendered({"collection": name, "number": number, "later": hidden})
        return await self._opened(wish, tell)

    async def _keep(self, opened: Opened) -> bytes:
        """Keep a new play-through; what its page is told."""
        self.plays.add(await self._quickly(Held, opened, self.settings))
        return opened.body

    async def _do(self, request: Request, body: bytes, tell: Tell) -> Response:
        """Moves, undo and the like, one after another; what changed comes back."""
        play = self._play(request)
        wishes = (await read_object(body))["do"].entries()
        if len(wishes) > _MOST_WISHES:
            raise Refusal(413, f"one request does up to {_MOST_WISHES} things")
        async with play.lock:
            self.flight.check()
            said = await self._asked(play, tell, "do", wishes, self.settings.moves)
        return Heavy(self.flight, said.body, sure=True)

    async def _solve(self, request: Request, body: bytes, tell: Tell) -> Response:
        """Solves the board, or the position in hand (``here``); the answer is a stream of events.

        They are ``waiting`` {ahead, seconds}, ``progress`` {nodes, elapsed, bound, best, text}, and
        at the end ``result`` or ``failed``, or nothing if it was cancelled before its turn. The
        search ends with the stream.
        """
        play = self._play(request)
        wish = await read_object(body)
        here, every = wish["here"].flag(), wish["all"].flag()
        async with play.lock:
            if play.search is not None:
                raise Refusal(
                    429, "a search for this page is running already", hint="cancel it first"
                )
            packed = await self._quickly(play.packed)
            search = Search(packed, here, every, self.settings.time)
            within = Within(search, self.settings.memory)
            solve = Solve(within, self.settings.time + _LATE)
            self.desk.enter(solve)
            play.search = solve

        def end() -> None:
            play.search = None
            self.desk.leave(solve)

        async def learn(found: Found) -> bytes:
            async with play.lock:
                learnt = await self._asked(play, tell, "learn", found.result, found.asked)
            return learnt.body

        said = self.desk.follow(solve)
        return EventStream(told(said, learn, play.sense, here=here), end)

    async def _cancel(self, request: Request, body: bytes, tell: Tell) -> Response:
        """Stops the search of this page; what it has found comes by its stream."""
        play = self._play(request)
        running = play.search is not None
        if play.search is not None:
            play.search.cancel()
        return JSONResponse({"cancelled": running})

    async def _watch(self, request: Request, body: bytes, tell: Tell) -> Response:
        """What was found of the board, or of the position it was asked at, as a player's record."""
        play = self._play(request)
        here = (await read_object(body))["here"].flag()
        async with play.lock:
            said = await self._asked(play, tell, "watched", here)
        return Heavy(self.flight, said.body)

    async def _file(self, request: Request, body: bytes, tell: Tell) -> Response:
        """Board, solution, picture, page or play-through, to be kept."""
        play = self._play(request)
        async with play.lock:
            said = await self._asked(play, tell, "file", request.path_params["name"])
        headers = {"content-disposition": f'attachment; filename="{said.name}"'}
        return Heavy(self.flight, said.body, kind=said.kind, headers=headers)

    def _play(self, request: Request) -> Held:
        return self.plays.get(request.path_params["play"])

    async def _asked(self, play: Held, tell: Tell, name: str, *args: Any) -> Answered:
        """Ask a play-through, here or by a worker; whoever calls this holds its lock."""
        if (ask := play.quick(name, args)) is not None:
            said = await self._quickly(ask)
        else:
            packed = await self._quickly(play.packed)
            turn = Turn(packed, name, args, self.settings)
            said = await self._board_work(turn, len(turn.play), tell)
            if said.play is not None:
                await self._quickly(play.take, said.play)
        self.plays.settle(play)
        return said

    async def _here(self, question: Opening | Copying) -> Opened:
        """Have a quick question answered by this process."""
        return await self._quickly(question.answer, CancelToken(), lambda _: None)

    async def _board_work(self, question: Asked[T], size: int, tell: Tell) -> T:
        """Have a worker open or change a board."""
        lane = Lane.LARGE if size > _LARGE else Lane.BOARD
        within = Within(question, self.settings.opening_memory)
        return await self._worked(within, lane, tell, self.settings.opening_time)

    async def _worked(self, question: Asked[T], lane: Lane, tell: Tell, seconds: float) -> T:
        """Have a worker answer a question.

        Raises:
            Refusal: it takes too long, or too many others wait.
            InputError: it takes too much memory.
        """
        solve = Solve(question, seconds, lane, patient=False)
        try:
            return await self.desk.answer(solve, tell)
        except WorkerDied as died:
            if died.code is None:
                raise
            if solve.late:
                raise Refusal(
                    413, f"this took longer than {seconds:g} s", hint=_ELSEWHERE
                ) from None
            raise InputError("there is not enough memory for this board", hint=_ELSEWHERE) from None

    async def _quickly(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Does what takes some milliseconds, in a thread."""
        call = functools.partial(work, *args, **options)
        return await to_thread.run_sync(call, limiter=self._short)


async def _sentence(answering: Awaitable[Response]) -> Response:
    """Await an answer; errors are answers too."""
    try:
        return await answering
    except GridproofError as error:
        return refused(error)
    except Gone:
        return Response(status_code=400)
    except MemoryError:
        return refused(InputError("there is not enough memory for this board"))
    except Exception as bug:  # whatever it is, a page is told so in a sentence
        return refused(InternalError(f"internal error: {type(bug).__name__}"))


def _is_shipped(wish: Field) -> bool:
    """Return whether a request opens a shipped board in no time, if it opens anything."""
    name, number = wish.get("collection"), wish.get("number")
    if name is None or number is None or {"save", "shared"} & wish.table().keys():
        return False
    levels = collection(name.text()).levels
    level = levels[number.whole(1, len(levels)) - 1]
    return level.width * level.height <= _QUICK_CELLS


async def _nothing_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refused(Refusal(error.status_code, "there is nothing at this address", hint="see `/`"))


def _page(name: str) -> Handler:
    async def answer(request: Request, body: bytes, tell: Tell) -> Response:
        return file(name).answer(request)

    return answer


async def _asset(request: Request, body: bytes, tell: Tell) -> Response:
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
