"""The files of a folder, in the order in which people count."""

from __future__ import annotations

import os
import re
from pathlib import Path

from gridproof.errors import InputError

__all__ = ["MAX_FILES", "files_below", "is_folder"]

#: The largest number of files of a folder that are read.
MAX_FILES = 100_000


def is_folder(path: str) -> bool:
    """Return True if a name is that of a folder."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def files_below(folder: str) -> list[str]:
    """Return the files in a folder and below it, hidden ones left out: `2.xsb` before `10.xsb`.

    Raises:
        InputError: the folder cannot be read, or holds no file, or too many.
    """
    found: list[str] = []

    def refuse(problem: OSError) -> None:
        raise InputError(f"{problem.filename or folder}: cannot be read: {problem.strerror}")

    for where, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (os.path.join(where, name) for name in names if not name.startswith("."))
        found += filter(os.path.isfile, paths)  # no pipes
        if len(found) > MAX_FILES:
            raise InputError(
                f"{folder}: holds more than {MAX_FILES:,} files", hint="name its folders one by one"
            )
    if not found:
        raise InputError(
            f"{folder}: the folder holds no file", hint="name a folder with files of boards"
        )
    return sorted(found, key=_natural)


def _natural(path: str) -> list[list[tuple[int, int, str]]]:
    """Return a key by which numbers are in the order of their values, folder by folder."""
    return [
        [
            (0, int(part), part) if part.isdecimal() and part.isascii() else (1, 0, part.casefold())
            for part in re.findall(r"[0-9]{1,4000}|[^0-9]+", name)
        ]
        for name in path.split(os.sep)
    ]
