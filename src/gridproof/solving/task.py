"""The request to a solver, whose answer is a :class:`gridproof.result.Answer`.

A solver is a function from a task to an answer. It keeps the limits of :attr:`Task.ticker`, also
while it makes its tables; whatever stops it, its bound is proven and nothing found is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from gridproof.errors import InternalError
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.limits import Stopped, Ticker
from gridproof.result import Answer, Limits, StopReason, Value, first
from gridproof.solving.stand_ins import load_solver
from gridproof.specs import SolverSpec

__all__ = ["Incumbent", "Task", "answer_of", "task_for", "value_of"]

L = TypeVar("L", bound=Level)

#: Ends that are the same on every machine.
_BY_ITSELF = (StopReason.COMPLETED, StopReason.FIRST_SOLUTION, StopReason.NODE_LIMIT)


@dataclass(frozen=True)
class Incumbent:
    """A solution that is known before the search.

    Attributes:
        moves: its moves, replayed by the rules.
        value: its cost, or gain.
    """

    moves: tuple[str, ...]
    value: Value


@dataclass(frozen=True)
class Task(Generic[L]):
    """A level, the request about it, and the limits.

    A task needs no feature that :attr:`gridproof.specs.SolverSpec.supports` of its solver lacks.

    Attributes:
        game: the rules.
        level: a level without faults.
        objective: the objective; compare it by its id.
        ticker: limits. ``ticker.limits.max_cost`` prunes on the first metric.
        options: the solver's own settings by attribute, all of them.
        decide: stop as soon as it is known whether a value at least as good exists.
        root_bound: a proven bound on the first metric, from elsewhere.
        start: "start": the state to start from; None is the initial one.
        incumbent: "incumbent": a solution to begin with. The answer has no worse one.
        all_solutions: "all-solutions": True if all optimal solutions are to be counted, as
            ``notes["solutions"]``, and some listed, as ``notes["listed"]``.
        threads: how many may share the search; more than one only if the solver says that it can
            (:attr:`gridproof.specs.SolverSpec.threaded`).
    """

    game: AnyGame
    level: L
    objective: Objective
    ticker: Ticker
    options: Mapping[str, Any] = field(default_factory=dict)
    decide: Value | None = None
    root_bound: int | None = None
    start: Any = None
    incumbent: Incumbent | None = None
    all_solutions: bool = False
    threads: int = 1

    @property
    def wanted(self) -> int | None:
        """The first metric of :attr:`decide`."""
        return None if self.decide is None else first(self.decide)

    @property
    def max_cost(self) -> int | None:
        """The largest first metric of a solution of interest; None is no limit."""
        return self.ticker.limits.max_cost


def task_for(
    spec: SolverSpec,
    game: AnyGame,
    level: L,
    objective: Objective | None = None,
    ticker: Ticker | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Task[L]:
    """Return a task with all options of a solver.

    Args:
        spec: the solver.
        game: the rules.
        level: a level without faults.
        objective: the objective; None is the game's first one.
        ticker: limits; None is none.
        options: some of the solver's options, by name; the others are at their defaults.
        more: further fields of the task.

    Raises:
        UnknownName: the solver has no option of this name.
        InputError: an option has no such value.
    """
    settings = spec.settings(options)
    return Task(game, level, objective or game.objective(), ticker or Ticker(), settings, **more)


def answer_of(
    game: AnyGame,
    level: Level,
    objective: Objective,
    ticker: Ticker,
    solver: str | None = None,
    *,
    nodes: int | None = None,
) -> Answer:
    """Return a solver's answer, within a part of other work.

    For games, which are below :func:`gridproof.solve`: nothing has checked the answer.

    Args:
        game: the rules.
        level: a level without faults.
        objective: the objective.
        ticker: its time, its memory and its cancel token are the limits.
        solver: an id; None is the first solver that is made for the board and the objective.
        nodes: that the solver may expand; None: any number.

    Raises:
        Stopped: the ticker ended it. A limit of nodes does not.
    """
    ticker.check()
    spec = next(
        spec
        for spec in game.solvers
        if (spec.why_unsupported(level, objective) is None if solver is None else spec.id == solver)
    )
    limits = Limits(time=ticker.seconds_left, memory=ticker.limits.memory, nodes=nodes)
    own = Ticker(limits, cancel=ticker.cancel)
    bound = load(game.root_bound)(level, objective, own) if game.root_bound else None
    spec, run = load_solver(spec, game, level, objective)
    answer = run(task_for(spec, game, level, objective, own, root_bound=bound))
    if answer.stop_reason not in _BY_ITSELF:
        raise Stopped(answer.stop_reason)
    return answer


def value_of(
    game: AnyGame, level: Level, objective: Objective, ticker: Ticker, solver: str | None = None
) -> int | None:
    """Return the first metric of the optimum, or of one solver's play; None if unsolvable.

    As :func:`answer_of`, with the moves replayed.

    Raises:
        Stopped: the ticker ended it.
        InternalError: a solver that says that it has completed its search has no proof: a bug.
    """
    answer = answer_of(game, level, objective, ticker, solver)
    if answer.moves is None:
        return None
    played = game.replay(level, game.initial(level), answer.moves)
    value = played.gains.get(objective.metrics[0], 0)
    proven = answer.bound is not None and first(answer.bound) == value
    if answer.stop_reason is StopReason.COMPLETED and not proven:
        raise InternalError(f"a solver of {game.id} ended with {value} and no proof")
    return value
