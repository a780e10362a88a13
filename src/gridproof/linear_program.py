"""Linear and integer programs, written down row by row and handed to HiGHS.

Needs `highspy`; import this module only from solvers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import highspy
import numpy as np

__all__ = ["LinearProgram", "Outcome", "run", "whole_bound"]

#: HiGHS works with a tolerance of this size.
_TOLERANCE = 1e-6


class Outcome(NamedTuple):
    """What HiGHS says of an integer program.

    Attributes:
        values: of the columns in the best solution, or None if there is none.
        bound: proven bound on the objective, up to HiGHS's tolerance; not finite if there is none.
        nodes: of its branch and bound.
        finished: whether nothing was left to do.
    """

    values: Sequence[float] | None
    bound: float
    nodes: int
    finished: bool


class LinearProgram:
    """A program over columns of at least 0.

    Args:
        maximise: whether the objective is maximised.
    """

    def __init__(self, *, maximise: bool = False) -> None:
        self._maximise = maximise
        self._costs: list[float] = []
        self._uppers: list[float] = []
        self._kinds: list[Any] = []
        self._row_lowers: list[float] = []
        self._row_uppers: list[float] = []
        self._starts = [0]
        self._indices: list[int] = []
        self._values: list[float] = []

    def column(
        self, cost: float = 0.0, upper: float = highspy.kHighsInf, *, integer: bool = False
    ) -> int:
        """Adds a column and returns its number."""
        kinds = highspy.HighsVarType
        self._costs.append(cost)
        self._uppers.append(upper)
        self._kinds.append(kinds.kInteger if integer else kinds.kContinuous)
        return len(self._costs) - 1

    def row(
        self,
        columns: Sequence[int],
        values: Sequence[float],
        *,
        lower: float = -highspy.kHighsInf,
        upper: float = highspy.kHighsInf,
    ) -> None:
        """Adds lower <= sum of values times columns <= upper."""
        self._indices += columns
        self._values += values
        self._starts.append(len(self._indices))
        self._row_lowers.append(lower)
        self._row_uppers.append(upper)

    def highs(self, **options: Any) -> Any:
        """HiGHS with the program: silent, one thread, reproducible, to a gap of 0."""
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(self._costs), len(self._row_uppers)
        program.sense_ = (
            highspy.ObjSense.kMaximize if self._maximise else highspy.ObjSense.kMinimize
        )
        program.col_cost_ = np.array(self._costs)
        program.col_lower_ = np.zeros(len(self._costs))
        program.col_upper_ = np.array(self._uppers)
        program.row_lower_ = np.array(self._row_lowers)
        program.row_upper_ = np.array(self._row_uppers)
        if highspy.HighsVarType.kInteger in self._kinds:
            program.integrality_ = self._kinds
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.array(self._starts, dtype=np.int32)
        program.a_matrix_.index_ = np.array(self._indices, dtype=np.int32)
        program.a_matrix_.value_ = np.array(self._values)
        highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        settings = {"output_flag": False, "threads": 1, "random_seed": 0, "mip_rel_gap": 0.0}
        for option, value in (settings | options).items():
            highs.setOptionValue(option, value)
        highs.passModel(program)
        return highs


def run(
    highs: Any, *, seconds: float = math.inf, watch: Callable[[float, float, int], bool]
) -> Outcome:
    """Solves an integer program, or goes on until a limit.

    Args:
        highs: from :meth:`LinearProgram.highs`.
        seconds: time limit.
        watch: called now and then with bound, best value and nodes; True stops.
    """
    raised: list[BaseException] = []

    def look(event: Any) -> None:
        out = event.data_out
        try:
            stop = watch(out.mip_dual_bound, out.mip_primal_bound, max(int(out.mip_node_count), 0))
        except BaseException as error:  # must not pass through HiGHS
            raised.append(error)
            stop = True
        event.interrupt(stop)

    highs.cbMipInterrupt.subscribe(look)
    highs.setOptionValue("time_limit", max(seconds, 0.0))
    highs.run()
    highs.cbMipInterrupt.clear()
    if raised:
        raise raised[0]
    info = highs.getInfo()
    solved = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return Outcome(
        values=highs.getSolution().col_value if solved else None,
        bound=info.mip_dual_bound,
        nodes=max(int(info.mip_node_count), 0),
        finished=highs.getModelStatus() == highspy.HighsModelStatus.kOptimal,
    )


def whole_bound(bound: float, least: int) -> int:
    """The least whole number that a minimum with this lower bound can be; at least ``least``."""
    return max(math.ceil(bound - _TOLERANCE), least) if math.isfinite(bound) else least
