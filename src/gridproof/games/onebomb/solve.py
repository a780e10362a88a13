"""Solvers of onebomb: linear-time kernels, and the slower ways of the olympiad's subtasks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

from gridproof._native import onebomb as native
from gridproof.game import Game, Objective
from gridproof.games.onebomb.level import EMPTY, MAX_SIDE, ROCK, OnebombLevel
from gridproof.grid import Direction, Pos
from gridproof.result import Answer, Stats, StopReason, Value
from gridproof.ticker import Ticker

__all__ = ["bfs_only", "layered", "n3", "n4", "optimal", "root_bound"]


def root_bound(level: OnebombLevel, objective: Objective, ticker: Ticker) -> int:
    """No walk is shorter than the way without obstacles."""
    return abs(level.start.x - level.goal.x) + abs(level.start.y - level.goal.y)


def optimal(
    game: Game[Any, Any],
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Two breadth-first searches and sweeps along rows and columns; see ``native/onebomb``."""
    return _native(level, ticker, "crossing", root_bound)


def layered(
    game: Game[Any, Any],
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """The editorial's 0-1 breadth-first search over cells and fragments of the walk."""
    return _native(level, ticker, "layered", root_bound)


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


def _native(level: OnebombLevel, ticker: Ticker, method: str, bound: int | None) -> Answer:
    found = native.solve(**problem(level), method=method, **ticker.for_kernel())
    stats = Stats(expanded=found["nodes"], peak_memory=found["peak_memory"])
    notes = {"kernel_seconds": found["seconds"]}
    stop = StopReason(found["stop"])
    if found["path"] is None:
        if found["exhausted"]:
            return Answer(stop, infeasible=True, stats=stats, notes=notes, proof="search")
        return Answer(stop, bound=bound, stats=stats, notes=notes, proof="search")
    bomb = Pos(found["bomb"] % level.width, found["bomb"] // level.width)
    return _answer(ticker, (bomb,), found["path"], stats, notes)


def _answer(
    ticker: Ticker,
    bombs: tuple[Pos, ...],
    path: str,
    stats: Stats,
    notes: dict[str, Any] | None = None,
) -> Answer:
    """The optimum, or that it is above the largest cost that is wanted."""
    most = ticker.limits.max_cost
    if most is not None and len(path) > most:
        return Answer(
            StopReason.COST_LIMIT, bound=most + 1, stats=stats, notes=notes or {}, proof="search"
        )
    moves = _moves(bombs, path)
    return Answer(
        StopReason.COMPLETED, moves, len(path), stats=stats, notes=notes or {}, proof="search"
    )


def _moves(bombs: tuple[Pos, ...], path: str) -> tuple[str, ...]:
    return (*(f"bomb {bomb}" for bomb in bombs), *path)


# The olympiad's subtasks. Slow on purpose: they are there to be repeated and compared.


def _search(
    level: OnebombLevel, source: int, gone: frozenset[int] = frozenset()
) -> tuple[list[int], list[int]]:
    """Breadth-first search over empty cells: distances and the cells before, -1 where none.

    A brick that still stands gets a distance, as a last step, but leads nowhere.
    """
    width, cells = level.width, level.cells
    distance, before = [-1] * len(cells), [-1] * len(cells)
    distance[source] = 0
    queue = deque([source])
    while queue:
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


def _path(level: OnebombLevel, before: list[int], end: int) -> list[int]:
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
    game: Game[Any, Any],
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Boards without bricks: one breadth-first search; the bomb goes off on the start."""
    if (stop := ticker.tick()) is not None:
        return Answer(stop, bound=root_bound, proof="search")
    distance, before = _search(level, level.number(level.start))
    goal = level.number(level.goal)
    stats = Stats(expanded=1)
    if distance[goal] < 0:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    return _answer(ticker, (level.start,), _steps(level, _path(level, before, goal)), stats)


def n4(
    game: Game[Any, Any],
    level: OnebombLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Every bomb, or every sequence of bombs: blast, and search the board that is left.

    Piercing bombs clear the same bricks in any order, so only sets of them are tried. One node is
    one such board.
    """
    stats = Stats()
    start, goal = level.number(level.start), level.number(level.goal)
    best: tuple[tuple[Pos, ...], str] | None = None
    tried: set[frozenset[int]] = set()
    for bombs in _bombings(level):
        if (stop := ticker.tick()) is not None:
            moves = None if best is None else _moves(*best)
            return Answer(stop, moves, root_bound, stats=stats, proof="search")
        stats.expanded += 1
        gone = level.cleared(bombs)
        if gone in tried:
            continue
        tried.add(gone)
        distance, before = _search(level, start, gone)
        if distance[goal] >= 0 and (best is None or distance[goal] < len(best[1])):
            best = bombs, _steps(level, _path(level, before, goal))
            ticker.best = len(best[1])
    if best is None:
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    return _answer(ticker, *best, stats)


def _bombings(level: OnebombLevel) -> Iterator[tuple[Pos, ...]]:
    cells = [
        Pos(number % level.width, number // level.width)
        for number, kind in enumerate(level.cells)
        if kind != ROCK
    ]
    for count in range(1, level.bombs + 1):
        if level.blast == "pierce":
            yield from combinations(cells, min(count, len(cells)))
        else:
            yield from product(cells, repeat=count)


def n3(
    game: Game[Any, Any],
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
    stats = Stats()
    from_start, back = _search(level, level.number(level.start))
    from_goal, on = _search(level, level.number(level.goal))
    best: tuple[int, Pos, int, int] | None = None
    stop = None
    for number, kind in enumerate(level.cells):
        if kind == ROCK:
            continue
        if (stop := ticker.tick()) is not None:
            break
        stats.expanded += 1
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
    if best is None:
        if stop is not None:
            return Answer(stop, bound=root_bound, stats=stats, proof="search")
        return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    _, bomb, u, v = best
    cells = _path(level, back, u)
    for end in (level.number(bomb), v):
        cells += _line(level, cells[-1], end)
    cells += _path(level, on, v)[-2::-1]
    steps = _steps(level, cells)
    if stop is not None:
        return Answer(stop, _moves((bomb,), steps), root_bound, stats=stats, proof="search")
    return _answer(ticker, (bomb,), steps, stats)


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
