"""Weights of crates, and of sets of crates, for the bound of the layered search.

The bound (proofs in ``native/bombcover/layers.hpp`` and ``breakers.hpp``): if no bomb can be the
first to break sets of more than weight 1, the crates left need at least the total weight of the
sets that are intact. The best weights for one state are the solution of a linear program; the
kernel rounds them and checks them exactly, so HiGHS is not trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from gridproof.linear_program import LinearProgram

__all__ = ["ArmProgram", "PatternProgram"]

Pattern = tuple[int, list[int]]


class Search(Protocol):
    """What is needed of ``gridproof._native.bombcover.Search``."""

    @property
    def crates(self) -> int: ...
    @property
    def bound_arms(self) -> list[list[list[int]]]: ...
    def add_set(self, crates: Sequence[int]) -> bool: ...
    def too_heavy(self, weights: Sequence[float], tolerance: float) -> list[Pattern]: ...
    def active(self, pattern: Pattern) -> list[int]: ...
    def missed_sets(
        self, patterns: Sequence[Pattern], amounts: Sequence[float], most_crates: int
    ) -> list[list[int]]: ...


class ArmProgram:
    """The linear program for single crates: on each site the heaviest crates of its arms.

    Columns are the crates' weights, and for each distinct arm of more than one crate the weight of
    its heaviest one. From state to state only the objective changes.
    """

    def __init__(self, search: Search) -> None:
        self.crates = search.crates
        program = LinearProgram(maximise=True)
        for _ in range(self.crates):
            program.column(1.0, 1.0)
        heaviest: dict[tuple[int, ...], int] = {}
        rows: set[tuple[int, ...]] = set()
        for arms in search.bound_arms:
            row = []
            for arm in map(tuple, filter(None, arms)):
                if len(arm) > 1 and arm not in heaviest:
                    heaviest[arm] = program.column(0.0, 1.0)
                row.append(heaviest.get(arm, arm[0]))
            rows.add(tuple(sorted(row)))
        for columns in sorted(rows):
            program.row(columns, [1.0] * len(columns), upper=1.0)
        for arm, column in heaviest.items():
            for crate in arm:
                program.row((crate, column), (1.0, -1.0), upper=0.0)
        # Only the costs change from run to run: simplex goes on from where it was.
        self._highs = program.highs(presolve="off", solver="simplex")
        self._all = np.arange(self.crates, dtype=np.int32)
        self.solved = 0

    def best_for(self, crates: Sequence[int]) -> list[float]:
        """Weights that give these crates the greatest total weight."""
        costs = np.zeros(self.crates)
        costs[list(crates)] = 1.0
        self._highs.changeColsCost(self.crates, self._all, costs)
        self._highs.run()
        self.solved += 1
        found: list[float] = self._highs.getSolution().col_value[: self.crates]
        return found


class PatternProgram:
    """The linear program for sets of crates: on each pattern of bombs the sets it breaks first.

    Rows are made as they are needed, and so are sets: those that the bombs of the relaxation, in
    the amounts that its dual solution gives, break less than once.
    """

    #: Crates of a set; larger ones gain nothing.
    MOST_CRATES = 4
    #: Rounds of new rows for one state, and of new sets for the board.
    ROWS, SETS = 8, 8
    _TOLERANCE = 1e-4

    def __init__(self, search: Search) -> None:
        self._search = search
        self._sets: list[tuple[int, ...]] = [(c,) for c in range(search.crates)]
        self._patterns: list[Pattern] = []
        self._highs: Any = None
        self.solved = 0
        self._find_sets()

    def best_for(self, crates: Sequence[int]) -> list[float]:
        """Weights of crates and sets that give a state with these crates the greatest total."""
        left = set(crates)
        costs = np.array([float(left.issuperset(found)) for found in self._sets])
        self._highs.changeColsCost(len(costs), np.arange(len(costs), dtype=np.int32), costs)
        return self._with_rows()

    def _find_sets(self) -> None:
        everything = range(self._search.crates)
        self._build()
        for _ in range(self.SETS):
            self.best_for(everything)
            amounts = [abs(a) for a in self._highs.getSolution().row_dual]
            used = [i for i, a in enumerate(amounts) if a > self._TOLERANCE]
            missed = self._search.missed_sets(
                [self._patterns[i] for i in used], [amounts[i] for i in used], self.MOST_CRATES
            )
            fresh = [s for s in map(tuple, missed) if s not in self._sets][:8]
            fresh = [s for s in fresh if self._search.add_set(s)]
            if not fresh:
                return
            self._sets += fresh
            self._build()

    def _build(self) -> None:
        program = LinearProgram(maximise=True)
        for _ in self._sets:
            program.column(1.0, 1.0)
        for pattern in self._patterns:
            active = self._search.active(pattern)
            program.row(active, [1.0] * len(active), upper=1.0)
        self._highs = program.highs(presolve="off", solver="simplex")

    def _with_rows(self) -> list[float]:
        """Solves, adds the rows that are broken, and solves again."""
        weights: list[float] = []
        for _ in range(self.ROWS if self.solved else 10 * self.ROWS):
            self._highs.run()
            self.solved += 1
            weights = self._highs.getSolution().col_value
            broken = self._search.too_heavy(weights, self._TOLERANCE)
            for pattern in broken:
                active = np.array(self._search.active(pattern), dtype=np.int32)
                self._patterns.append(pattern)
                self._highs.addRow(-np.inf, 1.0, len(active), active, np.ones(len(active)))
            if not broken:
                break
        return weights
