"""Solvers of robots: the native ones, and the stages of a published program in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from sys import getsizeof
from typing import Any

from gridproof._native import robots as native
from gridproof.game import AnyGame, Objective
from gridproof.games.robots import rules
from gridproof.games.robots.formats import write_unicode
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.grid import Direction, Pos
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = [
    "LISTED",
    "bfs_early",
    "bfs_precomputed",
    "bfs_sorted",
    "bfs_text",
    "iddfs",
    "optimal",
]

#: How many of all optimal solutions are listed; all are counted.
LISTED = 1000
_DIRECTIONS = tuple(Direction)
_NO_LIMIT = (1 << 32) - 1


def optimal(
    game: AnyGame,
    level: RobotsLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
    all_solutions: bool = False,
) -> Answer:
    """Partial-expansion A* with the wall-only bound; see ``native/robots`` for the proofs.

    With ``all_solutions`` the answer's notes count all shortest solutions (``solutions``) and list
    the first :data:`LISTED` of them, or fewer if they are long (``listed``); those that differ only
    in which helper stands where are included. Without these notes the counting was stopped, or the
    number does not fit into 64 bits.
    """
    return _native(level, ticker, "triples", decide, all_solutions)


def iddfs(
    game: AnyGame,
    level: RobotsLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Depth-first search to a growing depth, with the wall-only bound and a table of states."""
    return _native(level, ticker, "iddfs", decide, False)


def problem(level: RobotsLevel) -> dict[str, Any]:
    """The level as the arguments of the native solver."""
    target_robot = level.target_robot
    return {
        "width": level.width,
        "height": level.height,
        "walls": level.closed,
        "robots": [cell.y * level.width + cell.x for _, cell in level.robots],
        "target_robot": -1 if target_robot == "any" else level.index[target_robot],
        "target": level.target_cell,
        "ricochet": level.ricochet,
    }


