"""Requests to a worker to solve a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gridproof.level import BoardFault
from gridproof.limits import CancelToken
from gridproof.registry import find_game
from gridproof.result import Limits, Progress, Result, Value
from gridproof.solving.solve import solve

__all__ = ["SolveRequest"]


@dataclass(frozen=True)
class SolveRequest:
    """A request to solve a board.

    Attributes:
        game: id of its game.
        board: its text, in the game's canonical format.
        objective: id of what is optimised; None is the game's first one.
        solver: which one; None is the first one that is made for the board.
        options: settings of the solver, by name.
        limits: where to stop.
        decide: only find out whether a value at least as good as this exists.
        start: a state of the level to start from; None is its first one.
        incumbent: moves that solve it, to begin with.
        all_solutions: count and list all optimal solutions too.
    """

    game: str
    board: str
    objective: str | None = None
    solver: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    decide: Value | None = None
    start: Any = None
    incumbent: tuple[str, ...] | None = None
    all_solutions: bool = False

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Result:
        """Solve it here and now; see :func:`gridproof.solving.solve.solve`."""
        game = find_game(self.game)
        level = next(game.read(self.board))
        assert not isinstance(level, BoardFault)
        return solve(
            level,
            game=game,
            objective=self.objective,
            solver=self.solver,
            solver_options=self.options,
            limits=self.limits,
            decide=self.decide,
            start=self.start,
            incumbent=self.incumbent,
            all_solutions=self.all_solutions,
            cancel=cancel,
            progress=progress,
        )
