"""Opening the files of stores: one process writes, any number reads; messages name each fault."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from gridproof.batch.schema import RECOVER
from gridproof.errors import InputError
from gridproof.files.reading import STDIN
from gridproof.files.temporary import temporary_folder
from gridproof.files.writing import remove_file

__all__ = [
    "into_one_file",
    "is_part",
    "is_written",
    "opened_to_read",
    "opened_to_write",
    "right_to_write",
    "said_of",
    "still_there",
]

#: Seconds that a lock is waited for: a coordinator holds it until its end, others for a moment.
_PATIENCE: Final = 1.0
#: Of the names of files: the store, what SQLite keeps beside it, and the lock.
_LOCK: Final = ".lock"
_ENDINGS: Final = ("", "-wal", "-shm", "-journal", _LOCK, f"{_LOCK}-journal")
_NO_STORE: Final = "is no store of results"
#: Bytes that the smallest file of SQLite has.
_LEAST: Final = 512
#: The meaning of SQLite's primary result codes, for people.
_MEANINGS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk refuses",
    sqlite3.SQLITE_CORRUPT: "this store is damaged",
    sqlite3.SQLITE_READONLY: "this store can only be read",
    sqlite3.SQLITE_BUSY: "another program keeps this file to itself",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
}
_HINTS: Final = {
    sqlite3.SQLITE_FULL: "what was written before is kept; with room the same command goes on",
    sqlite3.SQLITE_IOERR: "what was written before is kept; the same command goes on from there",
    sqlite3.SQLITE_CORRUPT: RECOVER,
}


@contextmanager
def said_of(path: str) -> Iterator[None]:
    """Raise what SQLite says as an error of this file."""
    try:
        yield
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        reason = " ".join(str(problem).split())
        if code == sqlite3.SQLITE_NOTADB:
            reason = _NO_STORE
        elif code in _MEANINGS:
            reason = f"{_MEANINGS[code]}: {reason}"
        raise InputError(f"{path}: {reason}", hint=_HINTS.get(code)) from None
    except UnicodeDecodeError:
        code = sqlite3.SQLITE_CORRUPT
        raise InputError(f"{path}: {_MEANINGS[code]}", hint=_HINTS[code]) from None


@contextmanager
def right_to_write(path: str) -> Iterator[None]:
    """Hold the right to write to a store until the block or this process ends.

    SQLite's own lock on a file beside the store: systems have different ones.

    Raises:
        InputError: another process has it, or no file can be written there.
    """
    _check_file(path)
    file = _lock_file(path)
    if os.path.islink(file):  # it says nothing: a new one does as well
        remove_file(Path(file), below=Path(file).parent)
    with ExitStack() as stack:
        try:
            lock = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)
            stack.enter_context(closing(lock)).execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as problem:
            if getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise InputError(
                    f"{path}: another batch writes to this store",
                    hint="`gridproof batch status` says how it gets on",
                ) from None
            raise InputError(f"{path}: cannot be written: {problem}: {file}") from None
        yield


def is_part(file: str, path: str) -> bool:
    """Return True if a file is a store, or one of those that are kept beside it.

    Only SQLite may open them: closing one releases all locks that this process has on it.
    """
    name, store = os.path.realpath(file), os.path.realpath(path)
    return name in {f"{store}{ending}" for ending in _ENDINGS}


def still_there(path: str, opened: os.stat_result) -> bool:
    """Return True if a name is still that of the file that was opened by it."""
    try:
        return os.path.samestat(os.stat(path), opened)
    except OSError:
        return False


def is_written(path: str) -> bool:
    """Return True if a process has the right to write to a store."""
    lock = _lock_file(path)
    if not os.path.isfile(lock):
        return False
    try:
        with closing(_connected_to_read(lock, timeout=0)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as problem:
        return getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
    return False


def opened_to_write(path: str) -> sqlite3.Connection:
    """Return a connection to a store that may be new; the caller has the right to write to it.

    Raises:
        InputError: it cannot be written.
    """
    with said_of(path):
        connection = sqlite3.connect(os.path.realpath(path), isolation_level=None)
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.Error:
            connection.close()
            raise
    return connection


def into_one_file(connection: sqlite3.Connection) -> None:
    """Take what was written from the log beside a store into the store itself.

    SQLite does so when the last connection ends, but not if that is one that may only read: then
    somebody who copies the store alone would lose all that is in the log. It waits for no reader.
    """
    with suppress(sqlite3.Error):  # the log stays, and is as good
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


@contextmanager
def opened_to_read(path: str) -> Iterator[sqlite3.Connection]:
    """Connect to an existing store, for reading, until the block ends.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    _check_name(path)
    file = os.path.realpath(path)
    if os.path.isdir(file):
        raise InputError(f"{path}: is a folder, no store", hint="name a file, such as `results.db`")
    if not os.path.isfile(file):
        raise InputError(
            f"{path}: there is no such store",
            hint="`gridproof batch run FILES --store PATH` makes one",
        )
    if not os.access(file, os.R_OK):
        raise InputError(f"{path}: cannot be read: permission denied")
    _check_size(path)
    with ExitStack() as stack:
        with said_of(path):
            connection = stack.enter_context(closing(_connected_to_read(file)))
            try:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            except sqlite3.Error as problem:
                code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
                if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                    raise
                # Nobody can write there, not even what SQLite keeps beside a file that is read.
                connection = stack.enter_context(closing(_opened_where_it_lies(file, stack)))
        yield connection


