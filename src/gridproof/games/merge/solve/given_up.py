"""The stones that every best play leaves."""

from __future__ import annotations

from collections.abc import Collection

from gridproof.errors import InternalError
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.damages import can_be_dealt, fallen
from gridproof.games.merge.solve.program import DamageProgram
from gridproof.games.merge.solve.proving import DamageTree
from gridproof.limits import Ticker

__all__ = ["given_up"]

#: Nodes of a turn of the tree, which looks at the clock itself.
_NODES = 1000


def given_up(level: MergeLevel, most: int, left: Collection[int], ticker: Ticker) -> set[int]:
    """Return the stones that no play destroys that destroys the most.

    Of the plays that destroy ``most`` stones one is sought that destroys some, rather many, of
    those that no such play is known to destroy. If there is one, they are known from then on; if
    there is none, no best play destroys any of the others, which are the result. Each round but the
    last takes off a stone, so there are no more rounds than stones. That a stone can fall is
    replayed; that it cannot is proven in whole numbers.

    Args:
        level: the board.
        most: how many stones can be destroyed at most.
        left: stones that some best play leaves; all others are known to fall in one.
        ticker: looked at.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    unknown = set(left)
    while unknown:
        falling = _best_play(level, most, unknown, ticker)
        if not falling:
            break
        unknown -= falling
    return unknown


def _best_play(level: MergeLevel, most: int, wanted: Collection[int], ticker: Ticker) -> set[int]:
    """Return the wanted stones that one play of ``most`` stones destroys; none if none can."""
    program = DamageProgram(level, STONES, ticker)
    falls = {stone.number: stone.falls for stone in program.stones if stone.falls is not None}
    for stone, column in falls.items():
        program.costs[column] = -int(stone in wanted)
    program.rows.append((("most",), (list(falls.values()), [1] * len(falls), most)))
    tree = DamageTree(program, ticker)
    tree.relax(0, ticker)
    tree.tighten(0, ticker)
    tree.sharpen(lambda: 0, ticker)
    tree.bound = -1
    tree.start()
    while not tree.prove(_NODES, ticker):
        pass
    if tree.found is None:
        return set()
    dealt = [int(tree.found[columns].sum()) for columns in program.damage]
    destroyed = fallen(level, dealt)
    if not can_be_dealt(level, dealt) or len(destroyed) < most or destroyed.isdisjoint(wanted):
        raise InternalError("a solution of the program is no play")
    return destroyed.intersection(wanted)
