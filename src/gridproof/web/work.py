"""Work for workers: boards are opened, asked and solved in processes of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from gridproof.limits import CancelToken
from gridproof.playing.orders import Drawn, Order
from gridproof.playing.requests import Question
from gridproof.processes.memory import memory_limit
from gridproof.processes.worker import Asked as Request
from gridproof.result import Limits, Progress, Result, Sense
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, read_json, rendered
from gridproof.web.opening import BoardFile, open_play, open_sibling
from gridproof.web.packing import pack, unpack
from gridproof.web.plays import Asked, Play
from gridproof.web.settings import Settings
from gridproof.web.weighed import Weighed

__all__ = [
    "CHANGING", "Answered", "Copying", "Drawing", "Found", "Opened", "Opening", "Packed", "Search",
    "Sibling", "Turn", "Within", "is_small", "later",
]  # fmt: skip

T = TypeVar("T")
Json = dict[str, Any]
#: Told by a worker while it works.
Tell = Callable[[Progress], None]

#: The bulk and the weight up to which a play-through is held as objects.
_SMALL_BULK: Final = 1 << 15
_SMALL_WEIGHT: Final = 16 << 20
#: Methods of a play-through that change it.
CHANGING: Final = frozenset({"do", "learn"})


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
        with memory_limit(self.memory):
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
        return cls(data, is_small(play))


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
        play = Play(session, order=drawn.order, symmetry_class=drawn.symmetry_class)
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


def is_small(play: Play) -> bool:
    """Return whether a play-through is held as an object."""
    return play.bulk <= _SMALL_BULK and play.weight <= _SMALL_WEIGHT


def asked(play: Play, name: str, args: tuple[Any, ...], settings: Settings) -> Answered:
    """Ask a play-through something, by the name of a method."""
    said = getattr(play, name)(*args)
    kind, title = "application/json", ""
    if name == "file":
        title, kind, said = said
        body = said.encode()
    else:
        body = rendered(said)
    changed = Packed.of(play, settings) if name in CHANGING else None
    return Answered(_bounded(body, settings), changed, kind, title)


def later(wish: Field) -> bool:
    """Return whether a page asks for a board that another page will show."""
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
