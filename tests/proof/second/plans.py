"""Plans of bombs, by the page `certificates-bombcover.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from tests.proof.second.core import Refusal, Row, check_tree, number, numbers, pairs, refuse_unless

MAX_PATTERNS = 1_000_000
LARGEST = 1 << 30
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class Board:
    """The region, its crates, and what bombs see there."""

    def __init__(self, level: BombcoverLevel) -> None:
        refuse_unless(not level.throw, "bombs may be thrown")
        self.width, self.height, self.level = level.width, level.height, level
        self.players = [y * self.width + x for x, y in level.players]
        self.region = self.walk(self.players, ())
        crates = sorted(cell for cell in self.region if self.level.cells[cell] == "x")
        self.crates = {cell: i for i, cell in enumerate(crates)}
        self.cells = crates
        self.arms = {cell: self.arms_of(cell) for cell in sorted(self.region)}
        self.arms = {cell: arms for cell, arms in self.arms.items() if arms}

    def beside(self, cell: int, dx: int, dy: int) -> int | None:
        """The next cell, or None if it is wall."""
        x, y = cell % self.width + dx, cell // self.width + dy
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        return None if self.level.cells[y * self.width + x] == "#" else y * self.width + x

    def walk(self, starts: Iterable[int], closed: Iterable[int]) -> set[int]:
        """The cells that can be reached from some over all but walls and some closed cells."""
        found, todo, closed = set(starts), list(starts), set(closed)
        while todo:
            cell = todo.pop()
            for dx, dy in STEPS:
                there = self.beside(cell, dx, dy)
                if there is not None and there not in closed and there not in found:
                    found.add(there)
                    todo.append(there)
        return found

    def arms_of(self, cell: int) -> list[tuple[int, ...]]:
        """The crates on each arm, nearest first, without empty arms."""
        arms = []
        for dx, dy in STEPS:
            arm, at, length = [], self.beside(cell, dx, dy), 1
            while at is not None and (self.level.radius is None or length <= self.level.radius):
                if at in self.crates:
                    arm.append(self.crates[at])
                at, length = self.beside(at, dx, dy), length + 1
            if arm:
                arms.append(tuple(arm))
        return arms

    def replaces(self, q: int, p: int) -> bool:
        """Return True if a bomb on q destroys all that one on p destroys."""
        if q == p or q in self.crates:
            return False
        room = self.walk([q], self.cells)
        if p in self.crates:
            if not any(self.beside(p, *step) in room for step in STEPS):
                return False
        elif p not in room:
            return False
        own = self.crates.get(p)
        arms = [tuple(crate for crate in arm if crate != own) for arm in self.arms[q]]
        if self.level.pierce:
            seen = {crate for arm in arms for crate in arm}
            return all(seen.issuperset(arm) for arm in self.arms[p])
        return all(any(arm[: len(begin)] == begin for arm in arms) for begin in self.arms[p])


Pattern = tuple[int, frozenset[int], frozenset[int]]  # site, targets, before


def prove(level: BombcoverLevel, bound: Any, records: Iterator[Any]) -> None:
    """Replays the drops, makes the rows, and checks the tree."""
    most = number(bound) - 1
    board = Board(level)
    drops, sets, sums = numbers(next(records))
    sites = set(board.arms)
    for _ in range(drops):
        p, q = numbers(next(records))
        refuse_unless(p in sites and q in sites, "a site is not there")
        refuse_unless(board.replaces(q, p), f"{q} does not replace {p}")
        sites.remove(p)
    if not level.pierce:
        many = sum(prod(map(len, board.arms[site])) for site in sites)
        refuse_unless(many <= MAX_PATTERNS, "too many patterns")
    patterns: list[Pattern] = []
    for site in sorted(sites):
        arms = board.arms[site]
        if level.pierce:
            patterns.append((site, frozenset(crate for arm in arms for crate in arm), frozenset()))
            continue
        for choice in product(*(range(len(arm)) for arm in arms)):
            targets = frozenset(arm[i] for arm, i in zip(arms, choice, strict=True))
            before = frozenset(c for arm, i in zip(arms, choice, strict=True) for c in arm[:i])
            patterns.append((site, targets, before))
    aiming: list[list[int]] = [[] for _ in board.cells]
    for column, (_, targets, _) in enumerate(patterns):
        for crate in targets:
            aiming[crate].append(column)

    def row(members: set[int]) -> Row:
        reached = board.walk(board.players, (board.cells[crate] for crate in members))
        active = {
            column
            for crate in members
            for column in aiming[crate]
            if patterns[column][0] in reached and members.isdisjoint(patterns[column][2])
        }
        return dict.fromkeys(active, 1), 1

    rows = [row({crate}) for crate in range(len(board.cells))]
    for _ in range(sets):
        members = set(numbers(next(records), -len(board.cells), len(board.cells) - 1))
        refuse_unless(bool(members), "an empty set")
        rows.append(row({crate % len(board.cells) for crate in members}))
    for _ in range(sums):
        divisor, terms = next(records)
        number(divisor, 1, LARGEST)
        total, side = dict[int, int](), 0
        for name, times in pairs(terms):
            coefficients, b = rows[number(name)]
            side += number(times, 1, LARGEST) * b
            for column, coefficient in coefficients.items():
                total[column] = total.get(column, 0) + times * coefficient
        rows.append(({c: -(-a // divisor) for c, a in total.items()}, -(-side // divisor)))

    def group(name: list[Any]) -> Iterator[int]:
        if name[0] is None:
            common = [rows[number(r)][0] for r in name[1:]]
            refuse_unless(bool(common), "a group of no row")
            yield from (column for column in common[0] if all(column in r for r in common))
        elif isinstance(name[0], int):
            site, *crates = numbers(name)
            refuse_unless(site in sites, "a group of a site that is not there")
            for column, (place, targets, _) in enumerate(patterns):
                if place == site and targets.issuperset(crates):
                    yield column
        else:
            raise Refusal("no such group")

    ones = [1] * len(patterns)
    check_tree(records, ones, [0] * len(patterns), ones, rows, most, group)
