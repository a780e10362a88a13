"""Amounts in words."""

from __future__ import annotations

import pytest

from gridproof.result import Certified
from gridproof.solving.messages import amounts, certified, claim, counted, short


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
