"""What a solver is asked. What it says is a :class:`gridproof.result.Answer`.

A solver is a function from a task to an answer. It keeps the limits of :attr:`Task.ticker`, also
while it makes its tables; whatever stops it, its bound is proven and nothing found is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from gridproof.game import AnyGame, Level, Objective, SolverSpec
from gridproof.result import Value, first
from gridproof.ticker import Ticker

__all__ = ["Incumbent", "Task", "task_for"]

L = TypeVar("L", bound=Level)


@dataclass(frozen=True)
class Incumbent:
    """A solution that is known before the search.

    Attributes:
        moves: its moves, replayed by the rules.
        value: what it costs, or gains.
    """

    moves: tuple[str, ...]
    value: Value


@dataclass(frozen=True)
class Task(Generic[L]):
    """A level, what is asked of it, and the limits.

    What a solver does not name in :attr:`gridproof.game.SolverSpec.supports` it is not asked for.

    Attributes:
        game: the rules.
        level: a level without faults.
        objective: what is optimised; compare it by its id.
        ticker: limits. ``ticker.limits.max_cost`` prunes on the first metric.
        options: the solver's own settings by attribute, all of them.
        decide: stop as soon as it is known whether a value at least as good exists.
        root_bound: a proven bound on the first metric, from elsewhere.
        start: "start": the state to start from; None is the initial one.
        incumbent: "incumbent": a solution to begin with. The answer has no worse one.
        all_solutions: "all-solutions": whether all optimal solutions are to be counted, as
            ``notes["solutions"]``, and some listed, as ``notes["listed"]``.
        certificate: "certificate": is told what proves the bound, piece by piece, each an object
            that JSON can say; None: nobody wants it.
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
    certificate: Callable[[Mapping[str, Any]], None] | None = None

    @property
    def wanted(self) -> int | None:
        """The first metric of :attr:`decide`."""
        return None if self.decide is None else first(self.decide)

    @property
    def max_cost(self) -> int | None:
        """Solutions whose first metric is above this are not looked for."""
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
    """A task with all options of a solver.

    Args:
        spec: the solver.
        game: the rules.
        level: a level without faults.
        objective: what is optimised; None is the game's first one.
        ticker: limits; None is none.
        options: some of the solver's options, by name; the others are at their defaults.
        more: further fields of the task.

    Raises:
        UnknownName: the solver has no option of this name.
        InputError: an option has no such value.
    """
    settings = spec.settings(options)
    return Task(game, level, objective or game.objective(), ticker or Ticker(), settings, **more)
