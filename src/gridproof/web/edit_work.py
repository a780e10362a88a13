"""Jobs for workers about boards that are drawn; each is handed its request, and reads it itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

from gridproof.editing.draft import Draft
from gridproof.editing.edits import draft_of_json
from gridproof.editing.variants import Change, changes, variants
from gridproof.editing.verdict import words
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.result import Limits, Progress
from gridproof.strict_json import Field
from gridproof.web.answers import read_json, rendered
from gridproof.web.edit_answers import describe, film, open_drafts, set_file, set_page

__all__ = ["Drafting", "Filing", "Filming", "Paging", "Trying", "Varying"]

#: Boards like a draft that are found at once.
_MAX_ALIKE: Final = 24

#: Called by a worker while it works.
Tell = Callable[[Progress], None]


@dataclass(frozen=True)
class Drafting:
    """A job: drafts are made, read or edited.

    Attributes:
        body: of the request, JSON, see :func:`gridproof.web.edit_answers.open_drafts`.
    """

    body: bytes

    def answer(self, cancel: CancelToken, progress: Tell) -> bytes:
        """Do it."""
        return rendered(open_drafts(read_json(self.body)))


@dataclass(frozen=True)
class Filing:
    """A job: a set of drafts is written as a file.

    Attributes:
        body: of the request, JSON: ``drafts``.
    """

    body: bytes

    def answer(self, cancel: CancelToken, progress: Tell) -> bytes:
        """Do it."""
        drafts = [draft_of_json(each) for each in read_json(self.body)["drafts"].entries()]
        return set_file(drafts).encode()


@dataclass(frozen=True)
class Paging:
    """A job: a page is made on which a set of drafts is played.

    Attributes:
        body: of the request, JSON: ``drafts``.
    """

    body: bytes

    def answer(self, cancel: CancelToken, progress: Tell) -> bytes:
        """Do it."""
        drafts = [draft_of_json(each) for each in read_json(self.body)["drafts"].entries()]
        return set_page(drafts).encode()


@dataclass(frozen=True)
class Filming:
    """A job: a solution becomes a player's record.

    Attributes:
        body: of the request, JSON: ``draft``, ``solution``, and ``words`` about it.
    """

    body: bytes

    def answer(self, cancel: CancelToken, progress: Tell) -> bytes:
        """Do it."""
        fields = read_json(self.body)
        draft = draft_of_json(fields["draft"])
        return rendered(film(draft, fields["solution"].text(), fields["words"].text()))


@dataclass(frozen=True)
class Trying:
    """A job: the effects of changes are found.

    Attributes:
        body: of the request, JSON: ``draft``, and ``cells`` that are tried.
        seconds: for all of them.
    """

    body: bytes
    seconds: float

    def answer(self, cancel: CancelToken, progress: Tell) -> bytes:
        """Do it; what was not tried in time is left out, and ``ended`` says so."""
        fields, draft, ticker = _begun(self.body, self.seconds, cancel)
        found: list[Change] = []
        cells, ended = fields["cells"].cells(), False
        try:
            for change in changes(draft, cells, ticker):
                found.append(change)  # what was found stays when it is stopped
        except Stopped:
            ended = True
        return rendered({"changes": list(map(asdict, found)), "ended": ended})


@dataclass(frozen=True)
class Varying:
    """A job: boards like a draft are found.

    Attributes:
        body: of the request, JSON: ``draft``, ``count`` of boards, and ``seed``.
        seconds: for all of them.
    """

    body: bytes
    seconds: float

    def answer(self, cancel: CancelToken, progress: Tell) -> bytes:
        """Do it."""
        fields, draft, ticker = _begun(self.body, self.seconds, cancel)
        count, seed = fields["count"].whole(1, _MAX_ALIKE), str(fields["seed"].whole(0))
        boards = [
            describe(variant.draft) | {"words": words(draft.game, variant.result)}
            for variant in variants(draft, count, seed, ticker)
        ]
        return rendered({"boards": boards})


def _begun(body: bytes, seconds: float, cancel: CancelToken) -> tuple[Field, Draft, Ticker]:
    """Return the fields of a request, its draft, and the ticker of the work on it."""
    fields = read_json(body)
    return fields, draft_of_json(fields["draft"]), Ticker(Limits(time=seconds), cancel=cancel)
