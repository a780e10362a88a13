"""The points of a graph."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from gridproof.errors import InputError
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.grid import Pos
from gridproof.reductions.drawing.orthogonal import Drawing, grid_points
from gridproof.reductions.sources.graph import CoverProblem, Graph
from gridproof.reductions.vc_to_boxcover.plan import Plan
from gridproof.reductions.wirings import covers

__all__ = ["lay_out"]

#: Squares of side 1: lattice steps to a unit of the drawing, and the points (along a unit, beside
#: it) that stand for those at 3, 4, 5 and 6 where a path needs one more.
_FINE: Final = 9
_BUMP_START: Final = 3
_BUMP: Final = ((3, 1), (4, 0), (4, -1), (5, -2), (6, -1))

_Vector = tuple[int, int]


def lay_out(problem: CoverProblem, drawing: Drawing, side: int) -> tuple[BoxcoverLevel, Plan]:
    """Lay out the board of a drawn graph, for squares of a side; return it and its plan.

    Raises:
        InputError: coordinates would be too large.
    """
    unit = _FINE if side == 1 else 4 * side + 2 * (side // 2)
    if unit * max(drawing.width, drawing.height) > MAX_COORDINATE:
        raise InputError(
            f"squares of side {side} need points beyond {MAX_COORDINATE} for this graph",
            hint="`--set side=` with a smaller number",
        )
    if side == 1:
        paths = _wires(problem.graph, drawing)
    else:
        paths = [_spaced(route, side, unit) for route in drawing.routes]
    # The least coordinates are 0, and the picture, whose rows go down, looks like the drawing.
    left = min(x for path in paths for x, _ in path)
    bottom = max(y for path in paths for _, y in path)
    points = tuple(tuple(Pos(x - left, bottom - y) for x, y in path) for path in paths)
    plan = Plan(drawing, points)
    k = problem.size + sum(plan.halves)
    level = BoxcoverLevel(points=tuple(point for path in points for point in path), side=side)
    return level.with_info(title=covers.titled(problem), k=str(k)), plan


def _spaced(route: tuple[Pos, ...], side: int, unit: int) -> list[Pos]:
    """Space the points of a path for squares of side 2 or more: five a unit, in one of them six."""
    first = side // 2
    five = [first + i * side for i in range(5)]
    six = [*five[:2], five[2] - 1, five[2] + 1, *five[3:]]
    grid = list(grid_points(route))
    units = len(grid) - 1
    path = []
    for number, (a, b) in enumerate(pairwise(grid)):
        offsets = six if units % 2 == 0 and number == units // 2 else five
        dx, dy = b.x - a.x, b.y - a.y
        path += [Pos(unit * a.x + dx * i, unit * a.y + dy * i) for i in offsets]
    return path


# Squares of side 1 cover two by two lattice points: a path is a walk of a chess king.


def _wires(graph: Graph, drawing: Drawing) -> list[list[Pos]]:
    """Return the points of all paths for squares of side 1."""
    arms: list[dict[int, _Vector]] = [{} for _ in graph.names]  # of each vertex, by edge
    for edge, ((u, v), route) in enumerate(zip(graph.edges, drawing.routes, strict=True)):
        arms[u][edge] = _direction(route[0], route[1])
        arms[v][edge] = _direction(route[-1], route[-2])
    middles = list(map(_middle, arms))
    paths = []
    for edge, ((u, v), route) in enumerate(zip(graph.edges, drawing.routes, strict=True)):
        scaled = tuple(Pos(_FINE * x, _FINE * y) for x, y in route)
        corners = set(scaled[1:-1])
        walk = [point for point in grid_points(scaled) if point not in corners]
        for vertex in (u, v):
            keeper, aside = middles[vertex]
            if keeper != edge:
                del walk[0]
            else:
                walk[1] = Pos(walk[1].x + aside[0], walk[1].y + aside[1])
            walk.reverse()
        if len(walk) % 2 == 0:
            _bump(walk, route)
        paths.append(walk)
    return paths


def _direction(a: Pos, b: Pos) -> _Vector:
    return (b.x > a.x) - (b.x < a.x), (b.y > a.y) - (b.y < a.y)


def _middle(arms: dict[int, _Vector]) -> tuple[int | None, _Vector]:
    """Return the edge with the point at a vertex's middle, and the shift of its next point.

    Of two arms in line one has it; at a bend it is left out. Of three arms one of the two that
    are in line has it: it then leaves diagonally, away from the third, so that its second point is
    near no other arm, while the first points of all three lie two by two.
    """
    opposite = {edge: (-dx, -dy) for edge, (dx, dy) in arms.items()}
    in_line = [edge for edge, back in opposite.items() if back in arms.values()]
    if len(arms) == 1:
        return next(iter(arms)), (0, 0)
    if len(arms) == 3:
        (stem,) = arms.keys() - set(in_line)
        return in_line[0], opposite[stem]
    return (in_line[0] if in_line else None), (0, 0)


def _bump(walk: list[Pos], route: tuple[Pos, ...]) -> None:
    """Make a path longer by a point, in the middle one of its units."""
    grid = list(grid_points(route))
    unit = (len(grid) - 1) // 2
    a, (dx, dy) = grid[unit], _direction(grid[unit], grid[unit + 1])
    start = walk.index(Pos(_FINE * a.x + dx * _BUMP_START, _FINE * a.y + dy * _BUMP_START))
    walk[start : start + 4] = [
        Pos(_FINE * a.x + dx * i - dy * j, _FINE * a.y + dy * i + dx * j) for i, j in _BUMP
    ]
