"""Records of plays: a file a level and objective, written after each move."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path

from gridproof.errors import InputError
from gridproof.files.reading import read_text
from gridproof.files.writing import make_folder, write_file
from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.playing.messages import value_of
from gridproof.playing.session import Session
from gridproof.registry import digest
from gridproof.result import Value
from gridproof.strict_json import first_json

__all__ = ["Record", "is_play_through"]


def is_play_through(text: str) -> bool:
    """Return True if a text looks like one of :meth:`gridproof.playing.session.Session.save`."""
    record = first_json(text)
    return record is not None and "moves" in record and "level" in record


class Record:
    """The record of one level, played for one objective.

    Args:
        folder: its folder; None: the platform's usual one.
        game: the level's game.
        level: the level.
        objective: the objective of the play.

    Attributes:
        objective: the objective of the play.
    """

    def __init__(
        self, folder: Path | None, game: AnyGame, level: Level, objective: Objective
    ) -> None:
        self.objective = objective
        self._game = game
        self._top = folder or user_state_path("gridproof", appauthor=False)
        folder = folder or self._top / "play"
        name = f"{digest(game, level)}-{objective.id}"
        self._last, self._best = folder / f"{name}.json", folder / f"{name}.best.json"

    @property
    def begun(self) -> bool:
        """True if anything was played."""
        return self._last.is_file()

    @property
    def solved(self) -> bool:
        """True if it was ever solved."""
        return self._best.is_file()

    def keep(self, session: Session) -> None:
        """Keep a play-through in the place of the last one.

        Raises:
            InputError: it cannot be written.
        """
        self._write(self._last, session)

    def keep_best(self, session: Session) -> None:
        """Keep a play-through that solves the level better than any before.

        Raises:
            InputError: it cannot be written.
        """
        self._write(self._best, session)

    def last(self) -> Session | None:
        """Return the last play-through, if there is one.

        Raises:
            InputError: it cannot be read.
        """
        return self._read(self._last)

    def best(self) -> Session | None:
        """Return the best play-through that solves the level, if there is one.

        Raises:
            InputError: it cannot be read.
        """
        return self._read(self._best)

    def best_value(self) -> Value | None:
        """Return the value of the best play-through in its objective; None: there is none.

        Raises:
            InputError: it cannot be read.
        """
        best = self.best()
        if best is None or not best.game.complete(best.level, best.state, best.objective):
            return None
        return value_of(best.objective, best.costs)

    def _write(self, path: Path, session: Session) -> None:
        make_folder(self._top)
        make_folder(path.parent, below=self._top)
        write_file(path, session.save(), below=self._top)

    def _read(self, path: Path) -> Session | None:
        if not path.is_file():
            return None
        try:
            return Session.load(read_text(str(path)), game=self._game)
        except InputError as problem:
            raise InputError(f"{path}: {problem}") from None
