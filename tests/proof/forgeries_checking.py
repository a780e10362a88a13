"""Files with a false first line, or with more in them than the claim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gridproof.games.robots.game import GAME as ROBOTS
from gridproof.games.robots.rules import MOVES
from gridproof.proof.claims import Claim
from tests.proof.forging import FileForgery, Forgery, header, packed
from tests.samples import GAMES, level_of

__all__ = ["CORNER", "FORGERIES", "TRUE"]

_BOARD = {"width": 3, "height": 3, "walls": [], "robots": [[0, 0]], "target_robot": 0}
#: Two moves solve it, and it can be done in more.
CORNER = level_of("robots", {**_BOARD, "target": [2, 2]})
_OTHER = level_of("robots", {**_BOARD, "target": [2, 0]})
#: The first line of a certificate that is accepted.
TRUE = header(Claim(ROBOTS, CORNER, MOVES, 2, 2), "slides", "0R,0D")


def _forged(name: str, check: str, records: Any = (), **changes: Any) -> FileForgery:
    return FileForgery(name, packed({**TRUE, **changes}, records), check)


def _two_classic_bombs() -> Forgery:
    """The second bomb's arm goes on where the first one's has cleared a brick: 7 steps."""
    game = GAMES["onebomb"]
    rows = ["###K", "#X##", ".#X#", "XPX#"]
    level = level_of("onebomb", {"rows": rows}, {"bombs": "2", "blast": "classic"})
    claim = Claim(game, level, game.objective(), None)
    return Forgery("of a board that the kind is not made for", "distances", claim, [], "not fit")


def _without_target() -> FileForgery:
    """No play ends on a target that is not there."""
    level = replace(CORNER, target=None)
    claim = Claim(ROBOTS, level, MOVES, None)
    return FileForgery("a board without a target", packed(header(claim, "plain")), "is not sound")


def _more_in_the_board() -> FileForgery:
    """The board as JSON says something that no reader looks at."""
    game = GAMES["boxcover"]
    level = level_of("boxcover", {"side": 1, "points": [[0, 0]]})
    said = header(Claim(game, level, game.objective(), 1), "plain")
    said["board"] = '{"side": 1, "points": [[0, 0]], "claim": "optimum 99"}'
    return FileForgery("a board with a field besides", packed(said), "of a board is called `")


FORGERIES = [
    _forged("of rules that are a text", "other rules of the game", rules="0"),
    _forged("of later rules", "other rules of the game", rules=ROBOTS.rules_version + 1),
    _forged("of rules that are true", "other rules of the game", rules=True),
    _forged("the digest of another board", "the digest is not that", digest="0" * 64),
    FileForgery("a certificate of another board", packed(TRUE), "it is of another board", _OTHER),
    _forged(
        "a solution that ends too soon", "the solution does not hold", solution="0R", cost=None
    ),
    _forged("a solution that is a list", "the solution is no text", solution=["0R", "0D"]),
    _forged("a cost that is not the solution's", "the solution costs", solution="0D,0U,0R,0D"),
    _forged("a cost without a solution", "a cost is claimed without a solution", solution=None),
    _forged("a bound that is true", "no whole number", solution=None, cost=None, bound=True),
    _forged("two boards", "no board, or several", board=TRUE["board"] + "\n" + TRUE["board"]),
    _forged("more than the proof", "something follows the proof", [0]),
    _forged("what it may stand for", "instances of other problems", stands_for={"k": 2}),
    _two_classic_bombs(),
    _more_in_the_board(),
    _without_target(),
]
