"""The olympiad's solutions beside sweeps: seconds by the side of the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from gridproof.experiments import Experiment
from gridproof.experiments.comparison import compared, draw_sizes, families
from gridproof.experiments.figures import Row, spread
from gridproof.experiments.pieces import Measured

__all__ = ["claims", "draw", "run"]


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> Measured:
    """Return a row for each kind of board, side and solver."""
    p = experiment.parameters
    groups = families(p["families"], p["sizes"], replicates, seed)
    timed = replace(experiment, published={})  # the editorial has no times
    return compared(timed, groups, base="optimal", jobs=jobs, said=said)


def claims(experiment: Experiment, rows: Sequence[Row]) -> list[Row]:
    """Return the power of the side with which the seconds grow at last, over kinds of boards."""
    found: list[Row] = []
    for solver in dict.fromkeys(row["solver"] for row in rows):
        powers = []
        for family in dict.fromkeys(row["boards of"] for row in rows):
            ended = [
                (row["size"], row["seconds"]["median"])
                for row in rows
                if (row["solver"], row["boards of"]) == (solver, family)
                and row["seconds"]["median"]
            ]
            if len(ended) > 1:
                (n, before), (more, after) = sorted(ended)[-2:]
                powers.append(math.log(after / before) / math.log(more / n))
        published = experiment.published.get(solver, {}).get("exponent")
        claim = f"{solver}: power of n by which the seconds grow"
        found.append({"claim": claim, "ours": spread(powers), "published": published})
    return found


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """Draw seconds against the side of the board."""
    draw_sizes(experiment, rows, path, xlabel="side", xscale="log")
