"""Stopping a search from outside: tokens that others set, and signals that set them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from gridproof.arguments import shown_value
from gridproof.errors import InputError

__all__ = ["CancelToken", "Flag", "signals_cancel", "token_of"]

#: The signals that ask a process to end, as far as the platform has them.
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Flag(Protocol):
    """What others can set: a ``threading.Event``, a ``multiprocessing.Event``, and the like."""

    def is_set(self) -> bool:
        """Whether it is set."""
        ...


class CancelToken:
    """Set from another thread or a signal handler, it stops a search at its next look at the clock.

    Args:
        flags: set, any of them cancels the token too. A worker process watches a flag that it
            shares with its parent.
    """

    def __init__(self, *flags: Flag) -> None:
        self._cancelled = False
        self._flags = flags

    @property
    def cancelled(self) -> bool:
        """Whether the search is to stop."""
        return self._cancelled or any(flag.is_set() for flag in self._flags)

    def cancel(self) -> None:
        """Asks the search to stop and to return what it has."""
        self._cancelled = True


def token_of(cancel: CancelToken | None) -> CancelToken:
    """Returns the token that is given, or a new one where none is.

    Raises:
        InputError: it is something else.
    """
    if cancel is None:
        return CancelToken()
    if not isinstance(cancel, CancelToken):
        raise InputError(f"`cancel` is a `CancelToken()`, not {shown_value(cancel)}")
    return cancel


@contextmanager
def signals_cancel(token: CancelToken) -> Iterator[list[int]]:
    """Turns the first Ctrl-C into a cancelled token, where signals can be handled at all.

    So it does with every other signal that means the same as Ctrl-C, by Python's own handler. The
    second one does what it did before.

    Yields:
        The signals that came; it grows.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    numbers = [n for n in _ENDING if signal.getsignal(n) is signal.default_int_handler]

    def restore() -> None:
        for number in numbers:
            signal.signal(number, signal.default_int_handler)

    def cancel(signum: int, frame: FrameType | None) -> None:
        came.append(signum)
        token.cancel()
        restore()

    for number in numbers:
        signal.signal(number, cancel)
    try:
        yield came
    finally:
        restore()
