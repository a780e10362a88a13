"""Play-throughs as the server holds them: small ones as objects, large ones packed.

A small one is changed in this process, in a thread. Whatever a large one is asked is work for a
worker, which is handed the packed play-through and hands back what has become of it: so this
process never holds its objects, and what one weighs is known to the byte.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from gridproof.web.answers import Refusal, rendered
from gridproof.web.packing import pack, unpack
from gridproof.web.plays import Play
from gridproof.web.settings import Settings
from gridproof.web.solves import Solve
from gridproof.web.work import CHANGING, Answered, Found, Opened, Packed, is_small

__all__ = ["Held", "Plays"]

#: The work up to which it is done in this process: about a microsecond each.
_QUICK_WORK: Final = 1 << 16
#: The bytes of a play-through up to which it is copied, or taught a result, in this process.
_QUICK_WEIGHT: Final = 96 << 10
#: Bytes of what is held beside the play-through itself.
_BESIDE: Final = 4096


class Held:
    """One play-through that the server holds. Whoever uses it holds its lock.

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
        self.search: Solve[Found] | None = None
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
        """Hold what has become of it."""
        self._play = unpack(packed.data) if packed.small else None
        self._data = b"" if packed.small else packed.data
        self._weigh()

    def packed(self) -> bytes:
        """The play-through for a worker."""
        return self._data if self._play is None else pack(self._play)

    def quick(self, name: str, args: tuple[Any, ...]) -> Callable[[], Answered] | None:
        """Return a function that asks it here in no time; None: a worker has to be asked."""
        play = self._play
        if play is None or name not in CHANGING:
            return None
        quick = play.work(args[0]) <= _QUICK_WORK if name == "do" else _light(play)
        if not quick:
            return None

        def ask() -> Answered:
            said = getattr(play, name)(*args)
            if not is_small(play):
                self.take(Packed.of(play, self._settings))
            self._weigh()
            return Answered(rendered(said))

        return ask

    @property
    def copies_quickly(self) -> bool:
        """True if a copy can be made here in no time."""
        return self._play is not None and _light(self._play)

    def _weigh(self) -> None:
        own = len(self._data) if self._play is None else self._play.weight
        self.weight = own + self.file.weight + _BESIDE


class Plays:
    """All play-throughs, those that rested longest first.

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
        """Keeps one, and forgets those that there is no room for."""
        self._kept[play.id] = self._clock(), play
        self.settle(play)

    def settle(self, play: Held) -> None:
        """Count one anew that has changed, and forget those that there is no room for."""
        if play.id in self._kept:
            self.weight += play.weight - self._counted.get(play.id, 0)
            self._counted[play.id] = play.weight
        self.forget()

    def get(self, name: str) -> Held:
        """The one of this id, which is then the one used last.

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
        """Forget what is too old, or too much; never one in use, nor the latest for its size."""
        settings, now = self._settings, self._clock()
        for used, play in list(self._kept.values()):
            many = len(self._kept) > settings.plays or self.weight > settings.kept
            if now - used <= settings.idle and not (many and play.id != next(reversed(self._kept))):
                return
            if not play.in_use:
                self.weight -= self._counted.pop(play.id)
                del self._kept[play.id]


def _light(play: Play) -> bool:
    return play.weight <= _QUICK_WEIGHT
