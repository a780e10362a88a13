"""Formulas in conjunctive normal form, and the text that SAT solvers read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = [
    "MAX_CLAUSES",
    "MAX_LITERALS",
    "MAX_VARIABLES",
    "Assignment",
    "Formula",
    "default_names",
    "dimacs",
]

#: Literals of a clause at most; longer clauses are split when they are read.
MAX_LITERALS: Final = 3
#: Variables and clauses of a formula at most, those included that splitting adds.
MAX_VARIABLES: Final = 10_000
MAX_CLAUSES: Final = 20_000
_LONGEST_TITLE: Final = 60

#: A value for each variable, in order.
Assignment = tuple[bool, ...]


@dataclass(frozen=True)
class Formula:
    """A formula whose clauses have one to three literals.

    Attributes:
        names: of the variables, in order, each once; there is at least one. Those that begin with
            ``_`` were added to split a long clause.
        clauses: their literals: ``i`` stands for variable number i (from 1), ``-i`` for its
            negation. No clause names a variable twice. There is at least one clause.
        notes: what was changed when it was read, a sentence each; as satisfiable as before.
    """

    names: tuple[str, ...]
    clauses: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...] = field(default=(), compare=False)

    def literal(self, literal: int) -> str:
        """Return a literal as text for people: "x" or "¬x"."""
        return ("¬" if literal < 0 else "") + self.names[abs(literal) - 1]

    def clause(self, number: int) -> str:
        """Return a clause (numbered from 0) as text for people: "x ∨ ¬y ∨ z"."""
        return " ∨ ".join(map(self.literal, self.clauses[number]))

    @property
    def title(self) -> str:
        """The title of a board that stands for it: itself if it is short."""
        said = str(self)
        if len(said) <= _LONGEST_TITLE:
            return said
        variables = f"{len(self.names)} variable{'s' * (len(self.names) != 1)}"
        return f"Formula of {variables} and {len(self.clauses)} clauses"

    def unmet(self, assignment: Assignment) -> list[int]:
        """Return the numbers (from 0) of the clauses that are false."""
        return [
            number
            for number, clause in enumerate(self.clauses)
            if not any(assignment[abs(lit) - 1] == (lit > 0) for lit in clause)
        ]

    def __str__(self) -> str:
        return " ∧ ".join(f"({self.clause(number)})" for number in range(len(self.clauses)))


def dimacs(formula: Formula) -> str:
    """Write the formula in DIMACS CNF, with its variables' names in a comment."""
    lines = [
        f"c names: {' '.join(formula.names)}",
        f"p cnf {len(formula.names)} {len(formula.clauses)}",
        *(" ".join(map(str, (*clause, 0))) for clause in formula.clauses),
    ]
    return "\n".join(lines) + "\n"


def default_names(variables: int) -> tuple[str, ...]:
    """Return names for variables that have none: x, y, z, or x1, x2, … where they are more."""
    if variables <= len("xyz"):
        return tuple("xyz"[:variables])
    return tuple(f"x{number}" for number in range(1, variables + 1))
