"""The conditions that both reductions to wirings ask of a board besides the checker's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gridproof.grid import Pos
from gridproof.reductions.auditing import Promise
from gridproof.reductions.sources.cnf import Formula
from gridproof.reductions.wirings.wiring import Wiring, visits

__all__ = ["PROMISES", "crowded_tips", "odd_tips"]

#: Conditions of the theorem of :mod:`gridproof.reductions.wirings.wiring`.
PROMISES: Final = (
    Promise(
        "pieces",
        "loops and branches have an even number of items, and branches begin at an even one",
    ),
    Promise(
        "items",
        "the map names all that is on the board, once, and crossings at two even positions",
    ),
    Promise(
        "links",
        "items are linked exactly along loops and branches, at crossings, at tips, and at stars",
    ),
    Promise("turns", "the two neighbours of an even item are not linked to each other"),
    Promise("tips", "branches begin apart, at no crossing, and at the side of their literal only"),
    Promise("budget", "k is the number of even items"),
)


def odd_tips(formula: Formula, wiring: Wiring) -> Iterator[tuple[str, Pos]]:
    """Yield tips at odd positions, which records of a checker cannot say."""
    for clause, branches, tips in zip(formula.clauses, wiring.branches, wiring.tips, strict=True):
        for literal, branch, tip in zip(clause, branches, tips, strict=True):
            if tip % 2:
                whose = f"the branch of {formula.literal(literal)}"
                yield f"{whose} begins at position {tip} of the loop", branch[0]


def crowded_tips(formula: Formula, wiring: Wiring) -> Iterator[tuple[str, Pos]]:
    """Yield branches that begin where others are, too."""
    meetings = visits(formula, wiring)
    for clause, tips in zip(formula.clauses, wiring.tips, strict=True):
        for literal, tip in zip(clause, tips, strict=True):
            item = wiring.loops[abs(literal) - 1][tip]
            (visit, *more) = meetings[item]
            if more:
                yield "a branch begins at a crossing", item
            if len(visit.true if literal > 0 else visit.false) > 2:
                yield "two branches begin at the same two items", item
