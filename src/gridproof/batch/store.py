"""Results in a SQLite file: what is to be run, what came of it, and where the boards stand.

One process writes, the coordinator; a second one is refused. Any number may read meanwhile. Each
result is written as soon as it is there, so that a killed process loses none.

The tables are for whoever speaks SQL, too; the view ``results`` has a line a run.
"""

from __future__ import annotations

import json
import os
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, astuple, dataclass
from itertools import chain
from typing import Any, Final, Self

from gridproof.batch.files import (
    into_one_file,
    is_part,
    is_written,
    opened_to_read,
    opened_to_write,
    right_to_write,
    said_of,
    still_there,
)
from gridproof.batch.plan import Place, Planned, Run
from gridproof.batch.schema import RECOVER, check, check_whole, is_empty, prepare
from gridproof.batch.series import Series, series
from gridproof.errors import InputError
from gridproof.processes.supervise import Failure
from gridproof.result import Limits, Status

__all__ = ["NOWHERE", "Finished", "Store", "Tally"]

#: Runs that are read, and added, at a time.
_PAGE: Final = 1000
#: Characters of boards after which no further ones are added at the same time.
_HEAVY: Final = 1 << 24


@dataclass(frozen=True)
class Tally:
    """The counts of a store's runs by state.

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


#: The place of a board that stands in no set any more.
NOWHERE: Final = Place("(in no set any more)", 0)


@dataclass(frozen=True)
class Finished:
    """A run that ended, and what came of it.

    Attributes:
        run: what was run.
        result: as :meth:`gridproof.Result.to_json` says it; None if it failed.
        failure: why it failed, or None.
        places: where its board stands; at least one, which is :data:`NOWHERE` if the file that it
            was in is another one by now.
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
        self._file = os.path.realpath(path)
        self._opened: os.stat_result | None = None

    @classmethod
    @contextmanager
    def writing(cls, path: str) -> Iterator[Self]:
        """Open a store to write to it, and make it if there is none.

        Raises:
            InputError: another process writes to it, it is no store, or it cannot be written.
        """
        with right_to_write(path), closing(opened_to_write(path)) as connection:
            store = cls(path, connection)
            with said_of(path):
                prepare(connection, path)
                store._opened = os.stat(store._file)
                store.release()
            try:
                yield store
            finally:
                into_one_file(connection)

    @classmethod
    @contextmanager
    def reading(cls, path: str) -> Iterator[Self]:
        """Open a store that is there, to read it; somebody may write to it meanwhile.

        Raises:
            InputError: there is no such file, or it is no store.
        """
        with opened_to_read(path) as connection:
            store = cls(path, connection)
            with said_of(path):
                if is_empty(connection):
                    raise InputError(
                        f"{path}: nothing was written to this store yet",
                        hint="`gridproof batch run FILES --store PATH` writes to it",
                    )
                check(connection, path)
            yield store

    def has_part(self, file: str) -> bool:
        """Return True if a file is the store itself, or is kept beside it for it."""
        return is_part(file, self._file)

    # Planned runs

    def add(self, planned: Iterable[Planned]) -> None:
        """Add runs and where their boards stand; those that are known stay as they are.

        These and no others are remembered as those that :meth:`pending` hands out.

        Raises:
            InputError: it cannot be written.
        """
        with self._change():
            self._run("DELETE FROM wanted")
            self._run("DELETE FROM standing")
        for some in _pages(planned):
            with self._change():
                self._add(some)

    def drop_stale_places(self, idle: Iterable[tuple[Place, str]] = ()) -> None:
        """Let no boards stand in the sets that were added, but those that were added with them.

        Args:
            idle: places and digests of boards of these sets that have no runs.

        Raises:
            InputError: it cannot be written.
        """
        with self._change():
            self._stand(idle)
            self._run(
                'DELETE FROM places WHERE "set" IN (SELECT "set" FROM standing) '
                'AND ("set", number, digest) NOT IN standing'
            )

    def _add(self, some: Sequence[Planned]) -> None:
        self._run_many(
            "INSERT INTO boards VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            ((one.run.digest, one.run.game, one.rules, one.board) for one in some),
        )
        self._run_many(
            "INSERT INTO places VALUES (?, ?, ?, ?, ?) "
            'ON CONFLICT ("set", number, digest) DO UPDATE '
            "SET title = excluded.title, optimum = excluded.optimum "
            "WHERE (title, optimum) IS NOT (excluded.title, excluded.optimum)",
            ((*map(_plain, astuple(one.place)), one.run.digest) for one in some),
        )
        self._stand((one.place, one.run.digest) for one in some)
        runs = [one.run for one in some]
        self._run_many(
            "INSERT INTO runs (key, digest, objective, solver, options, limits, version, certify) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                (
                    *(run.key, run.digest, run.objective, run.solver),
                    *(_json(run.options), _json(asdict(run.limits)), run.version, run.certify),
                )
                for run in runs
            ),
        )
        self._run_many(
            "INSERT INTO wanted SELECT id FROM runs WHERE key = ? ON CONFLICT DO NOTHING",
            ((run.key,) for run in runs),
        )

    def _stand(self, some: Iterable[tuple[Place, str]]) -> None:
        """Remember that boards stand there now."""
        self._run_many(
            "INSERT INTO standing VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            ((_plain(place.set), place.number, digest) for place, digest in some),
        )

    def want_all(self) -> None:
        """Let :meth:`pending` hand out all runs of the store."""
        with self._change():
            self._run("INSERT OR IGNORE INTO wanted SELECT id FROM runs")

    def wanted(self) -> tuple[int, int, int]:
        """Return the counts of wanted runs, of those that ended, and of those that failed."""
        states = dict(
            self._rows(
                "SELECT state, count(*) FROM runs INDEXED BY runs_by_status "
                "CROSS JOIN wanted USING (id) GROUP BY state"
            )
        )
        failed = states.get("failed", 0)
        return sum(states.values()), states.get("done", 0) + failed, failed

    def retry(self, others: Iterable[str] = ()) -> int:
        """Make wanted runs that failed pending again; return how many these are.

        Args:
            others: keys of runs that are made pending too, if they are wanted.
        """
        again = (
            "UPDATE runs SET state = 'pending', status = NULL, result = NULL, kind = NULL, "
            "reason = NULL, trace = NULL, ended = NULL WHERE id IN wanted AND "
        )
        with self._change():
            self._run_many(f"{again} key = ?", ((key,) for key in others))
            return self._run(f"{again} state = 'failed'")

    def pending(self) -> Iterator[tuple[Run, str]]:
        """Yield the wanted runs that are to be done, with the text of the board.

        They come in the order of their keys, a shuffle that is the same everywhere, so the runs
        done so far are a random sample of all.
        """
        last = ""
        while True:
            rows = self._rows(
                f"SELECT {_RUN} FROM runs INDEXED BY runs_left "
                "CROSS JOIN wanted USING (id) CROSS JOIN boards USING (digest) "
                "WHERE state = 'pending' AND key > ? ORDER BY key LIMIT ?",
                last, _PAGE,
            )  # fmt: skip
            for fields in rows:
                yield (run := self._run_of(fields)), self.board(run.digest)
                last = fields[0]
            if not rows:
                return

    # Results

    def write(
        self, begun: Iterable[str], ended: Iterable[tuple[str, Mapping[str, Any] | Failure]]
    ) -> None:
        """Write what has changed: keys of runs that were handed out, and of those that ended.

        When this returns it is not lost if this process is killed.

        Raises:
            InputError: it cannot be written.
        """
        with self._change():
            self._run_many(
                "UPDATE runs SET state = 'running' WHERE key = ?", ((key,) for key in begun)
            )
            self._run_many(
                "UPDATE runs SET state = ?, status = ?, result = ?, kind = ?, reason = ?, "
                "trace = ?, ended = strftime('%Y-%m-%dT%H:%M:%fZ') WHERE key = ?",
                ((*_outcome(said), key) for key, said in ended),
            )

    def release(self) -> None:
        """Make runs that were handed out pending again: nobody is at work on them any more."""
        with self._change():
            self._run("UPDATE runs SET state = 'pending' WHERE state = 'running'")

    def tally(self) -> Tally:
        """Return the counts of runs by state."""
        counts = self._rows("SELECT state, status, count(*) FROM runs GROUP BY state, status")
        return _tally(counts, written=is_written(self.path))

    def check_whole(self) -> None:
        """Check all of the store for damage.

        Raises:
            InputError: it is.
        """
        with said_of(self.path):
            check_whole(self._connection, self.path)

    def tallies(self) -> dict[Series, Tally]:
        """Count the runs of each series.

        Raises:
            InputError: the store is damaged.
        """
        rows = self._rows(
            "SELECT game, objective, solver, options, limits, version, state, status, count(*) "
            "FROM runs JOIN boards USING (digest) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8"
        )
        counts: dict[Series, list[tuple[str, str | None, int]]] = {}
        for game, objective, solver, options, limits, version, *count in rows:
            key = "", game, "", objective, solver, options, limits, version, False
            counts.setdefault(series(self._run_of(key)), []).append(tuple(count))
        written = is_written(self.path)
        return {one: _tally(some, written=written) for one, some in counts.items()}

    def finished(self) -> Iterator[Finished]:
        """Yield all runs that ended, in the order of the sets and boards.

        Those that end meanwhile are left out, and those that are made pending again.
        """
        with said_of(self.path):
            ordered = self._connection.execute(
                "SELECT id FROM runs LEFT JOIN "
                '(SELECT digest, min("set") AS first, number FROM places GROUP BY digest) '
                "USING (digest) WHERE state IN ('done', 'failed') "
                "ORDER BY first IS NULL, first, number, digest, solver, objective, key"
            )
            try:
                order = array("q", chain.from_iterable(ordered))  # there may be millions
            except TypeError:  # a row without an id
                raise self._damaged() from None
        for start in range(0, len(order), _PAGE):
            numbers = list(order[start : start + _PAGE])
            rows = self._rows(
                f"SELECT runs.id, {_RUN}, kind, reason, trace, result "
                "FROM runs JOIN boards USING (digest) "
                "WHERE state IN ('done', 'failed') "
                "AND runs.id IN (SELECT value FROM json_each(?))",
                json.dumps(numbers),
            )
            found = {number: fields for number, *fields in rows}
            for number in filter(found.__contains__, numbers):
                *fields, kind, reason, trace, result = found[number]
                run = self._run_of(fields)
                failure = None if kind is None else Failure(kind, reason, trace or "")
                answer = self._of_json(result)
                if failure is None and not (isinstance(answer, dict) and "status" in answer):
                    raise self._damaged()
                yield Finished(run, answer, failure, self.places(run.digest))

    def certificates(self) -> Iterator[tuple[str, str]]:
        """Yield keys of the runs that have certificates, and the SHA-256 of these."""
        sha256 = "json_extract(result, '$.certificate.sha256')"
        yield from self._rows(
            f"SELECT key, {sha256} FROM runs WHERE certify AND {sha256} IS NOT NULL ORDER BY key"
        )

    def places(self, digest: str) -> tuple[Place, ...]:
        """Return the places of a board: at least one, which may be :data:`NOWHERE`."""
        rows = self._rows(
            'SELECT "set", number, title, optimum FROM places WHERE digest = ? ORDER BY 1, 2',
            digest,
        )
        return tuple(Place(*row) for row in rows) or (NOWHERE,)

    def board(self, digest: str) -> str:
        """Return the text of a board.

        Raises:
            InputError: the store has none of this digest.
        """
        for (text,) in self._rows("SELECT text FROM boards WHERE digest = ?", digest):
            return str(text)
        raise InputError(f"{self.path}: has no board `{digest}`")

    # Statements and transactions

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        with said_of(self.path):
            return self._connection.execute(statement, values).fetchall()

    def _run(self, statement: str, *values: Any) -> int:
        with said_of(self.path):
            return self._connection.execute(statement, values).rowcount

    def _run_many(self, statement: str, values: Iterable[Sequence[Any]]) -> None:
        with said_of(self.path):
            self._connection.executemany(statement, values)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Run one transaction."""
        if self._opened is not None and not still_there(self._file, self._opened):
            raise InputError(
                f"{self.path}: this store was deleted or replaced while it was written",
                hint="the same command begins a new one",
            )
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk has ended the transaction already
                self._connection.execute("ROLLBACK")
            raise

    def _run_of(self, fields: Sequence[Any]) -> Run:
        _, game, digest, objective, solver, options, limits, version, certify = fields
        try:
            limited = Limits(**self._of_json(limits))
        except (TypeError, ValueError):
            raise self._damaged() from None
        settings = self._of_json(options)
        if not isinstance(settings, dict):
            raise self._damaged()
        return Run(game, digest, objective, solver, settings, limited, version, bool(certify))

    def _of_json(self, text: str | None) -> Any:
        try:
            return None if text is None else json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged() from None

    def _damaged(self) -> InputError:
        return InputError(
            f"{self.path}: this store is damaged: it has a run that nobody wrote", hint=RECOVER
        )


#: The columns that a run is made of.
_RUN: Final = "key, boards.game, digest, objective, solver, options, limits, version, certify"


def _tally(counts: Iterable[tuple[str, str | None, int]], *, written: bool) -> Tally:
    """Return the states of runs, from counts by state and status.

    Args:
        counts: the numbers.
        written: True if a process writes to the store; else nothing runs: it was killed.
    """
    states: Counter[str] = Counter()
    statuses: Counter[str | None] = Counter()
    for state, status, number in counts:
        states[state] += number
        statuses[status] += number
    if not written:
        states["pending"] += states.pop("running", 0)
    return Tally(
        **states,
        solved=statuses[Status.OPTIMAL] + statuses[Status.FEASIBLE],
        proven=statuses[Status.OPTIMAL] + statuses[Status.INFEASIBLE],
    )


def _pages(planned: Iterable[Planned]) -> Iterator[list[Planned]]:
    """Yield the planned runs in lists of bounded length and size."""
    some: list[Planned] = []
    size = 0
    for one in planned:
        some.append(one)
        size += len(one.board)
        if len(some) == _PAGE or size >= _HEAVY:
            yield some
            some, size = [], 0
    if some:
        yield some


def _outcome(said: Mapping[str, Any] | Failure) -> tuple[str | None, ...]:
    """Return state, status and result, and kind, reason and trace of a failure."""
    if isinstance(said, Failure):
        return "failed", None, None, said.kind, _plain(said.reason), _plain(said.trace) or None
    return "done", said["status"], _json(said), None, None, None


def _json(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()  # halves of characters, as JSON has it


def _plain(value: Any) -> Any:
    """Return text that can be written: without halves of characters."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
