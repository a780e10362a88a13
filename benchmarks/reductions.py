"""Boards of reductions: how far the games' default solvers prove them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from gridproof.benching import stamp
from gridproof.cli import messages
from gridproof.reducing import reduce
from gridproof.reduction import find_reduction
from gridproof.result import Limits
from gridproof.solving import solve

#: Variables of formulas and vertices of graphs, and seconds a board; `GRIDPROOF_BENCH=long` takes
#: the second list.
SIZES: tuple[tuple[tuple[int, ...], tuple[int, ...], float], ...] = (
    ((5, 8), (20, 50), 10.0),
    ((5, 8, 20, 50), (20, 50, 100, 200), 120.0),
)
#: Clauses a variable, where random formulas are hardest; edges a vertex.
_CLAUSES, _EDGES = 4.26, 1.4
_OPTIONS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "vc-to-bombcover": ("radius", (1, 2, 3)),
    "vc-to-merge": ("", (0,)),
    "vc-to-boxcover": ("side", (1, 2, 4)),
}


def instances(
    variables: tuple[int, ...], vertices: tuple[int, ...]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Reduction, parameters of a random instance, and the reduction's options."""
    for number in variables:
        yield "sat-to-bombcover", f"{number},{round(number * _CLAUSES)}", {}
    for number in vertices:
        for name, (option, values) in _OPTIONS.items():
            for value in values:
                size = f"{number},{round(number * _EDGES)}"
                yield name, size, {option: value} if option else {}


def proofs() -> None:
    """A row a board, each of the random instance of seed 0."""
    variables, vertices, seconds = SIZES[os.environ.get("GRIDPROOF_BENCH") == "long"]
    columns = ("reduction", "instance", "cells", "pieces", "k", "status", "cost", "bound", "s")
    table = Table(*columns)
    for name, size, options in instances(variables, vertices):
        instance = find_reduction(name).source.random(size, 0)
        made = reduce(name, instance, options)
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
            f"{result.stats.wall_time:.2f}",
        )
    messages.out(f"boards of reductions, {seconds:.0f} s a board; {stamp()}")
    messages.stdout().print(table)


def pieces(level: Any) -> int:
    """Crates, stones or points: what has to go."""
    if level.game == "bombcover":
        return int(level.crates.bit_count())
    return len(level.stones if level.game == "merge" else level.points)
