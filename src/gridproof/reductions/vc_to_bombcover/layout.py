"""Boards of Bomb-r-cover that stand for graphs: chains of crates along a drawing's edges.

A unit of the drawing becomes a unit of 4r cells (10 for r = 1) with two crates (five), so that each
edge gets an odd number of crates once one of its units has one more.
"""

from __future__ import annotations

import itertools
from typing import Any, Final, NamedTuple

from gridproof.errors import InputError, InternalError
from gridproof.games.bombcover.level import MAX_SIDE, BombcoverLevel
from gridproof.grid import Pos
from gridproof.reductions.drawing.orthogonal import Drawing, check_drawing, grid_points
from gridproof.reductions.sources.graph import CoverProblem
from gridproof.scene import Window

__all__ = ["board", "drawn", "unit_area"]


class _Unit(NamedTuple):
    """The crates and bombs of a unit: their distance along it from its first grid point, and aside.

    Attributes:
        crates: in order.
        bombs: between each two of them, the cell from which both are destroyed.
    """

    crates: tuple[tuple[int, int], ...]
    bombs: tuple[tuple[int, int], ...]


def _pitch(radius: int) -> int:
    """Return cells from one grid point of the drawing to the next."""
    return 10 if radius == 1 else 4 * radius


def _margin(radius: int) -> int:
    """Return the column and row of the drawing's first grid points: crates keep off the border."""
    return 3 if radius == 1 else 2


_PLAIN_1: Final = _Unit(((1, 0), (3, 0), (5, 0), (7, 0), (9, 0)), ((2, 0), (4, 0), (6, 0), (8, 0)))
# At both feet of the bump are empty cells, and it keeps off the crates of perpendicular units.
_LONGER_1: Final = _Unit(
    ((1, 0), (3, 0), (4, 1), (6, 1), (7, 0), (9, 0)), ((2, 0), (4, 0), (5, 1), (6, 0), (8, 0))
)


def _units(radius: int) -> tuple[_Unit, _Unit]:
    """Return a unit as most are, and one with a crate more."""
    if radius == 1:
        return _PLAIN_1, _LONGER_1
    r = radius
    # Two crates that follow each other are r + 1 to 2r apart: one explosion reaches both, and none
    # ever reaches a third one.
    plain = _Unit(((r, 0), (3 * r, 0)), ((2 * r, 0),))
    return plain, _Unit(((r - 1, 0), (2 * r, 0), (3 * r + 1, 0)), ((r, 0), (3 * r, 0)))


def board(problem: CoverProblem, drawing: Drawing, radius: int) -> tuple[BombcoverLevel, Any]:
    """Lay out the board of a drawn graph; return it and its map.

    The map has the bomb cell of each vertex (``vertices``; null without an edge), and of each edge
    (``edges``) its crates and the bomb cells between them, in order from its smaller vertex, and
    the grid points at both ends of the unit with a crate more (``longer``; null if it has none).

    Raises:
        InputError: the board would be too large.
        InternalError: the drawing is wrong.
    """
    if check_drawing(problem.graph, drawing):
        raise InternalError("the drawing of this graph is wrong")
    width, height = (
        (points - 1) * _pitch(radius) + 2 * _margin(radius) + 1
        for points in (drawing.width, drawing.height)
    )
    if max(width, height) > MAX_SIDE:
        raise InputError(
            f"the board would have {width} × {height} cells; at most {MAX_SIDE} × {MAX_SIDE}"
            " are allowed",
            hint="take a smaller graph",
        )
    edges = [_wire(route, radius) for route in drawing.routes]
    rows = [bytearray(b"#" + b"." * (width - 2) + b"#") for _ in range(height)]
    rows[0] = rows[-1] = bytearray(b"#" * width)
    for edge in edges:
        for x, y in edge["crates"]:
            rows[y][x] = ord("x")
    level = BombcoverLevel(
        width=width,
        height=height,
        cells=b"".join(rows).decode(),
        players=(Pos(1, 1),),
        radius=radius,
    )
    vertices = [None if point is None else [*_cell(point, radius)] for point in drawing.at]
    return level, {"vertices": vertices, "edges": edges}


def _cell(point: Pos, radius: int) -> Pos:
    """Return the cell of a grid point."""
    return Pos(*(_margin(radius) + _pitch(radius) * at for at in point))


def drawn(cell: Pos, radius: int) -> tuple[float, float]:
    """Return a cell in units of the drawing."""
    x, y = ((at - _margin(radius)) / _pitch(radius) for at in cell)
    return x, y


def unit_area(start: Pos, end: Pos, radius: int) -> Window:
    """Return the cells between two neighbouring grid points, with the bump if there is one."""
    left, top = min(start.x, end.x), min(start.y, end.y)
    length, breadth = _pitch(radius) - 1, 2 if radius == 1 else 1
    if start.x == end.x:
        return Window(left, top + 1, breadth, length)
    return Window(left + 1, top, length, breadth)


def _wire(route: tuple[Pos, ...], radius: int) -> dict[str, Any]:
    """Return the entry of an edge in the map."""
    plain, longer = _units(radius)
    points = [_cell(point, radius) for point in grid_points(route)]
    units = len(points) - 1
    # Without a longer unit the number of crates is that of units times five or two.
    special = None if units * len(plain.crates) % 2 else units // 2
    crates: list[list[int]] = []
    bombs: list[list[int]] = []
    for number, (start, end) in enumerate(itertools.pairwise(points)):
        unit = longer if number == special else plain
        if number:
            bombs.append([*start])
        crates += (_placed(start, end, *place) for place in unit.crates)
        bombs += (_placed(start, end, *place) for place in unit.bombs)
    ends = None if special is None else [[*points[special]], [*points[special + 1]]]
    return {"crates": crates, "bombs": bombs, "longer": ends}


def _placed(start: Pos, end: Pos, along: int, aside: int) -> list[int]:
    """Return a cell of the unit between two grid points; aside means below it or to its right."""
    dx, dy = ((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    return [start.x + along * dx + aside * abs(dy), start.y + along * dy + aside * abs(dx)]
