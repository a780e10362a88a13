"""The board of a certificate of onebomb: its distances and crosses, in plain Python."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import add
from typing import Final, TypeAlias

from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel
from gridproof.grid import Pos
from gridproof.limits import Ticker

__all__ = ["BYTES_LISTED", "FAR", "BorderedBoard", "Numbers"]

#: No walk. It is more than the length of any, and the sum of two with two ways over a bomb is less
#: than 32 bits hold.
FAR: Final = 1 << 29
#: Of a cell in a list, with its number.
BYTES_LISTED: Final = 40
#: Cells between two looks at the clock.
_PACE: Final = 1 << 15

#: A number of 32 bits for each cell, those of the border included.
Numbers: TypeAlias = "array[int]"


class BorderedBoard:
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

    def _rows(self) -> Iterator[slice]:
        """Yield the cells of each row of the board."""
        for start in range(self._stride, self._size - self._stride, self._stride):
            self._ticker.check()
            yield slice(start, start + self._stride)

    def _columns(self) -> Iterator[slice]:
        """Yield the cells of each column of the board, and the border above and below."""
        for x in range(self._stride - 1):
            self._ticker.check()
            yield slice(x, None, self._stride)

    def _number(self, cell: Pos) -> int:
        return (cell.y + 1) * self._stride + cell.x

    def shortest(self) -> int:
        """Return the least number of steps from the start to the goal.

        FAR or more: there is no walk.
        """
        here = self._distances(self._level.start)
        for _ in range(self._level.bombs - 1):
            if not self._ride(here):
                break  # more bombs make no cell nearer
        before = self._crosses(here)
        after = self._crosses(self._distances(self._level.goal))
        return self._least_sum(before, after)

    def _distances(self, source: Pos) -> Numbers:
        """Return the steps to each cell over empty cells; a brick may be the last cell.

        On rock: -1.
        """
        self._ticker.allocate(4 * self._size)
        far = self._unknown()
        far[self._number(source)] = 0
        self._spread(far, {0: [self._number(source)]})
        return far

    def _unknown(self) -> Numbers:
        """Return FAR for each cell; on rock: -1."""
        far = array("i", [FAR]) * self._size
        for row in chain(self._rows(), (slice(self._stride), slice(-self._stride, None))):
            far[row] = array("i", [-1 if kind == ROCK else FAR for kind in self._kinds[row]])
        return far

    def _spread(self, far: Numbers, sources: Mapping[int, Sequence[int]]) -> None:
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
                    ticker.allocate(BYTES_LISTED * (len(layer) + len(following)) - held)
                    held = BYTES_LISTED * (len(layer) + len(following))
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

    def _ride(self, far: Numbers) -> bool:
        """Lowers distances by walks with one piercing bomb more; whether any is lowered.

        A bomb on any cell of a cross has the cross's own bomb on its cross. So cells are reached
        from a bomb as the bomb is from cells.
        """
        known = self._sum(far)
        over = self._crosses(self._crosses(far))
        sources: dict[int, list[int]] = {}
        for row in self._rows():
            listed = self._lower(far, over, row)
            self._ticker.allocate(BYTES_LISTED * len(listed))
            for cell in listed:
                sources.setdefault(over[cell], []).append(cell)
        self._spread(far, sources)
        self._ticker.allocate(-8 * self._size - sum(map(len, sources.values())) * BYTES_LISTED)
        return self._sum(far) < known

    def _crosses(self, far: Numbers) -> Numbers:
        """Return by bomb the least way to a cell of its cross, by ``far``, and on to the bomb.

        On rock: FAR.
        """
        radius = self._size if self._level.radius is None else self._level.radius
        arm = _piercing if self._level.blast == "pierce" else _classic
        self._ticker.allocate(4 * self._size)
        found = array("i", [FAR]) * self._size
        for line in chain(self._rows(), self._columns()):
            steps, kinds = far[line].tolist(), self._kinds[line]
            one, other = arm(steps, kinds, radius), arm(steps[::-1], kinds[::-1], radius)
            found[line] = array("i", map(min, found[line], one, reversed(other)))
        return found

    def _lower(self, far: Numbers, new: Numbers, row: slice) -> list[int]:
        """Lower the distances of a row to new ones; return the cells that can be left by those.

        They are the cells with less than before, and bricks with any: now they can be left.
        """
        before = far[row]
        far[row] = array("i", map(min, before, new[row]))
        each = zip(new[row], before, self._kinds[row], strict=True)
        return [
            cell
            for cell, (steps, known, kind) in enumerate(each, row.start)
            if steps < FAR and (steps < known or kind == BRICK)
        ]

    def _least_sum(self, one: Numbers, other: Numbers) -> int:
        least: int = min(min(map(add, one[row], other[row])) for row in self._rows())
        return least

    def _sum(self, numbers: Numbers) -> int:
        return sum(sum(numbers[row]) for row in self._rows())


def _piercing(far: Sequence[int], kinds: bytes, radius: int) -> list[int]:
    """Return by cell of a line the least of far + distance over it and the reach of its left arm.

    On rock: FAR.
    """
    found = []
    waiting: deque[tuple[int, int]] = deque()  # ways from cells of the arm, no later one as short
    for place, (steps, kind) in enumerate(zip(far, kinds, strict=True)):
        if kind == ROCK:
            waiting.clear()
            found.append(FAR)
            continue
        way = steps - place
        while waiting and waiting[-1][0] >= way:
            waiting.pop()
        waiting.append((way, place))
        if waiting[0][1] < place - radius:
            waiting.popleft()
        found.append(waiting[0][0] + place)
    return found


def _classic(far: Sequence[int], kinds: bytes, radius: int) -> list[int]:
    """Return the same, if an arm ends at the first brick.

    That brick alone counts: from an empty cell of the arm one can walk to the bomb.
    """
    found = []
    way, last = FAR, -1  # from the latest brick on the arm
    for place, (steps, kind) in enumerate(zip(far, kinds, strict=True)):
        if kind == ROCK:
            way = FAR
            found.append(FAR)
            continue
        found.append(min(steps, way + place) if place - last <= radius else steps)
        if kind != EMPTY:
            way, last = steps - place, place
    return found
