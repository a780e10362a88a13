"""bombcover: time to proof against size, on the thesis's random boards."""

from __future__ import annotations

import os
import statistics
import time

from rich.table import Table

from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments import find_experiment
from gridproof.experiments.machine import stamp
from gridproof.games.bombcover.game import GAME
from gridproof.level import Level
from gridproof.processes.dispatch import parallel_map
from gridproof.result import Limits, Status
from gridproof.solving.solve import solve

#: (side, boards, seconds a board); `GRIDPROOF_BENCH=long` takes the second list.
CURVE = ((6, 100, 10.0), (8, 100, 10.0), (10, 100, 10.0), (12, 40, 10.0))
LONG_CURVE = (
    (6, 500, 10.0),
    (8, 500, 10.0),
    (10, 500, 10.0),
    (12, 500, 10.0),
    (14, 100, 20.0),
    (16, 100, 60.0),
    (20, 10, 60.0),
)


def board(side: int, number: int) -> Level:
    """Return a random board of the thesis."""
    p = find_experiment("bombcover-table1").parameters
    kind = {"width": side, "height": side, "empty": p["empty"], "wall": p["wall"]}
    return GeneratorConfig(GAME, find_generator(GAME, "random"), kind).draw(f"{number}.0")


def one(side: int, number: int, seconds: float) -> tuple[float, bool, int]:
    """Return the seconds of a board, True if it is proven, and best minus bound."""
    result = solve(board(side, number), limits=Limits(time=seconds))
    assert isinstance(result.cost, int)
    assert isinstance(result.bound, int)
    return result.stats.wall_time, result.status is Status.OPTIMAL, result.cost - result.bound


def wide() -> None:
    """Print a row a board of 20 × 20: bound, best, CPU seconds and nodes within 60 CPU seconds.

    Eight boards, or twenty with `GRIDPROOF_BENCH=long`.
    """
    table = Table("board", "bound", "best", "CPU s", "nodes")
    boards = 20 if os.environ.get("GRIDPROOF_BENCH") == "long" else 8
    proven = 0
    for number in range(boards):
        started = time.process_time()
        result = solve(board(20, number), limits=Limits(time=60), clock=time.process_time)
        spent = time.process_time() - started
        proven += result.status is Status.OPTIMAL
        table.add_row(
            str(number),
            str(result.bound),
            str(result.cost),
            f"{spent:.1f}",
            str(result.stats.expanded),
        )
    messages.out(f"bombcover, 20 × 20: {proven} of {boards} proven in 60 CPU s; {stamp()}")
    messages.stdout().print(table)


def curve() -> None:
    """Print a row a size: share proven, seconds, and how wide the other intervals are."""
    table = Table("side", "boards", "limit s", "proven", "median s", "mean s", "slowest s", "gaps")
    chosen = LONG_CURVE if os.environ.get("GRIDPROOF_BENCH") == "long" else CURVE
    jobs = int(os.environ.get("GRIDPROOF_JOBS", "1"))
    for side, boards, seconds in chosen:
        pieces = [(side, number, seconds) for number in range(boards)]
        rows = [found for _, found in parallel_map(one, pieces, jobs)]
        times = [row[0] for row in rows]
        gaps = sorted(row[2] for row in rows if not row[1])
        table.add_row(
            str(side),
            str(boards),
            f"{seconds:.0f}",
            f"{sum(row[1] for row in rows)}",
            f"{statistics.median(times):.4f}",
            f"{statistics.fmean(times):.4f}",
            f"{max(times):.2f}",
            " ".join(f"{gap}:{gaps.count(gap)}" for gap in sorted(set(gaps))),
        )
    messages.out(f"bombcover, random boards of the thesis; {stamp()}")
    messages.stdout().print(table)
