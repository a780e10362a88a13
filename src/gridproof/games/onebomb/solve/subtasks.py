"""The olympiad's subtasks, and a walk that ignores bombs, in Python.

They are slow on purpose, to be repeated and compared.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from itertools import combinations, pairwise, product

from gridproof.games.onebomb.level import EMPTY, ROCK, OnebombLevel
from gridproof.games.onebomb.rules import State, may_bomb
from gridproof.games.onebomb.solve.common import begin, finished, moves_of
from gridproof.grid import Direction, Pos
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import Answer, StopReason
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["bfs_only", "n3", "n4", "walk"]

#: Steps of a search between two looks at the clock.
_PACE = 256
#: Rough bytes: of a cell in a search, its place in the queue included; of a cell's number; of a set
#: of bricks, and of a brick in it.
_SEARCH_BYTES, _NUMBER_BYTES, _SET_BYTES, _BRICK_BYTES = 20, 40, 300, 80


def _search(
    level: OnebombLevel, source: int, ticker: Ticker, gone: frozenset[int] = frozenset()
) -> tuple[array[int], array[int]]:
    """Return distances and predecessors by breadth-first search over empty cells, -1 for none.

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
    """Return the cells from the source of a search to ``end``, both included."""
    cells = [end]
    while before[cells[-1]] >= 0:
        cells.append(before[cells[-1]])
    return cells[::-1]


def _steps(level: OnebombLevel, cells: list[int]) -> str:
    """Return the moves along neighbouring cells."""
    names = {-level.width: "U", level.width: "D", -1: "L", 1: "R"}
    if level.width == 1:
        names = {-1: "U", 1: "D"}
    return "".join(names[b - a] for a, b in pairwise(cells))


def bfs_only(task: Task[OnebombLevel]) -> Answer:
    """Solve boards without bricks by one breadth-first search; the bomb goes off on the start."""
    state, source, known = begin(task)
    if (answer := finished(known)) is not None:
        return answer
    try:
        if not _walk(task, state, source, known):
            return known.infeasible()
    except Stopped as stopped:
        return known.answer(stopped.reason)
    assert known.value is not None
    known.prove(known.value)
    return known.answer()


def walk(task: Task[OnebombLevel]) -> Answer:
    """Return the shortest walk that needs no brick cleared.

    The bomb goes off on the start, for nothing. That there is none says nothing of what bombs can
    do.
    """
    state, source, known = begin(task)
    if (answer := finished(known)) is not None:
        return answer
    try:
        found = _walk(task, state, source, known)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    otherwise = StopReason.FIRST_SOLUTION if found else StopReason.COMPLETED
    return known.answer(known.ended or otherwise)