def _native(
    level: RobotsLevel, ticker: Ticker, method: str, decide: Value | None, all_solutions: bool
) -> Answer:
    max_cost = _NO_LIMIT if ticker.limits.max_cost is None else ticker.limits.max_cost
    wanted = _NO_LIMIT if decide is None else max(first(decide), 0)
    found = native.solve(
        **problem(level),
        method=method,
        count_all=all_solutions,
        list_limit=LISTED,
        max_cost=min(max_cost, wanted, _NO_LIMIT),
        control=ticker.control(),
    )
    stats = Stats(
        expanded=found["nodes"],
        generated=found["generated"],
        evaluated=found["evaluated"],
        peak_memory=found["peak_memory"],
    )
    names = [[f"{number}{d.name}" for d in _DIRECTIONS] for number, _ in level.robots]

    def named(moves: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        return tuple(names[robot][d] for robot, d in moves)

    notes: dict[str, Any] = {"kernel_seconds": found["seconds"]}
    stop = StopReason(found["stop"])
    if found["moves"] is not None:
        if "solutions" in found:
            notes["solutions"] = found["solutions"]
            notes["listed"] = [named(moves) for moves in found["listed"]]
        moves = named(found["moves"])
        return Answer(stop, moves, len(moves), stats=stats, notes=notes, proof="search")
    if found["exhausted"]:
        return Answer(
            StopReason.COMPLETED, infeasible=True, stats=stats, notes=notes, proof="search"
        )
    if stop is StopReason.COMPLETED:  # ended at the largest cost that was asked for
        stop = StopReason.DECIDED if wanted <= max_cost else StopReason.COST_LIMIT
    return Answer(stop, bound=found["bound"], stats=stats, notes=notes, proof="search")


# The stages of W. Meersman's Prolog program (report "Robot Reboot in SWI-Prolog", Ghent 2023): a
# breadth-first search whose three versions its tables 1 to 3 time, and the step that its
# conclusion proposes. They are slow on purpose: they are there to be repeated and compared.


#: Rough bytes of one reached state, and what each robot adds: its tuples, its node, its place in
#: the set.
_STATE_BYTES = 256
_ROBOT_BYTES = 32


def _breadth_first(
    level: RobotsLevel,
    ticker: Ticker,
    *,
    remembered: Callable[[State], Hashable],
    successors: Callable[[State], Iterable[tuple[str, State]]],
    early: bool,
    decide: Value | None,
) -> Answer:
    """A queue of states; a goal is noticed when it is taken from the queue, or when it is made."""
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

    if early and rules.complete(level, start):
        return answer(StopReason.COMPLETED, (), 0)
    max_cost, wanted = ticker.limits.max_cost, None if decide is None else first(decide)
    # What is still in the queue has at least as many moves, and with an early test one more.
    for node, (state, _, _, taken) in enumerate(reached):  # grows while we go through it
        ticker.bound = taken + early
        if wanted is not None and ticker.bound > wanted:
            return answer(StopReason.DECIDED, None, ticker.bound)
        if max_cost is not None and ticker.bound > max_cost:
            return answer(StopReason.COST_LIMIT, None, ticker.bound)
        if not early and rules.complete(level, state):
            return answer(StopReason.COMPLETED, moves_to(node), taken)
        stop = ticker.tick()
        if stop is not None:
            return answer(stop, None, ticker.bound)
        stats.expanded += 1
        for move, after in successors(state):
            ticker.check()
            stats.generated += 1
            key = remembered(after)
            if key in seen:
                continue
            if early and rules.complete(level, after):
                return answer(StopReason.COMPLETED, (*moves_to(node), move), taken + 1)
            seen.add(key)
            size = _STATE_BYTES + _ROBOT_BYTES * len(level.robots)
            ticker.allocate(size + (0 if key is after else getsizeof(key)))
            reached.append((after, node, move, taken + 1))
    return answer(StopReason.COMPLETED, None, None)


def _board_text(level: RobotsLevel, state: State) -> Hashable:
    """The whole board as text, and the axes, which a board does not show."""
    cells = (Pos(cell % level.width, cell // level.width) for cell in state.cells)
    placed = tuple((n, cell) for (n, _), cell in zip(level.robots, cells, strict=True))
    return "\n".join((*write_unicode(replace(level, robots=placed)), str(state.axes)))


def _legal(level: RobotsLevel, state: State) -> Iterable[tuple[str, State]]:
    for move in rules.moves(level, state):
        yield move, _after(level, state, move)


def _after(level: RobotsLevel, state: State, move: str) -> State:
    outcome = rules.apply(level, state, move)
    return state if isinstance(outcome, str) else outcome[0]


def _fixed(level: RobotsLevel, state: State) -> Iterable[tuple[str, State]]:
    for number, _ in level.robots:
        for direction in _DIRECTIONS:
            move = f"{number}{direction.name}"
            yield move, _after(level, state, move)


def _stage(
    remembered: Callable[[RobotsLevel, State], Hashable],
    successors: Callable[[RobotsLevel, State], Iterable[tuple[str, State]]],
    *,
    early: bool = False,
) -> Callable[..., Answer]:
    """A solver that is one stage of the program."""

    def solver(
        game: AnyGame,
        level: RobotsLevel,
        objective: Objective,
        ticker: Ticker,
        *,
        decide: Value | None = None,
        root_bound: int | None = None,
    ) -> Answer:
        return _breadth_first(
            level,
            ticker,
            remembered=lambda state: remembered(level, state),
            successors=lambda state: successors(level, state),
            early=early,
            decide=decide,
        )

    return solver


def _places(level: RobotsLevel, state: State) -> Hashable:
    return state


#: Table 1: every state is remembered as the text of the whole board.
bfs_text = _stage(_board_text, _legal)
#: Table 2: only the robots' places are remembered, by number; robot 0 moves first.
bfs_sorted = _stage(_places, _legal)
#: Table 3: the list of moves is fixed in advance; a blocked robot stays where it is.
bfs_precomputed = _stage(_places, _fixed)
#: The report's conclusion: the goal is tested when a state is made, one layer earlier.
bfs_early = _stage(_places, _fixed, early=True)
