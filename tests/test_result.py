"""The invariants of results: for each a combination that must be refused."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof.errors import InternalError
from gridproof.result import Limits, Result, Status, StopReason

GOOD: dict[str, Any] = {
    "status": Status.OPTIMAL,
    "stop_reason": StopReason.COMPLETED,
    "game": "robots",
    "objective": "moves",
    "sense": "min",
    "solver": "search",
    "digest": "0" * 64,
    "moves": ("0U",),
    "solution": "0U",
    "cost": 1,
    "bound": 1,
    "verified": True,
}
NOTHING = {"moves": None, "solution": None, "cost": None, "verified": False}


def test_good_results_are_accepted() -> None:
    Result(**GOOD)
    Result(**GOOD | {"status": Status.FEASIBLE, "bound": 0})
    Result(**GOOD | {"status": Status.FEASIBLE, "bound": None})
    Result(**GOOD | NOTHING | {"status": Status.UNKNOWN, "bound": 3})
    Result(**GOOD | NOTHING | {"status": Status.INFEASIBLE, "bound": None})
    Result(**GOOD | {"cost": (1, 4), "bound": (1, 4)})
    Result(**GOOD | {"cost": (1, 4), "bound": 1, "status": Status.FEASIBLE})


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"bound": 0}, "OPTIMAL means that the cost is the bound"),
        ({"bound": None}, "OPTIMAL means that the cost is the bound"),
        ({"cost": (1, 4), "bound": 1}, "OPTIMAL means that the cost is the bound"),
        ({"status": Status.FEASIBLE, "bound": 2}, "never better than the bound"),
        ({"status": Status.FEASIBLE, "bound": 0, "sense": "max"}, "never better than the bound"),
        (
            {"status": Status.FEASIBLE, "cost": (1, 4), "bound": (1, 5)},
            "never better than the bound",
        ),
        ({"status": Status.FEASIBLE, "cost": (1, 4), "bound": 2}, "never better than the bound"),
        ({"status": Status.INFEASIBLE}, "exactly OPTIMAL and FEASIBLE have a solution"),
        (NOTHING | {"status": Status.FEASIBLE}, "exactly OPTIMAL and FEASIBLE have a solution"),
        (NOTHING, "exactly OPTIMAL and FEASIBLE have a solution"),
        ({"moves": None}, "a cost comes with moves"),
        ({"cost": None, "status": Status.UNKNOWN}, "moves with a cost"),
        (
            NOTHING | {"status": Status.INFEASIBLE, "stop_reason": StopReason.TIME_LIMIT},
            "INFEASIBLE means that the search was completed",
        ),
        (NOTHING | {"status": Status.UNKNOWN, "verified": True}, "only a solution can be verified"),
    ],
)
def test_impossible_results_are_refused(change: dict[str, Any], rule: str) -> None:
    with pytest.raises(InternalError, match=rule):
        Result(**GOOD | change)


def test_a_result_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError):
        bool(Result(**GOOD))


def test_limits_show_what_is_set() -> None:
    assert repr(Limits()) == "Limits()"
    assert repr(Limits(time=2.0, max_cost=5)) == "Limits(time=2.0, max_cost=5)"
    with pytest.raises(ValueError, match="limit `nodes` must not be negative"):
        Limits(nodes=-1)
    with pytest.raises(ValueError, match="limit `time`"):
        Limits(time=float("nan"))
