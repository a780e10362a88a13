"""The map of an encoding, read strictly: which cells of the board stand for what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridproof.grid import Pos
from gridproof.reductions.sources.cnf import Formula
from gridproof.strict_json import Field

__all__ = ["MAX_CLUSTER", "Gadgets", "Loop", "Slot"]

#: Crates of a loop in a slot at most.
MAX_CLUSTER: Final = 6


@dataclass(frozen=True)
class Slot:
    """A loop in the slot of a clause.

    Attributes:
        crates: those of the loop.
        extra: a crate besides, that falls with two of them in either way of clearing the loop.
        bombs: where bombs clear the crates if the variable is false, and if it is true.
    """

    crates: tuple[Pos, ...]
    extra: tuple[Pos, ...]
    bombs: tuple[tuple[Pos, ...], tuple[Pos, ...]]


@dataclass(frozen=True)
class Loop:
    """The gadget of a variable: a loop.

    Attributes:
        corners: the two crates below, left and right.
        bombs: cells of bombs that clear the crates outside of the slots, as in :class:`Slot`.
        slots: a slot for each clause, from left to right.
    """

    corners: tuple[Pos, Pos]
    bombs: tuple[tuple[Pos, ...], tuple[Pos, ...]]
    slots: tuple[Slot, ...]

    def crates(self) -> Iterator[Pos]:
        """Yield all its crates without the extra ones, the corners first."""
        yield from self.corners
        for slot in self.slots:
            yield from slot.crates

    def cells(self, value: bool) -> tuple[Pos, ...]:
        """Return the cells of the bombs that clear it if the variable has this value."""
        return (*self.bombs[value], *(cell for slot in self.slots for cell in slot.bombs[value]))


@dataclass(frozen=True)
class Gadgets:
    """The gadgets of a formula.

    Attributes:
        loops: a loop for each variable.
        clauses: the crate of each clause.
    """

    loops: tuple[Loop, ...]
    clauses: tuple[Pos, ...]

    def clearing(self, values: Sequence[bool]) -> list[Pos]:
        """Return the cells of bombs that clear all loops for these values, in a good order.

        Those that take extra crates come first: while one stands it shields a clause's crate. The
        outermost loop, which is nearest to the player, comes first.
        """
        loops = list(zip(self.loops, values, strict=True))[::-1]
        first = [
            cell
            for loop, value in loops
            for slot in loop.slots
            if slot.extra
            for cell in slot.bombs[value]
        ]
        done = set(first)
        rest = [cell for loop, value in loops for cell in loop.cells(value) if cell not in done]
        return first + rest

    @classmethod
    def of(cls, formula: Formula, record: Mapping[str, Any]) -> Gadgets:
        """Read the gadgets of a formula from a map; they need not be on the board.

        Raises:
            InputError: the map has another form.
        """
        whole = Field(dict(record), "map")
        variables, clauses = len(formula.names), len(formula.clauses)
        loops = whole["loops"].entries(variables, f"a list of {variables} loops, one a variable")
        crates = whole["clauses"].entries(clauses, f"a list of {clauses} cells, one a clause")
        return cls(
            tuple(_loop(loop, clauses) for loop in loops), tuple(crate.cell() for crate in crates)
        )


def _loop(loop: Field, clauses: int) -> Loop:
    left, right = loop["corners"].entries(2, "a list of 2 cells")
    slots = loop["slots"].entries(clauses, f"a list of {clauses} slots, one a clause")
    return Loop((left.cell(), right.cell()), _bombs(loop), tuple(map(_slot, slots)))


def _slot(slot: Field) -> Slot:
    crates, extra = _cells(slot["crates"]), _cells(slot["extra"])
    if len(crates) > MAX_CLUSTER or len(crates) % 2:
        slot["crates"].fault(f"must be an even number of cells, at most {MAX_CLUSTER}")
    if len(extra) > 1:
        slot["extra"].fault("must be one cell or none")
    return Slot(crates, extra, _bombs(slot))


def _bombs(field: Field) -> tuple[tuple[Pos, ...], tuple[Pos, ...]]:
    return _cells(field["false"]), _cells(field["true"])


def _cells(field: Field) -> tuple[Pos, ...]:
    return tuple(field.cells())
