"""The common part of both reductions to wirings: making, mapping and showing their boards."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from gridproof.errors import InputError
from gridproof.grid import Pos
from gridproof.level import Fault, Level
from gridproof.reduction import (
    Certificate,
    Choice,
    Demand,
    Encoding,
    Evidence,
    Joint,
    Part,
    Reduction,
    Switchboard,
    Value,
    Way,
)
from gridproof.reductions import evidence
from gridproof.reductions.auditing import Audit, Promise
from gridproof.reductions.sources.cnf import Assignment, Formula
from gridproof.reductions.sources.formula import SOURCE
from gridproof.reductions.wirings.audit import crowded_tips, odd_tips
from gridproof.reductions.wirings.wiring import Wiring, groups, plan, visits
from gridproof.scene import Window

__all__ = ["LoopReduction"]

L = TypeVar("L", bound=Level)


class LoopReduction(Reduction[Formula, Assignment], Generic[L]):
    """A reduction from 3-SAT to wirings: :mod:`gridproof.reductions.wirings.wiring`.

    Attributes:
        kind: the game's levels.
        unit: what the budget counts, in the plural.
        item: what has to go: "crate".
        promises: the conditions that an audit checks.
    """

    source = SOURCE
    kind: type[L]
    unit: str
    item: str
    promises: tuple[Promise, ...]

    @abstractmethod
    def board(self, wiring: Wiring, options: Mapping[str, Any]) -> tuple[Wiring, L]:
        """Return the board of a wiring of the plan, and the wiring on it.

        Raises:
            InputError: there is none with these options, or it would be too large.
        """
        ...

    @abstractmethod
    def moves(
        self, level: L, formula: Formula, wiring: Wiring, asked: Sequence[Sequence[Pos]]
    ) -> list[tuple[int, Pos]]:
        """Return, for each group, a play's stage and the cell of a move that has the group."""
        ...

    @abstractmethod
    def option_faults(self, level: L, options: Mapping[str, Any]) -> list[Fault]:
        """Return faults of the board as one of its game, or with these options."""
        ...

    @abstractmethod
    def told(self, message: str, cell: Pos) -> Fault:
        """Return a fault at an item."""
        ...

    def order_faults(self, level: L, formula: Formula, wiring: Wiring) -> list[Fault]:
        """Return faults for which no order of moves is known, of the last of :attr:`promises`."""
        return []

    @abstractmethod
    def assigned(self, level: L, wiring: Wiring, moves: Sequence[Pos]) -> Assignment:
        """Return the loops that a solution within the budget serves forwards."""
        ...

    def seen(self, level: L, cell: Pos) -> Pos:
        """Return the scene's cell of a cell of the board."""
        return cell

    def encode(self, instance: Formula, options: Mapping[str, Any]) -> Encoding:
        """Lay the plan of the formula on a board; k is the number of even items."""
        wiring, level = self.board(plan(instance), options)
        k = len(visits(instance, wiring))
        level = level.with_info(title=instance.title, k=str(k))
        return Encoding(self.id, instance, dict(options), level, k, wiring.written())

    def lift(self, encoding: Encoding, witness: Assignment) -> list[str]:
        """Return a move for each group of the assignment, loop by loop and branch by branch."""
        formula, wiring = encoding.instance, self._wiring(encoding)
        level = encoding.board(self.kind)
        moves = self.moves(level, formula, wiring, list(groups(formula, wiring, witness)))
        return [str(cell) for _, cell in sorted(moves, key=lambda move: move[0])]

    def lower(self, encoding: Encoding, moves: Sequence[str]) -> Assignment:
        """Set a variable to true if items 0 and 1 of its loop went together."""
        cells = [Pos.parse(move.partition(":")[2] or move) for move in moves]
        level = encoding.board(self.kind)
        return self.assigned(level, self._wiring(encoding), cells)

    def audit(self, encoding: Encoding) -> Certificate:
        """Check the conditions of the theorem, on the board and the map as they are."""
        formula, level = encoding.instance, encoding.board(self.kind)
        wiring = self._wiring(encoding)
        found = Audit(self.promises, self.item, formula.names, tell=self.told, place=str)
        found.add("board", self.option_faults(level, encoding.options))
        if not found.passed:
            return found.certificate()
        pieces = len(wiring.loops) + sum(map(len, wiring.branches))
        found.add("pieces", itertools.starmap(self.told, odd_tips(formula, wiring)), pieces)
        if found.passed and found.check(encoding, self.evidence(encoding)) is not None:
            found.add("tips", itertools.starmap(self.told, crowded_tips(formula, wiring)))
            found.add(self.promises[-1].id, self.order_faults(level, formula, wiring))
        return found.certificate()

    def evidence(self, encoding: Encoding) -> Evidence:
        """Return loops, stars with tips, and branches, for the checker of wires."""
        wiring = self._wiring(encoding)

        def records() -> Iterator[Any]:
            for loop in wiring.loops:
                yield from evidence.path(loop)
            for star, tips, branches in zip(
                wiring.stars, wiring.tips, wiring.branches, strict=True
            ):
                yield [*star, *(tip // 2 for tip in tips)]
                for branch in branches:
                    yield from evidence.path(branch)

        return Evidence("wires", records(), evidence.of_formula(encoding.instance))

    def parts(self, encoding: Encoding) -> Sequence[Part]:
        """Return loops and branches as lines; tips, crossings and stars as cells."""
        formula, wiring, level = (
            encoding.instance,
            self._wiring(encoding),
            encoding.board(self.kind),
        )
        found = []
        for variable, (name, loop) in enumerate(zip(formula.names, wiring.loops, strict=True)):
            line = self._line(level, (*loop, loop[0]))
            found.append(Part(f"loop of {name}", variable, line=line))
        crossed: dict[str, list[Pos]] = {}
        for item, both in visits(formula, wiring).items():
            if len(both) == 2:
                names = " and ".join(formula.names[v] for v in sorted({v.variable for v in both}))
                crossed.setdefault(names, []).append(item)
        for clause, branches, tips in zip(itertools.count(), wiring.branches, wiring.tips):
            for literal, branch, tip in zip(formula.clauses[clause], branches, tips, strict=True):
                said, variable = formula.literal(literal), abs(literal) - 1
                loop = wiring.loops[variable]
                beside = loop[(tip + (1 if literal > 0 else -1)) % len(loop)]
                line = self._line(level, (*branch, wiring.stars[clause]))
                text = f"branch of {said} to clause {clause + 1}"
                found.append(Part(text, variable, line=line))
                area = self._around(level, (branch[0], loop[tip], beside))
                found.append(Part(f"tip of {said} of clause {clause + 1}", variable, (area,)))
        for names, items in crossed.items():
            areas = tuple(self._around(level, (item,)) for item in items)
            found.append(Part(f"crossing of {names}", None, areas))
        for clause, star in enumerate(wiring.stars):
            text = f"clause {clause + 1}: {formula.clause(clause)}"
            area = self._around(level, (star,))
            found.append(Part(text, None, (area,), sign=str(clause + 1)))
        return found

    def switchboard(self, encoding: Encoding) -> Switchboard:
        """Ask for the groups of loops and branches by their variables; by two for crossings."""
        formula, wiring = encoding.instance, self._wiring(encoding)
        level = encoding.board(self.kind)

        asked: dict[tuple[tuple[int, bool], ...], list[tuple[Pos, ...]]] = {}
        for item, both in visits(formula, wiring).items():
            if len(both) > 2:  # else there could be far too many combinations
                raise InputError(f"the map names {item} at {len(both)} even positions, 2 at most")
            for chosen in itertools.product((True, False), repeat=len(both)):
                values = tuple((v.variable, value) for v, value in zip(both, chosen, strict=True))
                if len({variable for variable, _ in values}) == len(set(values)):
                    taken = (v.taken(value) for v, value in zip(both, chosen, strict=True))
                    asked.setdefault(values, []).append((item, *itertools.chain(*taken)))
        stars = [
            (star, branches[0][-1])
            for star, branches in zip(wiring.stars, wiring.branches, strict=True)
        ]
        moves = self.moves(level, formula, wiring, [*itertools.chain(*asked.values()), *stars])
        cells = iter([self.seen(level, cell) for _, cell in moves])
        at = {values: tuple(itertools.islice(cells, len(found))) for values, found in asked.items()}
        choices = tuple(
            Choice(
                name,
                tuple(
                    Value(word, at.get(((variable, value),), ()))
                    for word, value in (("true", True), ("false", False))
                ),
                variable,
            )
            for variable, name in enumerate(formula.names)
        )
        demands = tuple(
            Demand(
                f"clause {clause + 1}",
                tuple(Way(abs(literal) - 1, int(literal < 0)) for literal in literals),
                cells=(self.seen(level, star),),
                unmet=(next(cells),),
            )
            for clause, (literals, star) in enumerate(
                zip(formula.clauses, wiring.stars, strict=True)
            )
        )
        together = tuple(
            Joint(tuple((variable, int(not value)) for variable, value in values), found)
            for values, found in at.items()
            if len(values) > 1
        )
        return Switchboard(self.unit, encoding.k, choices, demands, joints=together)

    def _wiring(self, encoding: Encoding) -> Wiring:
        return Wiring.read(encoding.map, encoding.instance)

    def _around(self, level: Any, cells: Iterable[Pos]) -> Window:
        """Return the smallest rectangle of the scene that has these cells."""
        return Window.around(self.seen(level, cell) for cell in cells)

    def _line(self, level: Any, path: Sequence[Pos]) -> tuple[Pos, ...]:
        """Return a path as a line with only its corners."""
        line: list[Pos] = []
        for here in (self.seen(level, cell) for cell in path):
            if line and here == line[-1]:
                continue
            if len(line) > 1 and _straight(line[-2], line[-1], here):
                line.pop()
            line.append(here)
        return tuple(line)


def _straight(first: Pos, middle: Pos, last: Pos) -> bool:
    """Return True if the way through three cells has no corner."""
    dx, dy = middle.x - first.x, middle.y - first.y
    ex, ey = last.x - middle.x, last.y - middle.y
    return dx * ey == dy * ex and dx * ex + dy * ey > 0
