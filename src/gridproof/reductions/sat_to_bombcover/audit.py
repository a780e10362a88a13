"""The conditions on which the theorem rests, checked on a board.

If all hold, the board can be cleared in k explosions exactly if the formula is satisfiable.

Clearing: let an assignment make the formula true. The bombs of each loop's value can all be walked
to before any explosion (S0), are k together, and each crate of a loop is the first on an arm of one
(C1), so that all of them are gone when all bombs have exploded, in whatever order. Bombs that take
extra crates come first; then each clause's crate is the first on an arm of a later bomb (C2).

Deciding: let k explosions clear the board. No ray of a cell sees more crates than an arm can take,
and a cell sees crates of loops in two directions at most (S1): each explosion takes just two of
them, and these pairs are a perfect matching of the pairs that some cell sees in two directions. Its
pairs stay within a loop, within a slot or from a slot to the next; the corners are the first and
the last slot, and may also be paired with each other (S2). All slots are even: from each slot to
the next run an even number of pairs if the corners are paired with each other, and an odd number if
not; say the variable is true if they are. A clause's crate falls with a pair of the clause's slot
in the loop of a variable that it names (S3), which is possible only if the literal is true (S4); or
with a pair of the one variable that it does not name and that has an extra crate in its shaft. This
extra crate then falls with another pair, as H1 says of a literal that is true.

If explosions pierce crates, a cell must see no more than two crates of loops in all (S1), and pairs
are those that a cell sees in whatever directions. The rest is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.limits import Ticker
from gridproof.proof.reductions import loops
from gridproof.reduction import Certificate, Encoding
from gridproof.reductions.auditing import Audit, Promise
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sources.cnf import Formula

__all__ = ["audit"]

_PROMISES: Final = (
    Promise(
        "board",
        "one player, explosions of unlimited range, and the map's crates alone; no extra ones if"
        " arms pierce",
    ),
    Promise("k", "k is half the number of the crates of all loops"),
    Promise(
        "S0",
        "the player can walk to each cell of a bomb from the start, and each crate can be reached",
    ),
    Promise(
        "C1",
        "for either value of a variable, half as many bombs as its loop has crates clear the loop:"
        " each crate, and each extra one in a slot of them, is the first on an arm of one",
    ),
    Promise(
        "C2",
        "for each literal, the crate of its clause is the first on an arm of a bomb in its slot,"
        " extra crates left out, which is set after those that take extra crates",
    ),
    Promise(
        "S1",
        "every cell sees crates of loops in two directions at most; if arms pierce, two crates",
    ),
    Promise(
        "S2",
        "two crates that a cell sees, in two directions if arms do not pierce, are of one loop, and"
        " of one slot or of neighbouring ones; or they are a loop's two corners",
    ),
    Promise(
        "S3",
        "what falls with two crates of a loop besides is of the slot that they are in, and of a"
        " clause that names the variable, or of one that the loop has an extra crate for",
    ),
    Promise(
        "S4",
        "where a pair takes what is of a clause, the other crates of its slot cannot be paired such"
        " that the variable has the value with which the clause's literal is false",
    ),
    Promise(
        "H1",
        "a clause's shaft has at most one extra crate; it is of a variable that the clause does not"
        " name, and a pair of its loop that can take the clause's crate cannot do so while, or"
        " after, the extra crate falls with a pair of the loop",
    ),
)


def audit(encoding: Encoding) -> Certificate:
    """Check all conditions; those that others rest on come first, and end it if they fail.

    Raises:
        InputError: the map has another form, or the board is one of another game.
    """
    formula, level = encoding.instance, encoding.board(BombcoverLevel)
    gadgets = Gadgets.of(formula, encoding.map)
    found = Audit(_PROMISES, "crate", formula.names)
    given = loops_of(formula, gadgets)
    broken = rules.validate(level)
    found.add("board", broken or _rule_faults(level, bool(given.extras)), len(given.crates))
    if not broken:
        found.run(
            lambda: loops.conditions(level, encoding.k, formula.clauses, given, found, Ticker())
        )
    return found.certificate()


def _rule_faults(level: BombcoverLevel, extras: bool) -> Iterator[Fault]:
    if level.throw:
        yield Fault("the option `throw` must be left alone")
    if level.pierce and extras:
        yield Fault("extra crates shield nothing from arms that pierce (option `pierce`)")
    if len(level.players) != 1:
        yield Fault(f"there must be one player, not {len(level.players)}")


def loops_of(formula: Formula, gadgets: Gadgets) -> loops.Loops:
    """Return the loops for the checker; each slot's bombs have to have the slot's crates."""
    given = loops.Loops([], {}, {}, list(gadgets.clauses), [], {})
    takers: dict[tuple[int, int], Sequence[Pos]] = {}
    extras: list[loops.Extra] = []
    for variable, loop in enumerate(gadgets.loops, 1):
        left, right = loop.corners
        slots = ((left,), *(slot.crates for slot in loop.slots), (right,))
        given.bombs[variable] = loop.cells(False), loop.cells(True)
        given.slots[variable] = []
        for number, cells in enumerate(slots):
            first = len(given.crates)
            given.crates.extend(loops.Crate(cell, variable, number) for cell in cells)
            given.slots[variable].append(range(first, len(given.crates)))
        for clause, slot in enumerate(loop.slots):
            marks = [clause]
            for cell in slot.extra:
                marks.append(len(gadgets.clauses) + len(extras))
                extras.append(loops.Extra(cell, clause, variable))
            for mark in marks:
                takers |= {(mark, sign * variable): slot.bombs[sign > 0] for sign in (-1, 1)}
    return given._replace(extras=extras, takers=takers)
