"""The files in a zip archive, named as if it were a folder: ``levels.zip/a.xsb``."""

from __future__ import annotations

import functools
import os
import re
import stat
from collections.abc import Mapping

from gridproof.files.unpacking import MAX_FILE, ZIP_STARTS, files_of_zip

__all__ = ["names_in", "on_disk", "read_packed"]


def names_in(path: str) -> list[str]:
    """Return the names of the files in an archive; none if it is no archive, or holds one file.

    Raises:
        InputError: it cannot be unpacked.
    """
    files = _files(path)
    return [f"{path}/{name}" for name in files] if len(files) > 1 else []


def on_disk(path: str) -> str:
    """Return the file that is opened for a name: the archive of a file in one, or itself."""
    return path if (found := _split(path)) is None else found[0]


def read_packed(path: str) -> bytes | None:
    """Return the bytes of a file in an archive; None if the name is not that of one.

    Raises:
        InputError: the archive cannot be unpacked.
    """
    found = _split(path)
    return None if found is None else _files(found[0]).get(found[1])


def _split(path: str) -> tuple[str, str] | None:
    """Return archive and name of a file in one; None if the name is not like that."""
    if os.path.exists(path):
        return None
    ends = (match.start() for match in re.finditer("/", path))
    end = next((end for end in ends if os.path.isfile(path[:end])), None)
    return None if end is None else (path[:end], path[end + 1 :])


def _files(path: str) -> Mapping[str, bytes]:
    try:
        there = os.stat(path)
        if stat.S_ISREG(there.st_mode):  # a pipe can be read only once
            return _unpacked(path, (there.st_ino, there.st_size, there.st_mtime_ns))
    except (OSError, ValueError):  # who reads it says so
        pass
    return {}


@functools.lru_cache(maxsize=1)
def _unpacked(path: str, state: tuple[int, ...]) -> Mapping[str, bytes]:
    """Return the files of an archive; none if it is no archive.

    Its files are asked for one by one: the last archive is kept.

    Args:
        path: of the archive.
        state: of the file, which is another one when it has changed.
    """
    with open(path, "rb") as file:
        if not (start := file.read(4)).startswith(ZIP_STARTS):
            return {}
        data = start + file.read(MAX_FILE)
    return {} if len(data) > MAX_FILE else files_of_zip(data, path)
