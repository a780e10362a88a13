"""The state that all levels of one run share: the worker, limits, and folders."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from os.path import lexists
from pathlib import Path

from gridproof.errors import InputError
from gridproof.files.writing import make_folder, write_file
from gridproof.game import AnyGame
from gridproof.level import Level, Objective, Outcome
from gridproof.playing.attempt import Attempt
from gridproof.playing.levels import Levels
from gridproof.playing.orders import Drawn, Order
from gridproof.playing.records import Record
from gridproof.playing.session import Session
from gridproof.processes.worker import Job, Worker
from gridproof.result import Limits

__all__ = ["Desk"]


@dataclass
class Desk:
    """A maker and keeper of attempts.

    Attributes:
        worker: solves in the background.
        drawer: draws new levels meanwhile.
        limits: of each search.
        objective: the objective; None: the game's first one, or that of a saved play-through.
        folder: the folder of play-throughs; None: the platform's usual one.
        file: the file that they are saved in on request; None: a new file here.
        last: the attempt that was begun last.
        warns: True if attempts warn when no solution can follow.
    """

    worker: Worker
    drawer: Worker
    limits: Limits
    objective: str | None = None
    folder: Path | None = None
    file: Path | None = None
    last: Attempt | None = None
    warns: bool = True

    def begin(self, levels: Levels, index: int) -> Attempt:
        """Return an attempt at a level, from the end of the last one.

        Raises:
            UnknownName: the game has no such objective.
        """
        entry = levels.get(index)
        assert entry is not None
        drawn = entry.drawn
        objective = self.objective or (None if drawn is None else drawn.objective)
        session = Session(entry.level, game=levels.game, objective=objective)
        if levels.saved is not None:
            session = _for(self.objective, levels.saved)
        record = self.record(session.game, session.level, session.objective)
        note = ""
        try:
            session, note = _resumed(session, record.last())
        except InputError as problem:
            note = f"{problem}: the level begins anew."
        known = None if drawn is None else drawn.result
        attempt = Attempt(session, record, self.worker, self.limits, known, warns=self.warns)
        if note:
            attempt.say(note)
        self.last = attempt
        return attempt

    def switch_warnings(self) -> None:
        """Switch warnings of positions without a solution in the last attempt and later ones."""
        self.warns = not self.warns
        if self.last is not None:
            self.last.warn(self.warns)

    def draw(self, order: Order) -> Job[Drawn]:
        """Begin to draw a level, within the time of a search.

        Raises:
            WorkerDied: no process can be started.
        """
        return self.drawer.ask(replace(order, seconds=self.limits.time))

    def record(self, game: AnyGame, level: Level, objective: Objective | None = None) -> Record:
        """Return the record of a level, for an objective or for the one of the desk.

        Raises:
            UnknownName: the game has no such objective.
        """
        return Record(self.folder, game, level, objective or game.objective(self.objective))

    def save(self, attempt: Attempt, levels: Levels) -> Path:
        """Save a play-through in a file of its own.

        Raises:
            InputError: it cannot be written.
        """
        path = self.file
        if path is None and levels.saved is not None:
            path = Path(levels.name)
        if path is None:
            path = _free(attempt.session)
        make_folder(path.parent)
        write_file(path, attempt.session.save())
        return path


def _for(objective: str | None, saved: Session) -> Session:
    """Return a play-through, for another objective if one is named."""
    if objective is None or objective == saved.objective.id:
        return Session.load(saved.save(), game=saved.game)
    session = Session(saved.level, game=saved.game, objective=objective)
    for move in saved.moves:
        session.apply(move)
    return session


def _resumed(session: Session, last: Session | None) -> tuple[Session, str]:
    """Return the play-through to go on with, and the message about it."""
    if last is None or last.moves[: len(session.moves)] != session.moves or not last.moves:
        return session, ""
    made = len(last.moves)
    if session.moves:
        return last, ""
    if last.end is Outcome.SOLVED:
        last.restart()
        return last, f"You have solved this: Ctrl-Y makes your {_moves(made)} again."
    return last, f"You have made {_moves(made)} before: r goes back to the start."


def _moves(count: int) -> str:
    return f"{count} move{'s' * (count != 1)}"


def _free(session: Session) -> Path:
    """Return a name for a play-through that no file here has."""
    title = re.sub(r"[^a-z0-9]+", "-", (session.level.title or "").lower()).strip("-")[:40]
    name = "-".join(filter(None, (session.game.id, title)))
    number = 1
    while lexists(path := Path(f"{name}{f'-{number}' if number > 1 else ''}.play.json")):
        number += 1
    return path
