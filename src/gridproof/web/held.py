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
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from gridproof.cancelling import CancelToken
from gridproof.fencing import memory_fence
from gridproof.playing.orders import Drawn, Order
from gridproof.result import Limits, Progress, Result, Sense
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, read_json, rendered
from gridproof.web.opening import BoardFile, open_play, open_sibling
from gridproof.web.packing import pack, unpack
from gridproof.web.plays import Asked, Play
from gridproof.web.settings import Settings
from gridproof.web.solves import Solve
from gridproof.web.weighed import Weighed
from gridproof.workers import Asked as Request
from gridproof.workers import Question

__all__ = [
    "Answered", "Copying", "Drawing", "Found", "Held", "Opened", "Opening", "Plays",
    "Search", "Sibling", "Turn", "Within", "later",
]  # fmt: skip

T = TypeVar("T")
Json = dict[str, Any]
#: Told by a worker while it works.
Tell = Callable[[Progress], None]

#: The bulk and the weight up to which a play-through is held as objects.
_SMALL_BULK: Final = 1 << 15
_SMALL_WEIGHT: Final = 16 << 20
#: The work up to which it is done in this process: about a microsecond each.
_QUICK_WORK: Final = 1 << 16
#: Bytes of what is held beside the play-through itself.
_BESIDE: Final = 4096
#: Methods of a play-through that change it; on small boards they take no time.
_CHANGING: Final = frozenset({"do", "learn"})


@dataclass(frozen=True)
class Within(Generic[T]):
    """Work that may take so many bytes more than its process has.

    Attributes:
        question: the work.
        memory: the bytes.
    """

    question: Request[T]
    memory: int

    def answer(self, cancel: CancelToken, progress: Tell) -> T:
        """Do it here and now."""
        with memory_fence(self.memory):
            return self.question.answer(cancel, progress)


@dataclass(frozen=True)
class Packed:
    """A play-through between two processes.

    Attributes:
        data: the packed play-through.
        small: whether it is to be held as an object.
    """

    data: bytes
    small: bool

    @classmethod
    def of(cls, play: Play, settings: Settings) -> Packed:
        """Pack a play-through.

        Raises:
            Refusal: it is too large to be kept.
        """
        data = pack(play)
        if len(data) > settings.heaviest:
            raise Refusal(
                413,
                f"the play-through takes more than {settings.heaviest >> 20} MiB",
                hint="play such boards in the terminal: `gridproof play`",
            )
        return cls(data, play.bulk <= _SMALL_BULK and play.weight <= _SMALL_WEIGHT)


@dataclass(frozen=True)
class Answered:
    """The answer to one question to a play-through.

    Attributes:
        body: JSON, or another text.
        play: the play-through afterwards; None where it has not changed.
        kind: the type of the body.
        name: of the file to be kept; "" for JSON.
    """

    body: bytes
    play: Packed | None = None
    kind: str = "application/json"
    name: str = ""


@dataclass(frozen=True)
class Opened:
    """A new play-through, and what its page is told.

    Attributes:
        id: its name.
        play: the play-through.
        file: of its board.
        sense: of its objective.
        body: JSON.
    """

    id: str
    play: Packed
    file: BoardFile
    sense: Sense
    body: bytes

    @classmethod
    def of(cls, play: Play, file: BoardFile, settings: Settings, head: Json) -> Opened:
        """Pack a new play-through, and tell its page of it.

        Args:
            play: the play-through.
            file: of its board.
            settings: the server's limits.
            head: what the page is told besides; with ``later`` it is told nothing else.
        """
        later = head.pop("later")
        told = {"play": play.id} if later else play.opened(file.titles)
        body = _bounded(rendered(told | head), settings)
        return cls(play.id, Packed.of(play, settings), file, play.session.objective.sense, body)

    def beside(self, file: BoardFile) -> Opened:
        """The same with all boards of its file."""
        return replace(self, file=file)


@dataclass(frozen=True)
class Opening:
    """Work: a board is opened.

    Attributes:
        body: of the request, JSON.
        settings: the server's limits.
    """

    body: bytes
    settings: Settings

    def answer(self, cancel: CancelToken, progress: Tell) -> Opened:
        """Open it.

        Raises:
            GridproofError: there is no such board, or it is bad.
        """
        wish = read_json(self.body)
        play, file, faults = open_play(wish, self.settings)
        return Opened.of(play, file, self.settings, {"later": later(wish), "faults": faults})


