"""Notes on how a file was read: Python warnings, which the command line prints as `note:` lines."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["FileNote", "heard_by", "note"]


class FileNote(UserWarning):
    """A remark on the reading of a file; the boards can be relied on."""


def note(message: str) -> None:
    """Warn that a file was read in a way that its owner may want to know."""
    warnings.warn(message, FileNote, stacklevel=3)


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Hand each note to ``listener`` inside; other warnings go the way they went before."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", FileNote)
        before = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *args: Any, **more: Any) -> None:
            if issubclass(category, FileNote):
                listener(str(message))
            else:
                before(message, category, *args, **more)

        warnings.showwarning = show
        yield
