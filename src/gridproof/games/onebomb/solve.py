"""Solvers of onebomb: linear-time kernels, and the slower ways of the olympiad's subtasks."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

from gridproof._native import onebomb as native
from gridproof.game import AnyGame, Objective
from gridproof.games.onebomb.level import EMPTY, MAX_SIDE, ROCK, OnebombLevel
from gridproof.grid import Direction, Pos
from gridproof.known import Known
from gridproof.result import Answer, StopReason, Value, first
from gridproof.ticker import Stopped, Ticker, paced

__all__ = ["bfs_only", "layered", "n3", "n4", "optimal", "root_bound"]

#: No walk is longer than this many steps.
_LONGEST = MAX_SIDE * MAX_SIDE
#: Steps of a search in Python between two looks at the clock.
_PACE = 256
#: Rough bytes: of a cell in a search, its place in the queue included; of a cell's number; of a set
#: of bricks, and of a brick in it.
_SEARCH_BYTES, _NUMBER_BYTES, _SET_BYTES, _BRICK_BYTES = 20, 40, 300, 80


def root_bound(level: OnebombLevel, objective: Objective, ticker: Ticker) -> int:
    """No walk is shorter than the way without obstacles."""
    return abs(level.start.x - level.goal.x) + abs(level.start.y - level.goal.y)


def optimal(
    game: AnyGame,
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Two breadth-first searches and sweeps along rows and columns; see ``native/onebomb``."""
    return _native(level, ticker, "crossing", Known(objective, ticker, decide, root_bound), decide)


