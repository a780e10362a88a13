"""The length of the tests marked `soak`: the one knob of `make soak`."""

from __future__ import annotations

import os

__all__ = ["ROUNDS"]

#: Every long test does its work so many times; the environment's ``GRIDPROOF_SOAK`` if that is set.
ROUNDS = int(os.environ.get("GRIDPROOF_SOAK", "20"))
