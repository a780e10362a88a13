"""Boards of reductions: how far the games' default solvers prove them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rich.table import Table

from gridproof.cli import messages
from gridproof.errors import InputError
from gridproof.experiments.machine import stamp
from gridproof.reduction import find_reduction
from gridproof.reductions.reduce import audit, reduce
from gridproof.result import Limits
from gridproof.solving.solve import solve

#: Variables of formulas and vertices of graphs, and seconds a board; `GRIDPROOF_BENCH=long` takes
#: the second list.
SIZES: tuple[tuple[tuple[int, ...], tuple[int, ...], float], ...] = (
    ((5, 8), (20, 50), 10.0),
    ((5, 8, 20, 50), (20, 50, 100, 200), 120.0),
)
#: Clauses a variable, where random formulas are hardest; edges a vertex.
_CLAUSES, _EDGES = 4.26, 1.4
_OPTIONS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "sat-to-bombcover": ("", (0,)),
    "sat-to-bombcover-range": ("radius", (2,)),
    "sat-to-boxcover": ("side", (1,)),
    "vc-to-bombcover": ("radius", (1, 2, 3)),
    "vc-to-merge": ("", (0,)),
    "vc-to-boxcover": ("side", (1, 2, 4)),
}


def instances(
    variables: tuple[int, ...], vertices: tuple[int, ...]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield reduction, parameters of a random instance, and the reduction's options."""
    formulas = [f"{number},{round(number * _CLAUSES)}" for number in variables]
    graphs = [f"{number},{round(number * _EDGES)}" for number in vertices]
    for name, (option, values) in _OPTIONS.items():
        for size in formulas if find_reduction(name).source.id == "formula" else graphs:
            for value in values:
                yield name, size, {option: value} if option else {}


def proofs() -> None:
    """Print a row a board, each of the random instance of seed 0.

    The seconds are those of the encoding, of its audit, and of the solver alone.
    """
    variables, vertices, seconds = SIZES[os.environ.get("GRIDPROOF_BENCH") == "long"]
    table = Table("reduction", "instance", "cells", "pieces", "k", "status", "cost", "bound")
    for what in ("encode", "audit", "solve"):
        table.add_column(f"{what} s", justify="right")
    for name, size, options in instances(variables, vertices):
        instance = find_reduction(name).source.random(size, Random(0))
        begin = time.perf_counter()
        try:
            made = reduce(name, instance, options)
        except InputError as problem:  # too large for the game
            table.add_row(name, size, str(problem))
            continue
        encoded = time.perf_counter()
        passed = audit(made).passed
        audited = time.perf_counter()
        assert passed
        result = solve(made.level, limits=Limits(time=seconds))
        said = " ".join([size, *(f"{option}={value}" for option, value in options.items())])
        table.add_row(
            name,
            said,
            f"{made.level.width} × {made.level.height}",
            f"{pieces(made.level):,}",
            str(made.k),
            str(result.status),
            str(result.cost),
            str(result.bound),
            *(f"{t:.2f}" for t in (encoded - begin, audited - encoded, result.stats.wall_time)),
        )
    messages.out(f"boards of reductions, {seconds:.0f} s a board; {stamp()}")
    messages.stdout().print(table)


def pieces(level: Any) -> int:
    """Return crates, stones or points: what has to go."""
    if level.game == "bombcover":
        return int(level.crates.bit_count())
    return len(level.stones if level.game == "merge" else level.points)
