"""The length of the tests marked `soak`: the one knob of `make soak`."""

from __future__ import annotations

import os
import random

__all__ = ["ROUNDS", "fresh_seed"]

#: Every long test does its work so many times; the environment's ``GRIDPROOF_SOAK`` if that is set.
ROUNDS = int(os.environ.get("GRIDPROOF_SOAK", "20"))


def fresh_seed() -> int:
    """Return a seed that no run has had; it is printed, so that a failure can be repeated."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    return seed
