"""Amounts in words."""

from __future__ import annotations

import pytest

from gridproof.result import Certified, Result, Status, StopReason, Value
from gridproof.solving.messages import (
    achieved,
    amounts,
    certified,
    claim,
    counted,
    limit,
    short,
    tally,
)


@pytest.mark.parametrize(
    ("metric", "one", "two"),
    [
        ("moves", "1 move", "2 moves"),
        ("pushes", "1 push", "2 pushes"),
        ("switches", "1 switch", "2 switches"),
        ("boxes", "1 box", "2 boxes"),
        ("squares", "1 square", "2 squares"),
        ("length", "length 1", "length 2"),
    ],
)
def test_one_and_many(metric: str, one: str, two: str) -> None:
    assert (counted(metric, 1), counted(metric, 2)) == (one, two)


def test_a_plain_number_is_of_the_first_metric() -> None:
    assert amounts(3, ("pushes", "moves")) == ["3 pushes"]
    assert amounts((3, 1), ("pushes", "moves")) == ["3 pushes", "1 move"]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (999, "999"),
        (1_000, "1 k"),
        (999_499, "999 k"),
        (999_500, "1 M"),
        (4_400_000, "4.4 M"),
        (12_345_678, "12.3 M"),
        (999_500_000, "1 G"),
    ],
)
def test_large_numbers_are_short(number: int, said: str) -> None:
    assert short(number) == said


def test_what_a_proof_says() -> None:
    assert claim(34, 34, "min", ("moves",)) == "optimum 34 moves"
    assert claim(36, 31, "min", ("moves",)) == "at least 31 moves, best 36"
    assert claim(None, 31, "min", ("moves",)) == "at least 31 moves"
    assert claim(7, 9, "max", ("stones",)) == "at most 9 stones, best 7"
    assert claim(None, None, "min", ("moves",)) == "no solution"
    two = ("pushes", "moves")
    assert claim((3, 9), (3, 9), "min", two) == "optimum 3 pushes, 9 moves"
    assert claim((3, 9), 3, "min", two) == "at least 3 pushes, best 3,9"


def test_a_certificate_in_words() -> None:
    made = Certified(file="c.gpc", kind="plain", bound=3, size=1234, sha256="", counts={"nodes": 1})
    said = "plain, 1,234 bytes, made in 0.000 s, checked in 0.000 s: 1 node"
    assert certified(made, 3, "min", ("moves",)) == f"optimum 3 moves; {said}"


def test_metrics_of_the_objective_are_named_first() -> None:
    costs = {"pushes": 1, "moves": 1_060}
    assert tally(costs, ("pushes",)) == "1 push, 1,060 moves"
    assert tally(costs, ("moves", "pushes")) == "1,060 moves, 1 push"


TWO = ("pushes", "moves")


@pytest.mark.parametrize(
    ("metrics", "cost", "bound", "costs", "said"),
    [
        (("pushes",), 12, 12, {"pushes": 12, "moves": 60}, "12 pushes, 60 moves"),
        (("pushes",), 36, 31, {"pushes": 36, "moves": 80}, "31 … 36 pushes, 80 moves"),
        (("pushes",), 36, None, {"pushes": 36, "moves": 80}, "? … 36 pushes, 80 moves"),
        (("pushes",), None, 31, {}, "31 … ? pushes"),
        (("length",), None, None, {}, "length ? … ?"),
        (("length",), 9, 4, {"length": 9}, "length 4 … 9"),
        (TWO, (3, 9), (3, 9), {"pushes": 3, "moves": 9}, "3 pushes, 9 moves"),
        (TWO, (3, 9), 2, {"pushes": 3, "moves": 9}, "2 … 3 pushes, 9 moves"),
        (TWO, (1, 9), 1, {"pushes": 1, "moves": 9}, "1 push, 9 moves"),
        (TWO, (3, 9), (3, 1), {"pushes": 3, "moves": 9}, "3 pushes, 1 move … 3 pushes, 9 moves"),
        (TWO, None, (3, 1), {}, "3 pushes, 1 move … ?"),
    ],
)
def test_a_value_has_its_units(
    metrics: tuple[str, ...],
    cost: Value | None,
    bound: Value | None,
    costs: dict[str, int],
    said: str,
) -> None:
    status = Status.UNKNOWN if cost is None else Status.FEASIBLE
    result = Result(
        status=Status.OPTIMAL if cost is not None and cost == bound else status,
        stop_reason=StopReason.TIME_LIMIT,
        game="sokoban",
        objective="-".join(metrics),
        sense="min",
        solver="optimal",
        digest="",
        moves=None if cost is None else ("R",),
        cost=cost,
        costs=costs,
        bound=bound,
    )
    assert achieved(result, metrics) == said


def test_a_limit_has_its_side_and_units() -> None:
    assert limit(1, "min", ("moves",)) == "at most 1 move"
    assert limit(7, "max", ("stones",)) == "at least 7 stones"
    assert limit((3, 9), "min", TWO) == "at most 3 pushes, 9 moves"