def _walk(task: Task[OnebombLevel], state: State, source: Pos, known: IncumbentAndBound) -> bool:
    """Find a shortest walk between all bricks by one search, one node; return True if there is one.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    level, ticker = task.level, task.ticker
    if (stop := ticker.tick()) is not None:
        raise Stopped(stop)
    known.stats.expanded = 1
    ticker.allocate(_SEARCH_BYTES * len(level.cells))
    ticker.check()
    distance, before = _search(level, level.number(source), ticker)
    goal = level.number(level.goal)
    if distance[goal] < 0:
        return False
    bombs = () if state.bombs else (level.start,)
    known.find(moves_of(bombs, _steps(level, _path(level, before, goal))), distance[goal])
    return True


def n4(task: Task[OnebombLevel]) -> Answer:
    """Try every bomb, or every sequence of bombs: blast, and search the board that is left.

    One node is one such board. It ends early if a walk is as short as one can be.

    ``one-order`` tries sets of piercing bombs, not sequences: they clear the same bricks in any
    order. ``once`` leaves out a board that other bombs have left before: its walks are the same.
    """
    level, ticker, once = task.level, task.ticker, task.options["once"]
    state, source, known = begin(task)
    start, goal = level.number(source), level.number(level.goal)
    tried: set[frozenset[int]] = set()
    if (answer := finished(known)) is not None:
        return answer
    try:
        ticker.allocate(_SEARCH_BYTES * len(level.cells))
        ticker.check()
        for bombs, gone in _bombings(level, state, ticker, one_order=task.options["one_order"]):
            if (stop := ticker.tick()) is not None:
                raise Stopped(stop)
            known.stats.expanded += 1
            if gone in tried:
                continue
            if once:
                tried.add(gone)
                ticker.allocate(_SET_BYTES + _BRICK_BYTES * len(gone))
            distance, before = _search(level, start, ticker, gone)
            length = distance[goal]
            if length < 0 or (known.value is not None and length >= known.value):
                continue
            known.find(moves_of(bombs, _steps(level, _path(level, before, goal))), length)
            if (answer := finished(known)) is not None:
                return answer
    except Stopped as stopped:
        return known.answer(stopped.reason)
    if known.value is None:
        return known.infeasible()
    known.prove(known.value)
    return known.answer()


def _bombings(
    level: OnebombLevel, state: State, ticker: Ticker, *, one_order: bool
) -> Iterator[tuple[tuple[Pos, ...], frozenset[int]]]:
    """Yield the further bombs to try, and the bricks that are gone after them.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """

    def cells() -> Iterator[int]:
        kinds = enumerate(paced(level.cells, ticker))
        return (number for number, kind in kinds if kind != ROCK)

    gone = level.cleared(state.bombs)
    if state.bombs:  # one has gone off: the walk may begin
        yield (), gone
    most = level.bombs - len(state.bombs) if may_bomb(level, state) else 0
    if most > 1:
        ticker.allocate(_NUMBER_BYTES * len(level.cells))
        pool = list(cells())
        # More piercing bombs than cells are of no use.
        most = min(most, len(pool)) if level.blast == "pierce" else most
    before: tuple[int, ...] = ()
    gone_before = gone
    for count in range(1, most + 1):
        sequences: Iterator[tuple[int, ...]]
        if count == 1:
            sequences = ((number,) for number in cells())
        elif one_order and level.blast == "pierce":
            sequences = combinations(pool, count)
        else:
            sequences = product(pool, repeat=count)
        for numbers in sequences:
            bombs = tuple(level.cell(number) for number in numbers)
            if numbers[:-1] != before:
                before, gone_before = numbers[:-1], gone
                for bomb in bombs[:-1]:
                    gone_before = level.blasted(bomb, gone_before)
            yield bombs, level.blasted(bombs[-1], gone_before)


def n3(task: Task[OnebombLevel]) -> Answer:
    """Return two breadth-first searches, then along the arms of every bomb. One node is one bomb.

    The walk enters the cleared cross at the cell with the least distance to the start plus way
    along its arm to the bomb, and leaves it at the one with the least distance to the goal.
    """
    level, ticker = task.level, task.ticker
    _, _, known = begin(task)
    if (answer := finished(known)) is not None:
        return answer
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
            bomb = level.cell(number)
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
    known.find(moves_of((bomb,), _steps(level, cells)), len(cells) - 1)
    if stop is StopReason.COMPLETED:
        known.prove(len(cells) - 1)
    return known.answer(stop)


def _cross(level: OnebombLevel, bomb: Pos) -> Iterator[tuple[int, int]]:
    """Yield the cells that a bomb clears, with their distance from it."""
    yield 0, level.number(bomb)
    for direction in Direction:
        cell, way = bomb.step(direction), 1
        while level.at(cell) != ROCK and (level.radius is None or way <= level.radius):
            yield way, level.number(cell)
            cell, way = cell.step(direction), way + 1


def _line(level: OnebombLevel, start: int, end: int) -> list[int]:
    """Return the cells of a straight line, without its first one."""
    if start == end:
        return []
    step = level.width if (end - start) % level.width == 0 else 1
    step = step if end > start else -step
    return list(range(start + step, end + step, step))
