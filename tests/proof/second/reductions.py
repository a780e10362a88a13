"""Common parts of the kinds of reductions, by the page `certificates-reductions.md`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.level import Level
from tests.proof.second.core import Refusal, Row, check_tree, number, numbers, pairs, refuse_unless

Cell = tuple[int, int]
Link = frozenset[Cell]
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def instance(stands_for: Any, name: str, fields: Collection[str]) -> tuple[int, Mapping[str, Any]]:
    """k and the instance."""
    refuse_unless(stands_for.keys() == {"k", name}, "other fields than k and the instance")
    refuse_unless(stands_for[name].keys() == set(fields), "other fields of the instance")
    return number(stands_for["k"]), stands_for[name]


def formula(stands_for: Any) -> tuple[int, int, list[list[int]]]:
    """k, the number of variables, and the clauses."""
    k, found = instance(stands_for, "formula", ("variables", "clauses"))
    variables = number(found["variables"], 0)
    clauses = [numbers(clause, -variables, variables) for clause in found["clauses"]]
    refuse_unless(all(0 not in clause for clause in clauses), "a literal of no variable")
    return k, variables, clauses


def check_formula(
    records: Iterator[Any], variables: int, clauses: list[list[int]], bound: int, k: int
) -> None:
    """Refuses unless the bound is k at most, or k + 1 and a tree refutes the formula."""
    if bound <= k:
        return
    refuse_unless(bound == k + 1, "the bound is above k + 1")
    rows: list[Row] = []
    for clause in clauses:
        terms: dict[int, int] = {}
        for literal in clause:
            column = abs(literal) - 1
            terms[column] = terms.get(column, 0) + (1 if literal > 0 else -1)
        rows.append((terms, 1 - sum(literal < 0 for literal in clause)))
    low, high = [0] * variables, [1] * variables
    check_tree(records, low, low, high, rows, 0, columns_of(variables))


def columns_of(count: int) -> Any:
    """Groups that are lists of columns."""

    def group(what: list[Any]) -> list[int]:
        return numbers(what, -count, count - 1)

    return group


def cells_of(flat: Any) -> list[Cell]:
    """Cells of a list x, y, x, y, …."""
    return pairs(flat)


def path(records: Iterator[Any]) -> list[Cell]:
    """A path."""
    cells = number(next(records))
    found: list[Cell] = []
    while len(found) < cells:
        found += cells_of(next(records))
    return found


class Boxes:
    """Boxcover: points and squares."""

    def __init__(self, level: BoxcoverLevel) -> None:
        self.side = level.side
        self.items: list[Cell] = list(level.points)

    def linked(self, a: Cell, b: Cell) -> bool:
        """Return True if one move may take both."""
        return abs(a[0] - b[0]) <= self.side and abs(a[1] - b[1]) <= self.side

    def takes(self, place: Cell, items: Collection[Cell]) -> bool:
        """Return True if the square at a place covers all these."""
        return all(
            place[0] <= x <= place[0] + self.side and place[1] <= y <= place[1] + self.side
            for x, y in items
        )


class Bombs:
    """Bombcover: crates and bombs."""

    def __init__(self, level: BombcoverLevel) -> None:
        self.level = level
        longest = max(level.width, level.height)
        self.radius = longest if level.radius is None else min(level.radius, longest)
        kinds = {(i % level.width, i // level.width): kind for i, kind in enumerate(level.cells)}
        self.items = [cell for cell, kind in kinds.items() if kind == "x"]
        self.floor = {cell for cell, kind in kinds.items() if kind == "."}
        self.open = self.floor.union(self.items)
        self.home = self.walk(level.players[0], self.floor)

    def walk(self, start: Cell, over: Collection[Cell]) -> set[Cell]:
        """Return the cells that are connected with a cell."""
        found, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for dx, dy in STEPS:
                there = x + dx, y + dy
                if there in over and there not in found:
                    found.add(there)
                    todo.append(there)
        return found

    def linked(self, a: Cell, b: Cell) -> bool:
        """Return True if one move may take both."""
        dx, dy, r = abs(a[0] - b[0]), abs(a[1] - b[1]), self.radius
        return max(dx, dy) <= 2 * r and (dx == 0 or dy == 0 or max(dx, dy) <= r)

    def seen(self, bomb: Cell) -> set[Cell]:
        """The crates that a bomb on the floor sees."""
        refuse_unless(bomb in self.floor, "a bomb is not on the floor")
        found = set()
        for dx, dy in STEPS:
            for far in range(1, self.radius + 1):
                cell = bomb[0] + far * dx, bomb[1] + far * dy
                if cell in self.floor:
                    continue
                if cell in self.open:
                    found.add(cell)
                break
        return found

    def takes(self, place: Cell, items: Collection[Cell]) -> bool:
        """Return True if a bomb in the home region sees all these."""
        return place in self.home and self.seen(place).issuperset(items)


def board_of(level: Level) -> Boxes | Bombs:
    if isinstance(level, BoxcoverLevel):
        return Boxes(level)
    if isinstance(level, BombcoverLevel):
        return Bombs(level)
    raise Refusal("a board of another game")


def same_items(named: Collection[Cell], board: Boxes | Bombs) -> None:
    """Refuses unless these are the items of the board, each once."""
    refuse_unless(sorted(named) == sorted(board.items), "not the items of the board, each once")


def only_named_links(board: Boxes | Bombs, named: Collection[Link]) -> None:
    """Refuses if two items are linked that are not named."""
    for a, b in combinations(sorted(board.items), 2):
        if board.linked(a, b):
            refuse_unless(frozenset((a, b)) in named, f"{a} and {b} are linked")
