"""The files of a folder, or of an archive, in the order in which people count."""

from __future__ import annotations

import os
import re

from gridproof.errors import InputError
from gridproof.files.archives import names_in

__all__ = ["MAX_FILES", "files_within"]

#: The largest number of files of a folder that are read.
MAX_FILES = 100_000


def files_within(path: str) -> list[str]:
    """Return the files below a folder, or in an archive of several: `2.xsb` before `10.xsb`.

    Hidden ones are left out. A file that is neither has none.

    Raises:
        InputError: the folder or archive cannot be read, or holds no file, or too many.
    """
    if not os.path.isdir(path):
        return sorted(names_in(path), key=_natural)
    return sorted((name for file in _below(path) for name in _in_folder(file)), key=_natural)


def _in_folder(file: str) -> list[str]:
    """Return the files that a file of a folder stands for."""
    try:
        return names_in(file) or [file]
    except InputError:  # it is passed over like others that hold no boards
        return [file]


def _below(folder: str) -> list[str]:
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
    return found


def _natural(path: str) -> list[list[tuple[int, int, str]]]:
    """Return a key by which numbers are in the order of their values, folder by folder."""
    return [
        [
            (0, int(part), part) if part.isdecimal() and part.isascii() else (1, 0, part.casefold())
            for part in re.findall(r"[0-9]{1,4000}|[^0-9]+", name)
        ]
        for name in re.split(r"[/\\]", path)
    ]
