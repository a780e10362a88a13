"""sokoban: levels proven, and solved at all, within a time limit a level."""

from __future__ import annotations

import os
import statistics
from pathlib import Path

from rich.table import Table

from gridproof.benching import stamp
from gridproof.cli import messages
from gridproof.loading import read_file
from gridproof.result import Limits, Status
from gridproof.solving import solve

#: (file, objective, solver, seconds a level); `GRIDPROOF_BENCH=long` takes the second list.
RUNS = (
    ("microban1.txt", "pushes", "optimal", 0.5),
    ("microban1.txt", "moves", "optimal", 0.5),
    ("microban1.txt", "pushes", "any", 0.5),
    ("boxoban_hard_first500.txt", "pushes", "optimal", 5.0),
)
LONG_RUNS = (
    *((f"microban{k}.txt", "pushes", "optimal", 5.0) for k in (1, 2, 3, 4)),
    ("boxoban_hard_first500.txt", "pushes", "optimal", 5.0),
    ("microban1.txt", "moves", "optimal", 10.0),
    *((f"microban{k}.txt", "pushes", "any", 10.0) for k in (1, 2, 3, 4)),
    ("xsokoban90.txt", "pushes", "any", 10.0),
)


def sets(folder: Path) -> None:
    """A row a set: how many levels are done within the limit, and seconds a level.

    Raises:
        FileNotFoundError: a set is not in ``folder / "data/sokoban"``.
    """
    table = Table("set", "objective", "solver", "limit s", "done", "of", "mean s", "median s")
    for file, objective, solver, seconds in (
        LONG_RUNS if os.environ.get("GRIDPROOF_BENCH") == "long" else RUNS
    ):
        path = folder / "data" / "sokoban" / file
        if not path.exists():
            raise FileNotFoundError(path)
        results = [
            solve(level, objective=objective, solver=solver, limits=Limits(time=seconds))
            for level in read_file(str(path), game="sokoban")
        ]
        done = [
            result.verified
            if solver == "any"
            else result.status in (Status.OPTIMAL, Status.INFEASIBLE)
            for result in results
        ]
        times = [result.stats.wall_time for result in results]
        table.add_row(
            file,
            objective,
            solver,
            f"{seconds:g}",
            str(sum(done)),
            str(len(results)),
            f"{statistics.fmean(times):.4f}",
            f"{statistics.median(times):.4f}",
        )
    messages.out(f"sokoban; {stamp()}")
    messages.stdout().print(table)
