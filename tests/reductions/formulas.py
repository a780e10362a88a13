"""Formulas for the tests of reductions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from gridproof.reductions.sources.cnf import Assignment, Formula

__all__ = [
    "ALL_CLAUSES",
    "THESIS",
    "assignments",
    "every_formula",
    "formulas",
    "literals",
    "random_formula",
    "small_formulas",
]

#: The example of the Bomb-cover thesis.
THESIS = Formula(("x", "y", "z"), ((1, -2, 3), (-1, 2, 3)))
#: All clauses on three variables: no assignment makes all of them true.
ALL_CLAUSES = Formula(("x", "y", "z"), tuple(itertools.product((1, -1), (2, -2), (3, -3))))


def assignments(formula: Formula) -> Iterator[Assignment]:
    """All assignments that make the formula true, by trying each."""
    for values in itertools.product((False, True), repeat=len(formula.names)):
        if not formula.unmet(values):
            yield values


def random_formula(rng: random.Random, variables: int, clauses: int) -> Formula:
    """Clauses of one to three literals; some variables may be in none."""
    count = rng.randint(1, variables)
    numbers = range(1, count + 1)

    def clause() -> tuple[int, ...]:
        chosen = rng.sample(numbers, rng.randint(1, min(3, count)))
        return tuple(number * rng.choice((1, -1)) for number in chosen)

    names = tuple(f"a{number}" for number in numbers)
    return Formula(names, tuple(clause() for _ in range(rng.randint(1, clauses))))


def small_formulas() -> Iterator[Formula]:
    """All formulas of up to two clauses on two variables, in each order of their literals."""
    clauses = [
        clause
        for size in (1, 2)
        for chosen in itertools.permutations((1, 2), size)
        for clause in itertools.product(*((number, -number) for number in chosen))
    ]
    for size in (1, 2):
        for chosen in itertools.product(clauses, repeat=size):
            yield Formula(("x", "y"), chosen)


def literals(variables: int, most: int = 3) -> list[tuple[int, ...]]:
    """All clauses over some variables."""
    return [
        tuple(number * sign for number, sign in zip(chosen, signs, strict=True))
        for size in range(1, min(most, variables) + 1)
        for chosen in itertools.combinations(range(1, variables + 1), size)
        for signs in itertools.product((1, -1), repeat=size)
    ]


def formulas(variables: int, clauses: int) -> Iterator[Formula]:
    """All formulas of so many variables and clauses, whatever the order of the clauses."""
    names = tuple("xyzuv"[:variables])
    for chosen in itertools.product(literals(variables), repeat=clauses):
        yield Formula(names, chosen)


def every_formula() -> Iterator[Formula]:
    """All of up to 2 variables and 3 clauses, and of 3 variables and up to 2 clauses."""
    for variables, most in ((1, 3), (2, 3), (3, 2)):
        for clauses in range(1, most + 1):
            yield from formulas(variables, clauses)
