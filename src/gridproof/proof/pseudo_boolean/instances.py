"""Boards of reductions: a graph's small covers, or a formula, refuted by a pseudo-Boolean proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.pseudo_boolean.log import Refutation
from gridproof.proof.pseudo_boolean.one_tree import one_tree
from gridproof.proof.reductions import covers as of_covers
from gridproof.proof.reductions import loops as of_loops
from gridproof.proof.reductions import wires as of_wires

__all__ = ["covers", "loops", "wires"]


def covers(claim: Claim[Any], records: Iterator[Any], ticker: Ticker) -> Refutation | None:
    """Return the refutation of small covers of the graph for which a board stands."""
    return one_tree(of_covers.check, claim, records, ticker)


def wires(claim: Claim[Any], records: Iterator[Any], ticker: Ticker) -> Refutation | None:
    """Return the refutation of the formula for which a board of wires stands."""
    return one_tree(of_wires.check, claim, records, ticker)


def loops(claim: Claim[Any], records: Iterator[Any], ticker: Ticker) -> Refutation | None:
    """Return the refutation of the formula for which a board of loops stands."""
    return one_tree(of_loops.check, claim, records, ticker)
