"""Conditions 1 to 4 of wirings for the plan of every formula: its contexts are a finite list.

A literal has a column, four wide; a variable has a band, six high; the stars have a band above. All
that the plan puts where a column meets a band follows from the literal's state there: it begins in
the band, passes it, or is above; and the loop of the band begins, goes on or ends at the column.
The conditions speak of items at most two king's moves apart, so each case of them lies in two
neighbouring columns and two neighbouring bands. All such contexts are enumerated here.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from gridproof.grid import Pos
from gridproof.reductions.sources.cnf import Formula, default_names
from gridproof.reductions.sources.formula import SOURCE
from gridproof.reductions.wirings.wiring import Wiring, items_of, plan, visits
from tests.soak import ROUNDS

COLUMN, BAND = 4, 6
#: A context: the states of two columns in two bands.
Context = tuple[Any, ...]


def formula(variables: int, clauses: list[tuple[int, ...]]) -> Formula:
    return Formula(default_names(variables), tuple(clauses))


def of_bands() -> Iterator[Formula]:
    """Formulas of unit clauses with every context of two columns in bands 1 and 2, of 0 to 3.

    Each of the two literals is of a variable above, of band 1 or 2, or below. Others to the left
    and to the right decide where the two loops begin and end.
    """
    literals = (1, 2, -2, 3, -3, 4)
    sides = ((), (2,), (3,), (2, 3))
    for left, one, other, right in itertools.product(sides, literals, literals, sides):
        yield formula(4, [(literal,) for literal in (*left, one, other, *right)])
    for left, one, right in itertools.product(sides, literals, sides):
        yield formula(4, [(literal,) for literal in (*left, one, *right)])
    for left, one, other, right in itertools.product(
        sides[:2], literals[:3], (1, 2, -2), sides[:2]
    ):
        yield formula(2, [(literal,) for literal in (*left, one, other, *right)])


def of_stars() -> Iterator[Formula]:
    """Formulas with every context of two columns in the band of stars and in band 0."""
    pairs = [*itertools.product((1, -1, 2), (1, -1, 3))]
    for left, right in itertools.product(((), (1,)), repeat=2):
        sides = [left] if left else [], [right] if right else []
        for one, other in pairs:
            if abs(one) != abs(other):
                for inner in ((one, other), (one, other, 4), (4, one, other)):
                    yield formula(5, [*sides[0], inner, *sides[1]])
            for before, after in itertools.product(((), (4,), (4, 5)), repeat=2):
                yield formula(5, [*sides[0], (*before, one), (other, *after), *sides[1]])


def contexts(given: Formula) -> Iterator[tuple[Context, int, int]]:
    """The contexts of a plan, each with its column and its band."""
    columns: list[tuple[Any, int]] = [
        ((place, len(clause)), literal)
        for clause in given.clauses
        for place, literal in enumerate(clause)
    ]
    bands = range(len(given.names))
    of = [[j for j, (_, literal) in enumerate(columns) if abs(literal) == m + 1] for m in bands]

    def loop(j: int, m: int) -> str:
        """The part of a band's loop that is at a column; a loop without literals is at column 0."""
        first, last = (of[m][0], of[m][-1]) if of[m] else (0, 0)
        if not of[m] or not first <= j <= last:
            return "free" if not of[m] and j == 0 else "none"
        return f"{'begins' * (j == first)} {'ends' * (j == last)}"

    def state(j: int, m: int) -> Any:
        if not 0 <= j < len(columns) or m == len(bands):
            return None if m < 0 else (None, False, "none")
        star, literal = columns[j]
        if m < 0:
            return star
        begins = (literal > 0) if abs(literal) == m + 1 else None
        return begins, abs(literal) > m + 1, loop(j, m)

    for j, m in itertools.product(range(-1, len(columns)), range(-1, len(bands))):
        yield tuple(state(x, y) for x in (j, j + 1) for y in (m, m + 1)), j, m


