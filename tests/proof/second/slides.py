"""Robots, by the page `certificates-robots.md`: position by position, nothing at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import Any

from gridproof.games.robots.level import RobotsLevel
from tests.proof.second.core import number, refuse_unless

Cell = tuple[int, int]
Place = tuple[Cell, frozenset[str]]  # and the axes along which it has yet to move
Helpers = frozenset[Cell]
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class Board:
    """The board for one target robot."""

    def __init__(self, level: RobotsLevel) -> None:
        assert level.target is not None
        self.width, self.height, self.walls = level.width, level.height, level.walls
        self.goal: Place = level.target, frozenset()

    def beside(self, cell: Cell, step: Cell) -> Cell | None:
        """The next cell, if no wall is between."""
        (x, y), (dx, dy) = cell, step
        if not (0 <= x + dx < self.width and 0 <= y + dy < self.height):
            return None
        side = "E" if dx else "S"
        wall = min(x, x + dx), min(y, y + dy), side
        return None if wall in self.walls else (x + dx, y + dy)

    def slide(self, cell: Cell, step: Cell, others: Collection[Cell]) -> Cell:
        """Return the cell on which a robot stops."""
        while (there := self.beside(cell, step)) is not None and there not in others:
            cell = there
        return cell

    def distances(self) -> dict[Place, int]:
        """The fewest relaxed moves from each place to the goal, breadth first from there.

        A relaxed move leads from (cell, axes) to (cell', axes less its own). Backwards, from a
        place whose axes lack the move's own one, these come from cell' with the axes as they are,
        and with the axis besides.
        """
        found = {self.goal: 0}
        queue = deque([self.goal])
        while queue:
            place = queue.popleft()
            cell, axes = place
            for step in STEPS:
                if axis_of(step) in axes:
                    continue
                there = self.beside(cell, step)
                while there is not None:
                    for before in ((there, axes), (there, axes | {axis_of(step)})):
                        if before not in found:
                            found[before] = found[place] + 1
                            queue.append(before)
                    there = self.beside(there, step)
        return found


def axis_of(step: Cell) -> str:
    return "x" if step[0] else "y"


def prove(level: RobotsLevel, bound: Any, _: Iterator[Any]) -> None:
    """Makes all positions that matter, for each target robot."""
    claim = None if bound is None else number(bound)
    refuse_unless(level.target is not None, "there is no target")
    cells: dict[int, Cell] = dict(level.robots)
    axes = frozenset("xy") if level.ricochet else frozenset[str]()
    for target in cells if level.target_robot == "any" else [level.target_robot]:
        assert isinstance(target, int)
        helpers = frozenset(cell for robot, cell in cells.items() if robot != target)
        search(Board(level), helpers, (cells[target], axes), claim)


def search(board: Board, helpers: Helpers, start: Place, claim: int | None) -> None:
    """Refuses if the target robot gets to the target in fewer than ``claim`` moves."""
    h = board.distances()
    if start not in h:
        return
    f = h[start]
    lists: dict[int, list[tuple[Helpers, Place]]] = {f: [(helpers, start)]}
    seen = set()
    while lists and (claim is None or f < claim):
        todo = lists.pop(f, [])
        while todo:
            position = todo.pop()
            if position in seen:
                continue
            seen.add(position)
            helpers, place = position
            refuse_unless(place != board.goal, "the goal is reached")
            cell, axes = place
            for step in STEPS:
                stop = board.slide(cell, step, helpers)
                if stop != cell:
                    after = stop, axes - {axis_of(step)}
                    raised = 1 + h[after] - h[place]
                    refuse_unless(raised in (0, 1, 2), "the lemma is wrong")
                    its = todo if raised == 0 else lists.setdefault(f + raised, [])
                    its.append((helpers, after))
                for helper in helpers:
                    others = helpers - {helper}
                    stop = board.slide(helper, step, others | {cell})
                    if stop != helper:
                        lists.setdefault(f + 1, []).append((others | {stop}, place))
        f += 1
