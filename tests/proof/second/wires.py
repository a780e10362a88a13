"""Boards that stand for formulas by wires, by the page `certificates-reductions.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from gridproof.level import Level
from tests.proof.second.core import number, refuse_unless
from tests.proof.second.reductions import (
    Bombs,
    Boxes,
    Cell,
    board_of,
    cells_of,
    check_formula,
    formula,
    only_named_links,
    path,
    same_items,
)

BEFORE, BEHIND = 0, 1


@dataclass
class Visit:
    """An even item in a loop or branch.

    Attributes:
        neighbours: before and behind.
        begins: the items 0 of the branches that begin beside each of them.
    """

    item: Cell
    neighbours: tuple[Cell, Cell]
    begins: tuple[list[Cell], list[Cell]] = field(default_factory=lambda: ([], []))


def prove(level: Level, bound: Any, records: Iterator[Any], stands_for: Any) -> None:
    """Reads loops and branches, and checks the conditions."""
    bound = number(bound)
    k, variables, clauses = formula(stands_for)
    board = board_of(level)
    visits: list[Visit] = []
    odd: list[Cell] = []
    loops: list[list[Visit]] = []
    named: set[frozenset[Cell]] = set()
    apart: list[frozenset[Cell]] = []
    for _ in range(variables):
        cells = path(records)
        refuse_unless(len(cells) % 2 == 0, "a loop of an odd number of items")
        loops.append([])
        for i in range(0, len(cells), 2):
            loops[-1].append(Visit(cells[i], (cells[i - 1], cells[i + 1])))
        visits += loops[-1]
        odd += cells[1::2]
    for clause in clauses:
        refuse_unless(bool(clause), "a clause without literals")  # its star may be walled off
        record = next(records)
        (star,) = cells_of(record[:2])
        odd.append(star)
        tips = record[2:]
        refuse_unless(len(tips) == len(clause), "not one number for each literal")
        for literal, t in zip(clause, tips, strict=True):
            loop = loops[abs(literal) - 1]
            tip = loop[number(t, 0, len(loop) - 1)]
            cells = path(records)
            refuse_unless(len(cells) % 2 == 0 < len(cells), "a branch of an odd number of items")
            odd += cells[::2]
            cells.append(star)
            visits += [
                Visit(cells[i], (cells[i - 1], cells[i + 1])) for i in range(1, len(cells), 2)
            ]
            side = BEHIND if literal > 0 else BEFORE
            tip.begins[side].append(cells[0])
            named.add(frozenset((cells[0], tip.item)))
            named.add(frozenset((cells[0], tip.neighbours[side])))
            apart.append(frozenset((cells[0], tip.neighbours[1 - side])))
    at: dict[Cell, list[Visit]] = {}
    for visit in visits:
        at.setdefault(visit.item, []).append(visit)
        named.update(frozenset((visit.item, other)) for other in visit.neighbours)
        apart.append(frozenset(visit.neighbours))
    for its in at.values():
        for one, other in combinations(its, 2):
            named.update(map(frozenset, product(one.neighbours, other.neighbours)))
    same_items([*at, *odd], board)
    refuse_unless(k == len(at), "k is not the number of even items")
    only_named_links(board, named)
    for two in apart:
        refuse_unless(len(two) == 2 and two not in named, "neighbours are linked")
    groups = {item: list(groups_of(its)) for item, its in at.items()}
    if isinstance(board, Boxes):
        for some in groups.values():
            for group in some:
                corner = min(x for x, _ in group), min(y for _, y in group)
                refuse_unless(board.takes(corner, group), "no square covers a group")
    else:
        check_bombs(board, groups)
    check_formula(records, variables, clauses, bound, k)


def groups_of(visits: list[Visit]) -> Iterator[list[Cell]]:
    """The groups of an even item, which comes first."""
    for ways in product((BEFORE, BEHIND), repeat=len(visits)):
        group = [visits[0].item]
        for visit, way in zip(visits, ways, strict=True):
            group += [visit.neighbours[way], *visit.begins[way]]
        yield group


def check_bombs(board: Bombs, groups: dict[Cell, list[list[Cell]]]) -> None:
    """Refuses unless each group has a bomb in a region that is joined to the home region."""
    region_of: dict[Cell, int] = {}
    for cell in sorted(board.floor):
        if cell not in region_of:
            region_of |= dict.fromkeys(board.walk(cell, board.floor), len(region_of))
    regions = {
        item: [
            {region_of[bomb] for bomb in tried(group) if sees(board, bomb, group)} for group in some
        ]
        for item, some in groups.items()
    }
    joined = {region_of[board.level.players[0]]}
    grown = True
    while grown:
        grown = False
        for some in regions.values():
            common = set.intersection(*some)
            if common & joined and not common <= joined:
                joined |= common
                grown = True
    for some in regions.values():
        for bombs in some:
            refuse_unless(bool(bombs & joined), "a group has no bomb that can be set")


def sees(board: Bombs, bomb: Cell, group: list[Cell]) -> bool:
    return bomb in board.floor and board.seen(bomb).issuperset(group)


def tried(group: list[Cell]) -> list[Cell]:
    """The cells of bombs that are tried."""
    (x, y), *others = group
    for a, b in others:
        if a != x and b != y:
            return [(x, b), (a, y)]
    a, b = others[0]
    return [((x + a) // 2, (y + b) // 2)]
