"""Boards that stand for instances of hard problems: what their checks ask of a board.

Cells and points are ``(x, y)``. *Items* are what has to go: the points of boxcover, the crates of
bombcover. Two items are *linked* if one move could have both if nothing stood in its way.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Protocol, TypeVar

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Records, need
from gridproof.proof.reductions.conditions import Cell, Conditions
from gridproof.proof.tree import Program, Row, check_tree

__all__ = [
    "Blasts",
    "Board",
    "Squares",
    "board_of",
    "cells",
    "check_named",
    "clauses_of",
    "floor",
    "instance_of",
    "linked_pairs",
    "path_of",
    "refuted",
    "surplus",
]

Pair = TypeVar("Pair")

_BYTES_A_CELL: Final = 10
#: The fields of an instance, by problem.
_FIELDS: Final = {"formula": {"variables", "clauses"}, "graph": {"edges", "cover"}}
#: Of an item with its links, as Python keeps them: an estimate.
_BYTES_AN_ITEM: Final = 1500


class Board(Protocol):
    """Items, links and moves.

    Attributes:
        items: all of them.
        reach: linked items are at most so far apart, across and down.
        home: the region where moves can be made at the start.
    """

    items: Sequence[Cell]
    reach: int
    home: int

    def linked(self, one: Cell, other: Cell) -> bool:
        """Return True if some move, at some time, could have both; of two items within reach."""
        ...

    def misses(self, move: Cell, item: Cell) -> str | None:
        """Return why a move there does not have an item at the start; None if it has."""
        ...

    def starts(self, move: Cell) -> bool:
        """Return True if a move there can be made at the start."""
        ...

    def sites(self, group: Sequence[Cell]) -> set[int]:
        """Return regions in which a move has all items of a group (two or more) at the start."""
        ...


class Squares:
    """Boxcover: squares with their lower left corner on a cell."""

    def __init__(self, level: BoxcoverLevel) -> None:
        self.items: Sequence[Cell] = level.points
        self.reach = level.side
        self.home = 0

    def linked(self, one: Cell, other: Cell) -> bool:
        """Return True: two points within reach fit one square."""
        return True

    def misses(self, move: Cell, item: Cell) -> str | None:
        """Say so if the point is not in the square."""
        (a, b), (x, y) = move, item
        inside = 0 <= x - a <= self.reach and 0 <= y - b <= self.reach
        return None if inside else "it is not in the square"

    def starts(self, move: Cell) -> bool:
        """Return True: a square can lie anywhere."""
        return True

    def sites(self, group: Sequence[Cell]) -> set[int]:
        """Return the plane if the square furthest up and right has the whole group, else none."""
        corner = min(x for x, _ in group), min(y for _, y in group)
        return {self.home} if all(not self.misses(corner, item) for item in group) else set()


class Blasts:
    """Bombcover: explosions on a cell.

    Whatever stands between, and whatever is gone, an explosion has two crates only if both are in
    line with its cell and within the radius of it. So they are in one line themselves, at most two
    radii apart; or its cell is where the row of one crosses the column of the other.
    """

    def __init__(self, level: BombcoverLevel, ticker: Ticker) -> None:
        side = max(level.width, level.height)
        self.radius = side if level.radius is None else min(level.radius, side)
        self.reach = 2 * self.radius
        ticker.allocate(_BYTES_AN_ITEM * level.cells.count("x"))
        self.items: Sequence[Cell] = [
            (crate.start() % level.width, crate.start() // level.width)
            for crate in paced(re.finditer("x", level.cells), ticker)
        ]
        self._crates = set(self.items)
        self._level = level
        self.regions = floor(level, ".", ticker)
        self.home = self.region(level.players[0])

    def linked(self, one: Cell, other: Cell) -> bool:
        """Return True if two crates within reach share a line, or both distances fit the radius."""
        across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
        return across == 0 or down == 0 or max(across, down) <= self.radius

    def region(self, cell: Cell) -> int:
        """Return the number of a cell's region of floor at the start; 0: it is no floor."""
        (x, y), level = cell, self._level
        inside = 0 <= x < level.width and 0 <= y < level.height
        return self.regions[y * level.width + x] if inside else 0

    def misses(self, bomb: Cell, crate: Cell) -> str | None:
        """Return why an explosion on a cell of floor does not destroy a crate at the start.

        One that does has it at any time: that crate stays the first one on its arm until it is
        gone. The player can still walk there, since floor stays floor.
        """
        (a, b), (x, y), level = bomb, crate, self._level
        if not self.region(bomb):
            return "the bomb stands on no floor"
        if crate not in self._crates:
            return "there is none"
        if b == y:
            between = level.cells[y * level.width + min(a, x) + 1 : y * level.width + max(a, x)]
        elif a == x:
            first, last = min(b, y) + 1, max(b, y)
            between = level.cells[first * level.width + x : last * level.width + x : level.width]
        else:
            return "it is in no line with it"
        if max(abs(a - x), abs(b - y)) > self.radius:
            return "it is too far away"
        return "something stands between" if between.strip(".") else None

    def starts(self, move: Cell) -> bool:
        """Return True if the player can walk there."""
        return self.region(move) == self.home

    def sites(self, group: Sequence[Cell]) -> set[int]:
        """Return the regions of the floor cells that cross the row and the column of two crates.

        For crates in one line: the region of the floor between the first two.
        """
        (x, y), *others = group
        a, b = next(((a, b) for a, b in others if a != x and b != y), others[0])
        found = set()
        for bomb in ((x, b), (a, y)) if a != x and b != y else (((x + a) // 2, (y + b) // 2),):
            if all(not self.misses(bomb, crate) for crate in group):
                found.add(self.region(bomb))
        return found


def board_of(level: Any, ticker: Ticker) -> Board:
    """Return the board of a game that has links."""
    return Squares(level) if level.game == BoxcoverLevel.game else Blasts(level, ticker)


def floor(level: BombcoverLevel, passable: str, ticker: Ticker) -> list[int]:
    """Return the region of each cell, row by row, numbered from 1; 0 if it is not passable.

    A region is what can be walked to from a cell over cells of these kinds.
    """
    ticker.allocate(_BYTES_A_CELL * len(level.cells))
    # Each row ends with a cell that is not passable, and rows of such cells stand above and below.
    width, row = level.width, level.width + 1
    todo = bytearray(row)
    for first in paced(range(0, len(level.cells), width), ticker):
        todo += bytes(map(passable.__contains__, level.cells[first : first + width])) + b"\0"
    todo += bytes(row)
    found = [0] * len(todo)
    number = start = 0
    while (start := todo.find(1, start)) >= 0:
        number += 1
        stack = [start]
        while stack:
            ticker.check()
            here = stack.pop()
            # The run of cells side by side that this one is of; it may be numbered by now.
            first, end = todo.rfind(0, 0, here) + 1, todo.find(0, here)
            todo[first:end] = bytes(end - first)
            found[first:end] = [number] * (end - first)
            for there, last in ((first - row, end - row), (first + row, end + row)):
                while (there := todo.find(1, there, last)) >= 0:
                    stack.append(there)
                    there = todo.find(0, there)
    found = found[row:-row]
    del found[width::row]
    return found


def linked_pairs(board: Board, items: Sequence[Cell], ticker: Ticker) -> Iterator[tuple[int, int]]:
    """Yield the numbers of each two items that are linked, the smaller one last; each pair once."""
    reach = board.reach
    squares: dict[Cell, list[int]] = {}
    for i, (x, y) in enumerate(items):
        across, down = x // reach, y // reach
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            for j in squares.get((across + dx, down + dy), ()):
                ticker.check()
                apart = max(abs(x - items[j][0]), abs(y - items[j][1]))
                if apart <= reach and board.linked(items[i], items[j]):
                    yield i, j
        squares.setdefault((across, down), []).append(i)


def surplus(pairs: Iterable[Pair], wanted: set[Pair]) -> Iterator[Pair]:
    """Yield the pairs that are not wanted; remove the wanted ones from ``wanted``."""
    for pair in pairs:
        if pair not in wanted:
            yield pair
        wanted.discard(pair)


def cells(flat: Sequence[int]) -> list[Cell]:
    """Return cells as a record has them: ``[x, y, x, y, …]``."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def path_of(records: Records, ticker: Ticker) -> list[Cell]:
    """Return cells in order: of a record with their number, then records of cells, up to that."""
    count = records.take()
    found: list[Cell] = []
    while len(found) < count:
        ticker.check()
        more = cells(records.take())
        ticker.allocate(_BYTES_AN_ITEM * len(more))
        found += more
    return found


def check_named(
    named: Iterable[Cell],
    name: Callable[[int], str],
    items: Iterable[Cell],
    found: Conditions,
    condition: str,
    reason: str,
    ticker: Ticker,
) -> None:
    """Refuse unless cells are those of the items, each once.

    Args:
        named: the cells.
        name: the item on each of them, by number, for messages.
        items: the items of the board.
        found: the conditions.
        condition: the one that this is.
        reason: why to refuse a board, in general.
        ticker: stops the check.

    Raises:
        Refused: they are not.
        Stopped: by a limit or Ctrl-C.
    """
    left = dict.fromkeys(paced(items, ticker), -1)  # or the number of what is there
    beside = 0
    for number, cell in enumerate(paced(named, ticker)):
        other = left.get(cell)
        if other == -1:
            left[cell] = number
        else:
            beside += other is None
            where = "not on the board" if other is None else f"where {name(other)} is"
            found.broken(condition, reason, f"{name(number)} is {where}", cell)
    for cell, number in left.items():
        if number < 0:
            found.broken(condition, reason, f"the {found.source} does not name it", cell)
    found.looked(condition, len(left) + beside)


def instance_of(stands_for: Any, problem: str) -> Any:
    """Return the instance of the problem that a board is claimed to stand for.

    Raises:
        Refused: more is claimed.
    """
    instance = stands_for[problem]
    known = stands_for.keys() == {"k", problem} and instance.keys() == _FIELDS[problem]
    need(known, "it claims to stand for something else besides")
    return instance


def clauses_of(stands_for: Any, ticker: Ticker) -> tuple[int, Sequence[Sequence[int]]]:
    """Return the count of variables, and the clauses: i is variable i (from 1), -i its negation.

    Raises:
        Refused: a literal is of another variable.
    """
    formula = instance_of(stands_for, "formula")
    variables, clauses = formula["variables"], formula["clauses"]
    literals = itertools.chain.from_iterable(paced(clauses, ticker))
    need(all(0 < abs(i) <= variables for i in literals), "a literal is of no variable")
    return variables, clauses


def refuted(
    bound: Any,
    k: int,
    variables: int,
    clauses: Sequence[Sequence[int]],
    records: Records,
    ticker: Ticker,
) -> int:
    """Check the bound of a board that stands for a formula; return the nodes of a tree.

    No solution costs less than ``k``. If the bound says more, a tree follows: columns are the
    variables, 0 or 1, and rows the clauses, of whose literals one is true at least.

    Raises:
        Refused: the bound is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    if bound <= k:
        return 0
    need(bound == k + 1, "the bound is larger than k + 1")
    rows = [
        Row(
            [abs(i) - 1 for i in clause],
            1 - sum(i < 0 for i in clause),
            [1 if i > 0 else -1 for i in clause],
        )
        for clause in paced(clauses, ticker)
    ]
    program = Program([0] * variables, 0, [0] * variables, [1] * variables)
    return check_tree(records, rows, program, ticker, list)
