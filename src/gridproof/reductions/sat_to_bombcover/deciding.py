"""The conditions under which a solution becomes an assignment; see the audit's proof."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from gridproof.level import Fault
from gridproof.reduction import MOST_TOLD, Condition
from gridproof.reductions.sat_to_bombcover.gadgets import MAX_CLUSTER
from gridproof.reductions.sat_to_bombcover.numbered import Audited
from gridproof.reductions.sat_to_bombcover.sight import Rays, Sight, Whole

__all__ = ["extras", "pairs", "parity", "takers", "two"]

#: Directions in which a cell may see crates of loops at most; if arms pierce, such crates.
_MOST: Final = 2
#: Crates of one ray that can all be paired with one crate at most: three slots and the corners.
_LONGEST: Final = 3 * MAX_CLUSTER + 2
#: Pairs that are looked at at once.
_AT_ONCE: Final = 1 << 21


def two(found: Audited) -> Condition:
    """Whether an explosion takes two crates of loops at most."""
    sight = Sight(found.level, found.crates[: found.wires])
    pierce = found.level.pierce
    count = (sight.counts() if pierce else sight.seeing()).sum(axis=0)
    cells = map(found.cell, np.flatnonzero(count > _MOST).tolist())
    said = "crates of loops are seen" if pierce else "directions have crates of loops"
    return Condition.of(
        "S1",
        "every cell sees two crates of loops at most"
        if pierce
        else "every cell sees crates of loops in two directions at most",
        (Fault(f"more than two {said}", cell) for cell in cells),
        found.level.open_cells.bit_count(),
    )


def pairs(found: Audited) -> Condition:
    """Whether the pairs that explosions can take stay where they belong."""
    faults: list[Fault] = []
    sight = Sight(found.level, found.crates[: found.wires])
    checked = 0
    for left, right, place in _together(found, sight, faults):
        checked += len(left)
        apart = np.abs(found.slot[left] - found.slot[right])
        # So far apart are the corners alone.
        wrong = (apart > 1) & (apart != len(found.gadgets.clauses) + 1)
        wrong |= found.loop[left] != found.loop[right]
        for i in np.flatnonzero(wrong)[:MOST_TOLD].tolist():
            said = found.pair((int(left[i]), int(right[i])))
            faults.append(Fault(f"this cell sees {said}", found.cell(place[i])))
        keys = np.unique(left * found.wires + right)
        for a, b in zip(*(part.tolist() for part in np.divmod(keys, found.wires)), strict=True):
            found.joined.setdefault(a, set()).add(b)
            found.joined.setdefault(b, set()).add(a)
    how = "" if found.level.pierce else " in two directions"
    return Condition.of(
        "S2",
        f"two crates that a cell sees{how} are of one loop, and of one slot or of neighbouring"
        " ones; or they are a loop's two corners",
        faults,
        checked,
    )


def _together(
    found: Audited, sight: Sight, faults: list[Fault]
) -> Iterator[tuple[Whole, Whole, Whole]]:
    """The pairs of crates of loops that some explosion can take, each with the place of a cell."""
    if found.level.pierce:
        yield sight.both()  # by S1 no explosion takes more
        return
    for one, other in itertools.combinations(sight.rays, 2):
        yield from _products(found, one, other, faults)


def _products(
    found: Audited, one: Rays, other: Rays, faults: list[Fault]
) -> Iterator[tuple[Whole, Whole, Whole]]:
    """The pairs of a crate on one ray and a crate on the other, each with the place of a cell."""
    places = np.flatnonzero((one.last > one.first) & (other.last > other.first))
    a, width_a = one.first[places], (one.last - one.first)[places]
    b, width_b = other.first[places], (other.last - other.first)[places]
    long = np.maximum(width_a, width_b) > _LONGEST
    for place in places[long][:MOST_TOLD].tolist():
        faults.append(Fault(f"more than {_LONGEST} crates lie on one ray", found.cell(place)))
    # Cells that see the same crates in the same two directions count once.
    base = _LONGEST + 1
    key = ((a * base + width_a) * (found.wires + 1) + b) * base + width_b
    _, distinct = np.unique(key[~long], return_index=True)
    rows = np.flatnonzero(~long)[distinct]
    counts = (width_a * width_b)[rows]
    parts = int(counts.sum()) // _AT_ONCE + 1
    for part in np.array_split(rows, parts):
        count, width = (width_a * width_b)[part], width_b[part]
        row = np.repeat(np.arange(len(part)), count)
        step = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
        left = one.order[a[part][row] + step // width[row]]
        right = other.order[b[part][row] + step % width[row]]
        yield left, right, places[part[row]]


def takers(found: Audited) -> Condition:
    """With what the crates of clauses, and extra ones, can fall."""
    sight = Sight(found.level, found.crates[: found.wires])
    marked = Sight(found.level, found.crates[found.wires :])
    wires, marks = sight.seeing(), marked.seeing()
    if found.level.pierce:
        return _takers(found, _pierced(found, sight, marked))
    # The two rays with crates of loops serve for those that each explosion takes.
    places = np.flatnonzero((wires.sum(axis=0) == _MOST) & (marks & ~wires).any(axis=0))
    for place in places.tolist():
        one, other = (rays.crates(place) for i, rays in enumerate(sight.rays) if wires[i, place])
        together = [(min(a, b), max(a, b)) for a in one for b in other]
        here, there = (
            [found.wires + mark for mark in rays.crates(place)]
            for i, rays in enumerate(marked.rays)
            if not wires[i, place]
        )
        cell = found.cell(place)
        for pair in together:
            for mark in (*here, *there):
                found.takers.setdefault(mark, {}).setdefault(pair, cell)
            found.at_once.update(
                (pair, mark)
                for this, that in ((here, set(there)), (there, set(here)))
                for mark in this
                if mark >= found.marks and found.clause_crate(mark) in that
            )
    return _takers(found, len(places))


def _pierced(found: Audited, sight: Sight, marked: Sight) -> int:
    """Finds with what crates of clauses can fall if arms pierce; how many cells were looked at."""
    left, right, places = sight.both()
    seen = np.isin(places, np.flatnonzero(marked.seeing().any(axis=0)))
    for a, b, place in zip(*(part[seen].tolist() for part in (left, right, places)), strict=True):
        for rays in marked.rays:
            for mark in rays.crates(place):
                pairs_of = found.takers.setdefault(found.wires + mark, {})
                pairs_of.setdefault((min(a, b), max(a, b)), found.cell(place))
    return int(seen.sum())


def _takers(found: Audited, checked: int) -> Condition:
    return Condition.of(
        "S3",
        "what falls with two crates of a loop besides is of the slot that they are in, and of a"
        " clause that names the variable, or of one that the loop has an extra crate for",
        _taker_faults(found),
        checked,
    )


def _taker_faults(found: Audited) -> Iterator[Fault]:
    for mark, pairs_of in found.takers.items():
        clause = found.clause(mark)
        for pair, cell in pairs_of.items():
            variable = int(found.loop[pair[0]])
            if (clause, variable) in found.extras:
                continue  # H1 asks for more
            inside = found.slot[pair[0]] == found.slot[pair[1]] == clause + 1
            if not found.sign(clause, variable) or not inside:
                yield Fault(f"{found.name(mark)} can fall with {found.pair(pair)}", cell)


def parity(found: Audited) -> Condition:
    """Whether what takes the crate of a clause tells that the clause is true."""
    asked = {
        (clause, variable, pair): cell
        for mark, pairs_of in found.takers.items()
        for clause in [found.clause(mark)]
        for pair, cell in pairs_of.items()
        for variable in [int(found.loop[pair[0]])]
        if (clause, variable) not in found.extras
    }

    def faults() -> Iterator[Fault]:
        for (clause, variable, pair), cell in asked.items():
            sign = found.sign(clause, variable)
            rest = [c for c in found.cluster(variable, clause + 1) if c not in pair]
            # True is even; so a literal that is false is odd if it is the variable itself.
            if _can_be_paired(found, rest, clause + 1, odd=sign > 0):
                value = "false" if sign > 0 else "true"
                name = found.formula.names[variable]
                yield Fault(f"{found.pair(pair)} can fall together while {name} is {value}", cell)

    return Condition.of(
        "S4",
        "where a pair takes what is of a clause, the other crates of its slot cannot be paired such"
        " that the variable has the value with which the clause's literal is false",
        faults(),
        len(asked),
    )


def _can_be_paired(found: Audited, crates: Sequence[int], slot: int, *, odd: bool) -> bool:
    """Whether crates of a slot can be paired among each other and with the neighbouring slots.

    With each of the neighbours an odd number of them, or an even one, as is said.
    """

    def pairings(left: Sequence[int], before: int, behind: int) -> bool:
        if not left:
            return before % 2 == behind % 2 == odd
        crate, *others = left
        joined = found.joined.get(crate, set())
        beside = {int(found.slot[each]) for each in joined}
        return (
            (slot - 1 in beside and pairings(others, before + 1, behind))
            or (slot + 1 in beside and pairings(others, before, behind + 1))
            or any(
                pairings([c for c in others if c != other], before, behind)
                for other in others
                if other in joined
            )
        )

    return pairings(crates, 0, 0)


def extras(found: Audited) -> Condition:
    """Whether extra crates shield the crates of clauses."""
    return Condition.of(
        "H1",
        "a clause's shaft has at most one extra crate; it is of a variable that the clause does not"
        " name, and a pair of its loop that can take the clause's crate cannot do so while, or"
        " after, the extra crate falls with a pair of the loop",
        _extra_faults(found),
        len(found.extras),
    )


def _extra_faults(found: Audited) -> Iterator[Fault]:
    of_clause: dict[int, list[int]] = {}
    for clause, variable in found.extras:
        of_clause.setdefault(clause, []).append(variable)
    for clause, variables in sorted(of_clause.items()):
        variable, *more = variables
        extra = found.extras[clause, variable]
        crate = found.wires + clause
        names = [found.formula.names[each] for each in variables]
        if more:
            yield Fault(
                f"clause {clause + 1} leaves out {', '.join(names[:-1])} and {names[-1]}: where an"
                " explosion of an outer loop takes the extra crate of an inner one, by its arm down"
                " the shaft, the inner loop takes the clause's crate",
                found.crates[extra],
            )
            continue
        if found.sign(clause, variable):
            yield Fault(f"clause {clause + 1} names {names[0]}", found.crates[extra])
        own = [
            [pair for pair in found.takers.get(mark, {}) if found.loop[pair[0]] == variable]
            for mark in (crate, extra)
        ]
        for pair, other in itertools.product(*own):
            both = (pair, extra) in found.at_once if pair == other else set(pair).isdisjoint(other)
            if both:
                yield Fault(
                    f"{found.name(crate)} can fall with {found.pair(pair)}, and"
                    f" {found.name(extra)} with {found.pair(other)}",
                    found.takers[crate][pair],
                )
