"""Answers of HiGHS to a run, and our reading of them."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from gridproof.limits import Stopped, Ticker
from gridproof.result import Limits, StopReason

highspy = pytest.importorskip("highspy")

from gridproof.solving.linear_program import LinearProgram, Optimum, SolverFailure, run  # noqa: E402

pytestmark = pytest.mark.native

STATUS = highspy.HighsModelStatus
COMPLETED = {STATUS.kOptimal, STATUS.kInfeasible, STATUS.kModelEmpty}
#: Ends that options ask for: the trial of some steps, a bound that is passed.
ASKED_FOR = {STATUS.kIterationLimit, STATUS.kObjectiveBound}
STOPPED = {
    STATUS.kObjectiveTarget: StopReason.DECIDED,
    STATUS.kTimeLimit: StopReason.TIME_LIMIT,
    STATUS.kSolutionLimit: StopReason.NODE_LIMIT,
    STATUS.kMemoryLimit: StopReason.MEMORY_LIMIT,
    STATUS.kInterrupt: StopReason.INTERRUPTED,
}


class Event:
    def subscribe(self, look: Any) -> None: ...
    def unsubscribe(self, look: Any) -> None: ...


class Highs:
    """Says what it is told to say."""

    cbMipInterrupt = cbSimplexInterrupt = Event()  # noqa: N815

    def __init__(self, status: Any, outcome: Any = highspy.HighsStatus.kOk) -> None:
        self.status, self.outcome = status, outcome

    def setOptionValue(self, name: str, value: Any) -> None: ...  # noqa: N802

    def getRunTime(self) -> float:  # noqa: N802
        return 0.0

    def run(self) -> Any:
        return self.outcome

    def getModelStatus(self) -> Any:  # noqa: N802
        return self.status

    def modelStatusToString(self, status: Any) -> str:  # noqa: N802
        return str(status)

    def getInfo(self) -> Any:  # noqa: N802
        none = highspy.SolutionStatus.kSolutionStatusNone
        return SimpleNamespace(mip_node_count=-1, mip_dual_bound=0.0, primal_solution_status=none)


def outcome(status: Any) -> Optimum:
    return run(Highs(status), Ticker())


def test_every_status_is_an_answer_or_a_failure() -> None:
    for status in STATUS.__members__.values():
        if status in COMPLETED | ASKED_FOR:
            assert outcome(status).stop is StopReason.COMPLETED
        elif status in STOPPED:
            assert outcome(status).stop is STOPPED[status]
        else:
            with pytest.raises(SolverFailure):
                outcome(status)


def test_only_the_status_says_infeasible() -> None:
    for status in COMPLETED | ASKED_FOR | set(STOPPED):
        found = outcome(status)
        assert found.values is None
        assert found.infeasible == (status == STATUS.kInfeasible)


def test_an_error_of_the_run_is_a_failure_whatever_the_status() -> None:
    with pytest.raises(SolverFailure):
        run(Highs(STATUS.kInfeasible, highspy.HighsStatus.kError), Ticker())


def test_memory_that_the_system_refuses_is_a_limit() -> None:
    found = run(Highs(STATUS.kMemoryLimit, highspy.HighsStatus.kError), Ticker())
    assert (found.stop, found.values, found.infeasible) == (StopReason.MEMORY_LIMIT, None, False)
    assert math.isnan(found.bound)


def test_without_a_node_there_is_no_bound() -> None:
    # HiGHS leaves a bound of 0 there, which would be wrong.
    assert math.isnan(outcome(STATUS.kTimeLimit).bound)


def knapsack() -> LinearProgram:
    program = LinearProgram(maximise=True)
    columns = [program.column(float(7 + i * i % 11), 1.0, integer=True) for i in range(30)]
    for row in range(8):
        program.row(columns, [float(1 + (i * row + i) % 9) for i in range(30)], upper=30.0)
    return program


def test_real_programs() -> None:
    best = run(knapsack().highs(), Ticker())
    assert best.stop is StopReason.COMPLETED
    assert best.values is not None
    for limits in (Limits(nodes=0), Limits(time=0)):
        found = run(knapsack().highs(), Ticker(limits))
        assert found.stop is not StopReason.COMPLETED
        assert not found.infeasible
        assert not found.bound < best.bound
    impossible = LinearProgram()
    impossible.row([impossible.column(1.0, 1.0, integer=True)], [1.0], lower=2.0)
    assert run(impossible.highs(), Ticker()).infeasible
    endless = LinearProgram()
    endless.column(-1.0)
    with pytest.raises(SolverFailure, match="Unbounded"):
        run(endless.highs(), Ticker())
    wrong = LinearProgram()
    wrong.column()
    wrong.row([7], [1.0], lower=2.0)
    with pytest.raises(SolverFailure):
        wrong.highs()


def test_programs_count_their_memory() -> None:
    program = LinearProgram(ticker=Ticker(Limits(memory=2_500)))
    columns = [program.column() for _ in range(20)]
    with pytest.raises(Stopped):
        program.row(columns, [1.0] * 20)
    small = Ticker(Limits(memory=4_000))
    program = LinearProgram(ticker=small)
    program.row([program.column() for _ in range(20)], [1.0] * 20)
    before = small.bytes
    with pytest.raises(Stopped):
        program.highs()
    assert small.bytes > 2 * before


def test_whoever_watches_is_told_before_the_ticker_is_asked() -> None:
    told: list[tuple[float, float]] = []

    def look(best: float, bound: float) -> bool:
        told.append((best, bound))
        return True

    found = run(knapsack().highs(), Ticker(), look)
    assert found.stop in (StopReason.DECIDED, StopReason.COMPLETED)
    assert (found.stop is StopReason.DECIDED) == bool(told)
