"""The damage that heroes deal, by the page `certificates-merge.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any

from gridproof.games.merge.level import MergeLevel
from tests.proof.second.core import (
    Refusal,
    Row,
    check_tree,
    no_groups,
    number,
    pairs,
    refuse_unless,
)

LARGEST = 1 << 62
Column = tuple[str, int, int]


class Board:
    """The columns, by name, with cost and upper bound; and the rows that names ask for."""

    def __init__(self, level: MergeLevel, objective: str) -> None:
        self.stones = objective == "stones"
        self.kinds = [kind for _, kind in level.heroes]
        self.heroes = Counter(self.kinds)
        self.top = level.max_level
        self.points = [points for _, points in level.stones]
        stone_at = {tuple(cell): s for s, (cell, _) in enumerate(level.stones)}
        self.strikers: list[list[int]] = [[] for _ in self.points]
        struck: list[list[int]] = []
        for i, ((x, y), kind) in enumerate(level.heroes):
            places = {(x + dx, y + dy) for dx, dy in level.vector(kind)}
            struck.append([stone_at[place] for place in places if place in stone_at])
            for s in struck[i]:
                self.strikers[s].append(i)
        self.columns: list[Column] = []
        self.costs: list[int] = []
        self.highest: list[int] = []
        reaches = []
        for i, kind in enumerate(self.kinds):
            most = max((self.points[s] for s in struck[i]), default=0)
            levels = [k for k in self.levels(kind) if k <= most]
            reaches.append(len(levels))
            for k in levels:
                self.add(("x", i, k), 0, 1)
        if self.stones:
            for s, points in enumerate(self.points):
                can = sum(reaches[i] for i in self.strikers[s]) >= points
                self.add(("y", s, 0), -1, int(can))
        else:
            for kind in sorted(self.heroes):
                for k in self.levels(kind):
                    self.add(("z", kind, k), 1, self.heroes[kind] >> k)
        self.number = {column: j for j, column in enumerate(self.columns)}

    def levels(self, kind: int) -> list[int]:
        """At which a type can merge."""
        heroes = self.heroes[kind].bit_length()
        return [k for k in range(1, heroes) if self.top is None or k < self.top]

    def add(self, column: Column, cost: int, highest: int) -> None:
        self.columns.append(column)
        self.costs.append(cost)
        self.highest.append(highest)

    def row(self, name: Any) -> Row:
        """The row of a name."""
        what, first, *rest = name
        number(first)
        for entry in rest:
            number(entry, 0)
        if what == "cover":
            return self.cover(range(len(self.points))[first], rest)
        (k,) = rest
        if what == "chain":
            i = range(len(self.kinds))[first]
            return {self.number["x", i, k]: 1, self.number["x", i, k + 1]: -1}, 0
        refuse_unless(k in self.levels(first), "no merges of this type and level")
        if what == "budget":
            own = [i for i, kind in enumerate(self.kinds) if kind == first]
            columns = [("x", i, k) for i in own if ("x", i, k) in self.number]
            terms = {self.number[column]: -1 for column in columns}
            if self.stones:
                return terms, -(self.heroes[first] >> k)
            return terms | {self.number["z", first, k]: 1}, 0
        refuse_unless(what == "double" and not self.stones, "no such row")
        return {self.number["z", first, k]: 1, self.number["z", first, k + 1]: -2}, 0

    def cover(self, s: int, thresholds: list[int]) -> Row:
        strikers = self.strikers[s]
        refuse_unless(len(thresholds) == len(strikers), "not one threshold for each striker")
        r = self.points[s] - sum(thresholds)
        terms = {
            j: 1
            for j, (what, i, k) in enumerate(self.columns)
            if what == "x" and i in strikers
            if 0 < k - thresholds[strikers.index(i)] <= r
        }
        if self.stones:
            return terms | {self.number["y", s, 0]: -r}, 0
        return terms, r


def rounded(board: Board, rows: Sequence[Row], given: Any, priced: Any, bounds: Any) -> Row:
    """The row that rounding makes of rows and upper bounds at prices."""
    unit = number(given, 1)
    limits: list[Row] = [({j: -1}, -high) for j, high in enumerate(board.highest)]
    taken = [(rows[number(r)], number(p)) for r, p in pairs(priced)]
    taken += [(limits[number(j)], number(p)) for j, p in pairs(bounds)]
    sums, b = Counter[int](), 0
    for (terms, side), price in taken:
        b += price * side
        for j, a in terms.items():
            sums[j] += price * a
    f = b % unit

    def rounding(u: int) -> int:
        return f * (u // unit) + min(f, u % unit)

    found, right = Counter({j: rounding(u) for j, u in sums.items()}), rounding(b)
    for (terms, side), price in taken:
        right += rounding(-price) * side
        for j, a in terms.items():
            found[j] += rounding(-price) * a
    for size in (*sums.values(), b, *found.values(), right):
        refuse_unless(abs(size) <= LARGEST, "a number is too large")
    divisor = gcd(right, *found.values()) or 1
    return {j: a // divisor for j, a in found.items()}, right // divisor


def prove(level: MergeLevel, objective: str, bound: Any, records: Iterator[Any]) -> None:
    """Makes columns and rows, and checks the tree."""
    board = Board(level, objective)
    if objective == "stones":
        most = -(number(bound) + 1)
    elif objective == "merges":
        most = sum(board.highest) if bound is None else number(bound) - 1
    else:
        raise Refusal("another objective")
    rows: list[Row] = []
    for _ in range(number(next(records))):
        name = next(records)
        rows.append(rounded(board, rows, *name[1:]) if name[0] == "round" else board.row(name))
    low = [0] * len(board.costs)
    check_tree(records, board.costs, low, board.highest, rows, most, no_groups)
