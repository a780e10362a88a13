"""merge: rows of damage, rows by rounding, and a tree as a pseudo-Boolean proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.merge import check
from gridproof.proof.pseudo_boolean.log import Refutation
from gridproof.proof.pseudo_boolean.one_tree import one_tree

__all__ = ["damages"]


def damages(claim: Claim[Any], records: Iterator[Any], ticker: Ticker) -> Refutation | None:
    """Return the refutation of merge's damages: rows by rounding follow, all others are given."""

    def names(before: Sequence[Any], rows: int) -> Mapping[int, Any]:
        return {r: name for r, name in enumerate(before[1:]) if name[0] == "round"}

    return one_tree(check, claim, records, ticker, names)
