"""What explosions can reach: the rays of all cells of a board, for some kind of crate.

A ray runs from a cell up to the next wall, whatever crates stand between. An arm of an explosion
takes at most one crate, and one of its ray, whatever happened before. All of a large board is
looked at at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from gridproof.games.bombcover.level import WALL, BombcoverLevel
from gridproof.grid import Pos

__all__ = ["Rays", "Sight"]

Whole: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rays:
    """The crates on the rays in one direction, for each cell of the board (row by row).

    Attributes:
        order: numbers of the crates, in the order in which their line runs.
        first: where each cell's crates begin in it.
        last: where they end.
    """

    order: Whole
    first: Whole
    last: Whole

    def crates(self, cell: int) -> list[int]:
        """The numbers of the crates on a cell's ray."""
        found: list[int] = self.order[self.first[cell] : self.last[cell]].tolist()
        return found


class Sight:
    """The rays to some crates of a board.

    Args:
        level: the board.
        crates: the crates; all others are looked past. Each lies on the board, none on a wall.

    Attributes:
        rays: in the directions left, right, up and down.
        number: that of the crate on each cell, row by row; -1 where none of them is.
    """

    def __init__(self, level: BombcoverLevel, crates: Sequence[Pos]) -> None:
        cells = np.frombuffer(level.cells.encode(), dtype=np.uint8)
        walls = (cells == ord(WALL)).reshape(level.height, level.width)
        number = np.full(walls.shape, -1, dtype=np.int64)
        for i, crate in enumerate(crates):
            number[crate.y, crate.x] = i
        self.number = number.ravel()
        across = _along_rows(walls, number)
        down = [_turned_back(rays, walls.shape) for rays in _along_rows(walls.T, number.T)]
        self.rays: tuple[Rays, ...] = (*across, *down)

    def nearest(self, cells: Whole) -> Whole:
        """The number of the first crate on each ray of some cells, in four columns; -1: none."""
        found = np.full((len(cells), len(self.rays)), -1, dtype=np.int64)
        for column, (rays, towards_first) in enumerate(
            zip(self.rays, (False, True, False, True), strict=True)
        ):
            first, last = rays.first[cells], rays.last[cells]
            some = last > first
            at = first[some] if towards_first else last[some] - 1
            found[some, column] = rays.order[at]
        return found

    def seeing(self) -> npt.NDArray[np.bool_]:
        """For each direction and cell whether a crate lies on the ray."""
        return np.array([rays.last > rays.first for rays in self.rays])

    def counts(self) -> Whole:
        """For each direction and cell how many crates lie on the ray."""
        return np.array([rays.last - rays.first for rays in self.rays])

    def both(self) -> tuple[Whole, Whole, Whole]:
        """The two crates of each cell that sees two in all, and the places of these cells."""
        counts = self.counts()
        places = np.flatnonzero(counts.sum(axis=0) == 2)
        found = np.zeros((2, len(places)), dtype=np.int64)
        so_far = np.zeros(len(places), dtype=np.int64)
        for rays, count in zip(self.rays, counts[:, places], strict=True):
            for nth in (0, 1):
                some = np.flatnonzero(count > nth)
                found[so_far[some], some] = rays.order[rays.first[places[some]] + nth]
                so_far[some] += 1
        return found[0], found[1], places


def _along_rows(walls: npt.NDArray[np.bool_], number: Whole) -> tuple[Rays, Rays]:
    """The rays to the left and to the right."""
    height, width = walls.shape
    columns = np.arange(width, dtype=np.int64)
    # The cells of each cell's run from wall to wall: from `begin` up to before `end`.
    begin = np.maximum.accumulate(np.where(walls, columns + 1, 0), axis=1)
    end = np.minimum.accumulate(np.where(walls, columns, width)[:, ::-1], axis=1)[:, ::-1]
    crates = (number >= 0).ravel()
    before = np.concatenate([[0], np.cumsum(crates)])  # crates before each cell, row by row
    start = (np.arange(height, dtype=np.int64) * width)[:, None]
    here = np.arange(height * width, dtype=np.int64)
    order = number.ravel()[crates]
    first, last = before[(begin + start).ravel()], before[(end + start).ravel()]
    none = walls.ravel()  # a wall sees nothing
    left = Rays(order, np.where(none, 0, first), np.where(none, 0, before[here]))
    right = Rays(order, np.where(none, 0, before[here + 1]), np.where(none, 0, last))
    return left, right


def _turned_back(rays: Rays, shape: tuple[int, ...]) -> Rays:
    """Rays of the board with rows and columns exchanged as those of the board itself."""
    height, width = shape

    def back(values: Whole) -> Whole:
        return np.ascontiguousarray(values.reshape(width, height).T).ravel()

    return Rays(rays.order, back(rays.first), back(rays.last))
