"""Mazes in which the bomb saves a wanted number of steps."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from gridproof.design.goal import Goal, Unmet
from gridproof.errors import InputError
from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel, mirror
from gridproof.games.onebomb.rules import LENGTH
from gridproof.grid import Pos
from gridproof.limits import Ticker, paced
from gridproof.solving.task import answer_of

__all__ = ["mazes"]

#: Walls that are tried in one maze.
_TRIES: Final = 200
#: Searches after which all bricks that the goal does not need are given up.
_ROUNDS: Final = 200
#: Rows of rock above and below the board: a step and another one from a room never leave them.
_PADDING: Final = 2
#: Further than any cell is.
_FAR: Final = 1 << 30


class _Wall(NamedTuple):
    """A rock or brick between two rooms, which are a step this way and that way from it."""

    cell: int
    step: int


def mazes(
    rng: Random,
    *,
    width: int,
    height: int,
    loops: int,
    bricks: int,
    radius: int | None,
    goal: Goal,
    ticker: Ticker,
) -> OnebombLevel:
    """Return a maze with the start in a corner, of which half are mirrored.

    One wall becomes brick, and the goal is a cell that this brings nearer by the number of steps
    that the bomb is to save (at least 2 by default). Then other walls become brick too, as far as
    the goal allows it.

    Raises:
        InputError: the goal is an odd number of steps.
        Unmet: no wall of this maze was found that saves that number.
        Stopped: the ticker ended it.
    """
    most = _FAR if goal.max_gap is None else goal.max_gap
    least = goal.min_gap if goal.min_gap is not None else 2 if most >= 2 else 0
    if most == least and least % 2:
        raise InputError("a bomb saves an even number of steps: all walks are odd, or all even")
    maze = _Maze(rng, width, height, ticker)
    rng.shuffle(maze.walls)
    opened = len(maze.walls) * loops // 100
    for wall in maze.walls[:opened]:
        maze.cells[wall.cell] = EMPTY
    del maze.walls[:opened]
    distance = maze.distances(maze.start, ticker)
    key, target = _chosen(rng, maze, distance, range(least, most + 1), goal, ticker)
    maze.cells[key.cell] = BRICK
    enough = max(goal.min_cost or 0, distance[target] - most)
    back = maze.distances(target, ticker)
    others = [
        wall
        for wall in paced(maze.walls, ticker)
        if wall != key and _through(wall, distance, back) >= enough
    ]
    for wall in others[: len(maze.walls) * bricks // 100]:
        maze.cells[wall.cell] = BRICK
    level = _without_spoilers(maze.level(target, radius), maze.number(key.cell), enough, ticker)
    return mirror(level) if rng.random() < 0.5 else level


class _Maze:
    """A maze with one way only between any two rooms, by depth-first search.

    Rooms are the cells in even columns and rows, counted from 0.

    Attributes:
        cells: row by row; a rock ends each row, and rows of rock lie above and below.
        walls: between rooms, those that are closed.
        start: the room in the upper left corner.
    """

    def __init__(self, rng: Random, width: int, height: int, ticker: Ticker) -> None:
        self.width, self.height, self._stride = width, height, width + 1
        self.cells = bytearray([ROCK]) * (self._stride * (height + 2 * _PADDING))
        self.start = _PADDING * self._stride
        stride, unseen = self._stride, BRICK
        for y in range(0, height, 2):
            first = self.start + y * stride
            self.cells[first : first + width : 2] = bytes([unseen]) * len(range(0, width, 2))
        self.cells[self.start] = EMPTY
        way = [self.start]
        while way:
            ticker.check()
            here = way[-1]
            steps = [s for s in (-stride, stride, -1, 1) if self.cells[here + 2 * s] == unseen]
            if not steps:
                way.pop()
                continue
            step = rng.choice(steps)
            self.cells[here + step] = self.cells[here + 2 * step] = EMPTY
            way.append(here + 2 * step)
        self.walls = [
            wall for wall in paced(self._walls(), ticker) if self.cells[wall.cell] == ROCK
        ]

    def _walls(self) -> Iterator[_Wall]:
        for y in range(self.height):
            for x in range((y + 1) % 2, self.width, 2):
                cell = self.start + y * self._stride + x
                if y % 2 == 0 and x + 1 < self.width:
                    yield _Wall(cell, 1)
                elif y % 2 and y + 1 < self.height:
                    yield _Wall(cell, self._stride)

    def distances(self, source: int, ticker: Ticker) -> array[int]:
        """Return the distance of each cell over empty cells; without a way it is too large."""
        distance = array("i", (_FAR,)) * len(self.cells)
        distance[source] = 0
        for cell, steps in self._spread(source, 0, distance, ticker):
            distance[cell] = steps
        return distance

    def nearer(self, wall: _Wall, distance: array[int], ticker: Ticker) -> dict[int, int]:
        """Return the cells that come nearer if a wall goes, and how far they are then."""
        entry = min(distance[room] for room in _rooms(wall)) + 1
        return dict(self._spread(wall.cell, entry, distance, ticker))

    def _spread(
        self, source: int, steps: int, distance: array[int], ticker: Ticker
    ) -> Iterator[tuple[int, int]]:
        """Yield empty cells nearer than ``distance`` says, with their distance.

        The distance of the source has to be right.
        """
        seen = {source}
        queue = deque([(source, steps)])
        while queue:
            ticker.check()
            cell, steps = queue.popleft()
            for beyond in (cell - self._stride, cell + self._stride, cell - 1, cell + 1):
                if (
                    self.cells[beyond] == EMPTY
                    and steps + 1 < distance[beyond]
                    and beyond not in seen
                ):
                    seen.add(beyond)
                    queue.append((beyond, steps + 1))
                    yield beyond, steps + 1

    def number(self, cell: int) -> int:
        """Return the place of a cell on the board."""
        y, x = divmod(cell - self.start, self._stride)
        return y * self.width + x

    def level(self, goal: int, radius: int | None) -> OnebombLevel:
        """Return the board as it is."""
        firsts = (self.start + y * self._stride for y in range(self.height))
        y, x = divmod(goal - self.start, self._stride)
        return OnebombLevel(
            width=self.width,
            height=self.height,
            cells=b"".join(self.cells[first : first + self.width] for first in firsts),
            start=Pos(0, 0),
            goal=Pos(x, y),
            radius=radius,
        )


def _rooms(wall: _Wall) -> tuple[int, int]:
    return wall.cell - wall.step, wall.cell + wall.step


def _through(wall: _Wall, distance: array[int], back: array[int]) -> int:
    """Return the length of the shortest walk through a wall, by the distances of both ends."""
    a, b = _rooms(wall)
    return 2 + min(distance[a] + back[b], distance[b] + back[a])


def _chosen(
    rng: Random, maze: _Maze, distance: array[int], gaps: range, goal: Goal, ticker: Ticker
) -> tuple[_Wall, int]:
    """Return a wall and a goal that its removal alone brings nearer by the wanted number.

    Raises:
        Unmet: none was found.
        Stopped: the ticker ended it.
    """
    nearest: int | None = None
    tried = 0
    for wall in paced(maze.walls, ticker):
        a, b = _rooms(wall)
        if abs(distance[a] - distance[b]) - 2 < gaps.start:
            continue
        goals = []
        nearer = maze.nearer(wall, distance, ticker)
        cells = nearer if gaps.start else range(maze.start + 1, len(maze.cells))
        for cell in paced(cells, ticker):
            if distance[cell] == _FAR:
                continue
            cost = nearer.get(cell, distance[cell])
            if distance[cell] - cost in gaps:
                if not (missed := goal.misses_cost(cost)):
                    goals.append(cell)
                elif nearest is None or abs(missed) < abs(goal.misses_cost(nearest)):
                    nearest = cost
        if goals:
            return wall, rng.choice(goals)
        tried += 1
        if tried == _TRIES:
            break
    if nearest is None:
        raise Unmet("no wall that saves so many steps")
    raise Unmet("no walk of such a length", nearest)


def _without_spoilers(level: OnebombLevel, key: int, enough: int, ticker: Ticker) -> OnebombLevel:
    """Return the board without bricks that make the optimum less than ``enough``; ``key`` stays.

    Raises:
        Stopped: the ticker ended it.
    """
    spoilers: frozenset[int]
    for _ in range(_ROUNDS):
        moves = answer_of(GAME, level, LENGTH, ticker).moves
        assert moves is not None  # the walk that a maze has
        bomb, *steps = moves
        if len(steps) >= enough:
            return level
        spoilers = level.cleared((Pos.parse(bomb.removeprefix("bomb "), bomb),)) - {key}
        level = _without(level, spoilers)
    return _without(
        level, frozenset(n for n, kind in enumerate(level.cells) if kind == BRICK) - {key}
    )


def _without(level: OnebombLevel, bricks: frozenset[int]) -> OnebombLevel:
    cells = bytearray(level.cells)
    for number in bricks:
        cells[number] = ROCK
    return replace(level, cells=bytes(cells))
