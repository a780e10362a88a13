"""Temporary files and folders of processes, and the sweeping of those that killed ones left.

Each is held by its process, with a lock that the system releases when the process ends, by whatever
cause. Only files that have a name of ours, belong to this user, are no link and are held by no
process are swept.
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
    """Hold a new file until its descriptor is closed.

    Returns:
        False: another process took it for an abandoned one, and removes it.
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
    """Return True if a file was left by a process of this user that has ended.

    No other process holds it as long as the context lasts.

    Args:
        name: of the file.
        folder: descriptor of its folder.
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
    """Make a folder that is removed at the end; if this process is killed, by a later one."""
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
    """Remove the temporary folders of processes of this user that were killed."""
    if not (CAN_HOLD and shutil.rmtree.avoids_symlink_attacks):
        return
    with suppress(OSError), os.scandir(gettempdir()) as entries:
        for name in [entry.name for entry in entries if _FOLDER.fullmatch(entry.name)]:
            path = os.path.join(gettempdir(), name)
            with suppress(OSError):
                _sweep(path)


def _sweep(path: str) -> None:
    """Remove a temporary folder that no process holds.

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
