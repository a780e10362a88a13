"""Play-throughs as the server holds them: small ones as objects, large ones packed.

A small one is changed in this process, in a thread. Each request to a large one is a job for a
worker, which is handed the packed play-through and returns it changed: so this process never holds
its objects, and its weight is known to the byte.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from gridproof.web.answers import Refusal
from gridproof.web.packing import pack, unpack
from gridproof.web.play import Play
from gridproof.web.play_requests import Act, Learn, PlayRequest
from gridproof.web.settings import Settings
from gridproof.web.work import Answered, Found, Opened, Packed, is_small
from gridproof.web.work_queue import QueuedWork

__all__ = ["Held", "Plays"]

#: The work up to which it is done in this process: about a microsecond each.
_QUICK_WORK: Final = 1 << 16
#: The bytes of a play-through up to which it is copied, or taught a result, in this process.
_QUICK_WEIGHT: Final = 96 << 10
#: Bytes that are held beside the play-through itself.
_BESIDE: Final = 4096


class Held:
    """One play-through that the server holds; its lock is held by each user.

    Args:
        opened: the play-through.
        settings: the server's limits.

    Attributes:
        id: names it in addresses.
        lock: held while it is used.
        search: the search that runs for its page, or None.
        file: of its board.
        sense: of its objective.
        weight: bytes that it takes, estimated from above.
    """

    def __init__(self, opened: Opened, settings: Settings) -> None:
        self.id = opened.id
        self.lock = asyncio.Lock()
        self.search: QueuedWork[Found] | None = None
        self.file = opened.file
        self.sense = opened.sense
        self._settings = settings
        self._play: Play | None = None
        self._data = b""
        self.take(opened.play)

    @property
    def in_use(self) -> bool:
        """True if somebody waits for an answer of it."""
        return self.lock.locked() or self.search is not None

    def take(self, packed: Packed) -> None:
        """Hold it as it is after a request."""
        self._play = unpack(packed.data) if packed.small else None
        self._data = b"" if packed.small else packed.data
        self._weigh()

    def packed(self) -> bytes:
        """Return the play-through for a worker."""
        return self._data if self._play is None else pack(self._play)

    def quick(self, request: PlayRequest) -> Callable[[], Answered] | None:
        """Return a function that answers a request here in no time; None: it is a worker's job."""
        if (play := self._play) is None:
            return None
        match request:
            case Act() if request.work(play) <= _QUICK_WORK:
                pass
            case Learn() if _is_light(play):
                pass
            case _:
                return None

        def answer() -> Answered:
            document = request.answer(play)
            if not is_small(play):
                self.take(Packed.of(play, self._settings))
            self._weigh()
            return Answered(document)

        return answer

    @property
    def copies_quickly(self) -> bool:
        """True if a copy can be made here in no time."""
        return self._play is not None and _is_light(self._play)

    def _weigh(self) -> None:
        own = len(self._data) if self._play is None else self._play.weight
        self.weight = own + self.file.weight + _BESIDE


class Plays:
    """All play-throughs, the least recently used first.

    Args:
        settings: how many may be kept, how long, and how heavy.
        clock: seconds, monotonic.

    Attributes:
        weight: bytes of all of them.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, Held]] = OrderedDict()
        self._counted: dict[str, int] = {}
        self.weight = 0

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, play: Held) -> None:
        """Keep one, and forget those for which there is no room."""
        self._kept[play.id] = self._clock(), play
        self.settle(play)

    def settle(self, play: Held) -> None:
        """Weigh one anew that has changed, and forget those for which there is no room."""
        if play.id in self._kept:
            self.weight += play.weight - self._counted.get(play.id, 0)
            self._counted[play.id] = play.weight
        self.forget()

    def get(self, name: str) -> Held:
        """Return the one of this id, which is then the most recently used.

        Raises:
            Refusal: it was forgotten, or never was.
        """
        now = self._clock()
        if name in self._kept and now - self._kept[name][0] > self._settings.idle:
            self.forget()
        if name not in self._kept:
            raise Refusal(
                404,
                "the server does not know this play-through any more",
                hint="open the board again",
                gone=True,
            )
        play = self._kept[name][1]
        self._kept[name] = now, play
        self._kept.move_to_end(name)
        return play

    def forget(self) -> None:
        """Forget those that are too old, or too many; never one in use, nor the latest one."""
        settings, now = self._settings, self._clock()
        for used, play in list(self._kept.values()):
            many = len(self._kept) > settings.plays or self.weight > settings.kept
            if now - used <= settings.idle and not (many and play.id != next(reversed(self._kept))):
                return
            if not play.in_use:
                self.weight -= self._counted.pop(play.id)
                del self._kept[play.id]


def _is_light(play: Play) -> bool:
    return play.weight <= _QUICK_WEIGHT
