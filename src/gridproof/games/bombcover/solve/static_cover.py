"""The static relaxation as a set cover: its optimum is a bound, and often it can be played.

Each bomb takes at most one crate on each arm of its site, so the bombs of a play, each as such a
set of crates, cover the crates. The fewest sets are found by reductions, component by component;
their bombs are then played in whatever order works. The proofs stand in
``docs/explanation/bombcover-solver.md``.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.cover import RULES, Cover, components, fold, reduce
from gridproof.set_cover.odd_cycles import OddCycles

__all__ = ["StaticCover"]

#: Boards with more sets of crates are left to other means.
_MAX_SETS = 200_000
_BYTES_A_SET = 400


class StaticCover:
    """The fewest sets of crates, one on each arm of a site, that cover all crates.

    Args:
        statics: the kernel's tables of a board.
        changed: called with the bound when it or a cover has changed; may raise to stop.
        ticker: looked at while the cover is made smaller.

    Attributes:
        parts: the components; None if the board has too many sets.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """

    def __init__(self, statics: Any, changed: Callable[[int], None], ticker: Ticker) -> None:
        self.parts: list[Component] | None = None
        found = statics.patterns(_MAX_SETS, control=ticker.control(counted=False))
        if found["stop"] != StopReason.COMPLETED.name:
            raise Stopped(StopReason(found["stop"]))
        self._patterns = found["patterns"]
        if not self._patterns:
            return
        ticker.allocate(_BYTES_A_SET * len(self._patterns))
        ticker.check()
        # Of equal sets the first one stays: one that takes its crates from the start on.
        order = sorted(range(len(self._patterns)), key=lambda i: not self._patterns[i][2])
        self._cover = Cover({i: self._patterns[i][1] for i in order}, ticker)
        reduce(self._cover, [*RULES.values(), fold])
        settings = ComponentSettings(
            fixing=True, local_search=True, budget=True, cutter=_odd_cycles
        )
        this = weakref.proxy(self)  # a cycle would keep the caller's tables after the search
        self.parts = [
            Component(sets, None, lambda: changed(this.bound), settings, ticker)
            for sets in components(self._cover)
        ]

    @property
    def bound(self) -> int:
        """The proven number of bombs."""
        return self._cover.laid + sum(part.bound for part in self.parts or ())

    @property
    def size(self) -> int:
        """Sets of the best cover."""
        return self._cover.laid + sum(len(part.cover) for part in self.parts or ())

    def solve(self, ticker: Ticker, turns: int | None) -> None:
        """Solve the components, or continue for a number of turns with each one.

        Raises:
            Stopped: by a limit or Ctrl-C; and what ``changed`` raises.
        """
        for part in self.parts or ():
            ticker.check()
            part.solve(ticker, turns)

    def plan(self) -> list[tuple[int, Sequence[int]]]:
        """Return the bombs of the best cover: sites, and the crates that each one is for."""
        chosen = self._cover.unfolded(key for part in self.parts or () for key in part.cover)
        return [self._patterns[key][:2] for key in chosen]


def _odd_cycles(points: Sequence[int], squares: Sequence[Sequence[int]]) -> OddCycles:
    return OddCycles(squares)
