"""bombcover: rows of sets of crates, sums of them, and a tree as a pseudo-Boolean proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.bombcover import check
from gridproof.proof.claims import Claim
from gridproof.proof.pseudo_boolean.log import Refutation
from gridproof.proof.pseudo_boolean.one_tree import one_tree

__all__ = ["plans"]


def plans(claim: Claim[Any], records: Iterator[Any], ticker: Ticker) -> Refutation | None:
    """Return the refutation of bombcover's plans: sums of rows follow, all others are given."""

    def sums(before: Sequence[Any], rows: int) -> Mapping[int, Any]:
        count = max(before[0][2], 0)
        return dict(zip(range(rows - count, rows), before[len(before) - count :], strict=True))

    return one_tree(check, claim, records, ticker, sums)
