"""A small checker of pseudo-Boolean proofs, which shares nothing with what writes them.

A constraint is a map from literals to coefficients above 0, no variable in it twice, and the least
sum of those that hold. It stands in for VeriPB, whose rules it follows: ``pol``, ``rup``, ``red``
for a variable that no constraint has, and ``del``.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Wrong", "check_refutation", "parse_problem"]


class Wrong(Exception):
    """The proof does not prove it."""


@dataclass(frozen=True)
class Constraint:
    """Sum of coefficient times literal is at least ``least``."""

    terms: dict[str, int]
    least: int


def negated(literal: str) -> str:
    return literal[1:] if literal.startswith("~") else f"~{literal}"


def normal(pairs: list[tuple[int, str]], least: int) -> Constraint:
    """A constraint with coefficients above 0, by ~x = 1 - x."""
    total: dict[str, int] = {}
    for a, x in pairs:
        variable = x.removeprefix("~")
        if x.startswith("~"):
            least -= a
            a = -a
        total[variable] = total.get(variable, 0) + a
    terms = {}
    for x, a in total.items():
        if a > 0:
            terms[x] = a
        elif a < 0:
            terms[f"~{x}"] = -a
            least -= a
    return Constraint(terms, least)


def parse_constraint(words: list[str]) -> Constraint:
    sign = words.index(">=")
    if words[sign + 2 :] != [";"]:
        raise Wrong("a constraint does not end")
    pairs = [(int(a), x) for a, x in zip(words[:sign:2], words[1:sign:2], strict=True)]
    return normal(pairs, int(words[sign + 1]))


def parse_problem(text: str) -> list[Constraint]:
    lines = [line.split() for line in text.splitlines() if not line.startswith("*")]
    return [parse_constraint(line) for line in lines]


def negation(one: Constraint) -> Constraint:
    return normal([(-a, x) for x, a in one.terms.items()], 1 - one.least)


def implies(one: Constraint, other: Constraint) -> bool:
    """Return True if another constraint follows by dropping terms, and lowering the right side."""
    lost = sum(max(a - other.terms.get(x, 0), 0) for x, a in one.terms.items())
    return other.least <= max(one.least - lost, 0)


class Proof:
    """The constraints known so far, by number."""

    def __init__(self, problem: list[Constraint]) -> None:
        self.known = dict(enumerate(problem, 1))
        self.last = len(problem)

    def step(self, line: str) -> None:
        rule, *words = line.split()
        if rule == "del":
            for number in words[1:]:
                del self.known[int(number)]
            return
        derived = {"pol": self._pol, "rup": self._rup, "red": self._red}[rule](words)
        self.last += 1
        self.known[self.last] = derived

    def _pol(self, words: list[str]) -> Constraint:
        stack: list[Constraint] = []
        for i, word in enumerate(words):
            if words[i + 1 : i + 2] in (["*"], ["d"]):
                if int(word) < 1:
                    raise Wrong("a factor is not above 0")
            elif word == "+":
                b, a = stack.pop(), stack.pop()
                pairs = [(c, x) for one in (a, b) for x, c in one.terms.items()]
                stack.append(normal(pairs, a.least + b.least))
            elif word in ("*", "d"):
                a, n = stack.pop(), int(words[i - 1])
                new = {x: c * n if word == "*" else -(-c // n) for x, c in a.terms.items()}
                stack.append(Constraint(new, a.least * n if word == "*" else -(-a.least // n)))
            elif word == "s":
                a = stack.pop()
                kept = {x: min(c, a.least) for x, c in a.terms.items() if a.least > 0}
                stack.append(Constraint(kept, max(a.least, 0)))
            elif word.lstrip("~").startswith("x"):
                stack.append(Constraint({word: 1}, 0))
            else:
                stack.append(self.known[int(word)])
        (derived,) = stack
        return derived

    def _rup(self, words: list[str]) -> Constraint:
        clause = parse_constraint(words)
        if clause.least != 1 or set(clause.terms.values()) - {1}:
            raise Wrong("only clauses are derived by unit propagation here")
        false, changed = set(clause.terms), True
        while changed:
            changed = False
            for one in self.known.values():
                slack = sum(a for x, a in one.terms.items() if x not in false) - one.least
                if slack < 0:
                    return clause
                for x, a in one.terms.items():
                    if a > slack and x not in false and negated(x) not in false:
                        false.add(negated(x))
                        changed = True
        raise Wrong("unit propagation finds nothing")

    def _red(self, words: list[str]) -> Constraint:
        end = words.index(";") + 1
        new = parse_constraint(words[:end])
        variable, arrow, value = words[end:]
        if arrow != "->" or value not in ("0", "1"):
            raise Wrong("the witness is none")
        true = variable if value == "1" else f"~{variable}"
        against = negation(new)
        for one in (*self.known.values(), new):
            if not {variable, f"~{variable}"}.isdisjoint(one.terms):
                rest = {x: a for x, a in one.terms.items() if x.removeprefix("~") != variable}
                left = Constraint(rest, one.least - one.terms.get(true, 0))
                if not implies(against, left):
                    raise Wrong("the witness does not keep a constraint")
        return new


def check_refutation(problem: str, proof: str) -> None:
    """Check a proof of version 2.0 that a problem has no solution.

    Raises:
        Wrong, LookupError, ValueError: it is none.
    """
    first, formula, *steps, output, conclusion, end = proof.splitlines()
    axioms = parse_problem(problem)
    if first != "pseudo-Boolean proof version 2.0" or formula != f"f {len(axioms)}":
        raise Wrong("the head is another one")
    if (output, end) != ("output NONE", "end pseudo-Boolean proof"):
        raise Wrong("the end is another one")
    told = Proof(axioms)
    for line in steps:
        told.step(line)
    found = told.known[int(conclusion.removeprefix("conclusion UNSAT : "))]
    if sum(found.terms.values()) >= found.least:
        raise Wrong("the last constraint can be met")
