"""Formulas in conjunctive normal form: the source problem 3-SAT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["MAX_LITERALS", "Assignment", "Formula"]

#: Literals of a clause at most; longer clauses are split when they are read.
MAX_LITERALS: Final = 3

#: A value for each variable, in order.
Assignment = tuple[bool, ...]


@dataclass(frozen=True)
class Formula:
    """A formula whose clauses have one to three literals.

    Attributes:
        names: of the variables, in order, each once; there is at least one.
        clauses: their literals: ``i`` stands for variable number i (from 1), ``-i`` for its
            negation. No clause names a variable twice. There is at least one clause.
    """

    names: tuple[str, ...]
    clauses: tuple[tuple[int, ...], ...]

    def literal(self, literal: int) -> str:
        """A literal for people: "x" or "¬x"."""
        return ("¬" if literal < 0 else "") + self.names[abs(literal) - 1]

    def clause(self, number: int) -> str:
        """A clause (numbered from 0) for people: "x ∨ ¬y ∨ z"."""
        return " ∨ ".join(map(self.literal, self.clauses[number]))

    def unmet(self, assignment: Assignment) -> list[int]:
        """The numbers (from 0) of the clauses that are false."""
        return [
            number
            for number, clause in enumerate(self.clauses)
            if not any(assignment[abs(lit) - 1] == (lit > 0) for lit in clause)
        ]

    def __str__(self) -> str:
        return " ∧ ".join(f"({self.clause(number)})" for number in range(len(self.clauses)))
