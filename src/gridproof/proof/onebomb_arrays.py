"""The same board with NumPy: crosses of all lines of a strip at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK
from gridproof.proof.onebomb_board import FAR, BorderedBoard, Numbers

__all__ = ["ArrayBoard"]

#: Cells between two looks at the clock.
_PACE: Final = 1 << 15

#: A number for each cell, by row and column.
Field = np.ndarray[Any, np.dtype[np.int32]]


class ArrayBoard(BorderedBoard):
    """A bordered board whose numbers are worked on as arrays, in strips."""

    def _inner(self, numbers: Any) -> Any:
        """Return values numbered as cells are, by row and column, without the border."""
        return numbers.reshape(-1, self._stride)[1:-1, :-1]

    def _field(self, far: Numbers) -> Field:
        field: Field = self._inner(np.frombuffer(far, np.int32))
        return field

    def _cells(self) -> Any:
        return self._inner(np.frombuffer(self._kinds, np.uint8))

    def _strips(self, count: int, length: int) -> Iterator[slice]:
        """Yield strips of rows (or columns); each has about :data:`_PACE` cells."""
        size = max(1, _PACE // length)
        for start in range(0, count, size):
            self._ticker.check()
            yield slice(start, start + size)

    def _unknown(self) -> Numbers:
        far = array("i")
        for start in range(0, self._size, self._stride):
            self._ticker.check()
            row = np.frombuffer(self._kinds, np.uint8, self._stride, start)
            far.frombytes(np.where(row == ROCK, -1, FAR).astype(np.int32).tobytes())
        return far

    def _crosses(self, far: Numbers) -> Numbers:
        cells, whole = self._cells(), self._field(far)
        height, width = cells.shape
        radius = height + width if self._level.radius is None else self._level.radius
        arm = _piercing if self._level.blast == "pierce" else _classic
        self._ticker.allocate(4 * self._size)
        ways = array("i", [FAR]) * self._size
        found = self._field(ways)

        def along_rows(strip: Field, cells: Any) -> Field:
            """Return the same for the two arms along rows alone."""
            strip = np.where(cells == ROCK, FAR, strip)
            right = arm(strip[:, ::-1], cells[:, ::-1], radius)[:, ::-1]
            return np.minimum(arm(strip, cells, radius), right)

        for s in self._strips(height, width):
            found[s] = along_rows(whole[s], cells[s])
        for s in self._strips(width, height):
            columns = along_rows(whole[:, s].T.copy(), cells[:, s].T.copy())
            found[:, s] = np.minimum(found[:, s], columns.T)
        return ways

    def _lower(self, far: Numbers, new: Numbers, row: slice) -> list[int]:
        old, ways = np.frombuffer(far, np.int32)[row], np.frombuffer(new, np.int32)[row]
        kinds = np.frombuffer(self._kinds, np.uint8)[row]
        left = ((ways < old) | (kinds == BRICK)) & (ways < FAR)
        np.minimum(old, ways, out=old)
        listed: list[int] = (np.flatnonzero(left) + row.start).tolist()
        return listed

    def _least_sum(self, one: Numbers, other: Numbers) -> int:
        before, after = self._field(one), self._field(other)
        return min(int((before[s] + after[s]).min()) for s in self._strips(*before.shape))

    def _sum(self, numbers: Numbers) -> int:
        return int(np.frombuffer(numbers, np.int32).sum(dtype=np.int64))


def _piercing(far: Field, cells: Any, radius: int) -> Field:
    """Return by cell the least of far + distance over itself and the reach of its left arm."""
    width = far.shape[1]
    columns = np.arange(width, dtype=np.int32)
    rocks = np.maximum.accumulate(np.where(cells == ROCK, columns, -1), axis=1)
    reach = columns - rocks - 1
    least, size = far.copy(), 1  # of `size` cells: the cell and the nearest ones
    while size < min(radius + 1, width):
        step = min(size, radius + 1 - size)
        further = np.where(reach[:, step:] >= step, least[:, :-step] + step, FAR)
        least[:, step:] = np.minimum(least[:, step:], further)
        size += step
    return least


def _classic(far: Field, cells: Any, radius: int) -> Field:
    """Return the same, if an arm ends at the first brick.

    That brick alone counts: from an empty cell of the arm one can walk to the bomb.
    """
    columns = np.arange(far.shape[1], dtype=np.int32)
    stops = np.maximum.accumulate(np.where(cells == EMPTY, -1, columns), axis=1)[:, :-1]
    distance = columns[1:] - stops
    least = far.copy()
    cleared = np.take_along_axis(far, np.maximum(stops, 0), axis=1) + distance  # FAR on a rock
    holds = (stops >= 0) & (distance <= radius) & (cells[:, 1:] != ROCK)
    least[:, 1:] = np.minimum(least[:, 1:], np.where(holds, cleared, FAR))
    return least
