"""Jobs for workers: boards are opened, changed and solved in processes of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from gridproof.limits import CancelToken
from gridproof.playing.orders import Drawn, Order
from gridproof.playing.requests import solve_request
from gridproof.processes.memory import memory_limit
from gridproof.processes.worker import Request
from gridproof.result import Limits, Progress, Result, Sense
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, read_json, rendered
from gridproof.web.bounded_session import BoundedSession
from gridproof.web.open_board import BoardFile, open_play, open_sibling
from gridproof.web.packing import pack, unpack
from gridproof.web.play import Play, SearchStart
from gridproof.web.play_answers import Document, describe_opened
from gridproof.web.play_requests import Act, Learn, PlayRequest
from gridproof.web.settings import Settings

__all__ = [
    "Answered", "Copying", "Drawing", "Found", "Opened", "Opening", "Packed", "Search",
    "Sibling", "Turn", "Within", "changes", "is_small", "later",
]  # fmt: skip

T = TypeVar("T")
Json = dict[str, Any]
#: Called by a worker while it works.
Tell = Callable[[Progress], None]

#: The bulk and the weight up to which a play-through is held as objects.
_SMALL_BULK: Final = 1 << 15
_SMALL_WEIGHT: Final = 16 << 20


@dataclass(frozen=True)
class Within(Generic[T]):
    """A job with a limit of memory.

    Attributes:
        question: the job.
        memory: bytes beyond those that its process has.
    """

    question: Request[T]
    memory: int

    def answer(self, cancel: CancelToken, progress: Tell) -> T:
        """Do it in this process."""
        with memory_limit(self.memory):
            return self.question.answer(cancel, progress)


@dataclass(frozen=True)
class Packed:
    """A play-through between two processes.

    Attributes:
        data: the packed play-through.
        small: True if it is to be held as an object.
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
    """The answer to a request to a play-through.

    Attributes:
        document: the answer.
        play: the play-through afterwards; None where it has not changed.
    """

    document: Document
    play: Packed | None = None


@dataclass(frozen=True)
class Opened:
    """A new play-through, with the data for its page.

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
        """Pack a new play-through, with the data for its page.

        Args:
            play: the play-through.
            file: of its board.
            settings: the server's limits.
            head: further data; with ``later`` there are no others.
        """
        later = head.pop("later")
        data = {"play": play.id} if later else describe_opened(play, file.titles)
        body = _bounded(rendered(data | head), settings)
        return cls(play.id, Packed.of(play, settings), file, play.session.objective.sense, body)

    def beside(self, file: BoardFile) -> Opened:
        """Return the same with all boards of its file."""
        return replace(self, file=file)


@dataclass(frozen=True)
class Opening:
    """A job: a board is opened.

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
        fields = read_json(self.body)
        play, file, faults = open_play(fields, self.settings)
        return Opened.of(play, file, self.settings, {"later": later(fields), "faults": faults})


@dataclass(frozen=True)
class Copying:
    """A job: a play-through is copied for another page.

    Attributes:
        play: packed.
        file: of its board, without the boards.
        settings: the server's limits.
        later: True if its page asks for it later.
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
    """A job: another board of a file is opened.

    Attributes:
        board: packed.
        file: the file, without the boards.
        number: of the board.
        settings: the server's limits.
        later: True if its page asks for it later.
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
    """A job: a new level is drawn, and opened.

    Attributes:
        order: the level.
        settings: the server's limits.
        later: True if its page asks for it later.
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
        session_type = BoundedSession.within(self.settings.states)
        session = session_type(drawn.level, objective=drawn.objective)
        play = Play(session, order=drawn.order, symmetry_class=drawn.symmetry_class)
        if drawn.result is not None:
            play.learn(drawn.result, play.search_start(here=False))
        file = BoardFile.of([drawn.level], session.game.id)
        head: Json = {"later": self.later}
        return Opened.of(play, file, self.settings, head | {"order": drawn.order})


@dataclass(frozen=True)
class Turn:
    """A job: a request to a play-through is answered.

    Attributes:
        play: packed.
        request: the request.
        settings: the server's limits.
    """

    play: bytes
    request: PlayRequest
    settings: Settings

    def answer(self, cancel: CancelToken, progress: Tell) -> Answered:
        """Answer it.

        Raises:
            GridproofError: that cannot be done.
        """
        play: Play = unpack(self.play)
        document = self.request.answer(play)
        changed = Packed.of(play, self.settings) if changes(self.request) else None
        _bounded(document.body, self.settings)
        return Answered(document, changed)


@dataclass(frozen=True)
class Found:
    """The result of a search, and its start."""

    start: SearchStart
    result: Result


@dataclass(frozen=True)
class Search:
    """A job: the board of a play-through is solved, or its position.

    Attributes:
        play: packed.
        here: True if the position is solved.
        every: True if all optimal solutions are listed.
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
        request = solve_request(
            play.session, limits, from_start=not self.here, all_solutions=self.every
        )
        return Found(play.search_start(self.here), request.answer(cancel, progress))


def is_small(play: Play) -> bool:
    """Return True if a play-through is held as an object."""
    return play.bulk <= _SMALL_BULK and play.weight <= _SMALL_WEIGHT


def changes(request: PlayRequest) -> bool:
    """Return True if a request changes its play-through."""
    return isinstance(request, Act | Learn)


def later(fields: Field) -> bool:
    """Return True if a page asks for a board that another page will show."""
    said = fields.get("later")
    return said is not None and said.flag()


def _bounded(body: bytes, settings: Settings) -> bytes:
    if len(body) > settings.heaviest:
        raise Refusal(
            413,
            f"the answer is larger than {settings.heaviest >> 20} MiB",
            hint="take a smaller board, or the command line",
        )
    return body
