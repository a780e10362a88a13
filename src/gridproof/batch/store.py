"""Results in a SQLite file: what is to be run, what came of it, and where the boards stand.

One process writes, the coordinator; a second one is refused. Any number may read meanwhile. Each
result is written as soon as it is there, so that a killed process loses none.

The tables are for whoever speaks SQL, too; the view ``results`` has a line a run.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self

from gridproof.batch.guarding import Failure
from gridproof.batch.plan import Place, Planned, Run
from gridproof.errors import InputError
from gridproof.result import Limits

__all__ = ["Finished", "Store", "Tally"]

_VERSION: Final = 1
#: What marks the file as ours (``PRAGMA application_id``): "grpf".
_MARK: Final = 0x67727066
_TABLES: Final = """
CREATE TABLE boards (
  digest TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE places (
  "set" TEXT NOT NULL, number INTEGER NOT NULL, title TEXT, optimum TEXT,
  digest TEXT NOT NULL REFERENCES boards, PRIMARY KEY ("set", number, digest)
) WITHOUT ROWID;
CREATE INDEX places_of_board ON places (digest);
CREATE TABLE runs (
  key TEXT PRIMARY KEY, digest TEXT NOT NULL REFERENCES boards,
  objective TEXT NOT NULL, solver TEXT NOT NULL, options TEXT NOT NULL, limits TEXT NOT NULL,
  version TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'done', 'failed')),
  result TEXT, kind TEXT, reason TEXT, trace TEXT, host TEXT, ended TEXT
) WITHOUT ROWID;
CREATE INDEX runs_by_state ON runs (state, key);
CREATE VIEW results AS SELECT
  runs.key, boards.game, runs.digest, runs.objective, runs.solver, runs.options, runs.limits,
  runs.version, runs.state, json_extract(result, '$.status') AS status,
  json_extract(result, '$.stop_reason') AS stop_reason, json_extract(result, '$.cost') AS cost,
  json_extract(result, '$.bound') AS bound, json_extract(result, '$.solution') AS solution,
  json_extract(result, '$.stats.expanded') AS expanded,
  json_extract(result, '$.stats.wall_time') AS wall_time,
  json_extract(result, '$.stats.total_time') AS total_time, kind, reason, ended