def layered(
    game: AnyGame,
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The editorial's 0-1 breadth-first search over cells and fragments of the walk."""
    return _native(level, ticker, "layered", Known(objective, ticker, decide, root_bound), decide)


def problem(level: OnebombLevel) -> dict[str, Any]:
    """The level as the arguments of the native solvers."""
    return {
        "width": level.width,
        "height": level.height,
        "cells": level.cells,
        "start": level.number(level.start),
        "goal": level.number(level.goal),
        "radius": MAX_SIDE if level.radius is None else min(level.radius, MAX_SIDE),
    }


def _native(
    level: OnebombLevel, ticker: Ticker, method: str, known: Known, decide: Value | None
) -> Answer:
    if (ended := known.ended) is not None:
        return known.answer(ended)
    found = native.solve(
        **problem(level),
        method=method,
        enough=0 if decide is None else min(max(first(decide), 0), _LONGEST),
        control=ticker.control(),
    )
    known.stats.expanded, known.stats.peak_memory = found["nodes"], found["peak_memory"]
    notes = {"kernel_seconds": found["seconds"]}
    stop = StopReason(found["stop"])
    if found["bound"] is not None:
        known.prove(found["bound"])
    if found["path"] is None:
        return known.infeasible(notes=notes) if found["proven"] else known.answer(stop, notes)
    bomb = Pos(found["bomb"] % level.width, found["bomb"] // level.width)
    known.find(_moves((bomb,), found["path"]), len(found["path"]))
    if found["proven"]:
        known.prove(len(found["path"]))
        return known.answer(stop, notes)
    return known.answer(StopReason.DECIDED if stop is StopReason.COMPLETED else stop, notes)


def _moves(bombs: tuple[Pos, ...], path: str) -> tuple[str, ...]:
    return (*(f"bomb {bomb}" for bomb in bombs), *path)


# The olympiad's subtasks. Slow on purpose: they are there to be repeated and compared.


def _search(
    level: OnebombLevel, source: int, ticker: Ticker, gone: frozenset[int] = frozenset()
) -> tuple[array[int], array[int]]:
    """Breadth-first search over empty cells: distances and the cells before, -1 where none.

    A brick that still stands gets a distance, as a last step, but leads nowhere. The caller
    accounts for ``_SEARCH_BYTES`` a cell.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    width, cells = level.width, level.cells
    distance, before = (array("i", (-1,)) * len(cells) for _ in range(2))
    distance[source] = 0
    queue = deque([source])
    steps = 0
    while queue:
        if steps % _PACE == 0:
            ticker.check()
        steps += 1
        cell = queue.popleft()
        x = cell % width
        for beyond, inside in (
            (cell - width, cell >= width),
            (cell + width, cell + width < len(cells)),
            (cell - 1, x > 0),
            (cell + 1, x < width - 1),
        ):
            if inside and distance[beyond] < 0 and cells[beyond] != ROCK:
                distance[beyond] = distance[cell] + 1
                before[beyond] = cell
                if cells[beyond] == EMPTY or beyond in gone:
                    queue.append(beyond)
    return distance, before


def _path(level: OnebombLevel, before: array[int], end: int) -> list[int]:
    """The cells from the source of a search to ``end``, both included."""
    cells = [end]
    while before[cells[-1]] >= 0:
        cells.append(before[cells[-1]])
    return cells[::-1]


def _steps(level: OnebombLevel, cells: list[int]) -> str:
    """The moves along neighbouring cells."""
    names = {-level.width: "U", level.width: "D", -1: "L", 1: "R"}
    if level.width == 1:
        names = {-1: "U", 1: "D"}
    return "".join(names[b - a] for a, b in pairwise(cells))


def bfs_only(
    game: AnyGame,
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Boards without bricks: one breadth-first search; the bomb goes off on the start."""
    known = Known(objective, ticker, decide, root_bound)
    if (ended := known.ended) is not None:
        return known.answer(ended)
    try:
        if (stop := ticker.tick()) is not None:
            raise Stopped(stop)
        known.stats.expanded = 1
        ticker.allocate(_SEARCH_BYTES * len(level.cells))
        ticker.check()
        distance, before = _search(level, level.number(level.start), ticker)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    goal = level.number(level.goal)
    if distance[goal] < 0:
        return known.infeasible()
    known.find(_moves((level.start,), _steps(level, _path(level, before, goal))), distance[goal])
    known.prove(distance[goal])
    return known.answer()


def n4(
    game: AnyGame,
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Every bomb, or every sequence of bombs: blast, and search the board that is left.

    Piercing bombs clear the same bricks in any order, so only sets of them are tried. One node is
    one such board. It ends early where a walk is as short as one can be.
    """
    known = Known(objective, ticker, decide, root_bound)
    if (ended := known.ended) is not None:
        return known.answer(ended)
    start, goal = level.number(level.start), level.number(level.goal)
    tried: set[frozenset[int]] = set()
    try:
        ticker.allocate(_SEARCH_BYTES * len(level.cells))
        ticker.check()
        for bombs, gone in _bombings(level, ticker):
            if (stop := ticker.tick()) is not None:
                raise Stopped(stop)
            known.stats.expanded += 1
            if gone in tried:
                continue
            tried.add(gone)
            ticker.allocate(_SET_BYTES + _BRICK_BYTES * len(gone))
            distance, before = _search(level, start, ticker, gone)
            length = distance[goal]
            if length < 0 or (known.value is not None and length >= known.value):
                continue
            known.find(_moves(bombs, _steps(level, _path(level, before, goal))), length)
            if length == known.bound:
                return known.answer()
            if (ended := known.ended) is not None:
                return known.answer(ended)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    if known.value is None:
        return known.infeasible()
    known.prove(known.value)
    return known.answer()


def _bombings(
    level: OnebombLevel, ticker: Ticker
) -> Iterator[tuple[tuple[Pos, ...], frozenset[int]]]:
    """The bombs to try, and the bricks that are gone after them.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """

    def cells() -> Iterator[int]:
        kinds = enumerate(paced(level.cells, ticker))
        return (number for number, kind in kinds if kind != ROCK)

    most = level.bombs
    if most > 1:
        ticker.allocate(_NUMBER_BYTES * len(level.cells))
        pool = list(cells())
        # More piercing bombs than cells are of no use.
        most = min(most, len(pool)) if level.blast == "pierce" else most
    before: tuple[int, ...] = ()
    gone_before: frozenset[int] = frozenset()
    for count in range(1, most + 1):
        sequences: Iterator[tuple[int, ...]]
        if count == 1:
            sequences = ((number,) for number in cells())
        elif level.blast == "pierce":
            sequences = combinations(pool, count)
        else:
            sequences = product(pool, repeat=count)
        for numbers in sequences:
            bombs = tuple(Pos(number % level.width, number // level.width) for number in numbers)
            if numbers[:-1] != before:
                before, gone_before = numbers[:-1], frozenset()
                for bomb in bombs[:-1]:
                    gone_before = level.blasted(bomb, gone_before)
            yield bombs, level.blasted(bombs[-1], gone_before)


def n3(
    game: AnyGame,
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Two breadth-first searches, then along the arms of every bomb. One node is one bomb.

    The walk enters the cleared cross at the cell with the least distance to the start plus way
    along its arm to the bomb, and leaves it at the one with the least distance to the goal.
    """
    known = Known(objective, ticker, decide, root_bound)
    if (ended := known.ended) is not None:
        return known.answer(ended)
    best: tuple[int, Pos, int, int] | None = None
    stop = StopReason.COMPLETED
    try:
        ticker.allocate(2 * _SEARCH_BYTES * len(level.cells))
        ticker.check()
        from_start, back = _search(level, level.number(level.start), ticker)
        from_goal, on = _search(level, level.number(level.goal), ticker)
        for number, kind in enumerate(paced(level.cells, ticker)):
            if kind == ROCK:
                continue
            if (halted := ticker.tick()) is not None:
                raise Stopped(halted)
            known.stats.expanded += 1
            bomb = Pos(number % level.width, number // level.width)
            ends: list[tuple[int, int] | None] = [None, None]
            for way, cell in _cross(level, bomb):
                for end, distance in enumerate((from_start, from_goal)):
                    here = ends[end]
                    if distance[cell] >= 0 and (here is None or distance[cell] + way < here[0]):
                        ends[end] = distance[cell] + way, cell
            a, e = ends
            if a is not None and e is not None and (best is None or a[0] + e[0] < best[0]):
                best = a[0] + e[0], bomb, a[1], e[1]
                known.reach(best[0])
                if (ended := known.ended) is not None:
                    raise Stopped(ended)
    except Stopped as stopped:
        stop = stopped.reason
    if best is None:
        return known.infeasible() if stop is StopReason.COMPLETED else known.answer(stop)
    _, bomb, u, v = best
    cells = _path(level, back, u)
    for end in (level.number(bomb), v):
        cells += _line(level, cells[-1], end)
    cells += _path(level, on, v)[-2::-1]
    known.find(_moves((bomb,), _steps(level, cells)), len(cells) - 1)
    if stop is StopReason.COMPLETED:
        known.prove(len(cells) - 1)
    return known.answer(stop)


def _cross(level: OnebombLevel, bomb: Pos) -> Iterator[tuple[int, int]]:
    """The cells that a bomb clears, with their distance from it."""
    yield 0, level.number(bomb)
    for direction in Direction:
        cell, way = bomb.step(direction), 1
        while level.at(cell) != ROCK and (level.radius is None or way <= level.radius):
            yield way, level.number(cell)
            cell, way = cell.step(direction), way + 1


def _line(level: OnebombLevel, start: int, end: int) -> list[int]:
    """The cells of a straight line, without its first one."""
    if start == end:
        return []
    step = level.width if (end - start) % level.width == 0 else 1
    step = step if end > start else -step
    return list(range(start + step, end + step, step))
