"""Weights of crates for the bound of the layered search.

The bound (proof in ``docs/explanation/bombcover-solver.md``): if no bomb can take crates of more
than weight 1, the crates left need at least their total weight. The best weights for one state are
the solution of a linear program; the kernel rounds them and checks them exactly, so HiGHS is not
trusted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gridproof._native import bombcover as native
from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason
from gridproof.solving.linear_program import LinearProgram, run

__all__ = ["BYTES_AN_ENTRY", "ArmProgram"]

#: Of a program in Python and in HiGHS, for each crate on an arm: an estimate.
BYTES_AN_ENTRY = 300
#: Programs of this many crates take some milliseconds, of which looks at the clock within would be
#: a good part.
_FEW = 200


class ArmProgram:
    """The linear program: on each site the heaviest crates of its arms sum to at most 1.

    Columns are the crates' weights, and for each distinct arm of more than one crate the weight of
    its heaviest one. From state to state only the objective changes.
    """

    def __init__(self, search: native.Search, ticker: Ticker) -> None:
        self.crates = search.crates
        program = LinearProgram(maximise=True)
        for _ in range(self.crates):
            program.column(1.0, 1.0)
        heaviest: dict[tuple[int, ...], int] = {}
        rows: set[tuple[int, ...]] = set()
        for site in range(search.sites):
            arms = search.bound_arms(site)
            ticker.allocate(sum(map(len, arms), 1) * BYTES_AN_ENTRY)
            ticker.check()
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

    def best_for(self, crates: Sequence[int], ticker: Ticker) -> list[float]:
        """Return weights that give these crates the greatest total weight.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        costs = np.zeros(self.crates)
        costs[list(crates)] = 1.0
        self._highs.changeColsCost(self.crates, self._all, costs)
        if self.crates > _FEW:
            stop = run(self._highs, ticker).stop
            if stop is not StopReason.COMPLETED:
                raise Stopped(stop)
        else:
            self._highs.run()
            ticker.check()
        found: list[float] = self._highs.getSolution().col_value[: self.crates]
        return found
