"""No solver is ever wrong, whatever the limits: a sweep over all games, solvers and objectives.

Solvers are found in the registry. The truth about a random tiny board comes from plain search
without limits, which is compared with independent oracles elsewhere.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import itertools
import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any, get_args

import pytest

from gridproof.cli.solve import answer_to
from gridproof.design.goal import Unmet
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Objective
from gridproof.limits import POLL_INTERVAL, CancelToken, Stopped, Ticker
from gridproof.result import (
    Answer,
    Limits,
    Progress,
    Proof,
    Result,
    Status,
    StopReason,
    Value,
    first,
)
from gridproof.solving.solve import PLAIN_SEARCH, at_least_as_good, solve, solvers
from gridproof.solving.task import task_for
from gridproof.specs import SolverSpec
from tests.games.robots.boards import with_ricochet
from tests.samples import GAMES, large_levels, sample_levels, tiny_makers
from tests.soak import ROUNDS, fresh_seed

#: What a solver may count beyond its limit of memory: one node's successors.
SLACK = 64 << 10
#: Random boards that are looked at for one that a solver is fit for.
_TRIES = 300
_NODES_TO_OPTIMUM = 1_000
SETTLED = (Status.OPTIMAL, Status.INFEASIBLE)

MEMORY = [
    *(0, 1, 1000, 4096, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 130_000),
    *(160_000, 200_000, 300_000, 400_000, 600_000, 800_000, 1 << 20),
]
NODES = [0, 1, 2, 3, 5, 10, 20, 50, 100, 300]
TIMES = [0.0, 1e-9, 1e-6, 1e-4, 1e-3]
LOOKS = [0, 1, 2, 3, 4, 5, 7, 10, 20, 40]


@dataclass(frozen=True)
class Request:
    """A call of a solver.

    Attributes:
        cancel_at: at which look at the clock the token is cancelled; 0: before the start.
        incumbent: a best solution, to begin with.
    """

    limits: Limits = field(default_factory=Limits)
    decide: Value | None = None
    cancel_at: int | None = None
    all_solutions: bool = False
    incumbent: tuple[str, ...] | None = None

    @property
    def complete(self) -> bool:
        """True if nothing but the question keeps the solver from its end."""
        given = self.limits
        return {given.time, given.nodes, given.memory, self.cancel_at} == {None}


class Clock:
    """Each reading is a moment after which progress and cancel token are looked at again.

    Attributes:
        reads: how often it was read.
        cancel_at: the reading at which ``token`` is cancelled.
    """

    def __init__(self, cancel_at: int | None) -> None:
        self.token = CancelToken()
        self.cancel_at = cancel_at
        self.reads = -1
        self()

    def __call__(self) -> float:
        self.reads += 1
        if self.reads == self.cancel_at:
            self.token.cancel()
        return self.reads * POLL_INTERVAL


@functools.cache
def _named(module: str) -> list[str]:
    """The modules that a module's imports may mean."""
    found = []
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


def _imported(module: str) -> Iterator[str]:
    """Yield the modules that a solver's module imports when it is loaded, and that these import."""
    importlib.import_module(module)
    todo, seen = [module], set[str]()
    while todo:
        name = todo.pop()
        if name in seen or name not in sys.modules:
            continue
        seen.add(name)
        yield name
        if ".games." in name:
            todo += _named(name)


def runs_kernels(spec: SolverSpec) -> bool:
    """Return whether a solver runs kernels, which `make sanitize` looks into, and not HiGHS."""
    modules = set(_imported(spec.entry.partition(":")[0]))
    return "gridproof._native" in modules and "gridproof.solving.linear_program" not in modules


def _cases() -> Iterator[Any]:
    """Every game, solver and objective that the solver is made for."""
    for name, game in GAMES.items():
        for spec in solvers(game).values():
            for objective in game.objectives:
                if not spec.objectives or objective.id in spec.objectives:
                    yield pytest.param(
                        game,
                        spec,
                        objective,
                        id=f"{name}-{spec.id}-{objective.id}",
                        marks=pytest.mark.native if runs_kernels(spec) else (),
                    )