def named(given: Formula, wiring: Wiring) -> dict[Pos, set[Pos]]:
    """All links that a wiring names."""
    found: dict[Pos, set[Pos]] = {item: set() for item in items_of(wiring)}
    paths = [(*loop, loop[0]) for loop in wiring.loops]
    for clause, branches, tips, star in zip(
        given.clauses, wiring.branches, wiring.tips, wiring.stars, strict=True
    ):
        for literal, branch, tip in zip(clause, branches, tips, strict=True):
            loop = wiring.loops[abs(literal) - 1]
            paths += [(*branch, star), (loop[tip], branch[0])]
            paths.append((loop[(tip + (1 if literal > 0 else -1)) % len(loop)], branch[0]))
    for path in paths:
        for a, b in itertools.pairwise(path):
            found[a].add(b)
            found[b].add(a)
    for meetings in visits(given, wiring).values():
        for one, other in itertools.combinations(meetings, 2):
            for a, b in itertools.product((*one.true, *one.false), (*other.true, *other.false)):
                found[a].add(b)
                found[b].add(a)
    return found


def broken(given: Formula, wiring: Wiring) -> list[str]:
    """The conditions of the theorem that a plan does not meet, with king's moves as links."""
    found, links, meetings = [], named(given, wiring), visits(given, wiring)
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    for item, linked in links.items():
        if {Pos(item.x + x, item.y + y) for x, y in around} & links.keys() != linked:
            found.append(f"1: {item}")
    for item, visited in meetings.items():
        for _, true, false in visited:
            if near(true[0], false[0]):
                found.append(f"2: {item}")
            firsts = (*true[1:], *false[1:])
            other = false[0] if true[1:] else true[0]
            if firsts and (len(visited) > 1 or len(firsts) > 1 or near(firsts[0], other)):
                found.append(f"3: {item}")
        for values in itertools.product((False, True), repeat=len(visited)):
            pairs = zip(visited, values, strict=True)
            group = [item, *(each for visit, value in pairs for each in visit.taken(value))]
            if not all(near(a, b) for a, b in itertools.combinations(group, 2)):
                found.append(f"4: {item}")
    return found


def near(a: Pos, b: Pos) -> bool:
    return max(abs(a.x - b.x), abs(a.y - b.y)) <= 1


#: By item of a plan its links, and what it takes if its variable is true, or false.
Told = dict[Pos, tuple[set[Pos], list[tuple[tuple[Pos, ...], tuple[Pos, ...]]]]]


def told(given: Formula, wiring: Wiring) -> Told:
    even = visits(given, wiring)
    return {
        item: (linked, [(visit.true, visit.false) for visit in even.get(item, ())])
        for item, linked in named(given, wiring).items()
    }


def drawn(items: Told, j: int, m: int) -> frozenset[Any]:
    """All that is told of the items of a context, with links and groups as far as they lie in it.

    A case of a condition lies in 3 × 3 places round an item, and so within 7 × 12 of some context.
    """
    left, top = COLUMN * j - 1, -BAND * m
    there = {Pos(left + x, top - y): (x, y) for x in range(COLUMN + 3) for y in range(2 * BAND)}

    def places(some: Iterable[Pos]) -> frozenset[Any]:
        return frozenset(there[item] for item in some if item in there)

    return frozenset(
        (place, places(linked), frozenset(frozenset(map(places, way)) for way in ways))
        for item, place in there.items()
        if item in items
        for linked, ways in [items[item]]
    )


@functools.cache
def catalogue(step: int) -> dict[Context, frozenset[Any]]:
    """All contexts, of formulas whose plans meet the conditions; each is drawn in one way.

    Args:
        step: 1: a context is compared wherever it recurs; else at one place of so many.
    """
    known: dict[Context, frozenset[Any]] = {}
    number = itertools.count()
    for given in itertools.chain(of_bands(), of_stars()):
        if step > 1 and all(context in known for context, *_ in contexts(given)):
            continue
        wiring = plan(given)
        assert not broken(given, wiring), given
        items = told(given, wiring)
        for context, j, m in contexts(given):
            if context not in known or next(number) % step == 0:
                there = drawn(items, j, m)
                assert known.setdefault(context, there) == there, (given, context)
    return known


