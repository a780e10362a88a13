"""What both reductions to wirings check of a board: the premises of the theorem of ``loops``."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import MOST_TOLD, Condition
from gridproof.reductions.formula import Formula
from gridproof.reductions.links import MOST_NEAR, Linked, linked_pairs
from gridproof.reductions.loops import Visit, Wiring, items_of, visits

__all__ = ["Teller", "all_groups", "audit_wiring"]

#: A fault at an item, from what is said of it.
Teller: TypeAlias = Callable[[str, Pos], Fault]


def audit_wiring(
    formula: Formula,
    wiring: Wiring,
    cells: Sequence[tuple[int, int]],
    k: int,
    reach: int,
    linked: Linked,
    tell: Teller,
) -> tuple[list[Condition], bool]:
    """Checks that a wiring names a board's items, and the theorem's conditions on their links.

    Args:
        formula: what the wiring is for; it has as many loops, branches and stars.
        wiring: not believed.
        cells: the board's items, each once.
        k: the budget.
        reach: how far apart linked items are at most, in each coordinate.
        linked: which ones are.
        tell: makes faults.

    Returns:
        The conditions, and whether those hold on which others rest (else they are left out).
    """
    found = [_pieces(formula, wiring, tell), _names(wiring, cells, tell)]
    if any(each.faults for each in found):
        return found, False
    meetings = visits(formula, wiring)
    named = _named_links(formula, wiring, meetings)
    found += [
        _links(cells, named, reach, linked, tell),
        _turns(meetings, named, tell),
        _tips(formula, wiring, meetings, named, tell),
    ]
    budget = len(meetings)
    wrong = [] if k == budget else [Fault(f"k is {k}, but there are {budget} even items")]
    found.append(Condition.of("budget", "k is the number of even items", wrong, budget))
    return found, True


def _pieces(formula: Formula, wiring: Wiring, tell: Teller) -> Condition:
    """Lengths are even, and tips are even positions."""

    def faults() -> Iterator[Fault]:
        for name, loop in zip(formula.names, wiring.loops, strict=True):
            if len(loop) < 4 or len(loop) % 2:
                yield tell(f"the loop of {name} has {len(loop)} items", loop[0])
        for clause, branches, tips in zip(
            formula.clauses, wiring.branches, wiring.tips, strict=True
        ):
            for literal, branch, tip in zip(clause, branches, tips, strict=True):
                whose = f"the branch of {formula.literal(literal)}"
                if len(branch) % 2:
                    yield tell(f"{whose} has {len(branch)} items", branch[0])
                if tip % 2:
                    yield tell(f"{whose} begins at position {tip} of the loop", branch[0])

    checked = len(wiring.loops) + sum(map(len, wiring.branches))
    text = "loops and branches have an even number of items, and branches begin at an even one"
    return Condition.of("pieces", text, faults(), checked)


def _names(wiring: Wiring, cells: Sequence[tuple[int, int]], tell: Teller) -> Condition:
    """The map and the board have the same items; those named twice are crossings."""
    times = Counter(items_of(wiring))
    even: Counter[Pos] = Counter()
    for loop in wiring.loops:
        even.update(loop[::2])
    for branch in itertools.chain(*wiring.branches):
        even.update(branch[1::2])
    board = set(cells)

    def faults() -> Iterator[Fault]:
        for cell, count in times.items():
            if cell not in board:
                yield tell("the map names what is not there", cell)
            elif count > 2 or (count == 2 and even[cell] < 2):
                yield tell("the map names this twice, and not as a crossing", cell)
        for x, y in cells:
            if Pos(x, y) not in times:
                yield tell("the map does not name this", Pos(x, y))

    text = "the map names all that is on the board, once, and crossings at two even positions"
    return Condition.of("items", text, faults(), len(times))


Links: TypeAlias = set[tuple[Pos, Pos]]


def _link(one: Pos, other: Pos) -> tuple[Pos, Pos]:
    return (one, other) if one < other else (other, one)


def _named_links(formula: Formula, wiring: Wiring, meetings: dict[Pos, list[Visit]]) -> Links:
    """The links that the theorem names."""
    named: Links = set()
    for loop in wiring.loops:
        named.update(map(_link, loop, (*loop[1:], loop[0])))
    for clause, branches, tips, star in zip(
        formula.clauses, wiring.branches, wiring.tips, wiring.stars, strict=True
    ):
        for literal, branch, tip in zip(clause, branches, tips, strict=True):
            named.update(map(_link, branch, (*branch[1:], star)))
            loop = wiring.loops[abs(literal) - 1]
            beside = (tip + (1 if literal > 0 else -1)) % len(loop)
            named.update(_link(branch[0], loop[position]) for position in (tip, beside))
    for both in meetings.values():
        if len(both) == 2:
            pairs = [(visit.true[0], visit.false[0]) for visit in both]
            named.update(itertools.starmap(_link, itertools.product(*pairs)))
    return named


def _links(
    cells: Sequence[tuple[int, int]], named: Links, reach: int, linked: Linked, tell: Teller
) -> Condition:
    """The links on the board are those that the theorem names."""
    text = "items are linked exactly along loops and branches, at crossings, at tips, and at stars"
    pairs = linked_pairs(np.array(cells, dtype=np.int64), reach, linked)
    if isinstance(pairs, int):
        message = f"more than {MOST_NEAR} items lie within {reach} columns and rows of each other"
        return Condition.of("links", text, [tell(message, Pos(*cells[pairs]))], 1)
    count = len(cells)
    index = {cell: number for number, cell in enumerate(cells)}
    ends = [sorted((index[one], index[other])) for one, other in named]
    wanted = np.array([low * count + high for low, high in ends], dtype=np.int64)
    there = pairs[:, 0] * count + pairs[:, 1]

    def faults() -> Iterator[Fault]:
        for codes, what in (
            (np.setdiff1d(there, wanted), "is linked, as it must not be, to"),
            (np.setdiff1d(wanted, there), "is not linked, as it must be, to"),
        ):
            for code in codes[:MOST_TOLD].tolist():
                one, other = (Pos(*cells[number]) for number in divmod(code, count))
                yield tell(f"{what} {other}", one)

    return Condition.of("links", text, faults(), len(named))


def _turns(meetings: dict[Pos, list[Visit]], named: Links, tell: Teller) -> Condition:
    """The neighbours of an even item are not linked."""
    faults = (
        tell("this item's two neighbours are linked", item)
        for item, both in meetings.items()
        for visit in both
        if _link(visit.true[0], visit.false[0]) in named or visit.true[0] == visit.false[0]
    )
    text = "the two neighbours of an even item are not linked to each other"
    return Condition.of("turns", text, faults, sum(map(len, meetings.values())))


def _tips(
    formula: Formula,
    wiring: Wiring,
    meetings: dict[Pos, list[Visit]],
    named: Links,
    tell: Teller,
) -> Condition:
    """Where branches begin."""
    checked = 0

    def faults() -> Iterator[Fault]:
        nonlocal checked
        for clause, branches, tips in zip(
            formula.clauses, wiring.branches, wiring.tips, strict=True
        ):
            for literal, branch, tip in zip(clause, branches, tips, strict=True):
                checked += 1
                item = wiring.loops[abs(literal) - 1][tip]
                (visit, *more) = meetings[item]
                away = visit.false[0] if literal > 0 else visit.true[0]
                if more:
                    yield tell("a branch begins at a crossing", item)
                if len(visit.true if literal > 0 else visit.false) > 2:
                    yield tell("two branches begin at the same two items", item)
                if _link(branch[0], away) in named:
                    yield tell("the branch is linked to what stands for the other value", away)

    told = list(faults())
    text = "branches begin apart, at no crossing, and at the side of their literal only"
    return Condition.of("tips", text, told, checked)


def all_groups(meetings: Mapping[Pos, Sequence[Visit]]) -> Iterator[tuple[Pos, ...]]:
    """All groups that some assignment may ask for, each with its even item in front."""
    for item, both in meetings.items():
        for taken in itertools.product(*((visit.true, visit.false) for visit in both)):
            yield item, *dict.fromkeys(other for others in taken for other in others)
