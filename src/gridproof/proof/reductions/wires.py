"""A formula as wires of items on a board of boxcover, or of bombcover with a radius.

For each variable there is a *loop* of an even number of items, for each literal of each clause a
*branch* of an even number, for each clause a *star*, one item at the end of all its branches. A
branch begins at a *tip*: beside an even item of its variable's loop and the item after that (before
that, if the literal is negative). Wires may *cross*: one item is then even in both.

The even items (of a loop those at 0, 2, …; of a branch at 1, 3, …) are k. As no two are linked, at
least k moves are needed; k moves have one each, and take with each one neighbour in each wire.
``docs/explanation/certificates-reductions.md`` has the theorem and its proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Claim, Counts, Records, need
from gridproof.proof.reductions.boards import (
    Board,
    board_of,
    check_named,
    clauses_of,
    linked_pairs,
    path_of,
    refuted,
    surplus,
)
from gridproof.proof.reductions.conditions import Cell, Conditions

__all__ = ["check", "conditions"]


class Visit(NamedTuple):
    """An even item in a wire.

    Attributes:
        back: its neighbour before it.
        on: its neighbour behind it.
        backs: what goes with it in one of the two ways to serve the wire: ``back``, and the first
            items of branches that begin there.
        ons: what goes with it in the other way.
    """

    back: Cell
    on: Cell
    backs: list[Cell]
    ons: list[Cell]


#: By even item its visits: more than one where wires cross.
Visits: TypeAlias = dict[Cell, list[Visit]]


class Wires(NamedTuple):
    """The wiring that a certificate or a map describes.

    Attributes:
        visits: of the even items.
        odd: all other items.
        links: the pairs of items that are linked.
        ends: by branch its first item, and its tip's neighbour in the loop that has no part in it.
    """

    visits: Visits
    odd: list[Cell]
    links: set[frozenset[Cell]]
    ends: list[tuple[Cell, Cell]]


def check(claim: Claim[Any], records: Records, ticker: Ticker) -> Counts:
    """Check that ``k`` moves solve the board exactly if the formula is satisfiable.

    Fewer never do. If the bound is larger than k, a tree follows that refutes the formula.

    Raises:
        Refused: a condition of the theorem does not hold, or the bound is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    k = claim.stands_for["k"]
    wires = conditions(claim.level, claim.stands_for, records, Conditions(), ticker)
    variables, clauses = clauses_of(claim.stands_for, ticker)
    nodes = refuted(claim.bound, k, variables, clauses, records, ticker)
    items = len(wires.visits) + len(wires.odd)
    return {"items": items, "links": len(wires.links), "nodes": nodes}


def conditions(
    level: Any, stands_for: Any, records: Records, found: Conditions, ticker: Ticker
) -> Wires:
    """Check that a board stands for a formula; returns its wires.

    Raises:
        Refused: a condition of the theorem does not hold.
        Stopped: by a limit or Ctrl-C.
    """
    variables, clauses = clauses_of(stands_for, ticker)
    board = board_of(level, ticker)
    wires = _wires(variables, clauses, records, found, ticker)
    items, even = [*wires.visits, *wires.odd], len(wires.visits)

    def name(number: int) -> str:
        return "an even item" if number < even else "an odd item"

    once = "the file does not name each item of the board once"
    check_named(items, name, board.items, found, "items", once, ticker)
    found.settle("pieces", "items")
    k = stands_for["k"]
    found.need(
        "budget",
        k == even,
        f"k is not the number of even items, {even}",
        f"k is {k}, but there are {even} even items",
    )
    found.looked("budget", even)
    _linked(board, items, wires, found, ticker)
    _served(board, wires.visits, found, ticker)
    return wires


def _linked(
    board: Board, items: Sequence[Cell], wires: Wires, found: Conditions, ticker: Ticker
) -> None:
    """Check that wires alone link items, and that no move has both neighbours of an even item."""
    missed = "not linked, as it must be"  # then no move has a group with both, too
    left = set(wires.links)
    found.looked("links", len(left))
    pairs = (frozenset((items[i], items[j])) for i, j in linked_pairs(board, items, ticker))
    for pair in itertools.chain(surplus(pairs, left), left if found.thorough else ()):
        if found.enough("links"):
            break
        one, other = min(pair), max(pair)
        found.broken(
            "links",
            "items are linked that should not be",
            f"is {'linked, as it must not be' if pair not in left else missed}, to"
            f" {found.place(other)}",
            one,
        )
    apart = (
        *(("turns", v.back, v.on) for visits in wires.visits.values() for v in visits),
        *(("tips", first, away) for first, away in wires.ends),
    )
    for name, one, other in apart:
        ticker.check()
        found.need(
            name,
            one != other and frozenset((one, other)) not in wires.links,
            "one move could take what stands for both values of a variable",
            cell=one,
        )
    found.looked("turns", len(apart) - len(wires.ends))
    found.looked("tips", len(wires.ends))


