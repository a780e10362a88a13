"""The board of a graph."""

from __future__ import annotations

from typing import Final

from gridproof.errors import InputError
from gridproof.games.merge.level import MAX_SIDE, MergeLevel, reading_order
from gridproof.grid import Direction, Pos
from gridproof.reductions.drawing.orthogonal import Drawing, grid_points
from gridproof.reductions.sources.graph import CoverProblem
from gridproof.reductions.vc_to_merge.plan import Plan, budget, vertices
from gridproof.reductions.wirings import covers

__all__ = ["lay_out"]

#: Cells to a unit of the drawing.
_PITCH: Final = 6
#: The bump leaves the line of its unit at the first of these cells and comes back at the second.
_BUMP: Final = (2, 4)
#: Cells from one idle hero, or one pair, to the next in a row; and from one row to the next.
_IDLE_STEP, _PAIR_STEP, _ROW_STEP = 2, 3, 2


def lay_out(problem: CoverProblem, drawing: Drawing) -> tuple[MergeLevel, Plan]:
    """Lay out the board of a drawn graph; return it and its plan.

    Raises:
        InputError: it would be too large.
    """
    paths = tuple(map(_path, drawing.routes))
    used = [corner for path in paths for corner in path]
    width = max(max(x for x, _ in used) + 1, _PITCH)
    top = max(y for _, y in used) + 2
    padding = 2 * (budget(problem) - vertices(problem) // 2)
    idle = _rows(padding, _IDLE_STEP, top, width)
    pairs = [(hero, hero.step(Direction.R)) for hero in _rows(-padding, _PAIR_STEP, top, width)]
    height = 1 + max(y for _, y in [*used, *idle, *(hero for hero, _ in pairs)])
    if max(width, height) > MAX_SIDE:
        raise InputError(
            f"this graph takes a board of {width} × {height} cells; "
            f"boards of merge may have at most {MAX_SIDE} × {MAX_SIDE}",
            hint="take a smaller graph",
        )
    plan = Plan(drawing, paths, tuple(idle), tuple(pairs))
    cells = list(map(plan.cells, range(len(paths))))
    heroes = {cell for path in cells for cell in path[::2]} | {*idle, *plan.pair_heroes()}
    stones = {cell for path in cells for cell in path[1::2]} | {stone for _, stone in pairs}
    level = MergeLevel(
        width=width,
        height=height,
        heroes=reading_order([(cell, 1) for cell in heroes]),
        stones=reading_order([(cell, 1) for cell in stones]),
        target=len(stones),
    )
    return level.with_info(title=covers.titled(problem), k=str(len(stones))), plan


def _path(route: tuple[Pos, ...]) -> tuple[Pos, ...]:
    """Return the corners of the path of a route through the drawing."""
    corners = [Pos(_PITCH * x, _PITCH * y) for x, y in grid_points(route)]
    if len(corners) % 2:  # an even number of units
        middle = len(corners) // 2
        (ax, ay), (bx, by) = corners[middle - 1 : middle + 1]
        dx, dy = (bx - ax) // _PITCH, (by - ay) // _PITCH
        out, back = (Pos(ax + i * dx, ay + i * dy) for i in _BUMP)
        beside = [Pos(x + abs(dy), y + abs(dx)) for x, y in (out, back)]
        corners[middle:middle] = [out, *beside, back]
    turns = [
        b
        for a, b, c in zip(corners, corners[1:], corners[2:], strict=False)
        if (a.x == b.x) != (b.x == c.x)
    ]
    return (corners[0], *turns, corners[-1])


def _rows(count: int, step: int, top: int, width: int) -> list[Pos]:
    """Return ``count`` cells in rows from ``top`` on; the board has their right neighbours too."""
    in_row = (width - 2) // step + 1
    return [Pos(i % in_row * step, top + i // in_row * _ROW_STEP) for i in range(count)]
