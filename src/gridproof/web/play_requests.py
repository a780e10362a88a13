"""Requests to a play-through, each with its answer. They can be handed to a worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gridproof.result import Result
from gridproof.strict_json import Field
from gridproof.web.answers import rendered
from gridproof.web.play import Play, SearchStart
from gridproof.web.play_answers import (
    Document,
    describe_done,
    describe_result,
    solution_record,
    write_file,
)

__all__ = ["Act", "GetFile", "Learn", "PlayRequest", "Watch"]


class PlayRequest(Protocol):
    """A request to a play-through."""

    def answer(self, play: Play) -> Document:
        """Answer it.

        Raises:
            GridproofError: that cannot be done.
        """
        ...


@dataclass(frozen=True)
class Act:
    """Actions of the player, which change the play-through.

    Attributes:
        actions: not read yet.
        max_moves: of one play-through.
    """

    actions: Sequence[Field]
    max_moves: int

    def work(self, play: Play) -> int:
        """Return a bound of its work: about a microsecond each."""
        return play.work(self.actions)

    def answer(self, play: Play) -> Document:
        """Do the actions."""
        return Document(rendered(describe_done(play, play.do(self.actions, self.max_moves))))


@dataclass(frozen=True)
class Learn:
    """A result of a solver, which changes the play-through.

    Attributes:
        result: of the search.
        start: of the search.
    """

    result: Result
    start: SearchStart

    def answer(self, play: Play) -> Document:
        """Take the result over."""
        result = play.learn(self.result, self.start)
        return Document(rendered(describe_result(play, self.start, result)))


@dataclass(frozen=True)
class Watch:
    """Solutions, to be played.

    Attributes:
        here: True for those of a position, False for those of the board.
    """

    here: bool

    def answer(self, play: Play) -> Document:
        """Return the record for a player."""
        return Document(rendered(solution_record(play, self.here)))


@dataclass(frozen=True)
class GetFile:
    """A file to be kept.

    Attributes:
        name: board, solution, picture, page, playable or save.
    """

    name: str

    def answer(self, play: Play) -> Document:
        """Write the file."""
        return write_file(play, self.name)