every_solver = pytest.mark.parametrize(("game", "spec", "objective"), list(_cases()))


@functools.cache
def optimum(game: str, level: Any, objective: str) -> tuple[bool, Value | None]:
    """Return True if the best value is known, and that value; None if there is no solution.

    It is plain search's, or the default solver's where that takes too long.
    """
    for solver in (PLAIN_SEARCH.id, None):
        result = solve(
            level,
            game=GAMES[game],
            objective=objective,
            solver=solver,
            limits=Limits(nodes=_NODES_TO_OPTIMUM),
        )
        if result.status in SETTLED:
            return True, result.cost
    return False, None


def fit_levels(
    game: AnyGame, spec: SolverSpec, objective: Objective, count: int, seed: int
) -> Iterator[tuple[Any, Value | None]]:
    """Random small levels that a solver is fit for, with their optima.

    Of each maker there are ``count`` times as many as the game has options, and one more.
    """
    for name, make_tiny in tiny_makers(game.id).items():
        rng = random.Random(f"limits {game.id} {name} {seed}")
        levels = (make_tiny(rng) for _ in range(_TRIES))
        fit = (level for level in levels if spec.why_unsupported(level, objective) is None)
        for level in itertools.islice(fit, count * (1 + len(game.options))):
            known, best = optimum(game.id, level, objective.id)
            if known:
                yield level, best


def values_near(best: Value | None, objective: Objective) -> list[Value]:
    """Values to ask for, round the optimum."""
    if best is None:
        return [0, 3, 1000]
    top = first(best)
    values: list[Value] = [0, top - 1, top, top + 1]
    if isinstance(best, tuple):
        rest = best[1:]
        values += [
            best,
            (top,),
            (top, *(n - 1 for n in rest)),
            (top, *(n + 1 for n in rest)),
            (top - 1, *(n + 100 for n in rest)),
            (top + 1, *(0 for _ in rest)),
        ]
    return values


def requests(
    rng: random.Random,
    spec: SolverSpec,
    objective: Objective,
    best: Value | None,
    mixed: int,
    known: tuple[str, ...] | None,
) -> Iterator[Request]:
    """Each limit and question alone, then ``mixed`` random combinations.

    Solvers that can begin with a solution are given ``known`` in half of the latter.
    """
    near = values_near(best, objective)
    costs = [] if objective.sense == "max" else sorted({max(first(v), 0) for v in near})
    for memory in MEMORY:
        yield Request(Limits(memory=memory))
    for nodes in NODES:
        yield Request(Limits(nodes=nodes))
    for seconds in TIMES:
        yield Request(Limits(time=seconds))
    for look in LOOKS:
        yield Request(cancel_at=look)
    for cost in costs:
        yield Request(Limits(max_cost=cost))
    for value in near:
        yield Request(decide=value)
    for cost, value in itertools.product(costs, near):
        yield Request(Limits(max_cost=cost), value)
    for _ in range(mixed):

        def some(values: list[Any], share: float) -> Any:
            return rng.choice(values) if values and rng.random() < share else None

        yield Request(
            Limits(
                memory=some([rng.choice(MEMORY), rng.randrange(1 << 20)], 0.4),
                nodes=some(NODES, 0.3),
                time=some(TIMES, 0.1),
                max_cost=some(costs, 0.5),
            ),
            some(near, 0.5),
            some(LOOKS, 0.1),
            all_solutions="all-solutions" in spec.supports and rng.random() < 0.3,
            incumbent=known if "incumbent" in spec.supports and rng.random() < 0.5 else None,
        )


def key(value: Value, objective: Objective) -> tuple[int, ...]:
    """The smaller, the better."""
    numbers = value if isinstance(value, tuple) else (value,)
    return tuple(n if objective.sense == "min" else -n for n in numbers)


