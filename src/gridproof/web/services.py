"""The services of one server, which its routes share: play-throughs, workers, bytes under way."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from contextlib import suppress
from typing import Final, ParamSpec, TypeVar

from gridproof.errors import GridproofError, InputError
from gridproof.limits import CancelToken
from gridproof.processes.worker import Request, WorkerDied
from gridproof.web.answers import Refusal
from gridproof.web.flight import Flight
from gridproof.web.held import Held, Plays
from gridproof.web.play_answers import Document
from gridproof.web.play_requests import PlayRequest
from gridproof.web.settings import Settings
from gridproof.web.threads import Threads
from gridproof.web.work import Answered, Opened, Turn, Within
from gridproof.web.work_queue import Lane, QueuedWork, QueuePlace, Ready, WorkQueue
from gridproof.web.workers import AnyWorker

__all__ = ["Services", "Tell"]

P = ParamSpec("P")
T = TypeVar("T")
#: Called with the place of work in the queue, while it waits.
Tell = Callable[[QueuePlace], None]

#: Short things that are done at once.
_MAX_SHORT: Final = 8
#: The next step where something is too much for this server.
_ELSEWHERE: Final = "take a smaller one, or the command line of gridproof"
#: Bytes of a board from which on opening it, or changing it, is large work.
_LARGE: Final = 1 << 16


class Services:
    """The services of one server. Used in one event loop.

    Args:
        settings: the server's limits and names.
        new_worker: makes a worker with this limit of memory, in bytes.

    Attributes:
        plays: the play-throughs.
        queue: the workers, and the queue before them.
        flight: the bytes under way.
    """

    def __init__(self, settings: Settings, new_worker: Callable[[int], AnyWorker]) -> None:
        self.settings = settings
        self.plays = Plays(settings)
        self.queue = WorkQueue(settings, new_worker)
        self.flight = Flight(settings.in_flight)
        self._short = Threads(_MAX_SHORT)

    def warm(self) -> None:
        """Start the processes for boards before somebody needs them."""
        self._warming = [asyncio.ensure_future(self._warm()) for _ in range(self.settings.opening)]

    async def _warm(self) -> None:
        with suppress(GridproofError):
            await self.work(Ready(), Lane.BOARD, lambda _: None, self.settings.time)

    async def quickly(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Do something that takes some milliseconds, in a thread."""
        return await self._short.call(functools.partial(work, *args, **options))

    async def here(self, job: Request[T]) -> T:
        """Do a quick job in this process."""
        return await self.quickly(job.answer, CancelToken(), lambda _: None)

    async def board_work(self, job: Request[T], size: int, tell: Tell) -> T:
        """Have a worker open or change a board; ``size``: its bytes."""
        lane = Lane.LARGE if size > _LARGE else Lane.BOARD
        within = Within(job, self.settings.opening_memory)
        return await self.work(within, lane, tell, self.settings.opening_time)

    async def work(self, job: Request[T], lane: Lane, tell: Tell, seconds: float) -> T:
        """Have a worker do a job.

        Raises:
            Refusal: it takes too long, or too many others wait.
            InputError: it takes too much memory.
        """
        work = QueuedWork(job, seconds, lane, patient=False)
        try:
            return await self.queue.answer(work, tell)
        except WorkerDied as died:
            if died.code is None:
                raise
            if work.late:
                raise Refusal(
                    413, f"this took longer than {seconds:g} s", hint=_ELSEWHERE
                ) from None
            raise InputError("there is not enough memory for this board", hint=_ELSEWHERE) from None

    async def keep(self, opened: Opened) -> bytes:
        """Keep a new play-through; return the data for its page."""
        self.plays.add(await self.quickly(Held, opened, self.settings))
        return opened.body

    async def ask(self, play: Held, tell: Tell, request: PlayRequest) -> Document:
        """Answer a request to a play-through, whose lock the caller holds."""
        answered: Answered
        if (answer := play.quick(request)) is not None:
            answered = await self.quickly(answer)
        else:
            turn = Turn(await self.quickly(play.packed), request, self.settings)
            answered = await self.board_work(turn, len(turn.play), tell)
            if answered.play is not None:
                await self.quickly(play.take, answered.play)
        self.plays.settle(play)
        return answered.document