FROM runs JOIN boards USING (digest);
"""
#: Seconds that a lock is waited for: a coordinator holds it until its end, others for a moment.
_PATIENCE: Final = 1.0
#: Runs that are read, and added, at a time.
_PAGE: Final = 1000


@dataclass(frozen=True)
class Tally:
    """How a store stands: numbers of runs.

    Attributes:
        done: ended with a result.
        failed: ended without one.
        running: handed out.
        pending: neither.
        solved: done, with a solution.
        proven: done, and OPTIMAL or INFEASIBLE.
    """

    done: int = 0
    failed: int = 0
    running: int = 0
    pending: int = 0
    solved: int = 0
    proven: int = 0

    @property
    def total(self) -> int:
        """All runs."""
        return self.done + self.failed + self.running + self.pending


@dataclass(frozen=True)
class Finished:
    """A run that ended, and what came of it.

    Attributes:
        run: what was run.
        result: as :meth:`gridproof.Result.to_json` says it; None if it failed.
        failure: why it failed, or None.
        places: where its board stands.
    """

    run: Run
    result: Mapping[str, Any] | None
    failure: Failure | None
    places: tuple[Place, ...]


class Store:
    """A results file. Use :meth:`writing` or :meth:`reading`.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._lock: sqlite3.Connection | None = None

    @classmethod
    @contextmanager
    def writing(cls, path: str) -> Iterator[Self]:
        """Opens a store to write to it, and makes it if there is none.

        Raises:
            InputError: another process writes to it, it is no store, or it cannot be written.
        """
        lock = _taken(path)
        try:
            with _said(path):
                connection = sqlite3.connect(path, isolation_level=None)
                store = cls(path, connection)
            try:
                with _said(path):
                    store._prepare()
                yield store
            finally:
                connection.close()
        finally:
            lock.close()

    @classmethod
    @contextmanager
    def reading(cls, path: str) -> Iterator[Self]:
        """Opens a store that is there, to read it; somebody may write to it meanwhile.

        Raises:
            InputError: there is no such file, or it is no store.
        """
        if not Path(path).is_file():
            raise InputError(f"{path}: there is no such store")
        with _said(path):
            connection = _opened_to_read(path)
        try:
            store = cls(path, connection)
            with _said(path):
                store._check()
            yield store
        finally:
            connection.close()

    # What is to be done

    def add(self, planned: Iterable[Planned]) -> None:
        """Adds runs and where their boards stand; those that are known stay as they are.

        The runs are remembered as those that :meth:`pending` hands out.

        Raises:
            InputError: it cannot be written.
        """
        with self._change():
            self._run("CREATE TEMP TABLE IF NOT EXISTS wanted (key TEXT PRIMARY KEY) WITHOUT ROWID")
        todo = iter(planned)
        while some := list(islice(todo, _PAGE)):
            with self._change():
                for item in some:
                    self._add(item)

    def _add(self, item: Planned) -> None:
        run, place = item.run, item.place
        self._run(
            "INSERT OR IGNORE INTO boards VALUES (?, ?, ?, ?)",
            run.digest, run.game, item.rules, item.board,
        )  # fmt: skip
        self._run(
            "INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?)",
            place.set, place.number, place.title, place.optimum, run.digest,
        )  # fmt: skip
        self._run(
            "INSERT OR IGNORE INTO runs "
            "(key, digest, objective, solver, options, limits, version) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            run.key, run.digest, run.objective, run.solver,
            _json(run.options), _json(asdict(run.limits)), run.version,
        )  # fmt: skip
        self._run("INSERT OR IGNORE INTO wanted VALUES (?)", run.key)

    def want_all(self) -> None:
        """Lets :meth:`pending` hand out all runs of the store."""
        with self._change():
            self._run("CREATE TEMP TABLE wanted (key TEXT PRIMARY KEY) WITHOUT ROWID")
            self._run("INSERT INTO wanted SELECT key FROM runs")

    def wanted(self) -> tuple[int, int, int]:
        """How many runs are wanted, how many of them have ended, and how many of these failed."""
        total, ended, failed = self._run(
            "SELECT count(*), total(state IN ('done', 'failed')), total(state = 'failed') "
            "FROM runs JOIN wanted USING (key)"
        ).fetchone()
        return total, int(ended), int(failed)

    def retry(self) -> int:
        """Makes wanted runs that failed pending again; how many these are."""
        with self._change():
            cursor = self._run(
                "UPDATE runs SET state = 'pending', kind = NULL, reason = NULL, trace = NULL "
                "WHERE state = 'failed' AND key IN (SELECT key FROM wanted)"
            )
        return cursor.rowcount

    def pending(self) -> Iterator[tuple[Run, str]]:
        """The wanted runs that are to be done, with the text of the board.

        They come in the order of their keys, which is a shuffle that is the same everywhere: what
        is done says something of what is left.
        """
        last = ""
        while True:
            rows = self._run(
                f"SELECT {_RUN}, boards.text FROM runs JOIN boards USING (digest) "
                "JOIN wanted USING (key) WHERE state = 'pending' AND key > ? "
                "ORDER BY key LIMIT ?",
                last, _PAGE,
            ).fetchall()  # fmt: skip
            for *fields, text in rows:
                yield _run_of(fields), text
                last = fields[0]
            if not rows:
                return

    # What came of it

    def write(
        self, begun: Iterable[str], ended: Iterable[tuple[str, Mapping[str, Any] | Failure]]
    ) -> None:
        """Writes what has changed: keys of runs that were handed out, and of those that ended.

        When this returns it is not lost if this process is killed.

        Raises:
            InputError: it cannot be written.
        """
        with self._change():
            for key in begun:
                self._run("UPDATE runs SET state = 'running' WHERE key = ?", key)
            for key, said in ended:
                values: tuple[str | None, ...]
                if isinstance(said, Failure):
                    values = ("failed", None, said.kind, said.reason, said.trace or None)
                else:
                    values = ("done", _json(said), None, None, None)
                self._run(
                    "UPDATE runs SET state = ?, result = ?, kind = ?, reason = ?, trace = ?, "
                    "ended = strftime('%Y-%m-%dT%H:%M:%fZ') WHERE key = ?",
                    *values, key,
                )  # fmt: skip

    def release(self) -> None:
        """Makes runs that were handed out pending again: nobody is at work on them any more."""
        with self._change():
            self._run("UPDATE runs SET state = 'pending' WHERE state = 'running'")

    def tally(self) -> Tally:
        """How it stands."""
        states = dict(self._run("SELECT state, count(*) FROM runs GROUP BY state"))
        solved, proven = self._run(
            "SELECT count(*) FILTER (WHERE status IN ('OPTIMAL', 'FEASIBLE')), "
            "count(*) FILTER (WHERE status IN ('OPTIMAL', 'INFEASIBLE')) FROM results"
        ).fetchone()
        if not is_written(self.path):  # its coordinator was killed
            states["pending"] = states.get("pending", 0) + states.pop("running", 0)
        return Tally(**states, solved=solved, proven=proven)

    def finished(self) -> Iterator[Finished]:
        """All runs that ended, in the order of the sets and boards."""
        rows = self._run(
            f"SELECT {_RUN}, result, kind, reason, trace FROM runs JOIN boards USING (digest) "
            'LEFT JOIN (SELECT digest, min("set") AS s, min(number) AS n FROM places '
            "GROUP BY digest) USING (digest) WHERE state IN ('done', 'failed') "
            "ORDER BY s, n, digest, solver, key"
        )
        for *fields, result, kind, reason, trace in rows:
            run = _run_of(fields)
            failure = None if kind is None else Failure(kind, reason, trace or "")
            yield Finished(run, result and json.loads(result), failure, self.places(run.digest))

    def places(self, digest: str) -> tuple[Place, ...]:
        """Where a board stands."""
        rows = self._run(
            'SELECT "set", number, title, optimum FROM places WHERE digest = ? ORDER BY 1, 2',
            digest,
        )
        return tuple(Place(*row) for row in rows)

    def board(self, digest: str) -> str:
        """The text of a board.

        Raises:
            InputError: the store has none of this digest.
        """
        row = self._run("SELECT text FROM boards WHERE digest = ?", digest).fetchone()
        if row is None:
            raise InputError(f"{self.path}: has no board `{digest}`")
        return str(row[0])

    # How

    def _run(self, statement: str, *values: Any) -> sqlite3.Cursor:
        with _said(self.path):
            return self._connection.execute(statement, values)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """One transaction."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk has ended the transaction already
                self._connection.execute("ROLLBACK")
            raise

    def _prepare(self) -> None:
        """Makes the tables where there are none, and looks whose file it is."""
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        empty = not self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if empty:
            self._connection.executescript(
                f"BEGIN;{_TABLES}PRAGMA user_version = {_VERSION};"
                f"PRAGMA application_id = {_MARK};COMMIT;"
            )
        self._check()
        self.release()

    def _check(self) -> None:
        """Looks whether this is a store, of this version.

        Raises:
            InputError: it is not.
        """
        mark = self._connection.execute("PRAGMA application_id").fetchone()[0]
        if mark != _MARK:
            raise InputError(f"{self.path}: is no store of results")
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version != _VERSION:
            raise InputError(
                f"{self.path}: is a store of version {version}; here it is {_VERSION}",
                hint="the version of gridproof that made it reads it",
            )


#: The columns that a run is made of.
_RUN: Final = "key, boards.game, digest, objective, solver, options, limits, version"


def _run_of(fields: list[Any]) -> Run:
    _, game, digest, objective, solver, options, limits, version = fields
    return Run(
        game, digest, objective, solver, json.loads(options), Limits(**json.loads(limits)), version
    )


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _lock_file(path: str) -> str:
    return f"{path}.lock"


def _taken(path: str) -> sqlite3.Connection:
    """The right to write to a store, until it is closed or this process ends, however it does.

    SQLite's own lock on a file beside the store: systems have different ones.

    Raises:
        InputError: another process has it, or no file can be written there.
    """
    try:
        lock = sqlite3.connect(_lock_file(path), timeout=_PATIENCE, isolation_level=None)
    except sqlite3.OperationalError as problem:
        raise InputError(f"{path}: cannot be written: {problem}") from None
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        lock.close()
        if "locked" in str(problem):
            raise InputError(
                f"{path}: another batch writes to this store",
                hint="`gridproof batch status` says how it gets on",
            ) from None
        raise InputError(f"{path}: cannot be written: {problem}") from None
    return lock


def is_written(path: str) -> bool:
    """Whether a process has the right to write to a store."""
    lock = Path(_lock_file(path))
    if not lock.is_file():
        return False
    with closing(_opened_to_read(str(lock))) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as problem:
            return "locked" in str(problem)
    return False


def _opened_to_read(path: str) -> sqlite3.Connection:
    address = Path(path).resolve().as_uri()
    return sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=_PATIENCE, isolation_level=None)


@contextmanager
def _said(path: str) -> Iterator[None]:
    """Says what SQLite says as an error of this file."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise InputError(
            f"{path}: {problem}",
            hint="results that were written before are kept; the same command goes on from there",
        ) from None
