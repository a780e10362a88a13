"""TOML as plans and settings have it: shallow, with whole numbers of 64 bits.

The reader of the standard library follows any nesting, takes numbers of any length, and needs a
time that grows with the square of the parts of a dotted key.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from gridproof.errors import InputError

__all__ = ["read_toml"]

#: Tables and lists that may lie in each other, and characters of a text.
_MAX_DEPTH: Final = 16
_MAX_TEXT: Final = 1 << 20
_MAX_WHOLE: Final = 1 << 63
_TOO_DEEP: Final = "tables or lists lie too deep in each other"
#: A dotted key that has too many parts, from the line's beginning or within brackets.
_LONG_KEY: Final = re.compile(
    r"(?:\A|(?<=[\n,\[{]))"
    r"(?:[ \t]*+(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.)"
    rf"{{{_MAX_DEPTH},}}"
)


def read_toml(text: str) -> dict[str, Any]:
    """Reads a text.

    Raises:
        InputError: it is no TOML, or more than plans and settings need.
    """
    if len(text) > _MAX_TEXT:
        raise InputError(f"is larger than {_MAX_TEXT >> 20} MiB of TOML")
    if (long := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, long.start()) + 1
        raise InputError(f"{_TOO_DEEP} (at line {line})")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise InputError(str(problem)) from None
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    except ValueError:  # a number that Python does not read
        raise InputError("a number is too long") from None
    _check([table])
    return table


def _check(values: list[Any]) -> None:
    """Refuses what is too deep or too large, one depth after another.

    Raises:
        InputError: something is.
    """
    for _ in range(_MAX_DEPTH):
        inner: list[Any] = []
        for value in values:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, int) and not -_MAX_WHOLE <= value < _MAX_WHOLE:
                raise InputError("a whole number is larger than 64 bits hold")
        if not inner:
            return
        values = inner
    raise InputError(_TOO_DEEP)