def check_known(
    bound: Value | None, found: Value | None, best: Value | None, objective: Objective
) -> None:
    """A bound is a bound, and what is found is no better than the optimum."""
    if bound is not None and best is not None:
        lower = key(bound, objective)
        assert lower <= key(best, objective)[: len(lower)], f"bound {bound}, optimum {best}"
    if found is not None:
        assert best is not None, f"found {found} where there is no solution"
        reached = key(found, objective)
        assert key(best, objective)[: len(reached)] <= reached, f"cost {found}, optimum {best}"


def check(
    result: Result, request: Request, best: Value | None, objective: Objective, exact: bool
) -> None:
    """All that a result promises.

    Args:
        result: of a solver.
        request: how it was called.
        best: the optimum, None if there is no solution.
        objective: what is optimised.
        exact: whether the solver settles this board without limits.
    """
    limits, decide = request.limits, request.decide
    check_known(result.bound, result.cost, best, objective)
    if result.status is Status.INFEASIBLE:
        assert best is None, "infeasible"
    if result.status is Status.OPTIMAL:
        assert result.cost == best
    if result.cost is not None:
        assert result.verified
        assert limits.max_cost is None or first(result.cost) <= limits.max_cost
    assert result.proof in get_args(Proof)
    proven = result.bound is not None or result.status is Status.INFEASIBLE
    assert (result.proof != "none") == proven

    possible = {
        StopReason.COMPLETED: True,
        StopReason.FIRST_SOLUTION: True,
        StopReason.DECIDED: decide is not None,
        StopReason.COST_LIMIT: limits.max_cost is not None,
        StopReason.TIME_LIMIT: limits.time is not None,
        StopReason.NODE_LIMIT: limits.nodes is not None,
        StopReason.MEMORY_LIMIT: limits.memory is not None,
        StopReason.INTERRUPTED: request.cancel_at is not None,
    }
    assert possible[result.stop_reason], result.stop_reason
    if limits.nodes is not None and result.proof != "milp-float":
        assert result.stats.expanded <= limits.nodes
    if limits.memory is not None:
        assert result.stats.peak_memory <= limits.memory + SLACK

    if result.stop_reason is StopReason.COST_LIMIT:
        assert result.status is Status.UNKNOWN
        assert limits.max_cost is not None
        if exact:
            assert result.bound is not None
            assert first(result.bound) > limits.max_cost
    if exact and decide is None and result.stop_reason is StopReason.COMPLETED:
        assert result.status in SETTLED
    if exact and decide is None and request.complete:
        assert result.status in SETTLED or result.stop_reason is StopReason.COST_LIMIT
    if request.incumbent is not None and limits.max_cost is None:
        assert result.cost is not None
    if "solutions" in result.notes:
        assert len(result.notes["listed"]) <= result.notes["solutions"]

    if decide is not None:
        answer = answer_to(result, decide)
        true = best is not None and at_least_as_good(best, decide, objective.sense)
        assert answer in (true, None), f"the answer is {true}"
        open_ = limits.max_cost is not None and first(decide) > limits.max_cost
        if result.stop_reason is StopReason.DECIDED or (exact and request.complete and not open_):
            assert answer is not None, "the answer is left open"


def run(
    game: AnyGame,
    level: Any,
    objective: Objective,
    spec: SolverSpec,
    request: Request,
    best: Value | None,
) -> Result:
    """One call of ``solve``; what is reported on the way is checked too."""

    def progress(known: Progress) -> None:
        check_known(known.bound, known.best, best, objective)

    more: dict[str, Any] = {}
    if request.cancel_at is not None:
        clock = Clock(request.cancel_at)
        more = {"clock": clock, "cancel": clock.token}
    return solve(
        level,
        game=game,
        objective=objective.id,
        solver=spec.id,
        limits=request.limits,
        decide=request.decide,
        all_solutions=request.all_solutions,
        incumbent=request.incumbent,
        progress=progress,
        **more,
    )


