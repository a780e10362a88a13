"""Box-cover: try every way to share the points out among squares."""

from collections.abc import Mapping
from typing import Any

Group = tuple[int, int, int, int]  # least and greatest x, least and greatest y


def fewest_squares(board: Mapping[str, Any]) -> int:
    """The fewest groups of points such that each group fits into a square of the board's side."""
    side = board["side"]
    points = [(x, y) for x, y in board["points"]]
    best = len(points)

    def place(number: int, groups: list[Group]) -> None:
        """Puts the points from `number` on into one of the groups, or into a new one."""
        nonlocal best
        if len(groups) >= best:
            return
        if number == len(points):
            best = len(groups)
            return
        x, y = points[number]
        for i, (x0, x1, y0, y1) in enumerate(groups):
            wider = (min(x0, x), max(x1, x), min(y0, y), max(y1, y))
            if wider[1] - wider[0] <= side and wider[3] - wider[2] <= side:
                place(number + 1, [*groups[:i], wider, *groups[i + 1 :]])
        place(number + 1, [*groups, (x, x, y, y)])

    place(0, [])
    return best
