"""The terminal that is played on, also where standard input is something else."""

from __future__ import annotations

import os
import sys

from gridproof.errors import InputError

__all__ = ["take_keys"]

_HINT = "`gridproof show FILE` draws boards anywhere"


def take_keys(verb: str = "play") -> None:
    """Make standard input the terminal, whatever it was; piped input has been read.

    Raises:
        InputError: there is no terminal, or standard error, on which is drawn, goes elsewhere.
    """
    if sys.__stderr__ is None or not sys.__stderr__.isatty():
        raise InputError(f"`{verb}` needs a terminal to draw on (its standard error)", hint=_HINT)
    if sys.__stdin__ is None:
        raise InputError(f"`{verb}` takes keys from standard input, which is closed")
    if sys.__stdin__.isatty():
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        raise InputError(f"`{verb}` needs a terminal to take keys from", hint=_HINT) from None
    os.dup2(terminal, sys.__stdin__.fileno())
    os.close(terminal)
