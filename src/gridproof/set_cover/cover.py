"""Set cover, made smaller without losing an optimum."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from gridproof.limits import Ticker

__all__ = ["RULES", "Cover", "Rule", "common", "components", "fold", "foldable", "reduce"]

#: Bytes of a point in a square, seen from both, and of each of them alone: estimates.
_BYTES_A_PAIR, _BYTES_A_SET = 150, 400


class Cover:
    """The points and squares that are left; each point needs a square.

    All methods look at the ticker, and may raise Stopped.

    Attributes:
        squares: key of each square → its points.
        points: each point → the keys of its squares.
        forced: keys of squares that are in some optimum, together with any optimum of the rest.
        folded: the foldings of :func:`fold` in their order: (both, middle, one, other).
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
        self.folded: list[tuple[int, int, int, int]] = []
        self._new = max(self.squares, default=-1) + 1  # the key of the next folded square

    def lay(self, point: int) -> None:
        """Lay the only square of a point: every solution has it."""
        (key,) = self.points[point]
        self.forced.append(key)
        for covered in list(self.squares[key]):
            self.drop_point(covered)

    def drop_implied(self, point: int) -> None:
        """Remove a point that is covered whenever another one is."""
        self.drop_point(point)

    def drop_dominated(self, key: int, other: int) -> None:
        """Remove a square whose points another square covers, too."""
        self.drop_square(key)

    def fold(self, key: int) -> None:
        """Remove a square with two points, each of which has one more square; these become one."""
        a, b = sorted(self.squares[key])
        (one,), (other,) = self.points[a] - {key}, self.points[b] - {key}
        for square in (one, other):
            self.squares[square] -= {a, b}
        del self.squares[key], self.points[a], self.points[b]
        self.folded.append((self.join(one, other), key, one, other))

    def drop_point(self, point: int) -> None:
        """Remove a point, and the squares that have no other."""
        for key in self.points.pop(point):
            self.squares[key].remove(point)
            if not self.squares[key]:
                del self.squares[key]

    @property
    def laid(self) -> int:
        """The squares that every solution of the rest is joined by."""
        return len(self.forced) + len(self.folded)

    def unfolded(self, chosen: Iterable[int]) -> list[int]:
        """Return the squares of a solution, given one of the rest (the forced ones are added)."""
        solution = {*chosen, *self.forced}
        for both, middle, one, other in reversed(self.folded):
            if both in solution:
                solution.remove(both)
                solution |= {one, other}
            else:
                solution.add(middle)
        return sorted(solution)

    def join(self, one: int, other: int) -> int:
        """Put one square in the place of two, with the points of both."""
        both, self._new = self._new, self._new + 1
        points = self.squares.pop(one) | self.squares.pop(other)
        self.ticker.allocate(_BYTES_A_SET + _BYTES_A_PAIR * len(points))
        for point in points:
            self.points[point] -= {one, other}
            self.points[point].add(both)
        if points:
            self.squares[both] = points
        return both

    def drop_square(self, key: int) -> None:
        """Remove a square."""
        for point in self.squares.pop(key):
            self.points[point].remove(key)


def take_forced(cover: Cover) -> bool:
    """Lay the squares that are the only ones of a point: every solution has them."""
    before = len(cover.forced)
    for point in list(cover.points):
        cover.ticker.check()
        if len(cover.points.get(point, ())) == 1:
            cover.lay(point)
    return len(cover.forced) > before


def drop_implied_points(cover: Cover) -> bool:
    """Drop points that all squares of another point cover: covering the latter covers them.

    Each is dropped because of a point that is still there; so of points with the same squares one
    stays.
    """
    before = len(cover.points)
    for point in list(cover.points):
        cover.ticker.check()
        if point in cover.points:
            for implied in common(cover.points[point], cover.squares) - {point}:
                cover.drop_implied(implied)
    return len(cover.points) < before


def drop_dominated_squares(cover: Cover) -> bool:
    """Drop squares whose points another square covers, too: it can replace them in any solution.

    Each is dropped because of a square that is still there; so of equal squares one stays.
    """
    before = len(cover.squares)
    for key in list(cover.squares):
        cover.ticker.check()
        others = common(cover.squares[key], cover.points) - {key}
        if others:
            cover.drop_dominated(key, min(others))
    return len(cover.squares) < before


def fold(cover: Cover) -> bool:
    """Shorten paths: squares with two points, each of which has one more square.

    Let the square S have the points a and b alone, a lie in S and U alone, b in S and W alone. A
    solution has S, or U and W: one that has S and U may have W in place of S, and the same for W
    and U. So U and W become one square X, and a and b go: a solution of the rest with X stands for
    U and W, one without X for S, and either has one square more than that of the rest. (In graphs
    this is the folding of a vertex of degree 2.)
    """
    before = len(cover.folded)
    for key in list(cover.squares):
        cover.ticker.check()
        if foldable(cover, key):
            cover.fold(key)
    return len(cover.folded) > before


def foldable(cover: Cover, key: int) -> bool:
    """Return True if a square is as S above; with U = W, its points would imply each other."""
    points = cover.squares.get(key, set())
    squares = [cover.points[point] for point in points]
    return list(map(len, squares)) == [2, 2] and squares[0] != squares[1]


def common(keys: set[int], sets: Mapping[int, set[int]]) -> set[int]:
    """Return the elements that all of these sets share."""
    smallest, *others = sorted((sets[key] for key in keys), key=len)
    return smallest.intersection(*others)


#: A reduction of a cover; True if it changed something.
Rule = Callable[[Cover], bool]
#: The reductions, by the solver's option that switches them.
RULES: Final[Mapping[str, Rule]] = {
    "forced": take_forced,
    "implied_points": drop_implied_points,
    "dominated_squares": drop_dominated_squares,
}


def reduce(cover: Cover, rules: Iterable[Rule]) -> None:
    """Apply these reductions until none changes anything."""
    rules = list(rules)
    while any(rule(cover) for rule in rules):
        pass


def components(cover: Cover) -> Iterator[dict[int, set[int]]]:
    """Yield the squares in groups that share no point; their optima add up.

    Fewest squares first.
    """
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