def _opened_where_it_lies(file: str, stack: ExitStack) -> sqlite3.Connection:
    log = f"{file}-wal"
    if os.path.islink(log) or not os.path.exists(log):  # SQLite makes no links
        return _connected_to_read(file, further="&immutable=1")
    folder = stack.enter_context(temporary_folder())
    copy = os.path.join(folder, "store")
    try:
        shutil.copyfile(file, copy)
        shutil.copyfile(log, f"{copy}-wal")
    except OSError as problem:
        raise InputError(f"{file}: cannot be read: {problem.strerror or problem}") from None
    return sqlite3.connect(copy, isolation_level=None)


def _connected_to_read(
    file: str, timeout: float = _PATIENCE, further: str = ""
) -> sqlite3.Connection:
    address = f"{Path(file).as_uri()}?mode=ro{further}"
    return sqlite3.connect(address, uri=True, timeout=timeout, isolation_level=None)


def _check_name(path: str) -> None:
    """Refuse what is no name of a file."""
    if path == STDIN:
        raise InputError("-: a store is a file, which standard input and output are not")
    if not path or "\0" in path:
        raise InputError(f"{path!r}: this is no name of a file")


def _check_size(path: str) -> None:
    """Refuse what SQLite would take for a file of its own that is still empty."""
    if os.path.exists(path) and 0 < os.path.getsize(path) < _LEAST:
        raise InputError(f"{path}: {_NO_STORE}")


def _check_file(path: str) -> None:
    """Say at once why a store cannot be written, as far as that can be seen from outside.

    The file is not opened: closing it again would let go of the locks that this process has on it.

    Raises:
        InputError: it cannot.
    """
    _check_name(path)
    file = os.path.realpath(path)
    if os.path.isdir(file):
        raise InputError(f"{path}: is a folder, no store", hint="name a file, such as `results.db`")
    folder = os.path.dirname(file)
    if not os.path.isdir(folder):
        raise InputError(
            f"{path}: there is no folder {folder}",
            hint="make the folder first, or name another one",
        )
    if os.path.exists(file) and not os.access(file, os.W_OK | os.R_OK):
        raise InputError(
            f"{path}: this store can only be read",
            hint="change the permissions of the file, or name another store",
        )
    _check_size(path)
    for ending in _ENDINGS[1:]:
        if ending != _LOCK and os.path.islink(f"{file}{ending}"):
            raise InputError(
                f"{file}{ending}: is a link, which no file beside a store may be",
                hint="remove the link",
            )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"{path}: no file can be made in {folder}",
            hint="name a store in a folder that you may write to",
        )


def _lock_file(path: str) -> str:
    """Return the path of the lock, the same for all names of a file."""
    return f"{os.path.realpath(path)}{_LOCK}"
