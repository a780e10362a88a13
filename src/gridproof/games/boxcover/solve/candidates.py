"""The squares worth laying."""

from __future__ import annotations

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.grid import Pos
from gridproof.limits import Ticker

__all__ = ["maximal_squares"]

#: Of a square and of a point of it in Python: estimates.
_BYTES_A_SQUARE, _BYTES_A_POINT = 250, 40


def maximal_squares(level: BoxcoverLevel, ticker: Ticker) -> dict[Pos, tuple[int, ...]]:
    """Map lower-left corners to points, for each maximal set of points that a square covers.

    A square can be moved right and up, without losing a point, until its left and lower edges touch
    points; of the squares with the same points one is left. Points fit into one square if each two
    of them do (in each coordinate the least and the greatest decide). So the set of such a square
    is maximal if no other point is within ``side``, in both coordinates, of all its points.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    points, side = level.points, level.side
    found = {}
    for x, y in points:
        ticker.check()
        around = [(i, points[i]) for i in level.between(x - side, x + side, y - side, y + side)]
        right = [(i, p) for i, p in around if p.x >= x]
        for bottom in sorted({p.y for _, p in right if p.y <= y}):
            ticker.check()
            inside = [(i, p) for i, p in right if bottom <= p.y <= bottom + side]
            far = max(p.x for _, p in inside) - side
            high = max(p.y for _, p in inside) - side
            fitting = sum(
                far <= p.x <= x + side and high <= p.y <= bottom + side for _, p in around
            )
            if fitting == len(inside):
                ticker.allocate(_BYTES_A_SQUARE + _BYTES_A_POINT * len(inside))
                found[Pos(x, bottom)] = tuple(i for i, _ in inside)
    return found
