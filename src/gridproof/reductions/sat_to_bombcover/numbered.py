"""The crates that an audit looks at, by number, and what its checks find of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Pos
from gridproof.reductions.formula import Formula
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sat_to_bombcover.sight import Whole

__all__ = ["Audited", "Pair"]

#: Two crates of loops, by number, the smaller first.
Pair: TypeAlias = tuple[int, int]


@dataclass
class Audited:
    """What is audited, and what checks find that later ones need.

    Crates are numbered: those of the loops first, then the clauses', then the extra ones.
    """

    formula: Formula
    level: BombcoverLevel
    gadgets: Gadgets
    #: Of each crate of a loop: the variable; the slot, from 1, the corners being 0 and the last.
    loop: Whole = field(init=False)
    slot: Whole = field(init=False)
    #: How many crates are in loops, and how many are in loops or are clauses'.
    wires: int = field(init=False)
    marks: int = field(init=False)
    #: The number of the extra crate of a clause and a variable.
    extras: dict[tuple[int, int], int] = field(init=False)
    crates: list[Pos] = field(init=False)
    #: The crates that some cell sees in another direction than a crate.
    joined: dict[int, set[int]] = field(default_factory=dict)
    #: The pairs with which a clause's crate, or an extra one, can fall, each with a cell.
    takers: dict[int, dict[Pair, Pos]] = field(default_factory=dict)
    #: Pairs with which an extra crate can fall and the crate of its clause in the same explosion.
    at_once: set[tuple[Pair, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        last = len(self.gadgets.clauses) + 1
        crates: list[Pos] = []
        loops: list[int] = []
        slots: list[int] = []
        extras: list[Pos] = []
        owners: list[tuple[int, int]] = []
        starts: list[list[int]] = []
        for variable, loop in enumerate(self.gadgets.loops):
            start = len(crates) + len(loop.corners)
            starts.append(
                list(itertools.accumulate((len(s.crates) for s in loop.slots), initial=start))
            )
            crates += loop.crates()
            slots += (0, last)
            for number, slot in enumerate(loop.slots):
                slots += [number + 1] * len(slot.crates)
                extras += slot.extra
                owners += [(number, variable) for _ in slot.extra]
            loops += [variable] * (len(crates) - len(loops))
        self.loop, self.slot = np.array(loops), np.array(slots)
        self.wires = len(crates)
        self.marks = self.wires + len(self.gadgets.clauses)
        self.extras = {owner: self.marks + i for i, owner in enumerate(owners)}
        self._owners, self._starts = owners, starts
        self.crates = [*crates, *self.gadgets.clauses, *extras]

    def cell(self, place: int) -> Pos:
        """The cell of a place in the board's cells, row by row."""
        return Pos(int(place) % self.level.width, int(place) // self.level.width)

    def places(self, cells: Sequence[Pos]) -> Whole:
        """The other way round."""
        columns = np.array([cell.x for cell in cells], dtype=np.int64)
        return np.array([cell.y for cell in cells], dtype=np.int64) * self.level.width + columns

    def clause(self, mark: int) -> int:
        """The clause of its crate, or of an extra one."""
        return mark - self.wires if mark < self.marks else self._owners[mark - self.marks][0]

    def clause_crate(self, mark: int) -> int:
        """The crate of the same clause."""
        return self.wires + self.clause(mark)

    def cluster(self, variable: int, slot: int) -> range:
        """The crates of a loop in a slot (from 1)."""
        return range(*self._starts[variable][slot - 1 : slot + 1])

    def sign(self, clause: int, variable: int) -> int:
        """How a clause names a variable: 1, -1 for its negation, or 0 for not."""
        literals = self.formula.clauses[clause]
        return (variable + 1 in literals) - (-variable - 1 in literals)

    def name(self, crate: int) -> str:
        """A crate for messages."""
        if crate < self.wires:
            loop, slot = self.formula.names[self.loop[crate]], int(self.slot[crate])
            corner = {0: "left", len(self.gadgets.clauses) + 1: "right"}.get(slot)
            return f"{corner} corner of {loop}" if corner else f"crate of {loop} in slot {slot}"
        if crate < self.marks:
            return f"the crate of clause {crate - self.wires + 1}"
        clause, variable = self._owners[crate - self.marks]
        return f"the extra crate of {self.formula.names[variable]} in slot {clause + 1}"

    def pair(self, pair: Pair) -> str:
        """A pair for messages."""
        cells = " and ".join(self.crates[crate].for_people for crate in pair)
        return f"the pair of {self.name(pair[0])} and {self.name(pair[1])} ({cells})"
