"""Solutions of integer programs by other solvers: the values of columns."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from gridproof.errors import InputError, shorten

__all__ = ["solver_values"]

#: The tolerance by which a value may be off a whole number.
_TOLERANCE: Final = 1e-5


def solver_values(text: str, names: Sequence[str]) -> list[int]:
    """Return the values of columns, by their names; 0 of those that are left out.

    Solvers write the objective's value, and a column a line: its name and its value; some write a
    number before them, and something behind. HiGHS writes dual values last, so the first line of a
    name counts. SCIP leaves out all that is 0.

    Raises:
        InputError: the text is no solution, or has a value that is not whole.
    """
    known, found = set(names), dict[str, int]()
    for words in map(str.split, text.splitlines()):
        for name, value in itertools.pairwise(words[:3]):
            if name in known and name not in found:
                found[name] = _whole(name, value)
    if names and not found and "objective" not in text.lower():
        raise InputError(
            "no column of the program is in this answer",
            hint=f"a line has a column and its value, such as `{names[0]} 1`",
        )
    return [found.get(name, 0) for name in names]


def _whole(name: str, text: str) -> int:
    try:
        value = float(text)
        whole = round(value)
    except (ValueError, OverflowError):
        value, whole = 1.0, 0
    if abs(value - whole) > _TOLERANCE:
        raise InputError(f"`{name}` is no whole number in this answer: `{shorten(text)}`")
    return whole
