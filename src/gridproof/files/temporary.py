"""Files and folders that processes need for a moment, and the sweeping of what killed ones left.

Each is held by its process, with a lock that the system lets go when the process ends, however it
does. Only what has a name of ours, belongs to this user, is no link and is held by nobody is swept.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Final

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows, which removes no file that a process holds
    CAN_HOLD = False
else:
    CAN_HOLD = True

__all__ = ["CAN_HOLD", "abandoned", "hold", "sweep_temporary_folders", "temporary_folder"]

#: Names of the folders, and of the file in each that its process holds.
_PREFIX: Final = "gridproof-"
_FOLDER: Final = re.compile(rf"{_PREFIX}[a-z0-9_]{{8}}")
_HELD: Final = ".held"
#: Nothing that is opened to be swept is waited for, or is a link.
_AT_ONCE: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


def hold(descriptor: int) -> bool:
    """Holds a new file until its descriptor is closed.

    Returns:
        False: another process took it for one that was left, and removes it.
    """
    if not CAN_HOLD:
        return True
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system has no locks: nobody sweeps there
        return True
    return os.fstat(descriptor).st_nlink > 0


@contextmanager
def abandoned(name: str, folder: int | None = None) -> Iterator[bool]:
    """Returns whether a file was left by a process of this user that has ended.

    As long as the context lasts nobody else holds it.

    Args:
        name: of the file.
        folder: descriptor of the folder that it is in.
    """
    try:
        descriptor = os.open(name, _AT_ONCE, dir_fd=folder)
    except OSError:  # a link, or nothing that this user may read
        yield False
        return
    try:
        found = os.fstat(descriptor)
        ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
        yield ours and _takes(descriptor)
    finally:
        os.close(descriptor)


def _takes(descriptor: int) -> bool:
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except OSError:  # somebody holds it, or nobody can
        return False
    return True


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Makes a folder that is removed at the end; if this process is killed, by a later one."""
    descriptor = -1
    while descriptor < 0:
        folder = mkdtemp(prefix=_PREFIX)
        try:
            descriptor = os.open(os.path.join(folder, _HELD), os.O_RDWR | os.O_CREAT | os.O_EXCL)
            if not hold(descriptor):
                os.close(descriptor)
                descriptor = -1
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    try:
        yield Path(folder)
    finally:
        if not CAN_HOLD:  # the system removes no open file
            os.close(descriptor)
        shutil.rmtree(folder, ignore_errors=True)
        if CAN_HOLD:
            os.close(descriptor)


def sweep_temporary_folders() -> None:
    """Removes the temporary folders of processes of this user that were killed."""
    if not (CAN_HOLD and shutil.rmtree.avoids_symlink_attacks):
        return
    with suppress(OSError), os.scandir(gettempdir()) as entries:
        for name in [entry.name for entry in entries if _FOLDER.fullmatch(entry.name)]:
            path = os.path.join(gettempdir(), name)
            with suppress(OSError):
                _sweep(path)


def _sweep(path: str) -> None:
    """Removes a temporary folder that nobody holds.

    Raises:
        OSError: it is a link, or nothing that this user may remove.
    """
    folder = os.open(path, _AT_ONCE | os.O_DIRECTORY)
    try:
        if os.fstat(folder).st_uid != os.geteuid():
            return
        with abandoned(_HELD, folder) as gone:
            if gone:
                shutil.rmtree(path)
    finally:
        os.close(folder)
