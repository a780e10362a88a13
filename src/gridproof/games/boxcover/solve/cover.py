"""Set cover, made smaller without losing an optimum."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from gridproof.ticker import Ticker

__all__ = ["RULES", "Cover", "Rule", "common", "components", "reduce"]

#: Of a point in a square, seen from both, and of each of them alone: estimates.
_BYTES_A_PAIR, _BYTES_A_SET = 150, 400


class Cover:
    """Points and squares that are left; each point needs a square.

    Whatever is done with it looks at the ticker, and may raise Stopped.

    Attributes:
        squares: key of each square → its points.
        points: each point → the keys of its squares.
        forced: keys of squares that are in some optimum, together with any optimum of the rest.
    """

    def __init__(self, squares: Mapping[int, Collection[int]], ticker: Ticker) -> None:
        self.ticker = ticker
        self.squares: dict[int, set[int]] = {}
        self.points: dict[int, set[int]] = {}
        for key, points in squares.items():
            ticker.allocate(2 * _BYTES_A_SET + _BYTES_A_PAIR * len(points))
            ticker.check()
            self.squares[key] = set(points)
            for point in points:
                self.points.setdefault(point, set()).add(key)
        self.forced: list[int] = []

    def drop_point(self, point: int) -> None:
        """Takes a point away, and with it the squares that have no other."""
        for key in self.points.pop(point):
            self.squares[key].remove(point)
            if not self.squares[key]:
                del self.squares[key]

    def drop_square(self, key: int) -> None:
        """Takes a square away."""
        for point in self.squares.pop(key):
            self.points[point].remove(key)


def take_forced(cover: Cover) -> bool:
    """Lays the squares that are the only ones of a point: every solution has them."""
    before = len(cover.forced)
    for point in list(cover.points):
        cover.ticker.check()
        if len(cover.points.get(point, ())) == 1:
            (key,) = cover.points[point]
            cover.forced.append(key)
            for covered in list(cover.squares[key]):
                cover.drop_point(covered)
    return len(cover.forced) > before


def drop_implied_points(cover: Cover) -> bool:
    """Drops points that all squares of another point cover: whatever covers that one covers them.

    One at a time, each because of a point that is still there; so of points with the same squares
    one stays.
    """
    before = len(cover.points)
    for point in list(cover.points):
        cover.ticker.check()
        if point in cover.points:
            for implied in common(cover.points[point], cover.squares) - {point}:
                cover.drop_point(implied)
    return len(cover.points) < before


def drop_dominated_squares(cover: Cover) -> bool:
    """Drops squares whose points another square covers too: it can replace them in any solution.

    One at a time, each because of a square that is still there; so of equal squares one stays.
    """
    before = len(cover.squares)
    for key in list(cover.squares):
        cover.ticker.check()
        if len(common(cover.squares[key], cover.points)) > 1:
            cover.drop_square(key)
    return len(cover.squares) < before


def common(keys: set[int], sets: Mapping[int, set[int]]) -> set[int]:
    """What all of these sets have in common."""
    smallest, *others = sorted((sets[key] for key in keys), key=len)
    return smallest.intersection(*others)


#: Makes a cover smaller; says whether it changed something.
Rule = Callable[[Cover], bool]
#: The reductions, by the solver's option that switches them.
RULES: Final[Mapping[str, Rule]] = {
    "forced": take_forced,
    "implied_points": drop_implied_points,
    "dominated_squares": drop_dominated_squares,
}


def reduce(cover: Cover, rules: Iterable[Rule]) -> None:
    """Applies these reductions until none changes anything."""
    rules = list(rules)
    while any(rule(cover) for rule in rules):
        pass


def components(cover: Cover) -> Iterator[dict[int, set[int]]]:
    """The squares in groups that share no point; their optima add up. Fewest squares first."""
    groups = []
    left = set(cover.squares)
    while left:
        group = [left.pop()]
        for key in group:
            cover.ticker.check()
            near = {other for point in cover.squares[key] for other in cover.points[point]} & left
            left -= near
            group += sorted(near)
        groups.append(sorted(group))
    for group in sorted(groups, key=lambda group: (len(group), group)):
        yield {key: cover.squares[key] for key in group}
