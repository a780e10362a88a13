"""Boards in the form for other programs."""

from __future__ import annotations

from typing import Final

from gridproof.specs import ExportSpec

__all__ = ["EXPORTS"]

EXPORTS: Final = (
    ExportSpec(
        "mps",
        "an integer program over maximal squares, complete: its optimum is the board's",
        "gridproof.games.boxcover.solve.mps:of_level",
        ".mps",
        "* ",
        answer="gridproof.games.boxcover.solve.mps:moves",
    ),
)
