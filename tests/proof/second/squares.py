"""Squares that cover points, by the page `certificates-boxcover.md`."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from gridproof.games.boxcover.level import BoxcoverLevel
from tests.proof.second.core import (
    Refusal,
    Row,
    check_tree,
    no_groups,
    number,
    numbers,
    pairs,
    refuse_unless,
)

LARGEST = 1 << 32
MAX_STATES = 1 << 18


def squares_of(points: Sequence[tuple[int, int]], side: int) -> list[set[int]]:
    """The point sets of the squares that are kept, by their corners."""
    xs = [x for x, _ in points]

    def inside(left: int, right: int, bottom: int, top: int) -> list[int]:
        strip = range(bisect_left(xs, left), bisect_right(xs, right))
        return [i for i in strip if bottom <= points[i][1] <= top]

    found = []
    for left in sorted(set(xs)):
        strip = range(bisect_left(xs, left), bisect_right(xs, left + side))
        for bottom in sorted({points[i][1] for i in strip}):
            members = [i for i in strip if bottom <= points[i][1] <= bottom + side]
            if points[members[0]][0] != left:
                continue
            greatest = points[members[-1]][0]
            top = max(points[i][1] for i in members)
            around = inside(greatest - side, left + side, top - side, bottom + side)
            if len(around) == len(members):
                found.append(set(members))
    return found


class Left:
    """The remaining points and squares."""

    def __init__(self, squares: Sequence[set[int]], points: int) -> None:
        self.points = dict(enumerate(squares))  # of each square
        self.squares: dict[int, set[int]] = {p: set() for p in range(points)}  # of each point
        for s, members in self.points.items():
            for p in members:
                self.squares[p].add(s)
        self.next, self.laid = len(squares), 0

    def drop_point(self, p: int) -> None:
        for s in self.squares.pop(p):
            self.points[s].remove(p)

    def drop_square(self, s: int) -> None:
        for p in self.points.pop(s):
            self.squares[p].remove(s)

    def step(self, what: str, *named: Any) -> None:
        for entry in named:
            number(entry)
        if what == "forced":
            (p,) = named
            (s,) = self.squares[p]
            for covered in list(self.points[s]):
                self.drop_point(covered)
            self.laid += 1
        elif what == "point":
            (p,) = named
            self.drop_point(p)
        elif what == "square":
            s, t = named
            refuse_unless(s != t and self.points[s] <= self.points[t], "no witness")
            self.drop_square(s)
        elif what == "fold":
            (s,) = named
            a, b = self.points[s]
            (u,) = self.squares[a] - {s}
            (w,) = self.squares[b] - {s}
            refuse_unless(u != w, "one square covers both")
            joined = self.points[u] | self.points[w]
            self.points[self.next] = joined
            for p in joined:
                self.squares[p].add(self.next)
            self.next += 1
            for square in (s, u, w):
                self.drop_square(square)
            self.drop_point(a)
            self.drop_point(b)
            self.laid += 1
        else:
            raise Refusal("no such step")

    def components(self) -> Iterator[list[int]]:
        found: set[int] = set()
        for first in sorted(self.squares):
            if first in found:
                continue
            part, todo = {first}, [first]
            while todo:
                for s in self.squares[todo.pop()]:
                    todo += self.points[s] - part
                    part |= self.points[s]
            found |= part
            yield sorted(part)


def prove(level: BoxcoverLevel, bound: Any, records: Iterator[Any]) -> None:
    """Replays the reductions and checks a tree for each component."""
    bound = number(bound)
    left = Left(squares_of(level.points, level.side), len(level.points))
    for _ in range(number(next(records))):
        for step in next(records):
            left.step(*step)
    total = left.laid
    for points in left.components():
        columns = sorted({s for p in points for s in left.squares[p]})
        traces = [left.points[s] for s in columns]
        rows: list[Row] = [
            ({j: 1 for j, trace in enumerate(traces) if p in trace}, 1) for p in points
        ]
        most, named = numbers(next(records))
        none, ones = [0] * len(columns), [1] * len(columns)
        for _ in range(named):
            record = next(records)
            if record[0] == "cases":
                _, beyond, weighed = record
                weights = weights_of(weighed, len(columns))
                costs = [weights.get(j, 0) for j in range(len(columns))]
                check_tree(records, costs, none, ones, rows, number(beyond), no_groups)
                rows.append((weights, beyond + 1))
            else:
                rows.append(row(record, set(points), traces))
        check_tree(records, ones, none, ones, rows, most, no_groups)
        total += most + 1
    refuse_unless(total >= bound, "the components come to less than the bound")


def row(record: Any, points: set[int], traces: Sequence[set[int]]) -> Row:
    """A named row of a component."""
    what, first, second = record
    if what == "round":
        unit = number(first, 1, LARGEST)
        prices: dict[int, int] = {}
        for p, price in pairs(second):
            refuse_unless(number(p) in points, "a point of another component")
            prices[p] = prices.get(p, 0) + number(price, 0, LARGEST)
        sums = [sum(prices.get(p, 0) for p in trace) for trace in traces]
        return (
            {j: -(-s // unit) for j, s in enumerate(sums) if s},
            -(-sum(prices.values()) // unit),
        )
    refuse_unless(what == "window", "no such row")
    window = numbers(first)
    refuse_unless(len(window) <= 64 and points.issuperset(window), "no window of the component")
    weights = weights_of(second, len(traces))
    return weights, lightest(window, traces, weights)


def weights_of(weighed: Any, columns: int) -> dict[int, int]:
    """The weights of columns, of a flat list."""
    weights: dict[int, int] = {}
    for column, weight in pairs(weighed):
        weights[range(columns)[number(column)]] = number(weight, 0, LARGEST)
    return weights


def lightest(window: Sequence[int], squares: Sequence[set[int]], weights: dict[int, int]) -> int:
    """The weight of the lightest cover of a window."""
    least: dict[frozenset[int], int] = {}
    for j, square in enumerate(squares):
        shared = frozenset(square.intersection(window))
        weight = weights.get(j, 0)
        least[shared] = min(weight, least.get(shared, weight))
    free = frozenset(p for trace, weight in least.items() if weight == 0 for p in trace)
    start = frozenset(window) - free
    best = {start: 0}  # by size, as each trace makes a state smaller
    layers: dict[int, set[frozenset[int]]] = {len(start): {start}}
    for size in range(len(start), 0, -1):
        for state in layers.get(size, ()):
            first = next(p for p in window if p in state)
            for trace, weight in least.items():
                if first in trace:
                    after = state - trace
                    cost = best[state] + weight
                    if cost < best.get(after, cost + 1):
                        best[after] = cost
                        layers.setdefault(len(after), set()).add(after)
                        refuse_unless(len(best) <= MAX_STATES, "too many states")
    return best[frozenset()]
