"""``solve``: pick the solver, run it under limits, verify its solution, and say what is proven."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import Any

from gridproof import __version__
from gridproof.errors import BadBoard, InputError, InternalError, UnknownName
from gridproof.game import Game, Level, Objective, SolverSpec, digest, game_of, load
from gridproof.result import (
    Answer,
    Limits,
    Progress,
    Result,
    Stats,
    Status,
    StopReason,
    Value,
    first,
)
from gridproof.ticker import CancelToken, Stopped, Ticker
from gridproof.verifying import verify

__all__ = ["PLAIN_SEARCH", "find_solver", "solve", "solvers"]

#: The signals that ask a process to end, as far as the platform has them.
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

PLAIN_SEARCH = SolverSpec(
    "search", "plain uniform-cost search on the rules", "gridproof.search:search"
)


def solvers(game: Game[Any, Any]) -> Mapping[str, SolverSpec]:
    """The solvers of a game by name, the default one first; plain search is always there."""
    return {spec.id: spec for spec in (*game.solvers, PLAIN_SEARCH)}


def solve(
    level: Level,
    *,
    game: Game[Any, Any] | str | None = None,
    objective: str | None = None,
    solver: str | None = None,
    limits: Limits | None = None,
    decide: Value | None = None,
    all_solutions: bool = False,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Result:
    """Solves a level and replays the solution with the rules before returning it.

    Ctrl-C in the main thread stops the solver and returns what is known (INTERRUPTED); a second
    Ctrl-C raises KeyboardInterrupt as usual. So does one that comes when the solver has just ended;
    with ``cancel`` the token is cancelled instead, and the caller looks at it.

    Args:
        level: a level without faults.
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of an objective; None is the game's first one.
        solver: name of a solver; None is the game's default one.
        limits: where to stop.
        decide: only find out whether a value at least as good as this exists.
        all_solutions: count all optimal solutions (``notes["solutions"]``) and list some of them
            (``notes["listed"]``, each replayed like the first).
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.
        clock: seconds, monotonic.

    Raises:
        UnknownName: no such objective or solver.
        InputError: limits or ``decide`` do not fit the objective.
        BadBoard: the level lacks something (a target) without which there is nothing to solve.
        InternalError: the solver's answer failed its checks: a bug in gridproof.
    """
    started = clock()
    game = game_of(level, game)
    goal = game.objective(objective)
    spec = _fitting_solver(game, level, solver, goal)
    limits = limits or Limits()
    _check_request(goal, limits, decide)
    if all_solutions and not spec.all_solutions:
        raise InputError(f"solver `{spec.id}` of {game.id} cannot count all optimal solutions")
    if (missing := game.missing(level)) is not None:
        raise BadBoard(f"{missing.message}: there is nothing to solve")
    sought = _within(decide, limits.max_cost)
    # What has to be imported, and the board's name, are no part of the solver's time and memory.
    name = digest(game, level)
    run, root_bound = load(spec.entry), load(game.root_bound) if game.root_bound else None
    token = cancel or CancelToken()
    with _signals_cancel(token) as signals:
        ticker = Ticker(limits, clock=clock, cancel=token, progress=progress)
        more = {"all_solutions": True} if all_solutions else {}
        try:
            ticker.bound = root_bound(level, goal, ticker) if root_bound else None
            answer: Answer = run(
                game, level, goal, ticker, decide=sought, root_bound=ticker.bound, **more
            )
        except Stopped as stopped:
            answer = _stopped(ticker, stopped.reason)
        except MemoryError:
            answer = _stopped(ticker, StopReason.MEMORY_LIMIT)
        answer.stats.wall_time = ticker.elapsed
        if sought != decide and answer.stop_reason is StopReason.DECIDED and answer.moves is None:
            answer = replace(answer, stop_reason=StopReason.COST_LIMIT)
        # A signal does not keep what was found from being replayed and handed out.
        try:
            result = _checked(game, level, goal, spec, answer, limits.max_cost, name)
        except MemoryError:  # not even enough to replay it
            answer = _without_moves(answer, StopReason.MEMORY_LIMIT)
            result = _checked(game, level, goal, spec, answer, limits.max_cost, name)
    if signals and cancel is None and answer.stop_reason is not StopReason.INTERRUPTED:
        raise KeyboardInterrupt  # too late for the solver, and nobody else would hear of it
    result.stats.total_time = clock() - started
    return result


def find_solver(game: Game[Any, Any], name: str | None) -> SolverSpec | None:
    """The solver of that name; None, for the one that fits a board best, if none is named.

    Raises:
        UnknownName: the game has none of this name.
    """
    known = solvers(game)
    if name is not None and name not in known:
        raise UnknownName(f"solver of {game.id}", name, known)
    return None if name is None else known[name]


def _fitting_solver(
    game: Game[Any, Any], level: Level, name: str | None, objective: Objective
) -> SolverSpec:
    wanted, known = find_solver(game, name), solvers(game)
    fitting = [spec for spec in known.values() if spec.refuses(level, objective) is None]
    if wanted is None:
        return fitting[0]
    if (reason := wanted.refuses(level, objective)) is not None:
        others = ", ".join(spec.id for spec in fitting)
        raise InputError(f"solver `{name}`: {reason}", hint=f"solvers for this board: {others}")
    return wanted


def _check_request(objective: Objective, limits: Limits, decide: Value | None) -> None:
    if limits.max_cost is not None and objective.sense == "max":
        raise InputError(f"objective `{objective.id}` is maximised: `max_cost` has no meaning")
    if isinstance(decide, tuple) and len(decide) > len(objective.metrics):
        raise InputError(
            f"objective `{objective.id}` has {len(objective.metrics)} metrics, "
            f"the value to decide {len(decide)}"
        )


def _stopped(ticker: Ticker, reason: StopReason) -> Answer:
    """The answer of a solver that did not come back with one: what it had told the ticker."""
    stats = Stats(expanded=ticker.nodes, peak_memory=ticker.peak_bytes)
    return Answer(reason, bound=ticker.bound, proof=ticker.proof, stats=stats)


def _checked(
    game: Game[Any, Any],
    level: Level,
    objective: Objective,
    spec: SolverSpec,
    answer: Answer,
    max_cost: int | None,
    name: str,
) -> Result:
    """The result of an answer whose solution, if any, the rules confirm.

    A solution that is dearer than ``max_cost`` is not handed out, whoever found it. ``name`` is the
    board's digest.
    """
    cost: Value | None = None
    costs: Mapping[str, int] = {}
    status = Status.INFEASIBLE if answer.infeasible else Status.UNKNOWN
    stop = answer.stop_reason
    if answer.moves is not None:
        verdict = verify(game, level, answer.moves, objective)
        if not verdict.valid:
            raise InternalError(f"the solution of solver `{spec.id}` is wrong: {verdict.fault}")
        cost, costs = verdict.cost, verdict.costs
        assert cost is not None
        if max_cost is not None and first(cost) > max_cost:
            return _checked(game, level, objective, spec, _too_dear(answer), None, name)
        status = Status.OPTIMAL if cost == answer.bound else Status.FEASIBLE
    notes = dict(answer.notes)
    if "listed" in notes:
        for moves in notes["listed"]:
            verdict = verify(game, level, moves, objective)
            if not verdict.valid or verdict.cost != cost:
                raise InternalError(f"solver `{spec.id}` lists a wrong solution: {moves}")
        notes["listed"] = [game.write_solution(level, moves) for moves in notes["listed"]]
    return Result(
        status=status,
        stop_reason=stop,
        game=game.id,
        objective=objective.id,
        sense=objective.sense,
        solver=spec.id,
        digest=name,
        title=level.title,
        moves=answer.moves,
        solution=None if answer.moves is None else game.write_solution(level, answer.moves),
        cost=cost,
        costs=costs,
        bound=answer.bound,
        verified=answer.moves is not None,
        proof=answer.proof if answer.bound is not None or answer.infeasible else "none",
        stats=replace(answer.stats),
        versions={"gridproof": __version__, "rules": str(game.rules_version)},
        notes=notes,
    )


def _within(decide: Value | None, max_cost: int | None) -> Value | None:
    """What a solver has to decide: no dearer solution than ``max_cost`` is of use."""
    if decide is None or max_cost is None:
        return decide
    return decide if first(decide) <= max_cost else max_cost


def _too_dear(answer: Answer) -> Answer:
    """The answer without its solution, which costs more than was asked for."""
    because_of_it = (StopReason.COMPLETED, StopReason.FIRST_SOLUTION, StopReason.DECIDED)
    ended = answer.stop_reason in because_of_it
    return _without_moves(answer, StopReason.COST_LIMIT if ended else answer.stop_reason)


def _without_moves(answer: Answer, stop: StopReason) -> Answer:
    """The answer without its solutions, which are not handed out for the reason ``stop``."""
    notes = {k: v for k, v in answer.notes.items() if k not in ("solutions", "listed")}
    return replace(answer, stop_reason=stop, moves=None, notes=notes)


def at_least_as_good(value: Value, wanted: Value, sense: str) -> bool:
    """Whether a cost answers ``decide`` with yes; a plain number speaks of the first metric."""
    a = value if isinstance(value, tuple) else (value,)
    b = wanted if isinstance(wanted, tuple) else (wanted,)
    a = a[: len(b)]
    return a <= b if sense == "min" else a >= b


@contextmanager
def _signals_cancel(token: CancelToken) -> Iterator[list[int]]:
    """Turns the first Ctrl-C into a cancelled token, where signals can be handled at all.

    So it does with every other signal that means the same as Ctrl-C, by Python's own handler. The
    second one does what it did before.

    Yields:
        The signals that came; it grows.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    numbers = [n for n in _ENDING if signal.getsignal(n) is signal.default_int_handler]

    def restore() -> None:
        for number in numbers:
            signal.signal(number, signal.default_int_handler)

    def cancel(signum: int, frame: FrameType | None) -> None:
        came.append(signum)
        token.cancel()
        restore()

    for number in numbers:
        signal.signal(number, cancel)
    try:
        yield came
    finally:
        restore()
