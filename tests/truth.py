"""What holds for every answer, whatever stopped the solver."""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.result import Limits, Result, Status, StopReason, first

__all__ = ["check", "small_limits"]


def small_limits(*, costs: bool) -> Iterator[Limits]:
    """Limits from nothing on; with the largest costs too where the objective is minimised."""
    yield from (Limits(nodes=nodes) for nodes in (0, 1, 2, 5, 10, 40))
    yield from (Limits(memory=memory) for memory in (0, 500, 2_000, 8_000, 40_000, 300_000))
    yield from (Limits(time=seconds) for seconds in (0, 1e-6, 1e-4))
    if costs:
        yield from (Limits(max_cost=cost) for cost in (0, 1, 2, 3, 5))


def check(result: Result, optimum: int | None, limits: Limits, decide: int | None = None) -> None:
    """Compares a result with the truth: the bound is no better than the optimum, and so on."""
    sign = 1 if result.sense == "min" else -1
    cost = None if result.cost is None else first(result.cost)
    if result.status is Status.INFEASIBLE:
        assert optimum is None
    if optimum is None:
        assert cost is None
        return
    if result.bound is not None:
        assert sign * first(result.bound) <= sign * optimum
    if cost is not None:
        assert sign * cost >= sign * optimum
        assert limits.max_cost is None or cost <= limits.max_cost
    if limits.max_cost is not None and optimum > limits.max_cost:
        assert (result.status, result.stop_reason) == (Status.UNKNOWN, StopReason.COST_LIMIT)
        assert result.bound == limits.max_cost + 1
    if decide is not None:
        yes = cost is not None and sign * cost <= sign * decide
        no = result.bound is not None and sign * first(result.bound) > sign * decide
        assert yes == (sign * optimum <= sign * decide)
        assert no != yes
        assert result.stop_reason in (StopReason.DECIDED, StopReason.COMPLETED)
    if result.stop_reason is StopReason.COMPLETED:
        assert result.status is Status.OPTIMAL
