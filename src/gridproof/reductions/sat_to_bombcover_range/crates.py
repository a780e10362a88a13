"""Crates laid out from king's moves, and what floor and blasts of a board of crates are like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from gridproof.errors import InputError
from gridproof.games.bombcover.level import MAX_SIDE, BombcoverLevel
from gridproof.grid import Pos

__all__ = ["Ground", "Numbers", "bomb_cells", "crates_of", "lay"]

Numbers: TypeAlias = npt.NDArray[np.int64]

#: Cells around the crates: a wall, and the floor beside it.
_MARGIN: Final = 2


def lay(items: Iterable[Pos], radius: int) -> tuple[Callable[[Pos], Pos], BombcoverLevel]:
    """Lay items on the grid of whole numbers (``y`` upwards) on a board; king's moves are links.

    It is turned by 45° and stretched, see :mod:`gridproof.reductions.wirings.wiring`.

    Returns:
        The map from an item to its cell on the board, and the board.

    Raises:
        InputError: the board would be too large.
    """
    items = list(items)
    apart = radius // 2 + 1
    left, top = min(x + y for x, y in items), min(x - y for x, y in items)
    width = apart * (max(x + y for x, y in items) - left) + 1 + 2 * _MARGIN
    height = apart * (max(x - y for x, y in items) - top) + 1 + 2 * _MARGIN
    if max(width, height) > MAX_SIDE:
        raise InputError(
            f"the board would be {width} × {height}; boards of bombcover have at most {MAX_SIDE} × "
            f"{MAX_SIDE} cells",
            hint="a smaller formula, or a smaller radius",
        )

    def place(item: Pos) -> Pos:
        x, y = item
        return Pos(apart * (x + y - left) + _MARGIN, apart * (x - y - top) + _MARGIN)

    cells = np.full((height, width), ord("#"), dtype=np.uint8)
    cells[1:-1, 1:-1] = ord(".")
    xs, ys = np.array(list(map(place, items))).T
    cells[ys, xs] = ord("x")
    player = Pos(1, place(min(items, key=lambda item: item.x + item.y)).y)
    level = BombcoverLevel(
        width=width,
        height=height,
        cells=cells.tobytes().decode("ascii"),
        players=(player,),
        radius=radius,
    )
    return place, level


def crates_of(level: BombcoverLevel) -> list[Pos]:
    """Return the cells of all crates."""
    at = np.flatnonzero(np.frombuffer(level.cells.encode("ascii"), dtype=np.uint8) == ord("x"))
    rows, columns = np.divmod(at, level.width)
    return list(map(Pos, columns.tolist(), rows.tolist()))


def bomb_cells(group: Sequence[Pos]) -> list[Pos]:
    """Return the cells, at most two, that share a row or a column with each of several crates.

    If all of them stand in one line, it is the cell in the middle of the first two.
    """
    (x, y), *others = group
    corner = next(((ox, oy) for ox, oy in others if ox != x and oy != y), None)
    if corner is None:
        ox, oy = others[0]
        return [Pos((x + ox) // 2, (y + oy) // 2)]
    cells = Pos(x, corner[1]), Pos(corner[0], y)
    return [cell for cell in cells if all(cell.x == ox or cell.y == oy for ox, oy in group)]


class Ground:
    """The floor of a board at the start: its regions, and which crates are in sight.

    Attributes:
        regions: how many regions there are; cells of one can be walked to from each other.
    """

    def __init__(self, level: BombcoverLevel) -> None:
        shape = level.height, level.width
        cells = np.frombuffer(level.cells.encode("ascii"), dtype=np.uint8).reshape(shape)
        self._floor = cells == ord(".")
        # The counts of cells that are no floor to the left of a cell, and above it.
        self._left = np.zeros((level.height, level.width + 1), dtype=np.int16)
        np.cumsum(~self._floor, axis=1, out=self._left[:, 1:], dtype=np.int16)
        self._above = np.zeros((level.height + 1, level.width), dtype=np.int16)
        np.cumsum(~self._floor, axis=0, out=self._above[1:], dtype=np.int16)
        self._radius = level.radius or max(shape)
        # Runs of floor, row by row, as places in the rows with a cell more between them.
        self._stride = level.width + 1
        flat = np.zeros((level.height, self._stride), dtype=np.int8)
        flat[:, :-1] = self._floor
        steps = np.diff(flat.reshape(-1), prepend=0, append=0)
        self._starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
        self._region = self._joined(ends)
        self.regions = int(self._region.max(initial=-1)) + 1

    def _joined(self, ends: Numbers) -> Numbers:
        """Return the region of each run."""
        first = np.searchsorted(ends, self._starts + self._stride, side="right")
        counts = np.searchsorted(self._starts, ends + self._stride) - first
        upper = np.repeat(np.arange(len(ends)), counts)
        lower = np.arange(len(upper)) + np.repeat(first - np.cumsum(counts) + counts, counts)
        root = list(range(len(ends)))
        for one, other in zip(upper.tolist(), lower.tolist(), strict=True):
            while root[one] != one:
                root[one] = one = root[root[one]]
            while root[other] != other:
                root[other] = other = root[root[other]]
            root[max(one, other)] = min(one, other)
        for run, above in enumerate(root):  # which is no later run
            root[run] = root[above]
        return np.unique(np.array(root, dtype=np.int64), return_inverse=True)[1].reshape(-1)

    def _inside(self, cells: Numbers) -> npt.NDArray[np.bool_]:
        height, width = self._floor.shape
        x, y = cells.T
        inside: npt.NDArray[np.bool_] = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        return inside

    def region(self, cells: Numbers) -> Numbers:
        """Return the regions of cells; -1 if they are no floor."""
        inside = self._inside(cells)
        x, y = np.where(inside[:, None], cells, 0).T
        run = np.searchsorted(self._starts, y * self._stride + x, side="right") - 1
        return np.where(inside & self._floor[y, x], self._region[run], -1)

    def sees(self, bombs: Numbers, crates: Numbers) -> npt.NDArray[np.bool_]:
        """Return, for each bomb, True if its cell is floor and it would destroy its crate."""
        fine: npt.NDArray[np.bool_] = (self.region(bombs) >= 0) & self._inside(crates)
        (x, y), (to_x, to_y) = (np.where(fine[:, None], cells, 0).T for cells in (bombs, crates))
        low_x, high_x = np.minimum(x, to_x), np.maximum(x, to_x)
        low_y, high_y = np.minimum(y, to_y), np.maximum(y, to_y)
        # All between them is floor if only one of the two ends, the crate, is not.
        row = (y == to_y) & (self._left[y, high_x + 1] - self._left[y, low_x] == 1)
        column = (x == to_x) & (self._above[high_y + 1, x] - self._above[low_y, x] == 1)
        near = (high_x - low_x <= self._radius) & (high_y - low_y <= self._radius)
        seen: npt.NDArray[np.bool_] = np.logical_and.reduce((fine, near, row | column))
        return seen
