"""3-SAT, the source problem: formulas are read, made by chance and solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any, Final

from gridproof.errors import InputError, MissingPart, shorten
from gridproof.options import option_values, whole_number
from gridproof.reduction import Source
from gridproof.reductions.sources.cnf import (
    MAX_CLAUSES,
    MAX_LITERALS,
    MAX_VARIABLES,
    Assignment,
    Formula,
    default_names,
    dimacs,
)
from gridproof.reductions.sources.forms import ASSIGNMENTS, FORMULAS
from gridproof.reductions.sources.formula_text import read_assignment, read_formula
from gridproof.reductions.sources.plain_sat import Undecided, true_literals
from gridproof.specs import ExportSpec

__all__ = ["SOURCE"]

#: Conflicts of the solver's first stretch, which take about a second.
_CONFLICTS: Final = 50_000
#: Conflicts without that solver, which take a few seconds.
_PLAIN_CONFLICTS: Final = 5_000


def _assignment(formula: Formula, true: Set[int]) -> Assignment:
    """Return the values of variables, from the literals that are true."""
    return tuple(number in true for number in range(1, len(formula.names) + 1))


def _plainly(formula: Formula) -> Assignment | None:
    """Solve a small formula.

    Raises:
        MissingPart: it is too hard.
    """
    try:
        true = true_literals(formula.clauses, _PLAIN_CONFLICTS)
    except Undecided:
        raise MissingPart(
            "solving a formula as hard as this needs PySAT", hint="pip install 'gridproof[reduce]'"
        ) from None
    return None if true is None else _assignment(formula, true)


class _Formulas(Source[Formula, Assignment]):
    """3-SAT."""

    id = "formula"
    title = "3-SAT"
    forms = FORMULAS
    witnesses = ASSIGNMENTS
    parameters = "VARIABLES,CLAUSES"
    example = "x | !y | z\n!x | y | z\n"
    sizes = ("1,1", "2,3", "3,2", "3,8", "5,4")
    exports = (
        ExportSpec(
            "dimacs",
            "DIMACS CNF for SAT solvers, the variables' names in a comment",
            "gridproof.reductions.sources.cnf:dimacs",
            ".cnf",
            "c ",
        ),
    )

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Formula:
        option_values("a formula", self.options, options)  # it has none
        return read_formula(text, source)

    def write(self, instance: Formula) -> str:
        return dimacs(instance)

    def random(
        self, parameters: str, rng: Random, options: Mapping[str, Any] | None = None
    ) -> Formula:
        """Return clauses of three distinct variables (all if they are fewer), signs by chance."""
        option_values("a formula", self.options, options)
        variables, clauses = _sizes(parameters)
        numbers = range(1, variables + 1)

        def clause() -> tuple[int, ...]:
            chosen = sorted(rng.sample(numbers, min(MAX_LITERALS, variables)))
            return tuple(number * rng.choice((1, -1)) for number in chosen)

        return Formula(default_names(variables), tuple(clause() for _ in range(clauses)))

    def solve(self, instance: Formula) -> Assignment | None:
        """Solve the formula with CaDiCaL; where PySAT is missing, by a plain search.

        CaDiCaL hears no signal but SIGINT while it works, so it works in stretches: each as long as
        all before it, so that little is lost.
        """
        try:
            import pysolvers  # type: ignore[import-not-found]
            from pysat.solvers import Solver  # type: ignore[import-untyped]
        except ImportError:
            return _plainly(instance)
        with Solver(name="cadical195", bootstrap_with=map(list, instance.clauses)) as solver:
            answer, conflicts = None, _CONFLICTS
            while answer is None:
                solver.conf_budget(conflicts)
                try:
                    answer = solver.solve_limited()
                except pysolvers.error:  # all that it raises here is that it was interrupted
                    raise KeyboardInterrupt from None
                conflicts *= 2
            if not answer:
                return None
            return _assignment(instance, set(solver.get_model()))

    def faults(self, instance: Formula, witness: Assignment) -> list[str]:
        if len(witness) != len(instance.names):
            return [f"it has {len(witness)} values, the formula {len(instance.names)} variables"]
        unmet = instance.unmet(witness)
        return [f"clause {number + 1}, {instance.clause(number)}, is false" for number in unmet]

    def read_witness(self, instance: Formula, text: str) -> Assignment:
        """Read the values that a text gives; variables of split clauses may be left out."""
        return read_assignment(instance, text)

    def write_witness(self, instance: Formula, witness: Assignment) -> str:
        return " ".join(
            ("" if value else "!") + name
            for name, value in zip(instance.names, witness, strict=True)
        )

    def claimed(self, instance: Formula) -> Mapping[str, Any]:
        clauses = [list(clause) for clause in instance.clauses]
        return {"variables": len(instance.names), "clauses": clauses}

    def facts(self, claimed: Any) -> Sequence[str]:
        """Return the count of variables, and each clause, literals by the variables' numbers."""
        clauses = (sorted(clause, key=lambda i: (abs(i), i)) for clause in claimed["clauses"])
        told = [f"the clause {' '.join(map(str, clause))}" for clause in clauses]
        return [f"variables up to {claimed['variables']}", *told]

    def notes(self, instance: Formula) -> Sequence[str]:
        return instance.notes


#: 3-SAT.
SOURCE: Final = _Formulas()


def _sizes(parameters: str) -> tuple[int, int]:
    variables, comma, clauses = parameters.partition(",")
    what = "the size of a formula"
    try:
        if not comma:
            raise ValueError("must be VARIABLES,CLAUSES, such as `3,5`")
        what = "the variables of a formula"
        many = whole_number(variables.strip(), 1, MAX_VARIABLES)
        what = "the clauses of a formula"
        return many, whole_number(clauses.strip(), 1, MAX_CLAUSES)
    except ValueError as error:
        raise InputError(f"{what} {error}: `{shorten(parameters)}`") from None