def sweep(
    game: AnyGame,
    spec: SolverSpec,
    objective: Objective,
    levels: Iterable[tuple[Any, Value | None]],
    mixed: int,
    seed: int,
) -> None:
    """Make all requests on boards with known optima; a failure names the board and the request."""
    boards = 0
    for level, best in levels:
        boards += 1
        rng = random.Random(f"{game.id} {boards} {seed}")
        request = Request(all_solutions="all-solutions" in spec.supports)
        exact, solutions = False, None
        try:
            result = run(game, level, objective, spec, request, best)
            exact = result.status in SETTLED
            assert exact or spec is not PLAIN_SEARCH
            solutions = result.notes.get("solutions")
            check(result, request, best, objective, exact)
            for request in requests(rng, spec, objective, best, mixed, result.moves):
                result = run(game, level, objective, spec, request, best)
                check(result, request, best, objective, exact)
                if result.stop_reason is StopReason.COMPLETED and "solutions" in result.notes:
                    assert result.notes["solutions"] == solutions
        except Exception as error:
            error.add_note(f"{game.write(level, game.canonical_format)}\n{request}, optimum {best}")
            raise
    assert boards, "no random board is fit for this solver"


@every_solver
def test_never_wrong_under_any_limit(game: AnyGame, spec: SolverSpec, objective: Objective) -> None:
    sweep(game, spec, objective, fit_levels(game, spec, objective, 2, 0), mixed=20, seed=0)


@every_solver
def test_a_time_limit_steers_no_search(
    game: AnyGame, spec: SolverSpec, objective: Objective
) -> None:
    """The same board, options and limit of nodes give the same counts on every machine."""
    levels = [level for level, _ in fit_levels(game, spec, objective, 1, 1)][-2:]
    levels += [
        level
        for level in sample_levels(game.id)[-2:]
        if spec.why_unsupported(level, objective) is None
    ]
    for level, memory in itertools.product(levels, (None, 1 << 20)):
        untimed, timed = (
            solve(
                level,
                game=game,
                objective=objective.id,
                solver=spec.id,
                limits=Limits(nodes=1_000, memory=memory, time=seconds),
            )
            for seconds in (None, 3_600.0)
        )
        assert _without_times(timed) == _without_times(untimed)


def _without_times(result: Result) -> Result:
    stats = replace(result.stats, wall_time=0.0, total_time=0.0)
    notes = {name: note for name, note in result.notes.items() if name != "kernel_seconds"}
    return replace(result, stats=stats, notes=notes)


@pytest.mark.soak
@every_solver
def test_never_wrong_under_any_limit_for_long(
    game: AnyGame, spec: SolverSpec, objective: Objective
) -> None:
    seed = fresh_seed()
    levels = fit_levels(game, spec, objective, ROUNDS, seed)
    sweep(game, spec, objective, levels, mixed=100, seed=seed)


def ricochet_levels(rng: random.Random, count: int) -> Iterator[tuple[Any, Value | None]]:
    """Yield boards for the search on sets on which ``ricochet`` mostly costs moves."""
    drawn = (with_ricochet(rng, 3) for _ in itertools.count())
    known = ((level, *optimum("robots", level, "moves")) for level in drawn)
    fit = ((level, best) for level, settled, best in known if settled)
    return itertools.islice(fit, count)


every_robots_solver = pytest.mark.parametrize(
    "spec",
    [
        pytest.param(spec, id=spec.id, marks=pytest.mark.native if runs_kernels(spec) else ())
        for spec in solvers(GAMES["robots"]).values()
    ],
)


@every_robots_solver
def test_ricochet_under_any_limit(spec: SolverSpec) -> None:
    game = GAMES["robots"]
    levels = ricochet_levels(random.Random(0), 3)
    sweep(game, spec, game.objective(None), levels, mixed=20, seed=0)


@pytest.mark.soak
@every_robots_solver
def test_ricochet_under_any_limit_for_long(spec: SolverSpec) -> None:
    game, seed = GAMES["robots"], fresh_seed()
    levels = ricochet_levels(random.Random(seed), 5 * ROUNDS)
    sweep(game, spec, game.objective(None), levels, mixed=100, seed=seed)


