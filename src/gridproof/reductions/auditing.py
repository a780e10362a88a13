"""Audits: the conditions that a checker of :mod:`gridproof.proof` meets, all told with their cells.

A checker refuses a board at the first condition that fails. An audit runs the same checker and goes
on; beside the theorem's conditions it tells those that only the reduction knows, such as the
options that were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.limits import Ticker
from gridproof.proof.claims import Records, Refused
from gridproof.proof.reductions import covers, wires
from gridproof.proof.reductions.conditions import Cell, Conditions
from gridproof.reduction import MAX_TOLD, Certificate, Condition, Encoding, Evidence

__all__ = ["Audit", "Promise"]

#: Kinds of evidence whose checkers read it as it is.
_CHECKERS: Final = {"covers": covers.conditions, "wires": wires.conditions}


@dataclass(frozen=True)
class Promise:
    """A condition, as a reduction calls it.

    Attributes:
        id: as its theorem calls it: "S1".
        text: what has to hold.
        names: those of the checker's conditions that it is besides the one of the same name.
    """

    id: str
    text: str
    names: tuple[str, ...] = ()


#: The promise that fails if a checker gives up.
_SIZE: Final = Promise("size", "the board is small and plain enough for the checker")


class _Unsettled(Exception):
    """A condition fails without which others mean nothing."""


class Audit(Conditions):
    """The conditions of one board, with the faults that are found.

    Args:
        promises: all conditions, in order.
        item: what has to go on this board.
        variables: names of a formula's variables.
        tell: makes a fault of a message and a cell.
        place: names a cell within a message.
    """

    source, thorough = "map", True

    def __init__(
        self,
        promises: Sequence[Promise],
        item: str,
        variables: Sequence[str] = (),
        *,
        tell: Callable[[str, Pos], Fault] = Fault,
        place: Callable[[Pos], str] = lambda cell: cell.for_people,
    ) -> None:
        self.item = item
        self._promises = (*promises, _SIZE)
        self._variables, self._tell, self._place = variables, tell, place
        self._id = {each.id: each.id for each in self._promises}
        self._id |= {name: each.id for each in promises for name in each.names}
        self._faults: dict[str, list[Fault]] = {each.id: [] for each in self._promises}
        self._checked: dict[str, int] = {}
        self._broken: set[str] = set()

    def broken(self, name: str, reason: str, told: str = "", cell: Cell | None = None) -> None:
        """Tell a fault of a condition."""
        self._broken.add(name)
        said = told or reason
        self.add(name, [Fault(said) if cell is None else self._tell(said, Pos(*cell))])

    def looked(self, name: str, count: int) -> None:
        """Count what was looked at."""
        known = self._id[name]
        self._checked[known] = max(count, self._checked.get(known, 0))

    def enough(self, name: str) -> bool:
        """Return True if :data:`gridproof.reduction.MAX_TOLD` faults are told."""
        return len(self._faults[self._id[name]]) >= MAX_TOLD

    def settle(self, *names: str) -> None:
        """End the check if one of these fails."""
        if not self._broken.isdisjoint(names):
            raise _Unsettled

    def variable(self, number: int) -> str:
        """Return the name of a variable (from 1), as the formula has it."""
        return self._variables[number - 1]

    def place(self, cell: Cell) -> str:
        """Return a cell as the board's pictures count it."""
        return self._place(Pos(*cell))

    @property
    def passed(self) -> bool:
        """True if no fault is known."""
        return not any(self._faults.values())

    def add(self, name: str, faults: Iterable[Fault], checked: int = 1) -> None:
        """Tell faults of a condition, up to :data:`gridproof.reduction.MAX_TOLD`."""
        told = self._faults[self._id[name]]
        told += islice(faults, MAX_TOLD - len(told))
        self.looked(name, checked)

    def run(self, check: Callable[[], Any]) -> None:
        """Run a checker to its end, or to where other conditions mean nothing."""
        try:
            check()
        except _Unsettled:
            pass
        except Refused as refused:
            self.broken(_SIZE.id, str(refused))

    def check(self, encoding: Encoding, given: Evidence) -> Any:
        """Run the checker of a kind on what it is given; returns what it does, if it ends."""
        found = []
        said = {"k": encoding.k, **given.instance}
        checker, records = _CHECKERS[given.kind], Records(iter(given.records))
        self.run(lambda: found.append(checker(encoding.level, said, records, self, Ticker())))
        return next(iter(found), None)

    def certificate(self) -> Certificate:
        """Return the conditions that were checked."""
        return Certificate(tuple(self._conditions()))

    def _conditions(self) -> Iterator[Condition]:
        for each in self._promises:
            if each.id in self._checked:
                faults = tuple(self._faults[each.id])
                yield Condition(each.id, each.text, faults, self._checked[each.id])
