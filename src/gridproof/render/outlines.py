"""Shapes of sets of cells as SVG paths: outlines, and the lines between cells.

A set of cells is a boolean array, row by row. All work on whole arrays; only corners are walked
through one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Cells", "grid_lines", "merged", "outline", "runs"]

#: True if each cell belongs to the set, row by row.
Cells = NDArray[np.bool_]

#: Rectangles whose sides make a finer lattice than this are drawn each by itself.
_FINEST: Final = 1 << 20


def outline(cells: Cells, left: int = 0, top: int = 0, *, inset: int = 0, unit: int = 1) -> str:
    """Return the path around a set of cells, holes included (they run the other way round).

    Args:
        cells: the set.
        left: column of the first cell.
        top: row of the first cell.
        inset: the distance of the path from the cells' edges, in units of the path.
        unit: the length of a cell's side in units of the path.
    """
    x, y, right, down, convex = corners = _corners(cells)
    turn = np.where(convex, inset, -inset)
    xs = (x + left) * unit + np.where(right, turn, -turn)
    ys = (y + top) * unit + np.where(down, turn, -turn)
    return _around(corners, xs, ys)


def merged(rectangles: Sequence[tuple[int, int, int, int]]) -> str:
    """Return the path around rectangles (left, top, width, height of each), which may overlap."""
    left, top, width, height = np.array(rectangles, np.intp).T
    columns, rows = np.unique([left, left + width]), np.unique([top, top + height])
    if len(columns) * len(rows) > _FINEST:
        return "".join(f"M{x} {y}h{w}v{h}h{-w}z" for x, y, w, h in rectangles)
    cells = np.zeros((len(rows) - 1, len(columns) - 1), bool)
    sides = (np.searchsorted(columns, side).tolist() for side in (left, left + width))
    ends = (np.searchsorted(rows, end).tolist() for end in (top, top + height))
    for start, stop, first, last in zip(*sides, *ends, strict=True):
        cells[first:last, start:stop] = True
    corners = _corners(cells)
    return _around(corners, columns[corners[0]], rows[corners[1]])


def _around(
    corners: tuple[NDArray[np.intp], ...], places: NDArray[np.intp], heights: NDArray[np.intp]
) -> str:
    """Return the path through corners that are drawn at these places and heights."""
    x, y, right, down, convex = corners
    # Two corners meet where two cells touch at a point only: the left and the upper one come first.
    across = _paired(np.lexsort((right, x, y)))
    along = _paired(np.lexsort((down, y, x)))
    xs, ys = places.tolist(), heights.tolist()
    outer = convex.tolist()
    seen = bytearray(len(xs))
    parts = []
    for first in range(len(xs)):
        if seen[first]:
            continue
        parts.append(f"M{xs[first]} {ys[first]}")
        at = first
        while True:
            seen[at] = 1
            if outer[first]:
                at, before = across[at], at
                parts.append(f"h{xs[at] - xs[before]}")
                seen[at] = 1
                at, before = along[at], at
            else:
                at, before = along[at], at
                parts.append(f"v{ys[at] - ys[before]}")
                seen[at] = 1
                at, before = across[at], at
            if at == first:
                break
            parts.append(f"v{ys[at] - ys[before]}" if outer[first] else f"h{xs[at] - xs[before]}")
        parts.append("z")
    return "".join(parts)


def _corners(cells: Cells) -> tuple[NDArray[np.intp], ...]:
    """Return the corners of a set's outline in reading order: x, y, and the turn of each.

    Its two edges run to the right (1) or left (0), and down (1) or up (0); the quarter between them
    belongs to the set at a convex corner, and is all that does not at another.
    """
    padded = np.pad(cells, 1)
    quarters = np.stack(
        (padded[:-1, :-1], padded[:-1, 1:], padded[1:, :-1], padded[1:, 1:]), axis=-1
    )
    count = quarters.sum(axis=-1)
    diagonal = (count == 2) & (quarters[..., 0] == quarters[..., 3])
    lone = quarters & ((count == 1) | diagonal)[..., None]
    gap = ~quarters & (count == 3)[..., None]
    y, x, quarter = np.nonzero(lone | gap)
    return x, y, quarter % 2, quarter // 2, lone[y, x, quarter]


def _paired(order: NDArray[np.intp]) -> list[int]:
    """Return for each corner the other end of its edge, if edges join neighbours in an order."""
    other = np.empty_like(order)
    other[order[::2]], other[order[1::2]] = order[1::2], order[::2]
    return other.tolist()  # type: ignore[no-any-return]


def runs(cells: Cells) -> Iterator[tuple[int, int, int]]:
    """Yield the longest runs of set cells in each row: row, first column, column after the last."""
    steps = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(steps == 1)
    yield from zip(rows.tolist(), starts.tolist(), np.nonzero(steps == -1)[1].tolist(), strict=True)


def grid_lines(cells: Cells, left: int = 0, top: int = 0) -> str:
    """Return the path of the lines between neighbours in a set of cells."""
    across = runs(cells[1:] & cells[:-1])
    along = runs((cells[:, 1:] & cells[:, :-1]).T)
    return "".join(f"M{left + start} {top + y + 1}h{end - start}" for y, start, end in across) + (
        "".join(f"M{left + x + 1} {top + start}v{end - start}" for x, start, end in along)
    )
