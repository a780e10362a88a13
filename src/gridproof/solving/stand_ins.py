"""Solvers in the place of those that cannot be imported: browsers lack some packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gridproof.errors import MissingPart
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.result import Answer
from gridproof.specs import Feature, SolverSpec

__all__ = ["PLAIN_SEARCH", "load_solver"]

PLAIN_SEARCH = SolverSpec(
    "search",
    "plain uniform-cost search on the rules",
    "gridproof.solving.search:search",
    supports=frozenset({"start", "incumbent"}),
)


def load_solver(
    spec: SolverSpec,
    game: AnyGame,
    level: Level,
    objective: Objective,
    features: Sequence[Feature] = (),
) -> tuple[SolverSpec, Callable[[Any], Answer]]:
    """Return a solver that can be imported, and its function.

    In place of one that cannot, it is the first fit one that this names, or plain search, which
    needs no package and proves as much, in longer time.

    Raises:
        MissingPart: nothing that can be imported has these features.
    """
    try:
        return spec, load(spec.entry)
    except MissingPart:
        known = {other.id: other for other in game.solvers}
        named = (known[name] for name in spec.stand_ins)
        for other in (*named, PLAIN_SEARCH):
            unfit = other.why_unsupported(level, objective) is not None
            if not unfit and other.supports.issuperset(features):
                return other, load(other.entry)
        raise
