"""Files that are written as a whole, and names for them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gridproof.errors import InputError

__all__ = ["partial_file", "safe_name", "unwritable", "write_file"]

#: Bytes of a title that a file's name takes over.
_LONGEST: Final = 80


def write_file(path: Path, data: str | bytes) -> None:
    """Writes a file as a whole: when that fails, what was there before is still there.

    Raises:
        InputError: it cannot be written.
    """
    with partial_file(path) as partial:
        partial.write_bytes(data.encode() if isinstance(data, str) else data)


@contextmanager
def partial_file(path: Path) -> Iterator[Path]:
    """A file to write to, which takes the place of another when all went well.

    Pipes and devices are written to themselves.

    Raises:
        InputError: it cannot be written.
    """
    path = path.resolve()
    try:
        if path.exists() and not path.is_file():  # a pipe or a device
            yield path
            return
        partial = path.with_name(f".gridproof-{os.getpid()}")
        try:
            yield partial
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as problem:
        raise unwritable(path, problem) from None


def unwritable(path: Path, problem: OSError) -> InputError:
    """What to say of a file or folder that cannot be written."""
    return InputError(f"{path}: cannot be written: {problem.strerror or problem}")


def safe_name(title: str) -> str:
    """A title as part of a file's name: letters, digits, and hyphens for all else."""
    name = re.sub(r"[\W_]+", "-", title).strip("-").lower()
    return name.encode(errors="ignore")[:_LONGEST].decode(errors="ignore")
