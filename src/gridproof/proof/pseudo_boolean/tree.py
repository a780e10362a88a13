"""A tree of cases as steps of a pseudo-Boolean proof.

The prices of a node are a sum of constraints. Unit propagation on that sum does what
:func:`gridproof.proof.tree.implied` does: a column is fixed if the sum has less to spare than what
is left over on it. So the clause "not all cases above this node hold" follows at a leaf by unit
propagation, and at a branch from the clauses of both of its cases.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gridproof.limits import Ticker
from gridproof.proof.pseudo_boolean.log import Log
from gridproof.proof.tree import Program, Row

__all__ = ["Columns", "Tree"]


class Columns(NamedTuple):
    """Columns as sums of literals: the first one says that it is 1 at least, the next one 2."""

    literals: Sequence[Sequence[int]]

    @classmethod
    def new(cls, log: Log, program: Program) -> Columns:
        """Return columns of new variables; for numbers above 1 the problem says their order."""
        columns = []
        for low, high in zip(program.lows, program.highs, strict=True):
            assert low == 0  # as in all kinds that are exported
            assert high is not None
            bits = [log.variable() for _ in range(high)]
            columns.append(bits)
        for bits in columns:
            for less, more in itertools.pairwise(bits):
                log.axiom({less: 1, more: -1}, 0)
        return cls(columns)

    def terms(self, row: Row) -> dict[int, int]:
        """Return the left side of a row over literals."""
        total: dict[int, int] = {}
        for j, a in zip(row.columns, row.coefficients or [1] * len(row.columns), strict=True):
            for x in self.literals[j]:
                total[x] = total.get(x, 0) + a
        return total


class _Enter(NamedTuple):
    """A node to be written.

    Attributes:
        holds: the literals that hold at the node.
        above: numbers of the rows of branches on groups above it.
        dead: True if no number is in its case: it is read, and nothing is written.
    """

    holds: tuple[int, ...]
    above: tuple[int, ...]
    dead: bool = False


class _Leave(NamedTuple):
    """A node whose cases are written.

    Attributes:
        holds: the literals that hold at the node.
        used: numbers of constraints that serve these cases alone.
        cases: count of those that were written.
    """

    holds: tuple[int, ...]
    used: tuple[int, ...]
    cases: int


class Tree(NamedTuple):
    """An accepted tree, to be written.

    Attributes:
        rows: the number of each row's constraint; None: the row says nothing.
        cost: the number of the constraint on the costs.
        columns: of the program.
        group: as for the check.
    """

    rows: Sequence[int | None]
    cost: int
    columns: Columns
    group: Callable[[Any], Sequence[int]]

    def write(
        self, log: Log, nodes: Iterator[Any], ticker: Ticker, unless: Sequence[int] = ()
    ) -> int:
        """Write the nodes; return the number of the clause that follows.

        Args:
            log: written to.
            nodes: in preorder.
            ticker: looked at.
            unless: literals of the clause: one of them holds, as all cases are refuted otherwise.
        """
        proven: list[int] = []
        todo: list[_Enter | _Leave] = [_Enter((), ())]
        while todo:
            ticker.check()
            step = todo.pop()
            if isinstance(step, _Leave):
                cases = [proven.pop() for _ in range(step.cases)]
                proven.append(log.clause([*unless, *(-x for x in step.holds)]))
                log.drop([*step.used, *cases])
                continue
            scale, flat, *branch = next(nodes)
            if step.dead:
                todo += [step] * (2 * len(branch))
                continue
            used = self._sum(log, scale, flat, step.above)
            more: list[_Enter] = []
            if branch:
                ((what, v),) = branch
                more, defined = self._cases(log, step, what, v)
                used += defined
            todo.append(_Leave(step.holds, tuple(used), sum(not case.dead for case in more)))
            todo += reversed(more)
        return proven.pop()

    def _sum(self, log: Log, scale: int, flat: Sequence[int], above: Sequence[int]) -> list[int]:
        """Write the sum of rows at the prices of a node; return its number, if there is one."""
        priced = zip(flat[::2], flat[1::2], strict=True)
        rows = [(self.rows[r] if r >= 0 else above[-1 - r], price) for r, price in priced]
        parts = [(number, price) for number, price in [*rows, (self.cost, scale)] if price]
        known = [(number, price) for number, price in parts if number is not None]
        return [log.add(known)] if known else []

    def _cases(self, log: Log, node: _Enter, what: Any, v: int) -> tuple[list[_Enter], list[int]]:
        """Return the cases of a branch, and the numbers of the constraints that define them."""
        holds, above, _ = node
        if isinstance(what, int):
            bits = self.columns.literals[what]
            if 0 <= v < len(bits):
                return [_Enter((*holds, x), above) for x in (-bits[v], bits[v])], []
            return [_Enter(holds, above, dead) for dead in (v < 0, v >= 0)], []
        terms = self.columns.terms(Row(self.group(what), 0))
        case = log.variable()
        at_least = log.imply(case, terms, v + 1)
        at_most = log.imply(-case, {x: -a for x, a in terms.items()}, -v)
        fewer = _Enter((*holds, -case), (*above, at_most))
        more = _Enter((*holds, case), (*above, at_least))
        return [fewer, more], [at_least, at_most]
