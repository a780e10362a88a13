"""Changes that make a board easier: the one thing whose removal betters the optimum most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.game import AnyGame, RelaxedVariant
from gridproof.level import Level
from gridproof.limits import CancelToken, Stopped, Ticker, signals_cancel, token_of
from gridproof.registry import game_of
from gridproof.result import Limits, Progress, Result, Sense, Status, StopReason, Value, first
from gridproof.solving.messages import amounts, counted
from gridproof.solving.solve import at_least_as_good, solve

__all__ = ["Eased", "WhatIf", "easiest"]

#: The reasons that end all of it.
_ENDED: Final[Mapping[StopReason, str]] = {
    StopReason.TIME_LIMIT: "the time was over",
    StopReason.MEMORY_LIMIT: "there was not enough memory",
    StopReason.INTERRUPTED: "interrupted",
}
#: The number of equally good changes that are named; a last one stands for all others.
_MAX_TOLD: Final = 4


@dataclass(frozen=True)
class Eased:
    """A change that makes the board easier.

    Attributes:
        easement: the thing that is taken away.
        result: the optimum without it.
    """

    easement: RelaxedVariant
    result: Result


@dataclass(frozen=True)
class WhatIf:
    """The findings on the boards with one thing less.

    Attributes:
        result: of the board itself: its optimum, or that it has no solution.
        best: the changes that better the optimum most, all equally, in the game's order; none where
            nothing that was tried betters it.
        tried: the number of boards that are known to belong to those or not.
        open: the number of boards on which the search was given up.
        ending: COMPLETED, or the reason it ended before all boards were tried.
    """

    result: Result
    best: tuple[Eased, ...]
    tried: int
    open: int
    ending: StopReason

    @property
    def is_certain(self) -> bool:
        """True if :attr:`best` are certainly the best, and all of them."""
        return self.open == 0 and self.ending is StopReason.COMPLETED

    @property
    def cost(self) -> Value | None:
        """The optimum without one of :attr:`best`."""
        return self.best[0].result.cost if self.best else None

    @property
    def gain(self) -> int | None:
        """The improvement, in the first metric that has one; None if no play solved the board."""
        if self.cost is None or self.result.cost is None:
            return None
        pairs = zip(_metrics(self.cost), _metrics(self.result.cost), strict=True)
        return next(abs(new - old) for new, old in pairs if new != old)

    def to_json(self, game: AnyGame) -> dict[str, Any]:
        """Return it as a JSON object; boards are in the game's most expressive format."""
        return {
            "best": [
                {
                    "without": eased.easement.name,
                    "cells": [list(cell) for cell in eased.easement.cells],
                    "level": game.write(eased.easement.level.with_info(), game.canonical_format),
                    "solution": eased.result.solution,
                }
                for eased in self.best
            ],
            "cost": self.cost,
            "gain": self.gain,
            "tried": self.tried,
            "open": self.open,
            "ending": str(self.ending),
            "certain": self.is_certain,
        }

    def words(self, game: AnyGame) -> str:
        """Return it on a line, for people."""
        metrics = game.objective(self.result.objective).metrics
        if self.best and self.cost is not None:
            told = [_place(eased.easement) for eased in self.best]
            if len(told) > _MAX_TOLD:
                told[_MAX_TOLD - 1 :] = [f"any of {len(told) - _MAX_TOLD + 1} others"]
            value = ", ".join(amounts(self.cost, metrics))
            before = self.result.cost
            instead = ", ".join(amounts(before, metrics)) if before is not None else "no solution"
            line = f"without {' or '.join(told)}: {value} instead of {instead}"
        elif self.tried:
            line = f"none of {counted('changes', self.tried)} makes it easier"
        else:
            line = "nothing can be taken away"
        if self.is_certain:
            return line
        why = [f"{counted('boards', self.open)} not solved within the limits"] if self.open else []
        why += [_ENDED[self.ending]] if self.ending in _ENDED else []
        said = f"{line}, as far as was tried" if self.tried else "nothing is known"
        return f"{said} ({'; '.join(why)})"


