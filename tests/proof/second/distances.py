"""Walks after bombs, by the page `certificates-onebomb.md`."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel
from tests.proof.second.core import number, refuse_unless

Cell = tuple[int, int]
Field = Mapping[Cell, float]
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class Board:
    """The cells that are no rock, and the crosses of all bombs."""

    def __init__(self, level: OnebombLevel) -> None:
        kinds = {(i % level.width, i // level.width): kind for i, kind in enumerate(level.cells)}
        self.cells = {cell: kind for cell, kind in kinds.items() if kind != ROCK}
        self.radius = level.radius
        self.pierce = level.blast == "pierce"
        self.crosses = {bomb: self.cross(bomb) for bomb in self.cells}

    def around(self, cell: Cell) -> list[Cell]:
        """The neighbours that are no rock."""
        found = [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]
        return [there for there in found if there in self.cells]

    def cross(self, bomb: Cell) -> list[tuple[Cell, int]]:
        """The cells that a bomb makes empty, and how far off they are."""
        found = [(bomb, 0)]
        for dx, dy in STEPS:
            cell, far = (bomb[0] + dx, bomb[1] + dy), 1
            while cell in self.cells and (self.radius is None or far <= self.radius):
                found.append((cell, far))
                if self.cells[cell] == BRICK and not self.pierce:
                    break
                cell, far = (cell[0] + dx, cell[1] + dy), far + 1
        return found

    def swept(self, field: Field) -> dict[Cell, float]:
        """X of a field."""
        return {
            bomb: min(field[cell] + far for cell, far in cross)
            for bomb, cross in self.crosses.items()
        }

    def settled(self, start: Field) -> dict[Cell, float]:
        """The least numbers with which each step from an empty cell adds 1."""
        found = {cell: start.get(cell, inf) for cell in self.cells}
        queue = [(far, cell) for cell, far in start.items() if far < inf]
        heapq.heapify(queue)
        while queue:
            far, cell = heapq.heappop(queue)
            if far > found[cell] or self.cells[cell] != EMPTY:
                continue
            for there in self.around(cell):
                if far + 1 < found[there]:
                    found[there] = far + 1
                    heapq.heappush(queue, (far + 1, there))
        return found


def prove(level: OnebombLevel, bound: Any, _: Iterator[Any]) -> None:
    """Works out the shortest walk, and compares."""
    claim = inf if bound is None else number(bound)
    refuse_unless(level.blast == "pierce" or level.bombs == 1, "several classic bombs")
    board = Board(level)
    from_start = board.settled({level.start: 0})
    from_goal = board.settled({level.goal: 0})
    for _more in range(level.bombs - 1):
        between = board.swept(board.swept(from_start))
        beginning = dict(between)
        for cell, far in between.items():
            for there in board.around(cell):
                beginning[there] = min(beginning[there], far + 1)
        lowered = board.settled(beginning)
        if lowered == from_start:
            break
        from_start = lowered
    one, other = board.swept(from_start), board.swept(from_goal)
    shortest = min(one[bomb] + other[bomb] for bomb in board.cells)
    refuse_unless(shortest >= claim, "there is a shorter walk")
