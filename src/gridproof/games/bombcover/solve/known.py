"""The knowledge of a search for the fewest explosions, and its calls of kernels."""

from __future__ import annotations

from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import to_moves
from gridproof.limits import Stopped
from gridproof.result import StopReason, first
from gridproof.solving.task import Task

__all__ = ["Known"]

#: A kernel's finding that stays true if a limit was reached meanwhile.
_FINAL = ("solved", "played", "proven", "empty")


class Known:
    """The proven bound, and the best bombs so far.

    Args:
        task: the request; its ticker learns both.

    Attributes:
        task: the request.
        ticker: its limits.
        lower: no solution has fewer explosions.
        best: the explosions of the best solution, or None.
        bombs: those of the best solution, unless that is the incumbent.
        limit: no more explosions are wanted than these.
        kernels: those that hold tables now.
    """

    def __init__(self, task: Task[BombcoverLevel]) -> None:
        self.task = task
        self.ticker = task.ticker
        self.lower = task.root_bound or 0
        self.bombs: list[int] | None = None
        self.best = None if task.incumbent is None else first(task.incumbent.value)
        self.ticker.best = self.best
        self.limit = 0
        self.kernels: list[Any] = []

    @property
    def moves(self) -> tuple[str, ...] | None:
        """The best solution."""
        if self.bombs is not None:
            return to_moves(self.task.level, self.bombs)
        return None if self.task.incumbent is None else self.task.incumbent.moves

    @property
    def goal(self) -> int:
        """The most bombs of a solution that is worth finding."""
        return self.limit if self.best is None else min(self.limit, self.best - 1)

    @property
    def is_open(self) -> bool:
        """True if a better solution may exist that is wanted."""
        return self.lower <= self.goal

    @property
    def peak_memory(self) -> int:
        """Of the kernels and linear programs, in bytes."""
        searched = sum(kernel.peak_memory for kernel in self.kernels)
        return int(max(searched + self.ticker.bytes, self.ticker.peak_bytes))

    def found(self, bombs: list[int]) -> None:
        """Take over a solution better than all so far.

        Raises:
            Stopped: that answers the question.
        """
        self.bombs = bombs
        self.best = self.ticker.best = len(bombs)
        self.check()

    def raise_lower(self, bound: int) -> None:
        """Take over a proven bound."""
        self.lower = max(self.lower, bound)
        self.ticker.bound = self.lower

    def check(self) -> None:
        """Stop if the question is answered, or only dearer solutions than wanted are left.

        Raises:
            Stopped: it is so.
        """
        wanted = self.task.wanted
        if wanted is not None and (
            self.lower > wanted or (self.best is not None and self.best <= wanted)
        ):
            raise Stopped(StopReason.DECIDED)
        if self.best is None and self.lower > self.goal:
            raise Stopped(StopReason.COST_LIMIT)

    def call(self, kernel: Any, *arguments: Any) -> str:
        """Return the finding of a kernel's method that counts nodes and may be stopped.

        Each kernel counts its own tables; those of the others are taken off its limit.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self.ticker.check()  # a kernel that is quick does not look by itself
        nodes = self.ticker.nodes
        others = sum(k.bytes for k in self.kernels if k is not kernel.__self__)
        self.ticker.allocate(others)
        try:
            found = kernel(*arguments, control=self.ticker.control())
        finally:
            self.ticker.allocate(-others)
        self.ticker.nodes = nodes + found["nodes"]
        outcome, stop = str(found["outcome"]), StopReason(found["stop"])
        if stop is not StopReason.COMPLETED and outcome not in _FINAL:
            raise Stopped(stop)
        return outcome