def check_contexts(step: int, rounds: int) -> None:
    """Check that contexts of random formulas are in the list of all, and drawn as there."""
    known = catalogue(step)
    assert len(known) == 809
    rng = Random(5)
    for _ in range(rounds):
        given = SOURCE.random(f"{rng.randint(1, 7)},{rng.randint(1, 6)}", rng)
        items = told(given, plan(given))
        for context, j, m in contexts(given):
            assert known[context] == drawn(items, j, m), (given, context)


def test_contexts_of_all_plans_are_a_finite_list() -> None:
    """Each context of a plan is one of these; the plans that have them meet all conditions."""
    check_contexts(20, 8)


@pytest.mark.soak
def test_contexts_wherever_they_recur() -> None:
    check_contexts(1, ROUNDS * 20)


def test_doors_join_the_floor_between_two_columns() -> None:
    """Range 1, where straight wires are walls: a cell of floor is the middle of 2 × 2 places.

    Two middles are joined if they share a place without an item, or by a door: an even item that is
    no crossing and at no tip, whose two groups can be bombed from the same two sides. Between two
    columns all middles are joined; so they are up to the band of stars, and above that is no item.
    """
    for context, there in catalogue(20).items():
        region = joined(there)
        between = [middle for middle in MIDDLES if 1 <= middle[0] <= COLUMN]
        assert len({region[middle] for middle in between}) == 1, context
        if None in context or any(len(state) == 2 for state in context):
            assert all(y > 1 for (_, y), *_ in there), "two rows above the stars are empty"


#: The middles of 2 × 2 places in a context, by the place to the left and above, with these places.
MIDDLES = {
    (x, y): frozenset((x + a, y + b) for a in (0, 1) for b in (0, 1))
    for x in range(COLUMN + 2)
    for y in range(2 * BAND - 1)
}
#: Middles that share places, with these.
NEIGHBOURS = [
    (one, other, MIDDLES[one] & MIDDLES[other])
    for one, other in itertools.combinations(MIDDLES, 2)
    if MIDDLES[one] & MIDDLES[other]
]


def joined(there: frozenset[Any]) -> dict[tuple[int, int], tuple[int, int]]:
    """By middle one that stands for all those that are joined with it, within a context."""
    items = {place for place, *_ in there}
    floor = regions([pair for *pair, shared in NEIGHBOURS if not shared <= items])
    doors = []
    for place, _, ways in there:
        groups = [{place, *taken} for way in ways for taken in way]
        if len(ways) != 1 or [len(group) for group in groups] != [2, 2]:
            continue
        sides = [{floor[one] for one in MIDDLES if MIDDLES[one] >= group} for group in groups]
        both = sides[0] & sides[1]
        if len(both) == 2:
            doors.append([*both])
    return regions([*doors, *([one, floor[one]] for one in MIDDLES)])


def regions(pairs: list[list[tuple[int, int]]]) -> dict[tuple[int, int], tuple[int, int]]:
    root = {middle: middle for middle in MIDDLES}

    def find(middle: tuple[int, int]) -> tuple[int, int]:
        while root[middle] != middle:
            middle = root[middle]
        return middle

    for one, other in pairs:
        root[find(one)] = find(other)
    return {middle: find(middle) for middle in MIDDLES}


def test_a_plan_with_other_columns_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The conditions are not met by any plan: with columns 2 apart, tips touch."""
    monkeypatch.setattr("gridproof.reductions.wirings.wiring._COLUMN", 2)
    given = SOURCE.read("x | y\n!x | y\n")
    assert broken(given, plan(given))
