"""Forged maps of the thesis's extra crates, which only audits know: files have none."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.limits import Ticker
from gridproof.proof.reductions import loops
from gridproof.proof.reductions.conditions import Conditions
from gridproof.reduction import Encoding
from gridproof.reductions.reduce import reduce
from gridproof.reductions.sat_to_bombcover.audit import loops_of
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sources.cnf import Formula
from tests.proof.forging import reason_of

__all__ = ["FORGERIES"]


@dataclass(frozen=True)
class Forgery:
    """A board with extra crates that would pass if one check were missing."""

    name: str
    encoding: Encoding
    check: str

    def __str__(self) -> str:
        return f"extras: {self.name}"

    def refusal(self) -> str | None:
        """The reason of a refusal; None if it is accepted."""
        encoding = self.encoding
        formula, level = encoding.instance, encoding.board(BombcoverLevel)
        given = loops_of(formula, Gadgets.of(formula, encoding.map))
        return reason_of(
            lambda: loops.conditions(
                level, encoding.k, formula.clauses, given, Conditions(), Ticker()
            )
        )


def opened(encoding: Encoding, *cells: tuple[int, int]) -> Encoding:
    """The board with floor on some cells."""
    level = encoding.board(BombcoverLevel)
    there = list(level.cells)
    for x, y in cells:
        there[y * level.width + x] = "."
    return replace(encoding, level=replace(level, cells="".join(there)))


def forgeries() -> list[Forgery]:
    """The hole in the thesis's tile, and a tile with a hole in its floor."""
    two_out = Formula(("x", "y", "z"), ((1,), (-1,)))
    hole = reduce("sat-to-bombcover", two_out, {"variant": "thesis"})
    both = reduce("sat-to-bombcover", "x & y", {"variant": "thesis"})
    in_the_way, with_the_loop = "two extra crates are in the way", "with the loop of its extra"
    return [
        Forgery("two extra crates in a shaft", hole, in_the_way),
        Forgery("a pair of corners below a shaft", opened(both, (29, 7)), with_the_loop),
    ]


FORGERIES = forgeries()
