"""Crates laid out from king's moves, and what floor and blasts of a board of crates are like."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from gridproof.errors import InputError
from gridproof.games.bombcover.level import MAX_SIDE, BombcoverLevel
from gridproof.grid import Pos

__all__ = ["Ground", "bomb_cells", "crates_of", "lay"]

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

    edge, row = "#" * width, "#" + "." * (width - 2) + "#"
    cells = bytearray((edge + row * (height - 2) + edge).encode("ascii"))
    for x, y in map(place, items):
        cells[y * width + x] = ord("x")
    player = Pos(1, place(min(items, key=lambda item: item.x + item.y)).y)
    level = BombcoverLevel(
        width=width,
        height=height,
        cells=cells.decode("ascii"),
        players=(player,),
        radius=radius,
    )
    return place, level


def crates_of(level: BombcoverLevel) -> list[Pos]:
    """Return the cells of all crates."""
    found = (divmod(crate.start(), level.width) for crate in re.finditer("x", level.cells))
    return [Pos(x, y) for y, x in found]


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
        self._level = level
        self._radius = level.radius or max(level.width, level.height)
        # Runs of floor, row by row, as places in the rows with a cell more between them.
        self._stride = level.width + 1
        rows = re.findall(f"(?s).{{{level.width}}}", level.cells)
        runs = [run.span() for run in re.finditer(r"\.+", "#".join(rows))]
        self._starts, self._ends = [start for start, _ in runs], [end for _, end in runs]
        roots = self._joined()
        numbers = {root: number for number, root in enumerate(sorted(set(roots)))}
        self._region = [numbers[root] for root in roots]
        self.regions = len(numbers)

    def _joined(self) -> list[int]:
        """Return the first run of the region of each run."""
        starts, ends, stride = self._starts, self._ends, self._stride
        root = list(range(len(starts)))
        below = 0  # the first run that ends beyond the start of a run, a row further down
        for upper, (start, end) in enumerate(zip(starts, ends, strict=True)):
            below = bisect_right(ends, start + stride, below)
            for lower in range(below, bisect_left(starts, end + stride, below)):
                one, other = upper, lower
                while root[one] != one:
                    root[one] = one = root[root[one]]
                while root[other] != other:
                    root[other] = other = root[root[other]]
                root[max(one, other)] = min(one, other)
        for run, above in enumerate(root):  # which is no later run
            root[run] = root[above]
        return root

    def _is_inside(self, cell: Pos) -> bool:
        return 0 <= cell.x < self._level.width and 0 <= cell.y < self._level.height

    def region(self, cell: Pos) -> int:
        """Return the region of a cell; -1 if it is no floor."""
        if not self._is_inside(cell):
            return -1
        place = cell.y * self._stride + cell.x
        run = bisect_right(self._starts, place) - 1
        return self._region[run] if run >= 0 and place < self._ends[run] else -1

    def sees(self, bomb: Pos, crate: Pos) -> bool:
        """Return True if a bomb on a cell of the floor would destroy a crate."""
        if not (self._is_inside(bomb) and self._is_inside(crate)):
            return False
        level = self._level
        (low_x, high_x), (low_y, high_y) = sorted((bomb.x, crate.x)), sorted((bomb.y, crate.y))
        if low_y == high_y and high_x - low_x <= self._radius:
            line = level.cells[low_y * level.width + low_x : low_y * level.width + high_x + 1]
        elif low_x == high_x and high_y - low_y <= self._radius:
            start, end = low_y * level.width + low_x, high_y * level.width + low_x + 1
            line = level.cells[start : end : level.width]
        else:
            return False
        # All between them is floor if only one of the two ends, the crate, is not.
        return line.count(".") == len(line) - 1
