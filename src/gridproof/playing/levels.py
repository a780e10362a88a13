"""The levels to play: those of a file, read as they are needed, and the shipped ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Self

from gridproof.errors import BadBoard, InputError, UnknownName, did_you_mean
from gridproof.files.reading import scan
from gridproof.files.shipped import collection, collections
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.playing.orders import Drawn, Order, order_like
from gridproof.playing.records import is_play_through
from gridproof.playing.session import Session
from gridproof.registry import find_game, games

__all__ = ["LevelEntry", "Levels", "of_collection", "shipped"]

#: Texts of more characters are not read to the end just to count their levels.
_QUICKLY_READ: Final = 1 << 20


class LevelEntry(NamedTuple):
    """A level and its number in the file, from 1: bad boards count too.

    Attributes:
        number: of the level.
        level: the level.
        drawn: the order that made it; None: it is from the file.
    """

    number: int
    level: Level
    drawn: Drawn | None = None

    @property
    def order(self) -> Order | None:
        """The order that draws it again; None: no generator made it."""
        return order_like(self.level) if self.drawn is None else Order(self.drawn.order)


class Levels:
    """Levels of one game, bad boards left out.

    Args:
        name: of the file.
        game: of the levels.
        boards: those of the file, read as they are needed.
        countable: True if that does not take long.

    Attributes:
        faults: those of the boards that were met and left out.
        saved: the play-through, if the file was one.

    Raises:
        BadBoard: there is none that can be played.
    """

    def __init__(
        self,
        name: str,
        game: AnyGame,
        boards: Iterable[Level | BoardFault],
        *,
        countable: bool = True,
    ) -> None:
        self.name = name
        self.game = game
        self.faults: list[BoardFault] = []
        self.saved: Session | None = None
        self._countable = countable
        self._entries: list[LevelEntry] = []
        self._unread = enumerate(boards, 1)
        if self.get(0) is None:
            raise BadBoard("\n".join(map(str, self.faults)) or f"{name}: there is no level to play")

    @classmethod
    def read(
        cls,
        text: str,
        source: str,
        *,
        game: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Self:
        """Return the levels of a text in any format, or of a saved play-through.

        Raises:
            InputError: the text cannot be read, or holds no board that can be played.
        """
        if is_play_through(text):
            saved = Session.load(text, game=None if game is None else find_game(game))
            levels = cls(source, saved.game, [saved.level])
            levels.saved = saved
            return levels
        found, boards = scan(text, source, game=game, options=options)
        return cls(source, found, boards, countable=len(text) <= _QUICKLY_READ)

    @classmethod
    def of(cls, drawn: Drawn) -> Self:
        """Return a level that was ordered; others may be added."""
        levels = cls("", find_game(drawn.level.game), [drawn.level])
        levels._entries[0] = levels._entries[0]._replace(drawn=drawn)
        return levels

    def add(self, drawn: Drawn) -> int:
        """Add a level that was ordered at the end; return its index."""
        while self._read_on():
            pass
        number = len(self._entries) + len(self.faults) + 1
        self._entries.append(LevelEntry(number, drawn.level, drawn))
        return len(self._entries) - 1

    def further(self, index: int) -> Order | None:
        """Return an order for one more level like one of these; None: no generator made that.

        Those that were ordered before are not ordered again.
        """
        entry, last = self.get(index), self._entries[-1]
        order = (last if last.drawn is not None else entry or last).order
        return None if order is None else order.next()

    def get(self, index: int) -> LevelEntry | None:
        """Return the level of this index, from 0, if there is one."""
        while len(self._entries) <= index and self._read_on():
            pass
        return self._entries[index] if 0 <= index < len(self._entries) else None

    def all(self) -> Iterator[LevelEntry]:
        """Yield all levels."""
        index = 0
        while (entry := self.get(index)) is not None:
            yield entry
            index += 1

    def count(self) -> int | None:
        """Return the number of boards, bad ones too; None where that would take long."""
        if not self._countable:
            return None
        while self._read_on():
            pass
        return len(self._entries) + len(self.faults)

    def find(self, name: str) -> int:
        """Return the index of the level of this number, or else of this title.

        Raises:
            InputError: there is none.
        """
        entries = list(self.all())
        for index, entry in enumerate(entries):
            if name.isascii() and name.isdigit() and entry.number == int(name):
                return index
        for index, entry in enumerate(entries):
            if entry.level.title == name:
                return index
        titles = [entry.level.title for entry in entries if entry.level.title is not None]
        near = did_you_mean(name, titles) or "`gridproof show FILE` lists numbers and titles"
        raise InputError(f"no board has the number or title: {name}", hint=near)

    def _read_on(self) -> bool:
        """Read one more board; return False if there is none."""
        for number, board in self._unread:
            if isinstance(board, Level):
                self._entries.append(LevelEntry(number, board))
            else:
                self.faults.append(board)
            return True
        self._countable = True
        return False


def shipped(game: str | None = None, objective: str | None = None) -> list[Levels]:
    """Return the levels that are installed with gridproof, by game.

    Args:
        game: only those of this game.
        objective: only those of games that have this objective.

    Raises:
        UnknownName: there is no such game, or no game has such an objective.
    """
    wanted = list(games().values()) if game is None else [find_game(game)]
    if objective is not None:
        known = {goal.id for found in wanted for goal in found.objectives}
        if objective not in known:
            raise UnknownName("objective", objective, sorted(known), game or "gridproof")
        wanted = [found for found in wanted if objective in {g.id for g in found.objectives}]
    ids = {found.id for found in wanted}
    return [of_collection(found.id) for found in collections().values() if found.game in ids]


def of_collection(name: str) -> Levels:
    """Return the levels of a shipped collection.

    Raises:
        UnknownName: there is none.
    """
    found = collection(name)
    return Levels(found.id, find_game(found.game), found.levels)
