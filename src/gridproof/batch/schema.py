"""The tables of a store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, Final

from gridproof.errors import InputError

__all__ = ["RECOVER", "VERSION", "check", "check_whole", "is_empty", "prepare"]

#: The hint when a store is damaged.
RECOVER: Final = "`sqlite3 FILE .recover` saves what can be saved"
#: Of the tables.
VERSION: Final = 2
#: The mark of the file as ours (``PRAGMA application_id``): "grpf".
_MARK: Final = 0x67727066
_TABLES: Final = """
CREATE TABLE boards (
  digest TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE TABLE places (
  "set" TEXT NOT NULL, number INTEGER NOT NULL, title TEXT, optimum TEXT,
  digest TEXT NOT NULL REFERENCES boards, PRIMARY KEY ("set", number, digest)
) WITHOUT ROWID;
CREATE INDEX places_of_board ON places (digest);
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, digest TEXT NOT NULL REFERENCES boards,
  objective TEXT NOT NULL, solver TEXT NOT NULL, options TEXT NOT NULL, limits TEXT NOT NULL,
  version TEXT NOT NULL, certify INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'done', 'failed')),
  status TEXT, kind TEXT, reason TEXT, trace TEXT, ended TEXT, result TEXT
);
CREATE INDEX runs_by_status ON runs (state, status);
CREATE INDEX runs_left ON runs (key) WHERE state = 'pending';
CREATE VIEW results AS SELECT
  runs.key, boards.game, runs.digest, runs.objective, runs.solver, runs.options, runs.limits,
  runs.version, runs.state, runs.status,
  json_extract(result, '$.stop_reason') AS stop_reason, json_extract(result, '$.cost') AS cost,
  json_extract(result, '$.bound') AS bound, json_extract(result, '$.solution') AS solution,
  json_extract(result, '$.stats.expanded') AS expanded,
  json_extract(result, '$.stats.wall_time') AS wall_time,
  json_extract(result, '$.stats.total_time') AS total_time, kind, reason, ended
FROM runs JOIN boards USING (digest);
"""
#: The update of a store of version 1 to this version.
_UPDATE: Final = "ALTER TABLE runs ADD COLUMN certify INTEGER NOT NULL DEFAULT 0"
#: The part that this process works on: runs, and the places that the plan's sets have now.
_WANTED: Final = """
CREATE TEMP TABLE wanted (id INTEGER PRIMARY KEY);
CREATE TEMP TABLE standing (
  "set" TEXT, number INTEGER, digest TEXT, PRIMARY KEY ("set", number, digest)
) WITHOUT ROWID;
"""


def prepare(connection: sqlite3.Connection, path: str) -> None:
    """Make the tables of a store that is to be written, where there are none.

    Raises:
        InputError: the file has other tables, which stay as they are; or it cannot be one.
    """
    if not is_empty(connection):
        if _pragma(connection, "application_id") == _MARK and _version(connection) == 1:
            connection.executescript(
                f"BEGIN IMMEDIATE;{_UPDATE};PRAGMA user_version = {VERSION};COMMIT;"
            )
        check(connection, path)
    if _pragma(connection, "journal_mode = WAL") != "wal":
        raise InputError(
            f"{path}: this file system cannot keep a store",
            hint="keep it on a disk of this machine",
        )
    _pragma(connection, "synchronous = NORMAL")
    if is_empty(connection):
        connection.executescript(
            f"BEGIN IMMEDIATE;{_TABLES}PRAGMA user_version = {VERSION};"
            f"PRAGMA application_id = {_MARK};COMMIT;"
        )
    connection.executescript(_WANTED)


def is_empty(connection: sqlite3.Connection) -> bool:
    """Return True if nothing was ever written to the file, as in a new one."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return not tables and not _pragma(connection, "application_id")


def check(connection: sqlite3.Connection, path: str) -> None:
    """Check that this is a store, of this version.

    Raises:
        InputError: it is not.
    """
    if _pragma(connection, "application_id") != _MARK:
        raise InputError(
            f"{path}: is no store of results",
            hint="name the file that `gridproof batch run --store` has written",
        )
    if (version := _version(connection)) != VERSION:
        newer = "the version of gridproof that made it reads it"
        older = f"`gridproof batch run --store {path}` makes it one of this version"
        raise InputError(
            f"{path}: is a store of version {version}; here it is {VERSION}",
            hint=older if version == 1 else newer,
        )
    _check_tables(connection, path)


def _check_tables(connection: sqlite3.Connection, path: str) -> None:
    """Check that all tables, and views, are there with all their columns.

    Raises:
        InputError: one is not, in a file that has our mark.
    """
    with closing(sqlite3.connect(":memory:")) as whole:
        whole.executescript(_TABLES)
        wanted = _columns(whole)
    there = _columns(connection)
    for table, columns in wanted.items():
        if missing := columns - there.get(table, set()):
            lost = f"`{table}`" if table not in there else f"`{table}.{min(missing)}`"
            raise InputError(f"{path}: this store is damaged: it has no {lost}", hint=RECOVER)


def _columns(connection: sqlite3.Connection) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table, column in connection.execute(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables "
        "JOIN pragma_table_xinfo(tables.name) AS columns WHERE tables.type IN ('table', 'view')"
    ):
        found.setdefault(table, set()).add(column)
    return found


def check_whole(connection: sqlite3.Connection, path: str) -> None:
    """Check all of a store, page by page and run by run, for damage.

    Raises:
        InputError: it is.
    """
    (fault,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if fault != "ok":
        fault = " ".join(str(fault).split())
        raise InputError(f"{path}: this store is damaged: {fault}", hint=RECOVER)
    (lost,) = connection.execute(
        "SELECT count(*) FROM runs LEFT JOIN boards USING (digest) WHERE boards.digest IS NULL "
        "OR state = 'done' AND NOT (json_valid(result) AND result ->> '$.status' IS status) "
        "OR state = 'done' AND result IS NULL OR state = 'failed' AND kind IS NULL "
        "OR NOT (json_valid(options) AND json_valid(limits))"
    ).fetchone()
    if lost:
        raise InputError(
            f"{path}: this store is damaged: {lost:,} of its runs nobody wrote", hint=RECOVER
        )


def _version(connection: sqlite3.Connection) -> int:
    return int(_pragma(connection, "user_version"))


def _pragma(connection: sqlite3.Connection, text: str) -> Any:
    row = connection.execute(f"PRAGMA {text}").fetchone()
    return None if row is None else row[0]
