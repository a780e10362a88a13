"""False claims of each sort of objective for plain search: there is a better solution."""

from __future__ import annotations

from gridproof.level import Level
from gridproof.proof.claims import Claim
from gridproof.registry import find_game
from gridproof.result import Value
from tests.proof.forging import Forgery

__all__ = ["FORGERIES"]

#: One push, which is one move.
_SOKOBAN = "#####\n#@$.#\n#####\n"
#: Fewest moves for 3 pushes are 11, by a position that is reached first with more of them.
_TWO_WAYS = "######\n#@  .#\n# $ $#\n#  . #\n######\n"
#: Two heroes of a type merge; the one stone falls.
_MERGE = "aa1\n"


def _forged(name: str, game: str, board: str, objective: str, bound: Value | None) -> Forgery:
    found = find_game(game)
    (level,) = found.read(board)
    assert isinstance(level, Level)
    claim = Claim(found, level, found.objective(objective), bound)
    return Forgery(name, "plain", claim, [], "there is a solution of")


FORGERIES = [
    _forged("one more than the optimum", "sokoban", _SOKOBAN, "moves", 2),
    _forged("no solution, though there is one", "sokoban", _SOKOBAN, "pushes", None),
    _forged("the second metric", "sokoban", _SOKOBAN, "pushes-moves", (1, 2)),
    _forged("a dearer way to a position", "sokoban", _TWO_WAYS, "pushes-moves", (3, 12)),
    _forged("the first metric of two", "sokoban", _SOKOBAN, "moves-pushes", 2),
    _forged("less than can be gained", "merge", _MERGE, "stones", 0),
    _forged("nothing to be gained, not even 0", "merge", _MERGE, "stones", None),
]
