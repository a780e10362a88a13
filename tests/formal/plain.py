"""Files of onebomb's kind `plain` for both checkers: several bombs, also classic ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.games.onebomb.rules import LENGTH
from gridproof.proof.claims import Claim
from gridproof.solving.solve import solve
from tests.formal.comparing import Case
from tests.formal.distances import changes_of
from tests.proof import forgeries_onebomb, forgeries_plain
from tests.proof.forging import header, packed
from tests.proof.test_onebomb import random_board
from tests.samples import generated

__all__ = ["certificates", "changes", "forgeries"]


def certificates(folder: Path) -> Iterator[Case]:
    """Yield a certificate of small boards, and of some that are larger, for one bomb."""
    rng = Random("formal plain")
    for number in range(60):
        yield _certificate(f"small-{number}", _board(rng))
    for family in ("open", "scattered", "caves", "snake"):
        level = generated("onebomb", family, width=12, height=9)
        yield _certificate(family, level)
        yield _certificate(f"{family}-classic", replace(level, blast="classic", radius=5))


def _certificate(name: str, level: OnebombLevel) -> Case:
    claim = Claim(GAME, level, LENGTH, solve(level, game=GAME).cost)
    return Case(name, packed(header(claim, "plain")))


def _board(rng: Random) -> OnebombLevel:
    """A small board; several bombs may be classic."""
    return replace(random_board(rng), blast=rng.choice(("pierce", "classic", "classic")))


def forgeries() -> Iterator[Case]:
    """Yield the forgeries of this kind, and the false claims of the other kind of onebomb."""
    for forgery in (*forgeries_plain.FORGERIES, *forgeries_onebomb.FORGERIES):
        yield Case(forgery.name, packed(header(forgery.claim, "plain"), forgery.records))


def changes(count: int, seed: int) -> Iterator[Case]:
    """Yield random claims and plays on random boards, and random changes of certificates."""
    return changes_of("plain", _board, count, seed)
