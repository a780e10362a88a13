"""Kinds whose proof is one tree over rows that the board gives, or that follow from such rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records
from gridproof.proof.pseudo_boolean.log import Log, Refutation
from gridproof.proof.pseudo_boolean.rounding import rounded
from gridproof.proof.pseudo_boolean.tree import Columns, Tree
from gridproof.proof.tree import Program, Row

__all__ = ["one_tree"]

Group = Callable[[Any], Sequence[int]]


class _Watched(Records):
    """Records that are kept, with the tree that follows them.

    Attributes:
        before: the records before the tree.
        nodes: its own.
        tree: its rows, program and groups; None: there is none.
    """

    def __init__(self, source: Iterator[Any]) -> None:
        super().__init__(source)
        self.before: list[Any] = []
        self.nodes: list[Any] = []
        self.tree: tuple[Sequence[Row], Program, Group] | None = None

    def take(self) -> Any:
        record = super().take()
        (self.before if self.tree is None else self.nodes).append(record)
        return record

    def begin_tree(self, rows: Sequence[Row], program: Program, group: Group) -> None:
        self.tree = rows, program, group


def one_tree(
    check: Callable[[Claim[Any], Records, Ticker], Counts],
    claim: Claim[Any],
    records: Iterator[Any],
    ticker: Ticker,
    derived: Callable[[Sequence[Any], int], Mapping[int, Any]] = lambda before, rows: {},
) -> Refutation | None:
    """Return the refutation that a checked tree is; None if the claim needs no tree.

    Args:
        check: of the kind.
        claim: that is accepted.
        records: of it.
        ticker: looked at.
        derived: takes the records before the tree and the count of rows, and returns the records of
            those rows that follow from earlier ones; the others are given.
    """
    watched = _Watched(records)
    check(claim, watched, ticker)
    if watched.tree is None:
        return None
    rows, program, group = watched.tree
    later = derived(watched.before, len(rows))
    log = Log()
    columns = Columns.new(log, program)
    everything = Row(range(len(program.costs)), 0, program.costs)
    costs = {x: -c for x, c in columns.terms(everything).items()}
    cost = log.axiom(costs, -program.most)
    numbers: list[int | None] = [
        None if r in later else log.axiom(columns.terms(row), row.least)
        for r, row in enumerate(rows)
    ]
    for r, record in later.items():
        numbers[r] = _derive(log, columns, rows, numbers, r, record)
    tree = Tree(numbers, cost, columns, group)
    return log.refuted(tree.write(log, iter(watched.nodes), ticker))


def _derive(
    log: Log,
    columns: Columns,
    rows: Sequence[Row],
    numbers: Sequence[int | None],
    r: int,
    record: Any,
) -> int | None:
    """Derive a row from earlier ones; return its number, None if it says nothing."""
    if record[0] == "round":
        _, divisor, flat, uppers = record
        return rounded(log, columns, rows[:r], numbers[:r], divisor, flat, uppers)
    divisor, flat = record
    priced = zip(flat[::2], flat[1::2], strict=True)
    known = [(number, times) for i, times in priced if (number := numbers[:r][i]) is not None]
    return log.add(known, divisor=divisor) if known else None
