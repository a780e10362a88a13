"""Boards that stand for formulas by loops of crates, by the page `certificates-reductions.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from tests.proof.second.core import number, refuse_unless
from tests.proof.second.reductions import (
    STEPS,
    Bombs,
    Cell,
    cells_of,
    check_formula,
    formula,
    same_items,
)

Pair = frozenset[Cell]


def prove(level: BombcoverLevel, bound: Any, records: Iterator[Any], stands_for: Any) -> None:
    """Reads the loops, and checks the conditions."""
    bound = number(bound)
    k, variables, clauses = formula(stands_for)
    refuse_unless(level.radius is None, "explosions have a radius")
    board = Bombs(level)
    loops: list[list[list[Cell]]] = []
    bombs: list[tuple[list[Cell], list[Cell]]] = []
    for _ in range(variables):
        slots, if_false, if_true = next(records)
        loops.append([cells_of(slot) for slot in slots])
        bombs.append((cells_of(if_false), cells_of(if_true)))
    of_clause = cells_of(next(records))
    refuse_unless(len(of_clause) == len(clauses), "not one crate for each clause")
    for slots in loops:
        refuse_unless(len(slots) == len(clauses) + 2, "not one slot for each clause")
        left, *inner, right = slots
        refuse_unless(len(left) == len(right) == 1, "a corner has not one crate")
        refuse_unless(all(len(slot) % 2 == 0 for slot in inner), "a slot of an odd number")
        refuse_unless(all(len(slot) <= 8 for slot in inner), "a slot is too large")
    crates = [crate for slots in loops for slot in slots for crate in slot]
    same_items([*crates, *of_clause], board)
    refuse_unless(2 * k == len(crates), "k is not half the number of crates of loops")
    connected = board.walk(level.players[0], board.open)
    refuse_unless(connected.issuperset(board.items), "a crate cannot be reached")
    for variable, (slots, values) in enumerate(zip(loops, bombs, strict=True), 1):
        own = [crate for slot in slots for crate in slot]
        for truth, cells in zip((False, True), values, strict=True):
            literal = variable if truth else -variable
            asked = own + [
                c for c, clause in zip(of_clause, clauses, strict=True) if literal in clause
            ]
            refuse_unless(2 * len(cells) == len(own), "another number of bombs")
            refuse_unless(board.home.issuperset(cells), "a bomb is not in the home region")
            seen = {crate for bomb in cells for crate in board.seen(bomb)}
            refuse_unless(seen.issuperset(asked), "the bombs leave a crate")
    check_rays(board, loops, of_clause, clauses)
    check_formula(records, variables, clauses, bound, k)


def check_rays(
    board: Bombs,
    loops: Sequence[Sequence[Sequence[Cell]]],
    of_clause: Sequence[Cell],
    clauses: Sequence[Sequence[int]],
) -> None:
    """Refuses unless pairs that fall together are those of the theorem."""
    place = {
        crate: (variable, j)
        for variable, slots in enumerate(loops)
        for j, slot in enumerate(slots)
        for crate in slot
    }
    clause_of = {crate: number_of for number_of, crate in enumerate(of_clause)}
    together: set[Pair] = set()
    falling: set[tuple[int, Pair]] = set()
    for cell in board.open:
        rays = [ray(board, cell, step) for step in STEPS]
        its = [[crate for crate in found if crate in place] for found in rays]
        if board.level.pierce:
            all_of_them = [crate for some in its for crate in some]
            refuse_unless(len(all_of_them) <= 2, "a cell has three crates of loops on its rays")
            pairs = {frozenset(two) for two in combinations(all_of_them, 2)}
            beside = [crate for found in rays for crate in found if crate in clause_of]
        else:
            busy = [some for some in its if some]
            refuse_unless(len(busy) <= 2, "a cell has crates of loops on three rays")
            pairs = {
                frozenset(two)
                for one, other in combinations(busy, 2)
                for two in product(one, other)
            }
            beside = [c for found, some in zip(rays, its, strict=True) if not some for c in found]
        together |= pairs
        falling |= {(clause_of[crate], two) for crate in beside for two in pairs}
    for two in together:
        (v, i), (w, j) = sorted(place[crate] for crate in two)
        last = len(loops[v]) - 1
        refuse_unless(v == w and (j - i <= 1 or (i, j) == (0, last)), "a pair of other slots")
    for clause, two in falling:
        (v, i), (w, j) = (place[crate] for crate in two)
        refuse_unless(v == w and i == j == clause + 1, "a clause's crate falls with another slot")
        others = [crate for crate in loops[v][i] if crate not in two]
        parities = pairings(others, loops[v][i - 1], loops[v][i + 1], together)
        sure = [
            literal
            for literal in clauses[clause]
            if abs(literal) == v + 1 and ((1, 1) if literal > 0 else (0, 0)) not in parities
        ]
        refuse_unless(bool(sure), "a clause's crate falls though no literal is true")


def ray(board: Bombs, cell: Cell, step: Cell) -> list[Cell]:
    """The crates on a ray."""
    found = []
    x, y = cell[0] + step[0], cell[1] + step[1]
    while (x, y) in board.open:
        if (x, y) not in board.floor:
            found.append((x, y))
        x, y = x + step[0], y + step[1]
    return found


def pairings(
    crates: Sequence[Cell], left: Sequence[Cell], right: Sequence[Cell], together: set[Pair]
) -> set[tuple[int, int]]:
    """The parities of the numbers that can go to the left and to the right."""
    if not crates:
        return {(0, 0)}
    first, *rest = crates
    found = set()
    for other in rest:
        if frozenset((first, other)) in together:
            found |= pairings([c for c in rest if c != other], left, right, together)
    for change, slot in ((1, 0), left), ((0, 1), right):
        if any(frozenset((first, other)) in together for other in slot):
            for a, b in pairings(rest, left, right, together):
                found.add(((a + change[0]) % 2, (b + change[1]) % 2))
    return found
