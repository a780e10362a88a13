"""Claims about onebomb that are false, each for another reason why that might be missed."""

from __future__ import annotations

from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.rules import LENGTH
from gridproof.proof.claims import Claim
from tests.proof.forging import Forgery
from tests.samples import level_of

__all__ = ["FORGERIES"]


def _forged(name: str, rows: str, bound: int | None, **options: str) -> Forgery:
    level = level_of("onebomb", {"rows": rows.split()}, options)
    return Forgery(name, "distances", Claim(GAME, level, LENGTH, bound), [], "there is a walk of")


FORGERIES = [
    _forged("a walk that needs no bomb", "P.K", 3),
    _forged("no walk, though there is one", "P#K", None),
    _forged("a bomb on a brick", "P#K XXX", 3, radius="1"),
    _forged("a bomb between two bricks", "P#.#K XXXXX", 5, radius="1"),
    _forged("a bomb on the same side of two bricks", "P##K XXXX", 4, radius="1"),
    _forged("a bomb at a corner", "P#. XX# XXK", 5),
    _forged("an arm that ends at its first brick", "P#.#K XXXXX", 5, blast="classic"),
    _forged("two bombs, each at a corner", "P##XX XX#XX XX### XXXX# XXXXK", None, bombs="2"),
    _forged("a brick that the second bomb is next to", "P####K XXXXXX", 6, bombs="2", radius="1"),
]
