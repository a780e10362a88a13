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

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.reduction import Certificate, Condition, Encoding
from gridproof.reductions.sat_to_bombcover import clearing, deciding
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sat_to_bombcover.numbered import Audited

__all__ = ["audit"]


def audit(encoding: Encoding) -> Certificate:
    """Checks all conditions; those that others rest on come first, and end it if they fail.

    Raises:
        InputError: the map has another form, or the board is one of another game.
    """
    level = encoding.board(BombcoverLevel)
    found = Audited(encoding.instance, level, Gadgets.of(encoding.instance, encoding.map))
    conditions: list[Condition] = []
    for checks in (
        (clearing.board, lambda found: clearing.count(found, encoding.k)),
        (clearing.walk,),
        (clearing.ways, clearing.literals, deciding.two, deciding.pairs),
        (deciding.takers,),
        (deciding.parity, deciding.extras),
    ):
        conditions += [check(found) for check in checks]
        if any(condition.faults for condition in conditions):
            break
    return Certificate(tuple(conditions))
