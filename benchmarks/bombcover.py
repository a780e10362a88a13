"""bombcover: time to proof against size, on the thesis's random boards."""

from __future__ import annotations

import os
import statistics

from rich.table import Table

from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments import find_experiment
from gridproof.experiments.machine import stamp
from gridproof.games.bombcover.game import GAME
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


def one(side: int, number: int, seconds: float) -> tuple[float, bool, int]:
    """Seconds, whether it is proven, and best minus bound, for one board."""
    p = find_experiment("bombcover-table1").parameters
    kind = {"width": side, "height": side, "empty": p["empty"], "wall": p["wall"]}
    board = GeneratorConfig(GAME, find_generator(GAME, "random"), kind).draw(f"{number}.0")
    result = solve(board, limits=Limits(time=seconds))
    assert isinstance(result.cost, int)
    assert isinstance(result.bound, int)
    return result.stats.wall_time, result.status is Status.OPTIMAL, result.cost - result.bound


def curve() -> None:
    """A row a size: share proven, seconds, and how wide the intervals of the others are."""
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