@dataclass(frozen=True)
class Copying:
    """Work: a play-through is copied for another page.

    Attributes:
        play: packed.
        file: of its board, without the boards.
        settings: the server's limits.
        later: whether its page asks for it later.
    """

    play: bytes
    file: BoardFile
    settings: Settings
    later: bool

    def answer(self, cancel: CancelToken, progress: Tell) -> Opened:
        """Copy it."""
        play: Play = unpack(self.play)
        told = {"later": self.later, "faults": []}
        return Opened.of(play.copy(), self.file, self.settings, told)


@dataclass(frozen=True)
class Sibling:
    """Work: another board of a file is opened.

    Attributes:
        board: packed.
        file: the file, without the boards.
        number: of the board.
        settings: the server's limits.
        later: whether its page asks for it later.
    """

    board: bytes
    file: BoardFile
    number: int
    settings: Settings
    later: bool

    def answer(self, cancel: CancelToken, progress: Tell) -> Opened:
        """Open it."""
        play = open_sibling(self.board, self.number, self.file.game, self.settings)
        return Opened.of(play, self.file, self.settings, {"later": self.later, "faults": []})


@dataclass(frozen=True)
class Drawing:
    """Work: a new level is drawn, and opened.

    Attributes:
        order: the level.
        settings: the server's limits.
        later: whether its page asks for it later.
    """

    order: Order
    settings: Settings
    later: bool

    def answer(self, cancel: CancelToken, progress: Tell) -> Opened:
        """Draw it.

        Raises:
            InputError: there is no such board, or none was found.
        """
        drawn: Drawn = self.order.answer(cancel, progress)
        session = Weighed.within(self.settings.states)(drawn.level, objective=drawn.objective)
        play = Play(session, order=drawn.order, kinship=drawn.kinship)
        if drawn.result is not None:
            play.learn(drawn.result, play.asked(here=False))
        file = BoardFile.of([drawn.level], session.game.id)
        head: Json = {"later": self.later}
        return Opened.of(play, file, self.settings, head | {"order": drawn.order})


@dataclass(frozen=True)
class Turn:
    """Work: one question to a play-through.

    Attributes:
        play: packed.
        name: the method of :class:`gridproof.web.plays.Play`.
        args: its arguments.
        settings: the server's limits.
    """

    play: bytes
    name: str
    args: tuple[Any, ...]
    settings: Settings

    def answer(self, cancel: CancelToken, progress: Tell) -> Answered:
        """Ask it.

        Raises:
            GridproofError: that cannot be done.
        """
        play: Play = unpack(self.play)
        return asked(play, self.name, self.args, self.settings)


@dataclass(frozen=True)
class Found:
    """The result of a search, and what was asked."""

    asked: Asked
    result: Result


@dataclass(frozen=True)
class Search:
    """Work: the board of a play-through is solved, or its position.

    Attributes:
        play: packed.
        here: whether the position is solved.
        every: whether all optimal solutions are listed.
        seconds: of the search.
    """

    play: bytes
    here: bool
    every: bool
    seconds: float

    def answer(self, cancel: CancelToken, progress: Tell) -> Found:
        """Solve it."""
        play: Play = unpack(self.play)
        limits = Limits(time=self.seconds)
        question = Question(play.save(), limits, from_start=not self.here, all_solutions=self.every)
        return Found(play.asked(self.here), question.answer(cancel, progress))


def asked(play: Play, name: str, args: tuple[Any, ...], settings: Settings) -> Answered:
    """Ask a play-through something, by the name of a method."""
    said = getattr(play, name)(*args)
    kind, title = "application/json", ""
    if name == "file":
        title, kind, said = said
        body = said.encode()
    else:
        body = rendered(said)
    changed = Packed.of(play, settings) if name in _CHANGING else None
    return Answered(_bounded(body, settings), changed, kind, title)


def later(wish: Field) -> bool:
    """Whether a page asks for a board that another page will show."""
    said = wish.get("later")
    return said is not None and said.flag()


def _bounded(body: bytes, settings: Settings) -> bytes:
    if len(body) > settings.heaviest:
        raise Refusal(
            413,
            f"the answer is larger than {settings.heaviest >> 20} MiB",
            hint="take a smaller board, or the command line",
        )
    return body


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
        """Whether somebody waits for an answer of it."""
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
        if play is None or name not in _CHANGING:
            return None
        if (play.work(args[0]) if name == "do" else play.weight) > _QUICK_WORK:
            return None

        def ask() -> Answered:
            said = getattr(play, name)(*args)
            if play.weight > _SMALL_WEIGHT:
                self.take(Packed.of(play, self._settings))
            self._weigh()
            return Answered(rendered(said))

        return ask

    @property
    def copies_quickly(self) -> bool:
        """Whether a copy can be made here in no time."""
        return self._play is not None and self._play.weight <= _QUICK_WORK

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
