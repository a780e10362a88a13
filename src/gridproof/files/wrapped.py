"""JSON objects that hold boards inside: gridproof's own output, and lists of boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from gridproof.strict_json import Field

__all__ = ["boards_inside", "is_result", "may_hold_boards"]

#: Fields that hold one board, as text in the game's own format or as an object.
_ONE: Final = ("board", "level")
#: Fields that hold a list of such boards.
_MANY: Final = ("boards", "levels")
#: Fields that every result of a solver has.
_RESULT: Final = frozenset({"status", "solver", "digest"})


def boards_inside(record: Mapping[str, Any], forms: Iterable[Collection[str]]) -> Iterator[Field]:
    """Yield the boards that an object holds, texts or objects; none if it is a board itself.

    Args:
        record: the object.
        forms: the names of the fields that a board has, for each form of boards.
    """
    if any(record.keys() >= set(fields) for fields in forms if fields):
        return
    for name in _ONE:
        value = record.get(name)
        if isinstance(value, dict) or (isinstance(value, str) and "\n" in value):
            yield Field(value, name)
            return
    for name in _MANY:
        value = record.get(name)
        if isinstance(value, list) and value and all(isinstance(v, (dict, str)) for v in value):
            yield from Field(value, name).entries()
            return


def may_hold_boards(record: Mapping[str, Any]) -> bool:
    """Return False if an object holds no board inside, whatever the forms of boards are."""
    return not record.keys().isdisjoint((*_ONE, *_MANY))


def is_result(record: Mapping[str, Any]) -> bool:
    """Return True if an object is a result of `solve --json`, which holds no board."""
    return record.keys() >= _RESULT
