"""Layers of tiles, at a byte a cell: laid over each other, and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["differences", "laid_over", "numbered", "runs"]

_OTHER: Final = re.compile(rb"[^\0]")
#: Every byte but 0 becomes 0, and that becomes all bits.
_NOTHING: Final = b"\xff" + bytes(255)


def numbered(codes: bytes, numbers: Sequence[int]) -> bytes:
    """Return codes with the number of each in its place."""
    return codes.translate(bytes(numbers).ljust(256, b"\0"))


def laid_over(below: bytes, above: bytes, codes: bytes) -> bytes:
    """Return the cells of one layer, but those of another where its codes are not 0."""
    bare = _number(codes.translate(_NOTHING))
    both = (_number(below) & bare) | (_number(above) & ~bare)
    return both.to_bytes(len(below), "big")


def differences(one: bytes, other: bytes) -> Iterator[int]:
    """Yield the places at which two layers differ."""
    both = (_number(one) ^ _number(other)).to_bytes(len(one), "big")
    return (found.start() for found in _OTHER.finditer(both))


def runs(codes: bytes) -> Iterator[tuple[int, int]]:
    """Yield the longest runs of equal codes: length, code."""
    parts = (b"%b+" % re.escape(bytes((code,))) for code in sorted(set(codes)))
    for run in re.finditer(b"|".join(parts), codes):
        if found := run.group():
            yield len(found), found[0]


def _number(codes: bytes) -> int:
    """Return a layer as one number, which is combined with others at once."""
    return int.from_bytes(codes, "big")
