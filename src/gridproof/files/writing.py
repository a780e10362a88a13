"""Files that are written as a whole, through no link but one that the user has named.

A file that a user names may be a link: its target is replaced. In a folder that gridproof fills by
itself (``below``) the user has named no file: there a link in the place of a file is replaced
itself, and a link in the place of a folder is refused.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from gridproof.errors import InputError, Unwritable, shorten
from gridproof.files.temporary import CAN_HOLD, abandoned, hold

__all__ = [
    "Partial",
    "make_folder",
    "partial_file",
    "remove_file",
    "safe_name",
    "unwritable",
    "write_file",
]

#: Bytes of a title that a file's name takes over.
_LONGEST: Final = 80
#: Names of files that are not yet whole.
_PARTIAL: Final = re.compile(r"\.gridproof-[0-9a-f]{32}\.part")
#: Errors of a disk or a folder, which any other file there would meet as well.
_OF_THE_PLACE: Final = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO, errno.ENOENT)
)
#: Flags to open a folder to reach its files; and flags if no link may stand for it.
_FOLDER: Final = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
#: True if files can be reached from an open folder, which cannot be exchanged for a link.
_REACHES: Final = {os.open, os.stat, os.mkdir, os.unlink, os.rename} <= os.supports_dir_fd
#: Folders that this process has swept: devices and numbers.
_swept: set[tuple[int, int]] = set()


@dataclass(frozen=True)
class Partial:
    """A file that is being written, and takes its place when it is whole.

    Attributes:
        file: to write to, and to read from again.
        path: of the file until then.
    """

    file: BinaryIO
    path: Path


def write_file(path: Path, data: str | bytes, *, below: Path | None = None) -> None:
    """Write a file as a whole; if that fails, the earlier file is still there.

    Args:
        path: of the file.
        data: its bytes.
        below: the folder below which no link is followed; None: the user named the file.

    Raises:
        InputError: it cannot be written.
    """
    with partial_file(path, below=below) as partial:
        partial.file.write(data.encode() if isinstance(data, str) else data)


@contextmanager
def partial_file(path: Path, *, below: Path | None = None) -> Iterator[Partial]:
    """Open a file to write to, which takes the place of another when all went well.

    It has the permissions of the file that it replaces. Pipes and devices that the user names are
    written to themselves.

    Args:
        path: of the file.
        below: as in :func:`write_file`.

    Raises:
        InputError: it cannot be written.
    """
    _check_name(path)
    target = path
    try:
        if below is None:
            if path.exists() and not path.is_file():
                with path.open("wb") as device:  # or a pipe; raises for anything else
                    yield Partial(device, path)
                return
            target = Path(os.path.realpath(path))
        with _folder(target.parent, below) as folder:
            there = folder.look(target.name)
            if below is None and there is not None and stat.S_ISLNK(there.st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            folder.sweep()
            name, file = folder.new()
            try:
                with file:
                    if there is not None and stat.S_ISREG(there.st_mode):
                        os.chmod(
                            file.fileno() if os.chmod in os.supports_fd else folder.path / name,
                            stat.S_IMODE(there.st_mode) & 0o777,
                        )
                    yield Partial(file, folder.path / name)
                    file.flush()
                    if not CAN_HOLD:  # the system renames no open file
                        file.close()
                    folder.rename(name, target.name)
            finally:
                folder.remove(name)
    except OSError as problem:
        raise unwritable(path, problem) from None


def make_folder(path: Path, *, below: Path | None = None) -> None:
    """Make a folder, and its parents, where there is none.

    Args:
        path: of the folder.
        below: the folder, which is there, from which on no link is followed; None: the user named
            the folder.

    Raises:
        InputError: it cannot be made, or a link stands in its place.
    """
    _check_name(path)
    try:
        if below is None:
            path.mkdir(parents=True, exist_ok=True)
        else:
            with _folder(path, below, make=True):
                pass
    except OSError as problem:
        raise unwritable(path, problem) from None


def remove_file(path: Path, *, below: Path) -> None:
    """Remove a file, or the link in its place, if there is one.

    Args:
        path: of the file.
        below: the folder below which no link is followed.

    Raises:
        InputError: it cannot be removed.
    """
    try:
        with _folder(path.parent, below) as folder:
            folder.remove(path.name)
    except OSError as problem:
        raise InputError(f"{path}: cannot be removed: {problem.strerror or problem}") from None


@dataclass(frozen=True)
class _Folder:
    """A folder whose files are reached by their names.

    Attributes:
        path: of the folder.
        number: its open descriptor; None where the system reaches files by their paths alone.
    """

    path: Path
    number: int | None

    def at(self, name: str) -> str:
        """Return the name of a file for functions that take a folder's descriptor."""
        return name if self.number is not None else os.path.join(self.path, name)

    def look(self, name: str) -> os.stat_result | None:
        """Return the entry of a name, a link as itself; None: there is none."""
        try:
            return os.stat(self.at(name), dir_fd=self.number, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, name: str, flags: int) -> int:
        """Open a file, or folder, which may not be a link."""
        return os.open(self.at(name), flags | _NO_LINK, 0o666, dir_fd=self.number)

    def new(self) -> tuple[str, BinaryIO]:
        """Make and hold a file with a name that cannot be foreseen."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        while True:
            name = f".gridproof-{_drawn()}.part"
            file = os.fdopen(self.open(name, flags), "w+b")
            if hold(file.fileno()):
                return name, file
            file.close()  # another process took it for one that was left, and removes it

    def rename(self, name: str, other: str) -> None:
        """Give a file another name; an earlier entry of that name is gone, a link as itself."""
        os.replace(self.at(name), self.at(other), src_dir_fd=self.number, dst_dir_fd=self.number)

    def remove(self, name: str) -> None:
        """Remove a file, or a link as itself, if it is there."""
        with suppress(FileNotFoundError):
            os.unlink(self.at(name), dir_fd=self.number)

    def sweep(self) -> None:
        """Remove the files that killed processes of this user left; once a process."""
        found = os.stat(self.path if self.number is None else self.number)
        key = found.st_dev, found.st_ino
        if key in _swept or not CAN_HOLD:
            return
        _swept.add(key)
        with suppress(OSError), os.scandir(self.path) as entries:
            left = [entry.name for entry in entries if _PARTIAL.fullmatch(entry.name)]
            for name in left:
                with suppress(OSError), abandoned(self.at(name), self.number) as gone:
                    if gone:
                        self.remove(name)


@contextmanager
def _folder(path: Path, below: Path | None, *, make: bool = False) -> Iterator[_Folder]:
    """Open a folder; from ``below`` on no link is followed.

    Args:
        path: of the folder.
        below: a folder that it is, or is in; None: any link on the way is followed.
        make: True if folders between the two are made where there are none.
    """
    top = path if below is None else below
    folder = _Folder(top, os.open(top, _FOLDER) if _REACHES else None)
    try:
        for part in path.relative_to(top).parts:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(folder.at(part), dir_fd=folder.number)
            there = folder.look(part)
            if there is not None and _is_link(folder, part, there):
                raise InputError(
                    f"{folder.path / part}: is a link, and no link is followed there",
                    hint="remove the link: a folder is made in its place",
                )
            inner = _Folder(folder.path / part, folder.open(part, _FOLDER) if _REACHES else None)
            if folder.number is not None:
                os.close(folder.number)
            folder = inner
        yield folder
    finally:
        if folder.number is not None:
            os.close(folder.number)


def _drawn() -> str:
    """Return a part of a name that nobody can guess."""
    return os.urandom(16).hex()


def _is_link(folder: _Folder, name: str, there: os.stat_result) -> bool:
    """Return True if a name in a folder stands for another place."""
    junction = getattr(os.path, "isjunction", lambda _: False)  # of Windows, by Python 3.12
    return stat.S_ISLNK(there.st_mode) or junction(folder.path / name)


def _check_name(path: Path) -> None:
    """Refuse a name that no file can have.

    Raises:
        InputError: it is one.
    """
    try:
        if b"\0" not in os.fsencode(path):
            return
    except UnicodeEncodeError:
        pass
    raise InputError(f"{shorten(str(path))!r}: no file can have this name")


def unwritable(path: Path, problem: OSError) -> InputError:
    """Return the error for a file or folder that cannot be written."""
    kind = Unwritable if problem.errno in _OF_THE_PLACE else InputError
    return kind(f"{path}: cannot be written: {problem.strerror or problem}")


def safe_name(title: str) -> str:
    """Return a title as part of a file's name: letters, digits, and hyphens for all else."""
    name = re.sub(r"[\W_]+", "-", title).strip("-").lower()
    return name.encode(errors="ignore")[:_LONGEST].decode(errors="ignore")
