"""onebomb: distances from both ends, and the cells that each bomb joins; the file holds nothing.

A walk goes over cells that are empty from the start until it reaches a brick that some bomb has
cleared. Between the first and the last brick of that bomb it is no shorter than the way over the
bomb. ``docs/explanation/certificates-onebomb.md`` has the proofs.
"""

from __future__ import annotations

from gridproof.games.onebomb.level import OnebombLevel
from gridproof.lazy import is_installed
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, need
from gridproof.proof.onebomb_board import FAR, BorderedBoard
from gridproof.result import first

__all__ = ["check"]


def check(claim: Claim[OnebombLevel], records: Records, ticker: Ticker) -> Counts:
    """Work out the length of the shortest walk.

    Raises:
        Refused: it is less than claimed.
        Stopped: by a limit or Ctrl-C.
    """
    least = _bordered(claim.level, ticker).shortest()
    bound = FAR if claim.bound is None else first(claim.bound)
    need(least >= bound, f"there is a walk of {least} steps")
    return {"cells": len(claim.level.cells)}


def _bordered(level: OnebombLevel, ticker: Ticker) -> BorderedBoard:
    """Return the board; with NumPy, which browsers do not have, the one that is faster."""
    if not is_installed("numpy"):
        return BorderedBoard(level, ticker)
    from gridproof.proof.onebomb_arrays import ArrayBoard

    return ArrayBoard(level, ticker)
