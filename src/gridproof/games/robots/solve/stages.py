"""The stages of W. Meersman's Prolog program (report "Robot Reboot in SWI-Prolog", Ghent 2023).

It is a breadth-first search; the report's tables 1 to 3 time three versions of it, and its
conclusion proposes one more step. They are slow on purpose: to be repeated and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from sys import getsizeof

from gridproof.games.robots import rules
from gridproof.games.robots.formats.boards import write_unicode
from gridproof.games.robots.formats.forms import GLYPHS
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.grid import Direction
from gridproof.result import Answer, Stats, StopReason
from gridproof.solving.task import Task

__all__ = ["bfs_early", "bfs_precomputed", "bfs_sorted", "bfs_text"]

#: Rough bytes of one reached state, and what each robot adds: its tuples, its node, its place in
#: the set.
_STATE_BYTES = 256
_ROBOT_BYTES = 32

#: Going through an enumeration takes as long as a move.
_DIRECTIONS = tuple(Direction)

_Successors = Callable[[RobotsLevel, State], Iterable[tuple[str, State]]]


def bfs_text(task: Task[RobotsLevel]) -> Answer:
    """Search as in table 1: every state is stored as the text of the whole board."""
    return _breadth_first(task, _legal, remembered=_board_texts(task.level))


def bfs_sorted(task: Task[RobotsLevel]) -> Answer:
    """Search as in table 2: only the robots' places are stored; robot 0 moves first."""
    return _breadth_first(task, _legal)


def bfs_precomputed(task: Task[RobotsLevel]) -> Answer:
    """Search as in table 3: the list of moves is fixed; a blocked robot stays in place."""
    return _breadth_first(task, _fixed)


def bfs_early(task: Task[RobotsLevel]) -> Answer:
    """Search as the report concludes: the goal is tested on generation, one layer earlier."""
    return _breadth_first(task, _fixed, early=True)


def _breadth_first(
    task: Task[RobotsLevel],
    successors: _Successors,
    *,
    remembered: Callable[[State], Hashable] = lambda state: state,
    early: bool = False,
) -> Answer:
    """Return a queue of states.

    A goal is noticed when it is taken from the queue, or when it is made.
    """
    level, objective, ticker = task.level, task.objective, task.ticker
    stats = Stats()
    start = rules.initial(level)
    seen = {remembered(start)}
    # All states in the order in which they are reached: the queue is what is not taken yet. Each
    # has the place of the state before it, the move between them, and its number of moves.
    reached: list[tuple[State, int, str, int]] = [(start, -1, "", 0)]

    def moves_to(node: int) -> tuple[str, ...]:
        moves = []
        while node > 0:
            _, node, move, _ = reached[node]
            moves.append(move)
        return tuple(reversed(moves))

    def answer(stop: StopReason, moves: tuple[str, ...] | None, bound: int | None) -> Answer:
        stats.peak_memory = ticker.peak_bytes
        infeasible = stop is StopReason.COMPLETED and moves is None
        return Answer(stop, moves, bound, infeasible=infeasible, stats=stats, proof="search")

    if early and rules.complete(level, start, objective):
        return answer(StopReason.COMPLETED, (), 0)
    # The rest of the queue has at least as many moves, and with an early test one more.
    for node, (state, _, _, taken) in enumerate(reached):  # grows while we go through it
        ticker.bound = taken + early
        if task.wanted is not None and ticker.bound > task.wanted:
            return answer(StopReason.DECIDED, None, ticker.bound)
        if task.max_cost is not None and ticker.bound > task.max_cost:
            return answer(StopReason.COST_LIMIT, None, ticker.bound)
        if not early and rules.complete(level, state, objective):
            return answer(StopReason.COMPLETED, moves_to(node), taken)
        stop = ticker.tick()
        if stop is not None:
            return answer(stop, None, ticker.bound)
        stats.expanded += 1
        for move, after in successors(level, state):
            ticker.check()
            stats.generated += 1
            key = remembered(after)
            if key in seen:
                continue
            if early and rules.complete(level, after, objective):
                return answer(StopReason.COMPLETED, (*moves_to(node), move), taken + 1)
            seen.add(key)
            size = _STATE_BYTES + _ROBOT_BYTES * len(level.robots)
            ticker.allocate(size + (0 if key is after else getsizeof(key)))
            reached.append((after, node, move, taken + 1))
    return answer(StopReason.COMPLETED, None, None)


def _board_texts(level: RobotsLevel) -> Callable[[State], Hashable]:
    """Return the drawer of the whole board as text, with the axes, which a board does not show."""
    # What stays is drawn once; the middles of cells are the odd places of the odd lines.
    empty = list("\n".join((*write_unicode(replace(level, robots=())), "")))
    line, cells = 2 * level.width + 2, range(level.width * level.height)
    middles = [line * (2 * y + 1) + 2 * x + 1 for y, x in (divmod(n, level.width) for n in cells)]
    glyphs = [GLYPHS[number] for number, _ in level.robots]

    def board_text(state: State) -> Hashable:
        drawn = empty.copy()
        for cell, glyph in zip(state.cells, glyphs, strict=True):
            drawn[middles[cell]] = glyph
        return "".join((*drawn, str(state.axes)))

    return board_text


def _legal(level: RobotsLevel, state: State) -> Iterator[tuple[str, State]]:
    """Yield the moves that can be made, each with the state after it."""
    for move, after in _fixed(level, state):
        if after is not state:
            yield move, after


def _fixed(level: RobotsLevel, state: State) -> Iterator[tuple[str, State]]:
    """Yield every robot in every direction."""
    for robot, (number, _) in enumerate(level.robots):
        for direction in _DIRECTIONS:
            after = rules.after(level, state, robot, direction)
            yield f"{number}{direction.letter}", after or state
