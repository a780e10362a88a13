"""Shapes of sets of cells as SVG paths: outlines, and the lines between cells.

Corners are found in whole rows, and walked through one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gridproof.render.cell_set import Cells

__all__ = ["grid_lines", "merged", "outline"]

#: Rectangles whose sides make a finer lattice than this are drawn each by itself.
_FINEST: Final = 1 << 20


class _Corner(NamedTuple):
    """A corner of a set's outline.

    Its two edges run to the right (1) or left (0), and down (1) or up (0); the quarter between them
    belongs to the set at a convex corner, and is all that does not at another.
    """

    x: int
    y: int
    right: int
    down: int
    convex: bool


def outline(cells: Cells, left: int = 0, top: int = 0, *, inset: int = 0, unit: int = 1) -> str:
    """Return the path around a set of cells, holes included (they run the other way round).

    Args:
        cells: the set.
        left: column of the first cell.
        top: row of the first cell.
        inset: the distance of the path from the cells' edges, in units of the path.
        unit: the length of a cell's side in units of the path.
    """
    corners = list(_corners(cells))
    xs = [(c.x + left) * unit + (inset if c.convex == c.right else -inset) for c in corners]
    ys = [(c.y + top) * unit + (inset if c.convex == c.down else -inset) for c in corners]
    return _around(corners, xs, ys)


def merged(rectangles: Sequence[tuple[int, int, int, int]]) -> str:
    """Return the path around rectangles (left, top, width, height of each), which may overlap."""
    columns = sorted({x for left, _, width, _ in rectangles for x in (left, left + width)})
    rows = sorted({y for _, top, _, height in rectangles for y in (top, top + height)})
    if len(columns) * len(rows) > _FINEST:
        return "".join(f"M{x} {y}h{w}v{h}h{-w}z" for x, y, w, h in rectangles)
    column_of = {x: number for number, x in enumerate(columns)}
    row_of = {y: number for number, y in enumerate(rows)}
    bits = [0] * (len(rows) - 1)
    for left, top, width, height in rectangles:
        covered = (1 << column_of[left + width]) - (1 << column_of[left])
        for row in range(row_of[top], row_of[top + height]):
            bits[row] |= covered
    corners = list(_corners(Cells(tuple(bits), len(columns) - 1)))
    return _around(corners, [columns[c.x] for c in corners], [rows[c.y] for c in corners])


def _around(corners: Sequence[_Corner], xs: Sequence[int], ys: Sequence[int]) -> str:
    """Return the path through corners that are drawn at these places and heights."""
    # Two corners meet where two cells touch at a point only: the left and the upper one come first.
    across = _paired(corners, lambda corner: (corner.y, corner.x, corner.right))
    along = _paired(corners, lambda corner: (corner.x, corner.y, corner.down))
    seen = bytearray(len(xs))
    parts = []
    for first, corner in enumerate(corners):
        if seen[first]:
            continue
        parts.append(f"M{xs[first]} {ys[first]}")
        at = first
        while True:
            seen[at] = 1
            if corner.convex:
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
            parts.append(f"v{ys[at] - ys[before]}" if corner.convex else f"h{xs[at] - xs[before]}")
        parts.append("z")
    return "".join(parts)


def _corners(cells: Cells) -> Iterator[_Corner]:
    """Yield the corners of a set's outline in reading order."""
    for y, (above, below) in enumerate(pairwise((0, *cells.rows, 0))):
        # The four quarters around each point of the lattice, in reading order.
        quarters = a, b, c, d = above << 1, above, below << 1, below
        odd = a ^ b ^ c ^ d
        several = (a & b) | (c & d) | ((a | b) & (c | d))
        diagonal = (a ^ b) & (a ^ c) & ~(a ^ d)
        lone = (odd & ~several) | diagonal
        for x in _places(odd | diagonal):
            convex = bool(lone >> x & 1)
            for quarter, bits in enumerate(quarters):
                if (bits >> x & 1) == convex:
                    yield _Corner(x, y, quarter % 2, quarter // 2, convex)


def _places(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _paired(corners: Sequence[_Corner], key: Callable[[_Corner], tuple[int, ...]]) -> list[int]:
    """Return for each corner the other end of its edge, if edges join neighbours in an order."""
    order = sorted(range(len(corners)), key=lambda number: key(corners[number]))
    other = [0] * len(order)
    for one, next_one in zip(order[::2], order[1::2], strict=True):
        other[one], other[next_one] = next_one, one
    return other


def grid_lines(cells: Cells, left: int = 0, top: int = 0) -> str:
    """Return the path of the lines between neighbours in a set of cells."""
    across, along = cells.above_others.runs(), cells.left_of_others.transposed.runs()
    return "".join(f"M{left + start} {top + y + 1}h{end - start}" for y, start, end in across) + (
        "".join(f"M{left + x + 1} {top + start}v{end - start}" for x, start, end in along)
    )
