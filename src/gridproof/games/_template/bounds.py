"""Bounds that are proven without a search; nothing here is native."""

from __future__ import annotations

from gridproof.games._template.level import StripLevel
from gridproof.level import Objective
from gridproof.limits import Ticker

__all__ = ["root_bound"]


def root_bound(level: StripLevel, objective: Objective, ticker: Ticker) -> int:
    """Return the steps that the way takes at least, each at most ``stride`` cells long."""
    return -(-(level.width - 1 - level.start) // level.stride)
