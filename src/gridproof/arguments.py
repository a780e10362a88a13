"""Checks of arguments: a mistake is one line that says what to give instead."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Final

from gridproof.errors import InputError, shorten

__all__ = [
    "check_function",
    "check_moves",
    "check_table",
    "check_text",
    "file_name",
    "kind_of",
    "seconds",
    "shown_value",
    "whole_number",
]

#: Values that messages show as they are.
_SHOWN: Final = (bool, int, float, complex, str, bytes, list, tuple, dict, set)

#: The next step for values of some kinds if a text is expected.
_TEXT_OF = {
    bytes: "; `.decode()` makes a text of bytes",
    bytearray: "; `bytes(…).decode()` makes a text of it",
    dict: "; `json.dumps` makes a text of a dict",
}


def kind_of(value: object) -> str:
    """Return the kind of a value, in the words of messages."""
    if value is None:
        return "None"
    name = "Path" if isinstance(value, os.PathLike) else type(value).__name__
    return name if name == "bytes" else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def check_text(value: object, what: str, instead: str = "") -> None:
    """Refuse a value that is no text.

    Args:
        value: what is given.
        what: the kind it should have, with an article: "the name of a solver".
        instead: what to do with another value; "" says what makes a text of it.

    Raises:
        InputError: it is none.
    """
    if not isinstance(value, str):
        advice = next((said for kind, said in _TEXT_OF.items() if isinstance(value, kind)), "")
        advice = f"; {instead}" if instead else advice
        raise InputError(f"{what} is a text, not {kind_of(value)}{advice}")


def check_table(value: object, what: str) -> None:
    """Refuse a value that is neither None nor a mapping from names.

    Raises:
        InputError: it is neither.
    """
    if value is not None and not isinstance(value, Mapping):
        raise InputError(f"{what} are a dict from names to values, not {kind_of(value)}")


def check_moves(value: object, what: str) -> None:
    """Refuse a value that is neither a text nor a sequence of texts.

    Raises:
        InputError: it is neither.
    """
    if isinstance(value, str):
        return
    if isinstance(value, bytes) or not isinstance(value, Sequence):
        check_text(value, what)
    other = next((move for move in value if not isinstance(move, str)), "")  # type: ignore[attr-defined]
    if not isinstance(other, str):
        raise InputError(f"{what} is a text or a list of texts; one of them is {kind_of(other)}")


def shown_value(value: object) -> str:
    """Return a value as messages show it: short, or its kind where it is an object."""
    if value is None or type(value) in _SHOWN:
        try:
            return shorten(repr(value))
        except ValueError:  # more digits than Python writes
            return "a number with thousands of digits"
    return kind_of(value)


def whole_number(value: Any, what: str, least: int = 0) -> int:
    """Return a whole number; NumPy's are taken too.

    Args:
        value: what is given.
        what: the meaning of the value, with an article: "a seed".
        least: the smallest number allowed.

    Raises:
        InputError: it is none, or less.
    """
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if is_whole and value >= least:
        return int(value)
    raise InputError(f"{what} is a whole number from {least}, not {shown_value(value)}")


def seconds(value: Any, what: str) -> float | None:
    """Return a number of seconds; None stands for none.

    Raises:
        InputError: it is none, or less than 0.
    """
    if value is None:
        return None
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if is_number and value >= 0:
        try:
            return float(value)
        except OverflowError:
            return float("inf")
    raise InputError(f"{what} is a number of seconds from 0, not {shown_value(value)}")


def check_function(value: object, what: str) -> None:
    """Refuse a value that is neither None nor callable.

    Raises:
        InputError: it is neither.
    """
    if value is not None and not callable(value):
        raise InputError(f"{what} is a function, not {shown_value(value)}")


def file_name(path: Any) -> str:
    """Return the name of a file, which may be given as a path.

    Raises:
        InputError: it is neither a text nor a path.
    """
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    check_text(path, "the name of a file", "a `str` or `pathlib.Path` names one")
    return str(path)
