"""Random strips."""

from __future__ import annotations

from random import Random

from gridproof.games._template.level import StripLevel

__all__ = ["strip"]


def strip(rng: Random, *, width: int, stride: int) -> StripLevel:
    """Return a strip of ``width`` cells with the piece in its left half."""
    start = rng.randrange((width + 1) // 2)
    return StripLevel(width=width, height=1, start=start, stride=stride)
