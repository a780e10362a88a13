"""boxcover: too few squares, by reductions, components, and a tree of cases for each of these.

``docs/explanation/certificates-boxcover.md`` has the records, and proves each step. A file holds a
list of reductions, and for each component some rows and a tree; the checker makes the squares and
the components by itself, and works out the rows' right sides or checks a tree for each.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, bits, bounded, need, whole
from gridproof.proof.tree import Program, Row, check_tree, no_groups

__all__ = ["Cover", "check", "components", "maximal_squares"]

#: No weight or price of a row is larger.
_LARGEST = 1 << 32
#: A window of more points, or for which more sets of points would have to be looked at is refused.
_MAX_POINTS, _MAX_STATES = 64, 1 << 18
#: Of a point in a square, seen from both; of a column in a row: estimates.
_BYTES_A_PAIR, _BYTES_A_TERM = 100, 40


def check(claim: Claim[BoxcoverLevel], records: Records, ticker: Ticker) -> Counts:
    """Check that the squares laid by reductions and the needs of components sum to the bound.

    The components share neither points nor squares, so a cover of all has a cover of each.

    Raises:
        Refused: they do not.
        Stopped: by a limit or Ctrl-C.
    """
    cover = Cover(maximal_squares(claim.level.points, claim.level.side, ticker), ticker)
    counts = {"squares": len(cover.squares), "reductions": 0}
    counts |= {"components": 0, "rows": 0, "nodes": 0}
    for _ in range(records.take()):
        for name, *numbers in records.take():
            ticker.check()
            _REDUCTIONS[name](cover, *numbers)
            counts["reductions"] += 1
    proven = cover.laid
    for points in components(cover, ticker):
        most, extra = records.take()  # more than `most` squares are needed, as the tree shows
        part = _Component(cover, points, records, ticker)
        for _ in range(extra):
            name, *what = records.take()
            part.rows.append(_ROWS[name](part, *what, ticker))
            ticker.allocate(_BYTES_A_TERM * len(part.rows[-1].columns))
        part.prove([1] * len(part.squares), most, ticker)
        counts["nodes"] += part.nodes
        counts["components"] += 1
        counts["rows"] += extra
        proven += most + 1
    enough = isinstance(claim.bound, int) and proven >= claim.bound
    need(enough, f"only {proven} squares are proven")
    return counts


def maximal_squares(
    points: Sequence[tuple[int, int]], side: int, ticker: Ticker
) -> list[list[int]]:
    """Return the points of each square worth laying, by its left edge, then its lower one.

    A square may be moved right until a point of it is on its left edge, and up until one is on its
    lower edge: it has all its points still. Of the squares that are left some have all points of
    another one, and more. That is so if there is a point outside the square that is at most
    ``side`` away from all points in it, in both coordinates: then these fit into one square.

    Args:
        points: by x, then y.
        side: of a square.
        ticker: looked at.
    """
    xs = [x for x, _ in points]
    found: dict[tuple[int, int], list[int]] = {}
    for left, y in points:
        ticker.check()
        strip = range(bisect_left(xs, left - side), bisect_right(xs, left + side))
        near = [(p, *points[p]) for p in strip if abs(points[p][1] - y) <= side]
        for bottom in {py for _, px, py in near if px >= left and py <= y}:
            ticker.check()
            inside = [(p, px, py) for p, px, py in near if left <= px and 0 <= py - bottom <= side]
            right, top = max(px for _, px, _ in inside), max(py for _, _, py in inside)
            fitting = [
                p for p, px, py in near if right - side <= px and top - side <= py <= bottom + side
            ]
            if len(fitting) == len(inside):
                ticker.allocate(_BYTES_A_PAIR * len(inside))
                found[left, bottom] = [p for p, _, _ in inside]
    return [found[corner] for corner in sorted(found)]


class Cover:
    """The points left to cover, and the squares for them.

    Attributes:
        squares: by number, the points of each that are left.
        points: the squares of each.
        laid: the number of squares besides those that cover the points left.
    """

    def __init__(self, squares: Sequence[Sequence[int]], ticker: Ticker) -> None:
        self.squares: dict[int, set[int]] = {}
        self.points: dict[int, set[int]] = {}
        self.laid = 0
        for square, members in enumerate(squares):
            ticker.allocate(2 * _BYTES_A_PAIR * len(members))
            ticker.check()
            self.squares[square] = set(members)
            for point in members:
                self.points.setdefault(point, set()).add(square)
        self._next = len(self.squares)

    def force(self, p: int) -> None:
        """Lay the only square of p, which is in every cover."""
        square, *others = sorted(self.points[p])
        need(not others, "a point has a choice")
        self.laid += 1
        for point in list(self.squares[square]):
            self.drop_point(point)

    def drop_point(self, p: int) -> None:
        """Drop a point: to cover the others is never harder."""
        for square in self.points.pop(p):
            self.squares[square].remove(p)

    def drop_square(self, s: int, t: int) -> None:
        """Drop a square s whose points t covers: t can be laid in its place."""
        need(s != t, "a square stands for itself")
        need(self.squares[s] <= self.squares[t], "a square has a point that the other one has not")
        self._remove(s)

    def fold(self, s: int) -> None:
        """Fold a square with two points alone, each of which has one more square: these become one.

        Some smallest cover has s and neither of them, or both of them and not s. With their union
        for both, and without it for s, there is a cover of the rest with one square less.
        """
        a, b, *more = sorted(self.squares[s])
        need(not more, "a square with three points is folded")
        one, *of_a = sorted(self.points[a] - {s})
        other, *of_b = sorted(self.points[b] - {s})
        need(not of_a and not of_b, "a square is folded with a point in three squares")
        need(one != other, "a square is folded whose points have the same squares")
        union = self.squares[one] | self.squares[other]
        both, self._next = self._next, self._next + 1
        for square in {s, one, other}:
            self._remove(square)
        self.squares[both] = union
        for point in union:
            self.points[point].add(both)
        self.drop_point(a)
        self.drop_point(b)
        self.laid += 1

    def _remove(self, s: int) -> None:
        for point in self.squares.pop(s):
            self.points[point].remove(s)


_REDUCTIONS: Mapping[str, Callable[..., None]] = {
    "forced": Cover.force,
    "point": Cover.drop_point,
    "square": Cover.drop_square,
    "fold": Cover.fold,
}


def components(cover: Cover, ticker: Ticker) -> Iterator[list[int]]:
    """Yield the points in groups, so that no square has points of two; by their least point."""
    left = set(cover.points)
    for first in sorted(cover.points):
        if first not in left:
            continue
        left.remove(first)
        group = [first]
        for point in group:
            ticker.check()
            near = left & set().union(*(cover.squares[square] for square in cover.points[point]))
            left -= near
            group += near
        yield sorted(group)


class _Component:
    """Points and squares that have nothing to do with the others.

    Args:
        cover: what is left.
        points: their numbers.
        records: the trees are taken from these.
        ticker: looked at.

    Attributes:
        squares: numbers of the squares; the columns, in this order.
        rows: for each point that one of its squares is laid; then the named ones.
        nodes: of the trees that were checked.
    """

    def __init__(
        self, cover: Cover, points: Sequence[int], records: Records, ticker: Ticker
    ) -> None:
        self._cover = cover
        self._records = records
        self.squares = sorted(set().union(*(cover.points[point] for point in points)))
        self._column = {square: column for column, square in enumerate(self.squares)}
        self.rows: list[Row] = []
        self.nodes = 0
        for point in points:
            ticker.check()
            self.rows.append(Row(self._columns(point), 1))
            ticker.allocate(_BYTES_A_TERM * len(self.rows[-1].columns))

    def prove(self, costs: Sequence[int], most: int, ticker: Ticker) -> None:
        """Check a tree by which every cover costs more than ``most``."""
        n = len(costs)
        program = Program(costs, most, [0] * n, [1] * n)
        self.nodes += check_tree(self._records, self.rows, program, ticker, no_groups)

    def _columns(self, point: int) -> list[int]:
        return [self._column[square] for square in sorted(self._cover.points[point])]

    def _weights(self, weighed: Sequence[int]) -> dict[int, int]:
        columns = range(len(self.squares))
        return {
            columns[column]: whole(weight, 0, _LARGEST, "a weight")
            for column, weight in zip(weighed[::2], weighed[1::2], strict=True)
        }

    def window(self, points: Sequence[int], weighed: Sequence[int], ticker: Ticker) -> Row:
        """Return weights of columns whose sum every cover of some points reaches, and that sum.

        Columns with the same of these points are of one kind, which weighs as much as its lightest
        one.
        """
        bounded(len(points) <= _MAX_POINTS, f"a window has more than {_MAX_POINTS} points")
        weights = self._weights(weighed)
        traces: dict[int, int] = {}
        for place, point in enumerate(points):
            for column in self._columns(point):
                traces[column] = traces.get(column, 0) | 1 << place
        kinds: dict[int, int] = {}
        for column, trace in traces.items():
            weight = weights.get(column, 0)
            kinds[trace] = min(kinds.get(trace, weight), weight)
        least = lightest(len(points), kinds, ticker)
        return Row(list(weights), least, list(weights.values()))

    def rounding(self, unit: int, priced: Sequence[int], ticker: Ticker) -> Row:
        """Return points' rows at prices, summed and divided by the unit, all numbers rounded up."""
        whole(unit, 1, _LARGEST, "a unit")
        total = 0
        sums: dict[int, int] = {}
        for point, price in zip(priced[::2], priced[1::2], strict=True):
            ticker.check()
            total += whole(price, 0, _LARGEST, "a price of a point")
            for column in self._columns(point):
                sums[column] = sums.get(column, 0) + price
        return Row(list(sums), -(-total // unit), [-(-paid // unit) for paid in sums.values()])

    def cases(self, most: int, weighed: Sequence[int], ticker: Ticker) -> Row:
        """Return weights of columns whose sum is above ``most`` in every cover, by a tree's cases.

        The tree speaks of the rows before this one alone: with this row it would prove anything.
        """
        weights = self._weights(weighed)
        self.prove([weights.get(column, 0) for column in range(len(self.squares))], most, ticker)
        return Row(list(weights), most + 1, list(weights.values()))


_ROWS: Mapping[str, Callable[..., Row]] = {
    "window": _Component.window,
    "round": _Component.rounding,
    "cases": _Component.cases,
}


def lightest(size: int, kinds: Mapping[int, int], ticker: Ticker) -> int:
    """Return the least weight of kinds (a set of places: its weight) that cover all places.

    Kinds without weight are taken. Then the first place that is left has to be covered by some
    kind.
    """
    left = (1 << size) - 1
    on: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for kind, weight in kinds.items():
        if weight == 0:
            left &= ~kind
        for place in bits(kind):
            on[place].append((~kind, weight))
    reached: list[dict[int, int]] = [{} for _ in range(size + 1)]  # by the first place left
    reached[_first(left, size)][left] = 0
    made = 0
    for states, choices in zip(reached, on, strict=False):
        for state, so_far in states.items():
            ticker.check()
            for rest, weight in choices:
                after, total = state & rest, so_far + weight
                there = reached[_first(after, size)]
                made += after not in there
                there[after] = min(there.get(after, total), total)
            bounded(made <= _MAX_STATES, f"a window has more than {_MAX_STATES:,} states")
        states.clear()
    return reached[size][0]


def _first(places: int, none: int) -> int:
    """Return the least of a set of places; ``none`` if it is empty."""
    return (places & -places).bit_length() - 1 if places else none
