"""Immutable sequences of numbers that change at few places from state to state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, overload

__all__ = ["changed", "numbers"]

#: Longer sequences are kept in parts of this length, so that a change need not copy the whole.
_PART: Final = 256


def numbers(values: Sequence[int]) -> Sequence[int]:
    """Return the values as a sequence that can be hashed: a tuple, in parts if it is long."""
    if len(values) <= 2 * _PART:
        return tuple(values)
    return _Parts(tuple(tuple(values[i : i + _PART]) for i in range(0, len(values), _PART)))


def changed(values: Sequence[int], new: Mapping[int, int]) -> Sequence[int]:
    """Return the sequence with other values at some places."""
    if isinstance(values, _Parts):
        return values.changed(new)
    copy = list(values)
    for place, value in new.items():
        copy[place] = value
    return tuple(copy)


class _Parts(Sequence[int]):
    """A long sequence, equal to another one with the same numbers."""

    __slots__ = ("_parts",)

    def __init__(self, parts: tuple[tuple[int, ...], ...]) -> None:
        self._parts = parts

    def changed(self, new: Mapping[int, int]) -> _Parts:
        parts = list(self._parts)
        for place, value in new.items():
            number, at = divmod(place, _PART)
            part = parts[number]
            parts[number] = (*part[:at], value, *part[at + 1 :])
        return _Parts(tuple(parts))

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        number, at = divmod(range(len(self))[place], _PART)
        return self._parts[number][at]

    def __sizeof__(self) -> int:
        """Return the bytes that it does not share with the sequence that it was made from."""
        return object.__sizeof__(self) + 8 * (len(self._parts) + 2 * _PART)

    def __len__(self) -> int:
        return _PART * (len(self._parts) - 1) + len(self._parts[-1])

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Parts) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)
