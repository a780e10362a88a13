"""onebomb: distances from both ends, and the cells that each bomb joins; the file holds nothing.

A walk goes over cells that are empty from the start until it reaches a brick that some bomb has
cleared. Between the first and the last brick of that bomb it is no shorter than the way over the
bomb. ``docs/explanation/certificates-onebomb.md`` has the proofs.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, need
from gridproof.result import first

__all__ = ["check"]

#: No walk. It is more than the length of any, and the sum of two with two ways over a bomb is less
#: than 32 bits hold.
_FAR: Final = 1 << 29
#: Cells between two looks at the clock.
_PACE: Final = 1 << 15
#: Of a cell in a list, with its number.
_BYTES_LISTED: Final = 40

#: A number for each cell, by row and column.
Field = np.ndarray[Any, np.dtype[np.int32]]


def check(claim: Claim[OnebombLevel], records: Records, ticker: Ticker) -> Counts:
    """Works out the length of the shortest walk.

    Raises:
        Refused: it is less than claimed.
        Stopped: by a limit or Ctrl-C.
    """
    least = _BorderedBoard(claim.level, ticker).shortest()
    bound = _FAR if claim.bound is None else first(claim.bound)
    need(least >= bound, f"there is a walk of {least} steps")
    return {"cells": len(claim.level.cells)}


class _BorderedBoard:
    """A board in a border of rock: a row above and below, and a column that closes each row.

    Cells are numbered row by row, those of the border included.
    """

    def __init__(self, level: OnebombLevel, ticker: Ticker) -> None:
        self._level, self._ticker = level, ticker
        self._stride = level.width + 1
        self._size = self._stride * (level.height + 2)
        ticker.allocate(2 * self._size)
        edge = bytes((ROCK,)) * self._stride
        rows = [edge]
        for y in range(level.height):
            ticker.check()
            rows.append(level.cells[y * level.width : (y + 1) * level.width] + edge[:1])
        self._kinds: Final = b"".join((*rows, edge))
        self._cells: Final = self._inner(np.frombuffer(self._kinds, np.uint8))

    def _inner(self, numbers: Any) -> Any:
        """Return values numbered as cells are, by row and column, without the border."""
        return numbers.reshape(-1, self._stride)[1:-1, :-1]

    def _field(self, far: array[int]) -> Field:
        field: Field = self._inner(np.frombuffer(far, np.int32))
        return field

    def _number(self, cell: Pos) -> int:
        return (cell.y + 1) * self._stride + cell.x

    def _strips(self, count: int, length: int) -> Iterator[slice]:
        """Yield strips of rows (or columns); each has about :data:`_PACE` cells."""
        size = max(1, _PACE // length)
        for start in range(0, count, size):
            self._ticker.check()
            yield slice(start, start + size)

    def shortest(self) -> int:
        """Return the least number of steps from the start to the goal.

        _FAR or more: there is no walk.
        """
        height, width = self._cells.shape
        here = self._distances(self._level.start)
        for _ in range(self._level.bombs - 1):
            if not self._ride(here):
                break  # more bombs make no cell nearer
        before = self._crosses(self._field(here))
        after = self._crosses(self._field(self._distances(self._level.goal)))
        return min(int((before[s] + after[s]).min()) for s in self._strips(height, width))

    def _distances(self, source: Pos) -> array[int]:
        """Return the steps to each cell over empty cells; a brick may be the last cell.

        On rock: -1.
        """
        self._ticker.allocate(4 * self._size)
        far = array("i")
        for start in range(0, self._size, self._stride):
            self._ticker.check()
            row = np.frombuffer(self._kinds, np.uint8, self._stride, start)
            far.frombytes(np.where(row == ROCK, -1, _FAR).astype(np.int32).tobytes())
        far[self._number(source)] = 0
        self._spread(far, {0: [self._number(source)]})
        return far

    def _spread(self, far: array[int], sources: Mapping[int, Sequence[int]]) -> None:
        """Lowers distances by walks from cells that can be left, which are listed by theirs."""
        kinds, stride, ticker = self._kinds, self._stride, self._ticker
        waiting = sorted(sources, reverse=True)
        layer: list[int] = []
        steps = since = held = 0
        while layer or waiting:
            if not layer:
                steps = waiting[-1]
            if waiting and waiting[-1] == steps:
                layer += sources[waiting.pop()]
            steps += 1
            following: list[int] = []
            parts = [layer]
            if len(layer) > _PACE:
                parts = [layer[i : i + _PACE] for i in range(0, len(layer), _PACE)]
            for part in parts:
                since += len(part) + 1
                if since > _PACE:
                    ticker.allocate(_BYTES_LISTED * (len(layer) + len(following)) - held)
                    held = _BYTES_LISTED * (len(layer) + len(following))
                    ticker.check()
                    since = 0
                for cell in part:
                    for beside in (cell - stride, cell - 1, cell + 1, cell + stride):
                        if far[beside] > steps:
                            far[beside] = steps
                            if kinds[beside] != BRICK:
                                following.append(beside)
            layer = following
        ticker.allocate(-held)

    def _crosses(self, far: Field) -> Field:
        """Return by bomb the least way to a cell of its cross, by ``far``, and on to the bomb."""
        height, width = self._cells.shape
        radius = height + width if self._level.radius is None else self._level.radius
        arm = _piercing if self._level.blast == "pierce" else _classic
        self._ticker.allocate(4 * self._size)
        found: Field = np.empty((height, width), np.int32)

        def along_rows(strip: Field, cells: Any) -> Field:
            """Return the same for the two arms along rows alone."""
            strip = np.where(cells == ROCK, _FAR, strip)
            right = arm(strip[:, ::-1], cells[:, ::-1], radius)[:, ::-1]
            return np.minimum(arm(strip, cells, radius), right)

        for s in self._strips(height, width):
            found[s] = along_rows(far[s], self._cells[s])
        for s in self._strips(width, height):
            columns = along_rows(far[:, s].T.copy(), self._cells[:, s].T.copy())
            found[:, s] = np.minimum(found[:, s], columns.T)
        return found

    def _ride(self, far: array[int]) -> bool:
        """Lowers distances by walks with one piercing bomb more; whether any is lowered.

        A bomb on any cell of a cross has the cross's own bomb on its cross. So cells are reached
        from a bomb as the bomb is from cells.
        """
        known = np.frombuffer(far, np.int32)
        field, sums = self._field(far), known.sum(dtype=np.int64)
        over = self._crosses(self._crosses(field))
        sources: dict[int, list[int]] = {}
        for y, (row, new, kinds) in enumerate(zip(field, over, self._cells, strict=True), 1):
            self._ticker.check()
            left = ((new < row) | (kinds == BRICK)) & (new < _FAR)  # bricks: now they can be left
            places = np.flatnonzero(left)
            self._ticker.allocate(_BYTES_LISTED * len(places))
            for x, steps in zip(places.tolist(), new[places].tolist(), strict=True):
                sources.setdefault(steps, []).append(y * self._stride + x)
            np.minimum(row, new, out=row)
        self._spread(far, sources)
        self._ticker.allocate(-8 * self._size - sum(map(len, sources.values())) * _BYTES_LISTED)
        return bool(known.sum(dtype=np.int64) < sums)


def _piercing(far: Field, cells: Any, radius: int) -> Field:
    """Return by cell the least of far + distance over itself and the reach of its left arm."""
    width = far.shape[1]
    columns = np.arange(width, dtype=np.int32)
    rocks = np.maximum.accumulate(np.where(cells == ROCK, columns, -1), axis=1)
    reach = columns - rocks - 1
    least, size = far.copy(), 1  # of `size` cells: the cell and the nearest ones
    while size < min(radius + 1, width):
        step = min(size, radius + 1 - size)
        further = np.where(reach[:, step:] >= step, least[:, :-step] + step, _FAR)
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
    cleared = np.take_along_axis(far, np.maximum(stops, 0), axis=1) + distance  # _FAR on a rock
    holds = (stops >= 0) & (distance <= radius) & (cells[:, 1:] != ROCK)
    least[:, 1:] = np.minimum(least[:, 1:], np.where(holds, cleared, _FAR))
    return least