def easiest(
    level: Level,
    result: Result | None = None,
    *,
    game: AnyGame | str | None = None,
    objective: str | None = None,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> WhatIf:
    """Solve the board with one thing less, for each such thing, and find the best of them.

    Ctrl-C in the main thread ends it, and the findings so far are returned.

    Args:
        level: a level without faults.
        result: from ``solve``; None: the board is solved here.
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of an objective; None is that of ``result``, or the game's first one.
        limits: nodes and memory for each board, time for all of them together.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.

    Raises:
        UnknownName: no such objective.
        InputError: the optimum of the board itself is not known.
    """
    found = game_of(level, game)
    limits, token = limits or Limits(), token_of(cancel)
    ticker = Ticker(limits, cancel=token)
    with signals_cancel(token):
        if result is None:
            goal = found.objective(objective).id
            result = solve(
                level, game=found, objective=goal, limits=limits, cancel=token, progress=progress
            )
        if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            raise InputError(
                "what would make a board easier is only known where its optimum is",
                hint="give it more time",
            )
        return _Trials(found, result, ticker, progress).run(level)


class _Trials:
    """Boards with one thing less, solved one after another."""

    def __init__(
        self,
        game: AnyGame,
        result: Result,
        ticker: Ticker,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._game, self._result, self._ticker = game, result, ticker
        self._progress = progress
        self._best: list[Eased] = []
        self._tried = self._open = self._nodes = 0

    def run(self, level: Level) -> WhatIf:
        ending = StopReason.COMPLETED
        try:
            for easement in self._game.relaxed_variants(level):
                self._ticker.check()
                self._try(easement)
        except Stopped as stopped:
            ending = stopped.reason
        return WhatIf(self._result, tuple(self._best), self._tried, self._open, ending)

    def _try(self, easement: RelaxedVariant) -> None:
        """Solve a board as far as it may be one of the best.

        Raises:
            Stopped: there was no time, or nobody who waited.
        """
        result = solve(
            easement.level,
            game=self._game,
            objective=self._result.objective,
            limits=replace(
                self._ticker.limits, time=self._ticker.seconds_left, max_cost=self._worth()
            ),
            cancel=self._ticker.cancel,
            progress=self._tell,
        )
        self._nodes += result.stats.expanded
        optimal = result.status is Status.OPTIMAL
        if not optimal and not self._is_out(result):
            if result.stop_reason in (StopReason.TIME_LIMIT, StopReason.INTERRUPTED):
                raise Stopped(result.stop_reason)
            self._open += 1
            return
        self._tried += 1
        if not optimal or result.cost is None:
            return
        known = self._result.cost
        if known is not None and not _is_better(result.cost, known, result.sense):
            return
        if not self._best or _is_better(result.cost, self._cost, result.sense):
            self._best = [Eased(easement, result)]
        elif result.cost == self._cost:
            self._best.append(Eased(easement, result))

    @property
    def _cost(self) -> Value:
        """The cost of the best boards."""
        cost = self._best[0].result.cost
        assert cost is not None
        return cost

    def _worth(self) -> int | None:
        """Return the largest first metric of a solution of interest; None: there is no limit."""
        known = self._result.cost
        if self._result.sense == "max" or (known is None and not self._best):
            return None
        if self._best:
            return first(self._cost)
        assert known is not None
        # The second metric may be better where the first one is the same.
        return first(known) if isinstance(known, tuple) else max(known - 1, 0)

    def _is_out(self, result: Result) -> bool:
        """Return True if it is proven that a board is none of the best."""
        if result.status is Status.INFEASIBLE or result.stop_reason is StopReason.COST_LIMIT:
            return True
        known = self._cost if self._best else self._result.cost
        if result.bound is None or known is None:
            return False
        if not self._best and result.bound == known:  # as good as the board itself
            return True
        return not at_least_as_good(first(result.bound), first(known), result.sense)

    def _tell(self, progress: Progress) -> None:
        if self._progress is not None:
            nodes, best = self._nodes + progress.nodes, self._cost if self._best else None
            self._progress(Progress(nodes, self._ticker.elapsed, None, best))


def _is_better(cost: Value, other: Value, sense: Sense) -> bool:
    return cost != other and at_least_as_good(cost, other, sense)


def _metrics(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _place(easement: RelaxedVariant) -> str:
    """Return the thing that is taken away, and its place, for people."""
    cells = easement.cells
    at = " and ".join(cell.for_people for cell in cells)
    if len(cells) == 2 and cells[0].y == cells[1].y:
        at = f"row {cells[0].y + 1}, columns {cells[0].x + 1} and {cells[1].x + 1}"
    elif len(cells) == 2 and cells[0].x == cells[1].x:
        at = f"rows {cells[0].y + 1} and {cells[1].y + 1}, column {cells[0].x + 1}"
    return f"the {easement.name}{f' at {at}' if at else ''}"
