"""A problem in OPB, and a refutation of it in the format of VeriPB, written step by step.

Constraints are Σ coefficient · literal ≥ least over variables that are 0 or 1. A literal is the
number of a variable (1, 2, …), or minus that number for its negation. Constraints are numbered 1,
2, …: those of the problem first, then one a step. Only rules stand here that all versions of
VeriPB have: ``pol`` (sums, division, saturation), ``rup`` (a clause by unit propagation), ``red``
(here: a variable that is new) and ``del``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = ["Log", "Refutation", "Terms"]

#: The coefficients of literals.
Terms = Mapping[int, int]


@dataclass(frozen=True)
class Refutation:
    """A problem, and the proof that it has no solution.

    Attributes:
        variables: count of those of the problem.
        constraints: of the problem, a line each.
        steps: of the proof, a line each.
        contradiction: the number of the constraint that nothing satisfies.
        about: comments of the problem, a line each.
    """

    variables: int
    constraints: tuple[str, ...]
    steps: tuple[str, ...]
    contradiction: int
    about: tuple[str, ...] = ()

    @property
    def problem(self) -> str:
        """The problem as a file in OPB."""
        head = f"* #variable= {self.variables} #constraint= {len(self.constraints)}"
        return "\n".join([head, *(f"* {line}" for line in self.about), *self.constraints, ""])

    def proof(self, version: str = "2.0") -> str:
        """Return the proof as a file; the last lines of versions 1.2 and 2.0 are unlike."""
        first = [f"pseudo-Boolean proof version {version}", f"f {len(self.constraints)}"]
        last = (
            [f"c {self.contradiction}"]
            if version.startswith("1.")
            else [
                "output NONE",
                f"conclusion UNSAT : {self.contradiction}",
                "end pseudo-Boolean proof",
            ]
        )
        return "\n".join([*first, *self.steps, *last, ""])


class Log:
    """The problem and the proof as far as they are written."""

    def __init__(self) -> None:
        self._axioms: list[str] = []
        self._steps: list[str] = []
        self._variables = self._named = self._last = 0

    def variable(self) -> int:
        """Return a new variable; it is one of the problem if a constraint of that has it."""
        self._variables += 1
        return self._variables

    def axiom(self, terms: Terms, least: int) -> int:
        """Add a constraint to the problem, before the first step; return its number."""
        assert not self._steps
        self._axioms.append(_constraint(terms, least))
        self._named = max(self._named, *terms, 1)
        self._last += 1
        return self._last

    def add(
        self,
        parts: Iterable[tuple[int, int]],
        literals: Iterable[tuple[int, int]] = (),
        *,
        divisor: int = 1,
        saturate: bool = False,
    ) -> int:
        """Derive a sum of constraints, each times a factor; return its number.

        Args:
            parts: numbers of constraints, one at least, with factors above 0.
            literals: with factors from 0; each is at least 0.
            divisor: all coefficients over literals are divided by it, and rounded up.
            saturate: no coefficient over a literal stays above the right side.
        """
        words: list[str] = []
        named = [(str(number), times) for number, times in parts]
        named += [(_name(x), times) for x, times in literals if times]
        for i, (name, times) in enumerate(named):
            words.append(name)
            if times != 1:
                words += [str(times), "*"]
            if i:
                words.append("+")
        if divisor != 1:
            words += [str(divisor), "d"]
        if saturate:
            words.append("s")
        return self._step(f"pol {' '.join(words)}")

    def imply(self, condition: int, terms: Terms, least: int) -> int:
        """Define: if a literal of a new variable holds, so does a constraint; return its number.

        Both directions of one variable may be defined, and nothing else of it.
        """
        slack = max(least - sum(min(a, 0) for a in terms.values()), 0)
        witness = f"x{abs(condition)} -> {int(condition < 0)}"
        return self._step(f"red {_constraint({-condition: slack, **terms}, least)} {witness}")

    def clause(self, literals: Iterable[int]) -> int:
        """Derive by unit propagation that one literal holds; return the constraint's number."""
        return self._step(f"rup {_constraint(dict.fromkeys(literals, 1), 1)}")

    def drop(self, numbers: Iterable[int]) -> None:
        """Delete constraints that are not needed any more, but for those of the problem.

        A checker may ask for a reason where a constraint of the problem is deleted.
        """
        named = " ".join(str(number) for number in numbers if number > len(self._axioms))
        if named:
            self._steps.append(f"del id {named}")

    def refuted(self, contradiction: int) -> Refutation:
        """Return the whole, given the number of a constraint that nothing satisfies."""
        return Refutation(self._named, tuple(self._axioms), tuple(self._steps), contradiction)

    def _step(self, line: str) -> int:
        self._steps.append(line)
        self._last += 1
        return self._last


def _name(literal: int) -> str:
    return f"{'~' * (literal < 0)}x{abs(literal)}"


def _constraint(terms: Terms, least: int) -> str:
    named = [f"{a:+} {_name(x)}" for x, a in terms.items() if a]
    return " ".join([*(named or ["+0 x1"]), f">= {least} ;"])
