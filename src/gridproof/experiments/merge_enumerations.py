"""The merge thesis's exact algorithms beside the integer program: plays and seconds by heroes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from gridproof.experiments import Experiment
from gridproof.experiments.comparison import compared, draw_sizes, families
from gridproof.experiments.figures import Row, spread
from gridproof.experiments.pieces import Measured

__all__ = ["claims", "draw", "plays", "run"]

#: The integer program alone, which the others are compared with.
_PROGRAM: Final = "optimal,cover=no"


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> Measured:
    """Return a row for each kind of board, number of heroes and solver."""
    p = experiment.parameters
    groups = families(p["families"], p["sizes"], replicates, seed)
    timed = replace(experiment, published={})  # the thesis has no times
    return compared(timed, groups, base=_PROGRAM, jobs=jobs, said=said)


def plays(heroes: int, most: int | None = None) -> int:
    """Return the number of plays that an enumeration visits, for heroes of one type.

    Theorem 3 chooses half of the heroes, of these half again, and so on: C(h, h/2) C(h/2, h/4) …

    Args:
        heroes: h.
        most: the largest number of merges of a hero; None: no limit.
    """
    total, left, merges = 1, heroes, 0
    while left > 1 and (most is None or merges < most):
        total *= math.comb(left, left // 2)
        left //= 2
        merges += 1
    return total


def claims(experiment: Experiment, rows: Sequence[Row]) -> list[Row]:
    """Return the h-th root of the plays, and of the nodes that were expanded for them."""
    found: list[Row] = []
    for solver, figures in experiment.published.items():
        of = [row for row in rows if row["solver"] == solver]
        if not of:
            continue
        most = 1 if solver == "enumerate-2h" else None
        roots = [plays(h, most) ** (1 / h) for h in sorted({row["size"] for row in of})]
        nodes = [row["nodes"] ** (1 / row["size"]) for row in of]
        for what, values in (("plays", roots), ("nodes expanded", nodes)):
            claim = f"{solver}: h-th root of the {what}"
            bound = figures["base"] if what == "plays" else None
            found.append({"claim": claim, "ours": spread(values), "published": bound})
    return found


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """Draw seconds against the number of heroes."""
    draw_sizes(experiment, rows, path, xlabel="heroes", xscale="log")
