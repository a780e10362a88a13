"""The products of makers of certificates. Checkers use nothing of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.claims import Claim
from gridproof.result import Value

__all__ = ["MadeProof", "Unproven", "claim_alone"]


@dataclass(frozen=True)
class MadeProof:
    """A proof, to be written and then checked.

    Attributes:
        bound: what the records prove: the bound that was claimed, or a weaker one where there was
            no time for more. None: that there is no solution.
        records: what the checker of this kind reads, in order. Each is made when it is written.
    """

    bound: Value | None
    records: Iterable[Any] = ()


class Unproven(Exception):
    """A maker finds no proof of its kind; says why."""


def claim_alone(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    """Return the proof of a kind whose checker works out everything by itself."""
    return MadeProof(claim.bound)
