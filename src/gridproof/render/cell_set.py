"""Sets of cells as rows of bits: what neighbours have in common is one operation a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self

from gridproof.grid import Pos

__all__ = ["Cells"]

_RUN: Final = re.compile("1+")


@dataclass(frozen=True)
class Cells:
    """A set of cells of a rectangle.

    Attributes:
        rows: the bits of each row; the lowest one is the cell at the left.
        width: columns.
    """

    rows: tuple[int, ...]
    width: int

    @classmethod
    def all(cls, width: int, height: int) -> Self:
        """Return the set of all cells."""
        return cls(((1 << width) - 1,) * height, width)

    @classmethod
    def at(cls, places: Iterable[Pos], width: int, height: int) -> Self:
        """Return the set of some cells."""
        rows = [0] * height
        for x, y in places:
            rows[y] |= 1 << x
        return cls(tuple(rows), width)

    @classmethod
    def equal(cls, codes: bytes, code: int, width: int) -> Self:
        """Return the set of the cells that have a code, of the codes row by row."""
        digits = bytearray(b"0" * 256)
        digits[code] = ord("1")
        text = codes.translate(digits)[::-1]  # an integer begins with its highest bit
        starts = range(len(text) - width, -1, -width) if width else ()
        return cls(tuple(int(text[i : i + width], 2) for i in starts), width)

    def __bool__(self) -> bool:
        return any(self.rows)

    def __len__(self) -> int:
        return sum(row.bit_count() for row in self.rows)

    def __sub__(self, other: Cells) -> Cells:
        rows = (row & ~less for row, less in zip(self.rows, other.rows, strict=True))
        return Cells(tuple(rows), self.width)

    @property
    def transposed(self) -> Cells:
        """The set with columns as rows."""
        columns = zip(*self._texts(), strict=True)
        rows = tuple(int("".join(reversed(column)), 2) for column in columns)
        return Cells(rows, len(self.rows))

    @property
    def above_others(self) -> Cells:
        """The cells of which the one below belongs to the set, too; a row less."""
        return Cells(tuple(row & below for row, below in pairwise(self.rows)), self.width)

    @property
    def left_of_others(self) -> Cells:
        """The cells of which the one to the right belongs to the set, too; a column less."""
        return Cells(tuple(row & row >> 1 for row in self.rows), max(self.width - 1, 0))

    def runs(self) -> Iterator[tuple[int, int, int]]:
        """Yield the longest runs in each row: row, first column, column after the last."""
        for y, text in enumerate(self._texts()):
            for run in _RUN.finditer(text):
                yield y, *run.span()

    def _texts(self) -> Iterator[str]:
        """Yield each row as digits, that of the left cell first."""
        for row in self.rows:
            yield f"{row:0{self.width}b}"[::-1] if self.width else ""