class Watch(Clock):
    """A clock that counts the work in Python between two readings.

    Work is counted in calls of functions, so that it does not depend on the machine.
    """

    def __init__(self, cancel_at: int) -> None:
        self.calls = self.most_calls = 0
        self.fault: str | None = None
        super().__init__(cancel_at)

    def __call__(self) -> float:
        self.calls = 0
        if self.reads > (self.cancel_at or 0) + MORE_LOOKS and self.fault is None:
            self.fault = "it goes on after it was told to stop"
            raise AssertionError(self.fault)
        return super().__call__()

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event not in ("call", "c_call"):
            return
        self.calls += 1
        if self.calls > MAX_CALLS and self.fault is None:
            where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            self.fault = f"more than {MAX_CALLS} calls without a look at the clock, in {where}"
            raise AssertionError(self.fault)


#: Calls of functions that a solver may make between two looks: they take some 20 to 50 ms.
MAX_CALLS = 200_000
#: Looks that may follow the one that stops the solver, while what is known is put together.
MORE_LOOKS = 20


@every_solver
def test_solvers_look_at_the_clock_and_stop_at_once(
    game: AnyGame, spec: SolverSpec, objective: Objective
) -> None:
    fit = 0
    for board, level in large_levels(game.id).items():
        if spec.why_unsupported(level, objective) is not None:
            continue
        fit += 1
        for look in (1, 2, 3, 8):
            seen: list[Progress] = []
            watch = Watch(look)
            ticker = Ticker(Limits(time=1e9), clock=watch, cancel=watch.token, progress=seen.append)
            stop: StopReason
            sys.setprofile(watch.profile)
            try:
                root = load(game.root_bound)(level, objective, ticker) if game.root_bound else None
                task = task_for(spec, game, level, objective, ticker, root_bound=root)
                answer: Answer = load(spec.entry)(task)
                stop = answer.stop_reason
            except Stopped as stopped:
                stop = stopped.reason
            finally:
                sys.setprofile(None)
            assert watch.fault is None, f"{board}: {watch.fault}"
            if watch.token.cancelled and stop is StopReason.INTERRUPTED:
                assert ticker.nodes == seen[-1].nodes
    assert fit, "no large board is fit for this solver"


#: Parameters of large boards, by game and generator.
LARGE: dict[tuple[str, str], dict[str, int]] = {
    ("bombcover", "random"): {"width": 500, "height": 450},
    ("boxcover", "climb"): {"points": 100},
    ("boxcover", "random"): {"points": 20_000},
    ("boxcover", "clustered"): {"points": 20_000},
    ("merge", "climb"): {"heroes": 100, "stones": 100},
    ("merge", "random"): {"heroes": 20_000},
    ("onebomb", "mazes"): {"width": 300, "height": 200},
    ("onebomb", "open"): {"width": 250, "height": 200},
    ("robots", "backward"): {"width": 250, "height": 200},
    ("robots", "random"): {"width": 250, "height": 200, "robots": 9},
    ("robots", "hardest"): {"steps": 1},
    ("sokoban", "rooms"): {"width": 34, "height": 33, "changes": 1, "nodes": 1000},
}


@pytest.mark.parametrize(("game", "generator"), list(LARGE))
def test_draws_look_at_the_clock(game: str, generator: str) -> None:
    large = LARGE[game, generator]
    config = GeneratorConfig(GAMES[game], find_generator(GAMES[game], generator), large)
    for look in (2, 8):
        watch = Watch(look)
        ticker = Ticker(Limits(time=1e9), clock=watch, cancel=watch.token)
        sys.setprofile(watch.profile)
        try:
            with suppress(Stopped, Unmet):
                config.draw("0.0", ticker)
        finally:
            sys.setprofile(None)
        assert watch.fault is None, watch.fault
