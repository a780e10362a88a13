"""The tables of a store."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from gridproof.errors import InputError

__all__ = ["VERSION", "check", "is_empty", "prepare"]

#: Of the tables.
VERSION: Final = 2
#: What marks the file as ours (``PRAGMA application_id``): "grpf".
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
#: What makes a store of version 1 one of this version.
_UPDATE: Final = "ALTER TABLE runs ADD COLUMN certify INTEGER NOT NULL DEFAULT 0"
#: What this process wants of it: runs, and the places that the sets of the plan have now.
_WANTED: Final = """
CREATE TEMP TABLE wanted (id INTEGER PRIMARY KEY);
CREATE TEMP TABLE standing (
  "set" TEXT, number INTEGER, digest TEXT, PRIMARY KEY ("set", number, digest)
) WITHOUT ROWID;
"""


def prepare(connection: sqlite3.Connection, path: str) -> None:
    """Makes the tables of a store that is to be written, where there are none.

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
    """Whether nothing was ever written to the file: it was made a moment ago."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return not tables and not _pragma(connection, "application_id")


def check(connection: sqlite3.Connection, path: str) -> None:
    """Looks whether this is a store, of this version.

    Raises:
        InputError: it is not.
    """
    if _pragma(connection, "application_id") != _MARK:
        raise InputError(f"{path}: is no store of results")
    if (version := _version(connection)) != VERSION:
        newer = "the version of gridproof that made it reads it"
        older = f"`gridproof batch run --store {path}` makes it one of this version"
        raise InputError(
            f"{path}: is a store of version {version}; here it is {VERSION}",
            hint=older if version == 1 else newer,
        )


def _version(connection: sqlite3.Connection) -> int:
    return int(_pragma(connection, "user_version"))


def _pragma(connection: sqlite3.Connection, text: str) -> Any:
    row = connection.execute(f"PRAGMA {text}").fetchone()
    return None if row is None else row[0]
