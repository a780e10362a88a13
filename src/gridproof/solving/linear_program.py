"""Linear and integer programs, written down row by row and handed to HiGHS.

Needs `highspy`; import this module only from solvers.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np

from gridproof.errors import InternalError
from gridproof.files.temporary import temporary_folder
from gridproof.limits import POLL_INTERVAL, Ticker
from gridproof.result import StopReason

__all__ = ["TOLERANCE", "LinearProgram", "Optimum", "SolverFailure", "row_bytes", "run"]

#: The tolerance of a bound of HiGHS: an integer objective is rounded after this much is given.
TOLERANCE = 1e-6
#: The meaning of the end of a run; all else is a failure. No program of ours is unbounded.
_STOPS = {
    highspy.HighsModelStatus.kOptimal: StopReason.COMPLETED,
    highspy.HighsModelStatus.kInfeasible: StopReason.COMPLETED,
    highspy.HighsModelStatus.kModelEmpty: StopReason.COMPLETED,
    # Ends that options request: the optimum is past a bound, or the trial of some steps is over.
    highspy.HighsModelStatus.kObjectiveBound: StopReason.COMPLETED,
    highspy.HighsModelStatus.kIterationLimit: StopReason.COMPLETED,
    highspy.HighsModelStatus.kObjectiveTarget: StopReason.DECIDED,
    highspy.HighsModelStatus.kTimeLimit: StopReason.TIME_LIMIT,
    # The node limit has this status too.
    highspy.HighsModelStatus.kSolutionLimit: StopReason.NODE_LIMIT,
    highspy.HighsModelStatus.kMemoryLimit: StopReason.MEMORY_LIMIT,
    highspy.HighsModelStatus.kInterrupt: StopReason.INTERRUPTED,
}
#: Bytes of a column or a row, and of an entry, roughly: in the lists here; and in HiGHS, which
#: keeps the program, a smaller one without what is redundant, and its factors.
_LINE_BYTES, _ENTRY_BYTES = 100, 50
_HIGHS_LINE_BYTES, _HIGHS_ENTRY_BYTES = 300, 150
#: Memory that the system must have before HiGHS runs.
_RUN_BYTES = 16 << 20


class SolverFailure(InternalError):
    """A failure of HiGHS: nothing that it says of the program is known to be true."""


@dataclass(frozen=True)
class Optimum:
    """The findings of HiGHS.

    Attributes:
        stop: COMPLETED, or the reason it did not end.
        values: of the columns, in the best solution; None if none is known.
        bound: proven for the objective, as far as floating-point numbers prove anything; infinite
            or NaN if nothing is.
        nodes: branch-and-bound nodes.
        infeasible: True if there is no solution, as far as floating-point numbers prove that.
    """

    stop: StopReason
    values: list[float] | None
    bound: float
    nodes: int
    infeasible: bool


def run(
    highs: Any, ticker: Ticker, decided: Callable[[float, float], bool] = lambda best, bound: False
) -> Optimum:
    """Run HiGHS under the ticker's limits; Ctrl-C stops it within moments.

    Args:
        highs: from :meth:`LinearProgram.highs`; it may have run before.
        ticker: branch-and-bound nodes are counted in it.
        decided: called with the best value and the bound (infinite if there is none) now and then;
            True stops the run. It may pass them on to the ticker.

    Raises:
        SolverFailure: HiGHS failed.
    """
    stops: list[StopReason] = []
    raised: list[BaseException] = []
    control = ticker.control()
    due = 0.0

    def look(event: Any) -> None:
        nonlocal due
        if ticker.elapsed < due:
            return
        due = ticker.elapsed + POLL_INTERVAL
        found = event.data_out
        try:
            if decided(found.mip_primal_bound, found.mip_dual_bound):
                stops.append(StopReason.DECIDED)
            if control.poll(max(int(found.mip_node_count), 0)):
                stops.append(StopReason.INTERRUPTED)
        except BaseException as error:  # must not pass through HiGHS
            raised.append(error)
        event.interrupt(bool(stops or raised))

    highs.setOptionValue("mip_max_nodes", min(control.nodes, highspy.kHighsIInf))
    # Its clock goes on from run to run.
    highs.setOptionValue("time_limit", max(highs.getRunTime() + control.seconds, 0.0))
    events = (highs.cbMipInterrupt, highs.cbSimplexInterrupt)
    for event in events:
        event.subscribe(look)
    outcome = highs.run()
    for event in events:
        event.unsubscribe(look)
    if raised:
        raise raised[0]
    info, status = highs.getInfo(), highs.getModelStatus()
    failed = outcome == highspy.HighsStatus.kError
    if failed and status == highspy.HighsModelStatus.kMemoryLimit:  # the system refused memory
        return Optimum(StopReason.MEMORY_LIMIT, None, math.nan, 0, False)
    if failed or status not in _STOPS:
        raise SolverFailure(f"HiGHS failed: {highs.modelStatusToString(status)}")
    nodes = max(int(info.mip_node_count), 0)
    control.poll(nodes)
    feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return Optimum(
        stops[0] if stops else _STOPS[status],
        list(highs.getSolution().col_value) if feasible else None,
        # Before the first node HiGHS has no bound, but does not say so.
        info.mip_dual_bound if info.mip_node_count >= 0 else math.nan,
        nodes,
        status == highspy.HighsModelStatus.kInfeasible,
    )


def row_bytes(entries: int) -> int:
    """Return an estimate of the memory for a row added to a program that HiGHS has."""
    return _HIGHS_LINE_BYTES + entries * _HIGHS_ENTRY_BYTES


class _Careful(highspy.Highs):
    """A silent HiGHS that begins no run for which the system may not have the memory."""

    def enableCallbacks(self) -> None:  # noqa: N802
        """Silence the banner that HiGHS from 1.16 on prints; it calls this while it is made."""
        self.setOptionValue("output_flag", False)
        super().enableCallbacks()  # type: ignore[no-untyped-call]

    def run(self) -> Any:
        """Run it.

        Raises:
            MemoryError: the system refuses what a run may take. In its middle that may end HiGHS,
                and the process with it.
        """
        try:
            mmap.mmap(-1, _RUN_BYTES).close()
        except OSError:
            raise MemoryError from None
        return super().run()


class LinearProgram:
    """A program over columns of at least 0.

    Args:
        maximise: True if the objective is maximised.
        ticker: accounts for the memory, that of HiGHS included; checked in every row.
        named: True if names are kept, for :meth:`mps`.

    Attributes:
        column_names: of the columns, in order; none where names are not kept.
        row_names: of the rows, in order; none where names are not kept.
    """

    def __init__(
        self, *, maximise: bool = False, ticker: Ticker | None = None, named: bool = False
    ) -> None:
        self._maximise = maximise
        self._ticker = ticker
        self._named = named
        self.column_names: list[str] = []
        self.row_names: list[str] = []
        self._costs: list[float] = []
        self._uppers: list[float] = []
        self._kinds: list[Any] = []
        self._row_lowers: list[float] = []
        self._row_uppers: list[float] = []
        self._starts = [0]
        self._indices: list[int] = []
        self._values: list[float] = []

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self._costs)

    def column(
        self,
        cost: float = 0.0,
        upper: float = highspy.kHighsInf,
        *,
        integer: bool = False,
        name: tuple[object, ...] = (),
    ) -> int:
        """Add a column and return its number; the parts of its name are joined by `_`."""
        self._account(_LINE_BYTES)
        if self._named:
            self.column_names.append(_joined(name))
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
        name: tuple[object, ...] = (),
    ) -> None:
        """Add lower <= sum of values times columns <= upper; its name is joined as a column's.

        Raises:
            Stopped: by a limit of the ticker or Ctrl-C.
        """
        self._account(_LINE_BYTES + len(columns) * _ENTRY_BYTES)
        if self._ticker is not None:
            self._ticker.check()
        if self._named:
            self.row_names.append(_joined(name))
        self._indices += columns
        self._values += values
        self._starts.append(len(self._indices))
        self._row_lowers.append(lower)
        self._row_uppers.append(upper)

    def highs(self, *, relaxed: bool = False, **options: Any) -> Any:
        """Return HiGHS with the program: silent, one thread, reproducible, to a gap of 0.

        Args:
            relaxed: columns need not be whole.
            options: of HiGHS, by its names.

        Raises:
            SolverFailure: HiGHS does not take it.
            Stopped: by a limit of the ticker or Ctrl-C.
        """
        lines = len(self._costs) + len(self._row_uppers)
        self._account(lines * _HIGHS_LINE_BYTES + len(self._indices) * _HIGHS_ENTRY_BYTES)
        if self._ticker is not None:
            self._ticker.check()
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
        if not relaxed and highspy.HighsVarType.kInteger in self._kinds:
            program.integrality_ = self._kinds
        program.col_names_, program.row_names_ = self.column_names, self.row_names
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.array(self._starts, dtype=np.int32)
        program.a_matrix_.index_ = np.array(self._indices, dtype=np.int32)
        program.a_matrix_.value_ = np.array(self._values)
        highs: Any = _Careful()  # type: ignore[no-untyped-call]
        settings = {"output_flag": False, "threads": 1, "random_seed": 0, "mip_rel_gap": 0.0}
        for option, value in (settings | options).items():
            highs.setOptionValue(option, value)
        if highs.passModel(program) == highspy.HighsStatus.kError:
            raise SolverFailure("HiGHS refused the program")
        return highs

    def mps(self) -> str:
        """Return the program as HiGHS writes it as a file in MPS, with its names.

        Readers look at no row if there is no column: then one is added that is always 0.

        Raises:
            SolverFailure: HiGHS does not take it.
        """
        if not self.columns:
            self.column(0.0, 0.0, name=("nothing",))
        with temporary_folder() as folder:
            file = folder / "program.mps"
            if self.highs().writeModel(str(file)) == highspy.HighsStatus.kError:
                raise SolverFailure("HiGHS does not write the program")
            return file.read_text(encoding="ascii")

    def _account(self, size: int) -> None:
        if self._ticker is not None:
            self._ticker.allocate(size)


def _joined(parts: Sequence[object]) -> str:
    """Return a name that every reader of MPS takes: cells have commas."""
    return "_".join(map(str, parts)).replace(",", "_")
