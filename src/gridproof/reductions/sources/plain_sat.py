"""Formulas solved without a library, for browsers: by trying values, and what they force."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

__all__ = ["Undecided", "true_literals"]


class Undecided(Exception):
    """The limit was reached before the formula was solved or refuted."""


def true_literals(clauses: Iterable[Sequence[int]], max_conflicts: int) -> set[int] | None:
    """Return literals that satisfy all clauses; None if none do.

    Raises:
        Undecided: after too many conflicts.
    """
    values = _Values(clauses)
    if not values.force(values.units):
        return None
    tried: list[tuple[int, int]] = []  # literals, and how many were true before each
    conflicts = 0
    while (literal := values.choice()) is not None:
        tried.append((literal, len(values.order)))
        good = values.force([literal])
        while not good:
            conflicts += 1
            if conflicts > max_conflicts:
                raise Undecided
            if not tried:
                return None
            literal, before = tried.pop()
            values.undo(before)
            good = values.force([-literal])
    return values.true


class _Values:
    """Values of variables, and the clauses that force further ones.

    Attributes:
        units: the literals of the clauses of one literal; 0 for a clause of none.
        true: all literals that are true.
        order: the same, in the order in which they became true.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        every = [list(dict.fromkeys(clause)) for clause in clauses]
        self.units = [clause[0] if clause else 0 for clause in every if len(clause) < 2]
        self._clauses = [clause for clause in every if len(clause) > 1]
        # The first two literals of a clause are watched: it is looked at when one becomes false.
        self._watching: defaultdict[int, list[list[int]]] = defaultdict(list)
        for clause in self._clauses:
            for literal in clause[:2]:
                self._watching[literal].append(clause)
        self.true: set[int] = set()
        self.order: list[int] = []

    def choice(self) -> int | None:
        """Return a literal of the shortest clause that is not satisfied; None: all are."""
        true = self.true
        left = [
            [literal for literal in clause if -literal not in true]
            for clause in self._clauses
            if true.isdisjoint(clause)
        ]
        return min(left, key=len)[0] if left else None

    def force(self, literals: Sequence[int]) -> bool:
        """Make literals true, and all that follows; False if a clause cannot be satisfied."""
        waiting = list(literals)
        while waiting:
            literal = waiting.pop()
            if literal in self.true:
                continue
            if not literal or -literal in self.true:
                return False
            self.true.add(literal)
            self.order.append(literal)
            watched, self._watching[-literal] = self._watching[-literal], []
            for clause in watched:
                if not self._watch_another(clause, -literal):
                    self._watching[-literal].append(clause)
                    waiting.append(clause[0])
        return True

    def _watch_another(self, clause: list[int], false: int) -> bool:
        """Watch a literal that is not false, in place of one that is.

        False: the clause has none but its other watched literal, which comes first now.
        """
        if clause[0] == false:
            clause[0], clause[1] = clause[1], clause[0]
        for place in range(2, len(clause)):
            if -clause[place] not in self.true:
                clause[1], clause[place] = clause[place], clause[1]
                self._watching[clause[1]].append(clause)
                return True
        return False

    def undo(self, count: int) -> None:
        """Take values back, all but the first ones."""
        self.true.difference_update(self.order[count:])
        del self.order[count:]
