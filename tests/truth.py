"""Truths of every answer, whatever stopped the solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gridproof.level import Level
from gridproof.result import Limits, Result, Status, StopReason, first
from gridproof.solving.solve import solve

__all__ = ["check", "small_limits", "stops_under_limits"]


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


def stops_under_limits(level: Level, solver: str, memory: Iterable[int]) -> set[StopReason]:
    """Why a solver of a minimised objective stops under small limits; what it says is checked.

    Each limit is tried with each of some values to decide, round the optimum.
    """
    best = solve(level).cost
    assert isinstance(best, int)
    limits = [Limits(memory=size) for size in memory]
    limits += [Limits(nodes=nodes) for nodes in (0, 1, 2, 5, 10, 100)]
    limits += [Limits(max_cost=best + more) for more in (-best, -1, 0, 1)]
    limits += [Limits(time=seconds) for seconds in (0.0, 1e-4)]
    stops = set()
    for limit in limits:
        for decide in (None, 0, best - 1, best, best + 1):
            found = solve(level, solver=solver, limits=limit, decide=decide)
            stops.add(found.stop_reason)
            assert found.status is not Status.INFEASIBLE
            cost, bound = found.cost, found.bound
            assert cost is None or (isinstance(cost, int) and cost >= best)
            assert bound is None or (isinstance(bound, int) and bound <= best)
            if found.stop_reason is StopReason.DECIDED:
                assert decide is not None
                assert (cost is not None and cost <= decide) or (bound or 0) > decide
            if found.stop_reason is StopReason.COST_LIMIT:
                assert cost is None
    return stops