def _wires(
    variables: int,
    clauses: Sequence[Sequence[int]],
    records: Records,
    found: Conditions,
    ticker: Ticker,
) -> Wires:
    """Read the loops; then by clause ``[x, y, tip, …]`` with its star, and its branches.

    A tip is the number of an even item of the loop, from 0.
    """
    wires = Wires({}, [], set(), [])
    loops = []
    for variable in range(1, variables + 1):
        whose = f"the loop of {found.variable(variable)}"
        loops.append(_wire(wires, path_of(records, ticker), None, whose, found, ticker))
    for clause in clauses:
        need(len(clause) > 0, "a clause has no literal")  # nobody need reach its star
        x, y, *tips = records.take()
        star = x, y
        wires.odd.append(star)
        for literal, tip in zip(clause, tips, strict=True):
            branch = path_of(records, ticker)
            whose = f"a branch of {found.variable(abs(literal))}"
            _wire(wires, branch, star, whose, found, ticker)
            item, visit = loops[abs(literal) - 1][tip]
            beside, away, taken = (
                (visit.on, visit.back, visit.ons)
                if literal > 0
                else (visit.back, visit.on, visit.backs)
            )
            taken.append(branch[0])
            wires.links.update((frozenset((branch[0], item)), frozenset((branch[0], beside))))
            wires.ends.append((branch[0], away))
    # At a crossing of wires, the neighbours in one and those in the other are linked.
    for visits in wires.visits.values():
        for one, other in itertools.combinations(visits, 2):
            for pair in itertools.product((one.back, one.on), (other.back, other.on)):
                ticker.check()
                wires.links.add(frozenset(pair))
    return wires


def _wire(
    wires: Wires,
    path: Sequence[Cell],
    end: Cell | None,
    whose: str,
    found: Conditions,
    ticker: Ticker,
) -> list[tuple[Cell, Visit]]:
    """Take up a loop, or a branch with the star at its end; return its even items."""
    closed = end is None
    # With two items a loop's even item would have the same neighbour twice.
    found.need(
        "pieces",
        len(path) % 2 == 0 and not (closed and len(path) == 2),
        "a loop or branch has an odd number of items",
        f"{whose} has {len(path)} items: an odd number, or too few",
        path[0] if path else None,
    )
    along = path if end is None else [*path, end]
    even = []
    for at in range(0 if closed else 1, len(path), 2):
        ticker.check()
        back, item, on = along[at - 1], along[at], along[(at + 1) % len(along)]
        visit = Visit(back, on, [back], [on])
        wires.visits.setdefault(item, []).append(visit)
        wires.odd.append(on if closed else back)
        wires.links.update((frozenset((back, item)), frozenset((item, on))))
        even.append((item, visit))
    return even


def _served(
    board: Board, visits: Mapping[Cell, Sequence[Visit]], found: Conditions, ticker: Ticker
) -> None:
    """Check that a true assignment serves all wires in its ways, with a move for each even item.

    A *group* is an even item with what goes with it in one way or the other, wire by wire. If a
    move at the start has all of a group, it has what is left of it at any time. It can be made once
    its place can be walked to: that is, at once from the player's own region of floor. An item all
    of whose groups have moves in two regions joins these, whichever way it is served: from
    whichever of both can be walked to first. So all moves in regions that are joined can be made.
    """
    groups = {
        item: [board.sites([item, *itertools.chain(*ways)]) for ways in _ways(both)]
        for item, both in paced(visits.items(), ticker)
    }
    beyond: dict[int, set[int]] = {}
    for sites in groups.values():
        ticker.check()
        doors = set.intersection(*sites)
        for region in doors:
            beyond.setdefault(region, set()).update(doors)
    joined, new = {board.home}, [board.home]
    while new:
        ticker.check()
        more = beyond.get(new.pop(), set()) - joined
        joined |= more
        new += more
    found.looked("blasts", sum(map(len, groups.values())))
    found.looked("floor", len(joined))
    for item, sites in groups.items():
        found.need(
            "floor" if all(sites) else "blasts",
            all(joined & each for each in sites),
            "no move has an even item and what goes with it",
            cell=item,
        )


def _ways(both: Sequence[Visit]) -> Iterator[tuple[list[Cell], ...]]:
    """Yield the items that go with an even item, by visit, in all ways to serve its wires."""
    return itertools.product(*((visit.backs, visit.ons) for visit in both))
