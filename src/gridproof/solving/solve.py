"""``solve``: pick the solver, run it under limits, verify its solution, and report the proof."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from gridproof import __version__
from gridproof.arguments import (
    check_function,
    check_moves,
    check_table,
    check_text,
    explained,
    shown_value,
)
from gridproof.errors import BadBoard, InputError, InternalError, UnknownName
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.limits import CancelToken, Stopped, Ticker, signals_cancel, token_of
from gridproof.options import Option
from gridproof.registry import digest, game_of
from gridproof.result import (
    Answer,
    Limits,
    Progress,
    Result,
    Sense,
    Stats,
    Status,
    StopReason,
    Value,
    checked_limits,
    first,
)
from gridproof.solving.stand_ins import PLAIN_SEARCH, load_solver
from gridproof.solving.task import Incumbent, Task
from gridproof.specs import Feature, SolverSpec
from gridproof.verifying import check_start, verify

__all__ = [
    "PLAIN_SEARCH",
    "PORTFOLIO",
    "at_least_as_good",
    "check_improve",
    "check_jobs",
    "decision",
    "find_solver",
    "fitting_improver",
    "fitting_solver",
    "solve",
    "solvers",
]

#: The stand-in for a solver where several jobs are requested; no solver of any game.
PORTFOLIO = SolverSpec(
    "portfolio",
    "several solvers side by side, in processes",
    "gridproof.solving.portfolio:portfolio",
    supports=frozenset({"start", "incumbent"}),
    options=(Option.count("jobs", 1, "how many solvers work at a time"),),
)
#: More threads than this are of no use to any search.
_MAX_THREADS: Final = 64
#: The text of the SystemError of CPython 3.11 without memory for a call, in place of MemoryError.
_NO_FRAME: Final = "error return without exception set"
#: The inability of a solver that lacks a feature.
_LACKING: Mapping[Feature, str] = {
    "start": "cannot start from this position",
    "incumbent": "cannot begin with a solution",
    "all-solutions": "cannot count all optimal solutions",
}


def solvers(game: AnyGame) -> Mapping[str, SolverSpec]:
    """Return the solvers of a game by name, the default one first; plain search is always there."""
    return {spec.id: spec for spec in (*game.solvers, PLAIN_SEARCH)}


@explained
def solve(
    level: Level,
    *,
    game: AnyGame | str | None = None,
    objective: str | None = None,
    solver: str | None = None,
    solver_options: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    decide: Value | None = None,
    start: Any = None,
    incumbent: Sequence[str] | str | None = None,
    improve: bool = False,
    jobs: int = 1,
    all_solutions: bool = False,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Result:
    """Solve a level and replay the solution with the rules before returning it.

    Ctrl-C in the main thread stops the solver and returns the findings so far (INTERRUPTED); a
    second Ctrl-C raises KeyboardInterrupt as usual. So does one that comes when the solver has just
    ended; with ``cancel`` the token is cancelled instead, and the caller looks at it.

    Args:
        level: a level without faults.
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of an objective; None is the game's first one.
        solver: name of a solver; None is the first one that supports the board and the request.
        solver_options: settings of the solver, by name.
        limits: where to stop.
        decide: only find out whether a value at least as good as this exists.
        start: a state of this level to start from. If a level expresses the position
            (:meth:`gridproof.game.Game.level_at`), every solver can; digest and solution are then
            of that level. Else the solver has to support it, as plain search does.
        incumbent: moves that solve the level (one by one, or in the game's own notation), a first
            solution: the result is no worse.
        improve: only make the incumbent better, with the game's improver in place of a solver.
        jobs: from 2 on, that many threads share the solver's search, if it can do so on this board.
            Else that many solvers run in parallel, each in a process of its own, until they have
            settled it (:mod:`gridproof.solving.portfolio`); no solver can be named then.
        all_solutions: count all optimal solutions (``notes["solutions"]``) and list some of them
            (``notes["listed"]``, each replayed like the first).
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.
        clock: seconds, monotonic. With :func:`time.process_time` the limit of time is in CPU
            seconds, also for the kernels, so that it means the same on a busy machine.

    Raises:
        UnknownName: no such objective, solver or option.
        InputError: limits or ``decide`` do not fit the objective, the solver does not support the
            request, or the incumbent is no solution.
        BadBoard: the level lacks something (a target) without which there is nothing to solve.
        InternalError: the solver's answer failed its checks: a bug in gridproof.
    """
    check_function(clock, "a clock")
    started = clock()
    game = game_of(level, game)
    goal = game.objective(objective)
    limits = checked_limits(limits)
    check_table(solver_options, "options of a solver")
    if incumbent is not None:
        check_moves(incumbent, "an incumbent")
    _check_request(goal, limits, decide)
    if start is not None:
        check_start(game, level, start)
    if start is not None and (position := game.level_at(level, start)) is not None:
        level, start = position, None
    if (missing := game.missing(level)) is not None:
        raise BadBoard(f"{missing.message}: there is nothing to solve")
    features: dict[Feature, bool] = {
        "start": start is not None,
        "incumbent": incumbent is not None,
        "all-solutions": all_solutions,
    }
    wanted = [feature for feature, asked in features.items() if asked]
    check_jobs(jobs, solver, solver_options, wanted)
    if improve:
        check_improve(jobs, solver, solver_options, wanted)
        spec = fitting_improver(game, level, goal)
    else:
        spec = fitting_solver(game, level, solver, goal, wanted)
    threads = 1
    if jobs > 1:
        if spec.shares_threads(level, goal):
            threads = min(jobs, _MAX_THREADS)
        else:
            spec, solver_options = PORTFOLIO, {"jobs": jobs}
    known = None if incumbent is None else _incumbent(game, level, goal, start, incumbent)
    if known is not None and not improve and _is_above(known.value, limits.max_cost):
        known = None  # solutions like this one are not looked for
    settings = spec.settings(solver_options)
    sought = _within(decide, limits.max_cost)
    # Imports, and the board's name, are no part of the solver's time and memory.
    name = digest(game, level)
    if spec.id == solver or improve or jobs > 1:
        run = load(spec.entry)
    else:
        chosen = spec
        spec, run = load_solver(spec, game, level, goal, wanted)
        if spec is not chosen:
            settings = spec.settings(None)
    root_bound = None
    if game.root_bound and start is None and spec is not PORTFOLIO:  # its solvers work it out
        root_bound = load(game.root_bound)
    token = token_of(cancel)
    with signals_cancel(token) as signals:
        ticker = Ticker(limits, clock=clock, cancel=token, progress=progress)
        task = Task(
            game,
            level,
            goal,
            ticker,
            settings,
            decide=sought,
            start=start,
            incumbent=known,
            all_solutions=all_solutions,
            threads=threads,
        )
        answer = _answer(task, run, root_bound)
        if sought != decide and answer.stop_reason is StopReason.DECIDED and answer.moves is None:
            answer = replace(answer, stop_reason=StopReason.COST_LIMIT)
        # A signal does not keep what was found from being replayed and handed out.
        try:
            with _memory_errors():
                result = _checked(task, spec, answer, name)
        except MemoryError:  # not even enough to replay it
            answer = _without_moves(answer, StopReason.MEMORY_LIMIT)
            result = _checked(task, spec, answer, name)
    if signals and cancel is None and answer.stop_reason is not StopReason.INTERRUPTED:
        raise KeyboardInterrupt  # too late for the solver, and nobody else would hear of it
    result.stats.total_time = clock() - started
    return result


def _answer(
    task: Task[Any],
    run: Callable[[Task[Any]], Answer],
    root_bound: Callable[[Level, Objective, Ticker], int | None] | None,
) -> Answer:
    """Return the answer of a solver, or what is known where a limit or a signal has ended it.

    Args:
        task: the request, without its root bound.
        run: the solver.
        root_bound: the game's bound at the root; None: there is none.
    """
    ticker = task.ticker
    try:
        with _memory_errors():
            bound = root_bound(task.level, task.objective, ticker) if root_bound else None
            ticker.bound = bound
            answer = run(replace(task, root_bound=bound))
    except Stopped as stopped:
        answer = _stopped(task, stopped.reason)
    except MemoryError:
        answer = _stopped(task, StopReason.MEMORY_LIMIT)
    answer.stats.wall_time = ticker.elapsed
    return answer


@contextmanager
def _memory_errors() -> Iterator[None]:
    """Raise MemoryError for the error of CPython 3.11 without memory for a call's frame."""
    try:
        yield
    except SystemError as problem:
        if str(problem) != _NO_FRAME:
            raise
        raise MemoryError from problem


def find_solver(game: AnyGame, name: str | None) -> SolverSpec | None:
    """Return the solver of that name; None, for the best fit to a board, if none is named.

    Raises:
        UnknownName: the game has none of this name.
    """
    known = solvers(game)
    if name is not None:
        check_text(name, "the name of a solver")
    if name is not None and name not in known:
        raise UnknownName("solver", name, known, game.id)
    return None if name is None else known[name]


def fitting_solver(
    game: AnyGame,
    level: Level,
    name: str | None,
    objective: Objective,
    features: Sequence[Feature] = (),
) -> SolverSpec:
    """Return the solver of that name, or the first one that supports the request.

    Raises:
        UnknownName: the game has no solver of this name.
        InputError: the solver, or every one, is not made for it.
    """
    wanted, known = find_solver(game, name), solvers(game)
    fitting = [spec for spec in known.values() if spec.why_unsupported(level, objective) is None]
    if wanted is not None and (reason := wanted.why_unsupported(level, objective)) is not None:
        others = ", ".join(spec.id for spec in fitting)
        raise InputError(f"solver `{name}`: {reason}", hint=f"solvers for this board: {others}")
    able = [spec for spec in fitting if spec.supports.issuperset(features)]
    chosen = wanted or (able or fitting)[0]
    for feature in features:
        if feature not in chosen.supports:
            raise InputError(f"solver `{chosen.id}` of {game.id} {_LACKING[feature]}")
    return chosen


def fitting_improver(game: AnyGame, level: Level, objective: Objective) -> SolverSpec:
    """Return the solver that improves solutions of a game's boards.

    Raises:
        InputError: the game has nothing that does, or it is not made for this board.
    """
    if game.improver is None:
        raise InputError(
            f"{game.id} has nothing that makes a solution better",
            hint="`solve` without an incumbent looks for the optimum",
        )
    if (reason := game.improver.why_unsupported(level, objective)) is not None:
        raise InputError(f"this solution cannot be made better: {reason}")
    return game.improver


def check_improve(
    jobs: int,
    solver: str | None,
    solver_options: Mapping[str, Any] | None,
    features: Sequence[Feature],
) -> None:
    """Refuse to improve a solution along with an option of :func:`solve` that excludes it.

    Raises:
        InputError: it does not.
    """
    if jobs != 1 or solver is not None or solver_options:
        raise InputError(
            "a solution is made better by the game's improver: no solvers can be named or set",
            hint="leave out the solver, its options and the jobs",
        )
    if "incumbent" not in features:
        raise InputError(
            "there is no solution to make better", hint="give a solution as the incumbent"
        )
    if "all-solutions" in features:
        raise InputError(
            "making a solution better counts no solutions", hint="leave out one of the two"
        )


def check_jobs(
    jobs: int,
    solver: str | None,
    solver_options: Mapping[str, Any] | None,
    features: Sequence[Feature],
) -> None:
    """Refuse several jobs along with an option of :func:`solve` that excludes them.

    Raises:
        InputError: they do not.
    """
    if type(jobs) is not int or jobs < 1:
        raise InputError(f"the number of jobs must be a whole number from 1: {shown_value(jobs)}")
    if jobs == 1:
        return
    if solver is not None or solver_options:
        raise InputError(
            f"{jobs} jobs share the work as fits the board, with defaults: "
            "no solver can be named or set",
            hint="leave out the jobs, or the solver and its options",
        )
    for feature in features:
        if feature not in PORTFOLIO.supports:
            raise InputError(f"{jobs} jobs: several solvers {_LACKING[feature]} together")


def _incumbent(
    game: AnyGame, level: Level, objective: Objective, start: Any, moves: Sequence[str] | str
) -> Incumbent:
    """Return the caller's solution.

    Raises:
        InputError: it is none.
    """
    verdict = verify(game, level, moves, objective, start=start)
    if verdict.cost is None:
        raise InputError(f"the given solution is not valid: {verdict.fault}")
    if isinstance(moves, str):
        moves = game.read_solution(level, moves)
    return Incumbent(tuple(moves), verdict.cost)


def _check_request(objective: Objective, limits: Limits, decide: Value | None) -> None:
    if limits.max_cost is not None and objective.sense == "max":
        raise InputError(
            f"objective `{objective.id}` is maximised: `max_cost` has no meaning",
            hint="leave it out; `decide` asks for a value",
        )
    numbers = decide if isinstance(decide, tuple) else (0 if decide is None else decide,)
    if not numbers or any(type(number) is not int for number in numbers):
        raise InputError(
            f"the value to decide must be a whole number, or one a metric: {shown_value(decide)}"
        )
    if isinstance(decide, tuple) and len(decide) > len(objective.metrics):
        raise InputError(
            f"objective `{objective.id}` has {len(objective.metrics)} metrics, "
            f"the value to decide {len(decide)}"
        )


def _stopped(task: Task[Any], reason: StopReason) -> Answer:
    """Return the answer of a solver that stopped without one: its last report to the ticker."""
    ticker, known = task.ticker, task.incumbent
    stats = Stats(expanded=ticker.nodes, peak_memory=ticker.peak_bytes)
    moves = None if known is None else known.moves
    return Answer(reason, moves, bound=ticker.bound, proof=ticker.proof, stats=stats)


def _checked(task: Task[Any], spec: SolverSpec, answer: Answer, name: str) -> Result:
    """Return the result of an answer whose solution, if any, the rules confirm.

    A solution that is dearer than ``max_cost`` is not handed out, whoever found it. ``name`` is the
    board's digest.
    """
    game, level, objective = task.game, task.level, task.objective
    cost: Value | None = None
    costs: Mapping[str, int] = {}
    status = Status.INFEASIBLE if answer.infeasible else Status.UNKNOWN
    if answer.moves is not None:
        verdict = verify(game, level, answer.moves, objective, start=task.start)
        if not verdict.valid:
            raise InternalError(f"the solution of solver `{spec.id}` is wrong: {verdict.fault}")
        cost, costs = verdict.cost, verdict.costs
        assert cost is not None
        if _is_above(cost, task.max_cost):
            return _checked(task, spec, _too_dear(answer), name)
        status = Status.OPTIMAL if cost == answer.bound else Status.FEASIBLE
    notes = dict(answer.notes)
    if "listed" in notes:
        for moves in notes["listed"]:
            verdict = verify(game, level, moves, objective, start=task.start)
            if not verdict.valid or verdict.cost != cost:
                raise InternalError(f"solver `{spec.id}` lists a wrong solution: {moves}")
        notes["listed"] = [game.write_solution(level, moves) for moves in notes["listed"]]
    return Result(
        status=status,
        stop_reason=answer.stop_reason,
        game=game.id,
        objective=objective.id,
        sense=objective.sense,
        solver=spec.id,
        solver_options=_changed(spec, task.options),
        digest=name,
        title=level.info.get("title"),
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
        level=level,
        start=task.start,
    )


def _changed(spec: SolverSpec, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that are not at their defaults, by name."""
    return {
        option.name: settings[option.attribute]
        for option in spec.options
        if settings[option.attribute] != option.default
    }


def _is_above(value: Value, max_cost: int | None) -> bool:
    return max_cost is not None and first(value) > max_cost


def _within(decide: Value | None, max_cost: int | None) -> Value | None:
    """Return the value for the solver to decide: no dearer solution than ``max_cost`` is of use."""
    if decide is None or max_cost is None:
        return decide
    return decide if first(decide) <= max_cost else max_cost


def _too_dear(answer: Answer) -> Answer:
    """Return the answer without its solution, which costs more than ``max_cost``."""
    stop = StopReason.COST_LIMIT if answer.stop_reason.by_itself else answer.stop_reason
    return _without_moves(answer, stop)


def _without_moves(answer: Answer, stop: StopReason) -> Answer:
    """Return the answer without its solutions, which the reason ``stop`` withholds."""
    notes = {k: v for k, v in answer.notes.items() if k not in ("solutions", "listed")}
    return replace(answer, stop_reason=stop, moves=None, notes=notes)


def decision(cost: Value | None, bound: Value | None, wanted: Value, sense: Sense) -> bool | None:
    """Return True if a value at least as good as ``wanted`` exists; None if that is open.

    Args:
        cost: of a solution, or None.
        bound: a proven one, or None.
        wanted: the value; a plain number speaks of the first metric.
        sense: of the objective.
    """
    if cost is not None and at_least_as_good(cost, wanted, sense):
        return True
    if bound is not None:
        if not isinstance(bound, tuple):
            wanted = first(wanted)
        if not at_least_as_good(bound, wanted, sense):
            return False
    return None


def at_least_as_good(value: Value, wanted: Value, sense: str) -> bool:
    """Return True if a cost is as good as ``decide``; a plain number is of the first metric."""
    a = value if isinstance(value, tuple) else (value,)
    b = wanted if isinstance(wanted, tuple) else (wanted,)
    a = a[: len(b)]
    return a <= b if sense == "min" else a >= b
