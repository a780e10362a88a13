"""The solvers: known by name here, imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.options import Option
from gridproof.specs import SolverSpec

__all__ = ["SOLVERS"]

SOLVERS: Final = (
    SolverSpec(
        "stride",
        "breadth-first search along the strip",
        "gridproof.games._template.solve.stride:stride",
        supports=frozenset({"incumbent"}),
        options=(
            Option.flag("longest-only", "leave out all steps but the longest ones", default=True),
        ),
    ),
)
