"""Small pieces of work handed over together, so that each costs next to nothing beside itself.

How many make a packet is told from the time that the last ones took. Whatever goes wrong costs one
piece: those of a packet whose process died are done again, each by itself.
"""

from __future__ import annotations

import atexit
import os
import pickle
import threading
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from gridproof.batch.guarding import Failure, Guard, Post
from gridproof.limits import CancelToken
from gridproof.processes.worker import Asked
from gridproof.result import Progress

__all__ = ["KEPT", "TURN", "Done", "Hands", "Packed", "Packet", "borrowed", "do", "do_at_borrowed"]

#: The hint when a batch cannot go on.
KEPT: Final = "what has ended is kept; the same command goes on from there"
#: Seconds that a packet is to take: no further piece of it is begun afterwards.
TURN: Final = 0.5
#: Bytes from which a piece of work is compressed: boards of millions of cells shrink to a tenth.
_BIG: Final = 1 << 16
#: Seconds after which a process that nobody asks anything is ended.
_IDLE: Final = 10.0


@dataclass(frozen=True)
class Packed:
    """A piece of work, by pickle, and what it may take."""

    data: bytes
    compressed: bool
    guard: Guard

    @classmethod
    def of(cls, work: Asked[Any], guard: Guard) -> Packed:
        """Packs it."""
        data = pickle.dumps(work)
        if len(data) < _BIG:
            return cls(data, False, guard)
        return cls(zlib.compress(data, level=1), True, guard)

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Any:
        """Does it here and now."""
        work = pickle.loads(zlib.decompress(self.data) if self.compressed else self.data)
        return work.answer(cancel, progress)


@dataclass(frozen=True)
class Packet:
    """Pieces of work that are handed over together."""

    pieces: tuple[Packed, ...]

    @property
    def guard(self) -> Guard:
        """What it may take as a whole; its pieces have the same memory."""
        most = [piece.guard.seconds for piece in self.pieces]
        seconds = None if None in most else TURN + max(filter(None, most), default=0.0)
        return Guard(seconds, self.pieces[0].guard.memory)

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> list[Any]:
        """Does as many as its time allows, at least the first one.

        A later one that raises is left to be the first of another packet, and to raise there.
        """
        end = time.monotonic() + TURN
        answers: list[Any] = []
        for piece in self.pieces:
            try:
                answers.append(piece.answer(cancel, progress))
            except Exception:
                if not answers:
                    raise
                break
            if time.monotonic() >= end:
                break
        return answers


@dataclass(frozen=True)
class Done:
    """What became of a packet.

    Attributes:
        answers: of its first pieces, at least of one; the others were not begun.
        seconds: that it took.
    """

    answers: list[Any]
    seconds: float


@dataclass(frozen=True)
class Hands:
    """Who does packets.

    Attributes:
        name: what they are called when they cannot go on.
        submit: begins with one.
        places: how many can be worked at together; raises if none can any more.
        drop: takes back packets that nobody waits for.
        deadly: raised for a packet if the place where it was done died, several times.
    """

    name: str
    submit: Callable[[Packet], Future[Done]]
    places: Callable[[], int]
    drop: Callable[[Collection[Future[Done]]], None]
    deadly: tuple[type[Exception], ...] = ()


def do(packet: Packet, post: Post) -> Done:
    """Does a packet at a post.

    Raises:
        WorkerDied: no process can be started, or the post was closed.
    """
    begun = time.monotonic()
    answers: list[Any] = []
    if len(packet.pieces) > 1:
        said = post.answer(packet, packet.guard)
        if not isinstance(said, Failure):
            answers = said
        elif said.kind in ("refused", "bug"):  # its first piece raised
            answers = [said]
    if not answers:  # by themselves: nobody knows at which one the process died
        end = time.monotonic() + TURN
        for piece in packet.pieces:
            answers.append(post.answer(piece, piece.guard))
            if isinstance(answers[-1], Failure) or time.monotonic() >= end:
                break  # what is finished is handed over
    return Done(answers, time.monotonic() - begun)


def do_at_borrowed(packet: Packet) -> Done:
    """Does a packet in whatever process and thread this is, in a further process that may die.

    Raises:
        WorkerDied: no process can be started.
    """
    with borrowed() as post:
        return do(packet, post)


#: Posts of this process that nobody uses; a fork of it has none of them.
_free: defaultdict[int, list[Post]] = defaultdict(list)


@contextmanager
def borrowed(share: int | None = None) -> Iterator[Post]:
    """A post that nobody else uses; its process is kept for a while for the next one who asks.

    Args:
        share: bytes that its process may take; see :class:`Post`.
    """
    free = _free[os.getpid()]
    try:
        post = free.pop()
    except IndexError:
        post = Post(share)
    try:
        yield post
    except BaseException:
        post.close()
        raise
    free.append(post)
    timer = threading.Timer(_IDLE, _dismiss, (free, post))
    timer.daemon = True
    timer.start()


def _dismiss(free: list[Post], post: Post) -> None:
    with suppress(ValueError):  # somebody uses it again
        free.remove(post)
        post.close()


@atexit.register
def _dismiss_all() -> None:
    free = _free[os.getpid()]
    while free:
        free.pop().close()
