"""Opening a board for a page: a shipped one, one of a text, or a saved or shared play-through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from gridproof.errors import UnclearGame, shorten
from gridproof.files.addresses import TooLong, unpack_address
from gridproof.files.boards import lines_of
from gridproof.files.reading import scan
from gridproof.files.shipped import collection
from gridproof.level import BoardFault, Level
from gridproof.playing.orders import Order
from gridproof.strict_json import Field, first_json
from gridproof.visible import visible
from gridproof.web.answers import Refusal
from gridproof.web.bounded_session import BoundedSession
from gridproof.web.packing import pack, unpack
from gridproof.web.play import Play
from gridproof.web.settings import Settings

__all__ = ["BoardFile", "open_play", "open_sibling"]

#: Bytes of an entry in a tuple, and of its object without what it holds.
_ENTRY: Final = 64
#: Faults of a file that are reported.
_MAX_FAULTS: Final = 20

Json = dict[str, Any]


@dataclass(frozen=True)
class BoardFile:
    """The boards of a file, packed: another one of them can be opened.

    Attributes:
        titles: of the boards.
        boards: packed; none for shipped boards, which are there anyway.
        game: its id.
        collection: its id if the boards are shipped; else "".
    """

    titles: tuple[str | None, ...]
    boards: tuple[bytes, ...]
    game: str
    collection: str = ""

    @classmethod
    def of(cls, levels: Iterable[Level], game: str) -> BoardFile:
        """Make a file of these boards."""
        levels = tuple(levels)
        return cls(_titles(levels), tuple(map(pack, levels)), game)

    def head(self) -> BoardFile:
        """Return the same without the boards."""
        return replace(self, boards=())

    @property
    def weight(self) -> int:
        """Bytes that it takes in memory."""
        texts = sum(4 * len(title or "") + _ENTRY for title in self.titles)
        return texts + sum(len(board) + _ENTRY for board in self.boards)


def open_play(fields: Field, settings: Settings) -> tuple[Play, BoardFile, list[Json]]:
    """Open a play-through; return it, the file of its board, and the faults of other boards there.

    Args:
        fields: ``collection`` and ``number``, and where it was played, ``save`` or ``shared`` (a
            packed save, or a packed board); or one of these alone, with ``order`` if the board was
            drawn; or ``text`` (boards, or a save), with ``name`` and ``game`` if need be.
        settings: the server's limits.

    Raises:
        InputError: there is no such board, or it is bad.
    """
    played: BoundedSession | None = None
    if (save := fields.get("save")) is not None:
        played = _loaded(save.text(), settings)
    elif (shared := fields.get("shared")) is not None:
        text = _shared(shared.text())
        if not _is_saved(text):
            return _from_text(fields, text, settings)
        played = _loaded(text, settings)
    if (name := fields.get("collection")) is not None:
        found = collection(name.text())
        number = fields["number"].whole(1, len(found.levels))
        session = played or _session_type(settings)(found.levels[number - 1], game=found.game)
        file = BoardFile(_titles(found.levels), (), found.game, found.id)
        return Play(session, number, found.id), file, []
    if played is not None and (order := fields.get("order")) is not None:
        Order(order.text()).check()
        return *_alone(played, order.text()), []
    if played is not None:
        return *_alone(played), []
    if (said := fields.get("text")) is not None:
        return _from_text(fields, said.text(), settings)
    raise Refusal(400, "the request does not say what to open")


def open_sibling(board: bytes, number: int, game: str, settings: Settings) -> Play:
    """Open another board of a file, packed."""
    level: Level = unpack(board)
    return Play(_session_type(settings)(level, game=game), number)


def _shared(address: str) -> str:
    """Return the text in an address.

    Raises:
        Refusal: it is damaged, or too long.
    """
    try:
        return unpack_address(address)
    except TooLong as error:
        raise Refusal(413, str(error)) from None


def _is_saved(text: str) -> bool:
    """Return True if a text is a saved play-through."""
    return {"level", "moves"} <= (first_json(text) or {}).keys()


def _alone(session: BoundedSession, order: str = "") -> tuple[Play, BoardFile]:
    """Open a play-through whose board is the only one of its file."""
    file = BoardFile.of([session.level], session.game.id)
    return Play(session, order=order), file


def _titles(levels: Iterable[Level]) -> tuple[str | None, ...]:
    return tuple(level.title for level in levels)


def _from_text(fields: Field, text: str, settings: Settings) -> tuple[Play, BoardFile, list[Json]]:
    if _is_saved(text):
        return *_alone(_loaded(text, settings)), []
    said = fields.get("name")
    name = "board" if said is None else _file_name(said.text())
    game = fields.get("game")
    try:
        found, items = scan(text, name, game=None if game is None else game.text())
    except UnclearGame as error:
        raise UnclearGame(str(error), error.candidates, hint="choose the game") from None
    boards = list(islice(items, settings.boards + 1))
    if len(boards) > settings.boards:
        raise Refusal(413, f"{name}: holds more than {settings.boards:,} boards")
    levels = [board for board in boards if isinstance(board, Level)]
    faults = [board for board in boards if isinstance(board, BoardFault)]
    told = list(_describe_faults(faults[:_MAX_FAULTS], text))
    if not levels:
        raise Refusal(400, str(faults[0].as_error()), hint=faults[0].hint, faults=told)
    for level in levels:
        _check_size(level, settings)
    session = _session_type(settings)(levels[0], game=found)
    return Play(session), BoardFile.of(levels, session.game.id), told


def _describe_faults(faults: list[BoardFault], text: str) -> Iterator[Json]:
    """Describe faults, with the lines of the file that they are on."""
    lines = list(lines_of(text))
    for fault in faults:
        yield {
            "error": str(fault),
            "hint": None if fault.hint is None else visible(fault.hint),
            "line": fault.line,
            "column": fault.column,
            "text": shorten(lines[fault.line - 1], 200) if fault.line <= len(lines) else "",
        }


def _session_type(settings: Settings) -> type[BoundedSession]:
    return BoundedSession.within(settings.states)


def _loaded(text: str, settings: Settings) -> BoundedSession:
    moves = (first_json(text) or {}).get("moves")
    if isinstance(moves, list) and len(moves) > settings.moves:
        raise Refusal(413, f"the play-through has more than {settings.moves:,} moves")
    session = _session_type(settings).load(text)
    _check_size(session.level, settings)
    return session


def _check_size(level: Level, settings: Settings) -> None:
    if level.width * level.height > settings.cells:
        raise Refusal(413, f"boards here have up to {settings.cells:,} cells")


def _file_name(text: str) -> str:
    """Return a file's name for messages."""
    return shorten(re.sub(r"[^\w .()+-]", "", text).strip()) or "board"
