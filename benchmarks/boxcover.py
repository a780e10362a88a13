"""boxcover: time to proof against size, random points, one per s²/4."""

from __future__ import annotations

import os
import statistics

from rich.table import Table

from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments.machine import stamp
from gridproof.games.boxcover.game import GAME
from gridproof.result import Limits, Status
from gridproof.solving.solve import solve

SIDE = 20
#: (points, seeds, seconds an instance); `GRIDPROOF_BENCH=long` takes the second list.
SIZES = ((100, 5, 10.0), (200, 5, 10.0), (500, 3, 10.0))
LONG_SIZES = (
    (100, 10, 10.0),
    (200, 10, 10.0),
    (500, 4, 60.0),
    (1000, 10, 60.0),
    (1500, 4, 60.0),
    (2000, 8, 60.0),
    (5000, 1, 600.0),
    (10000, 1, 60.0),
)


def proofs() -> None:
    """Print a row a size: share proven, seconds, and the widest interval."""
    long = os.environ.get("GRIDPROOF_BENCH") == "long"
    table = Table("points", "seeds", "limit s", "proven", "median s", "slowest s", "widest gap")
    spec = find_generator(GAME, "random")
    for points, seeds, seconds in LONG_SIZES if long else SIZES:
        config = GeneratorConfig(GAME, spec, {"points": points, "side": SIDE})
        results = [
            solve(config.draw(f"{seed}.0"), limits=Limits(time=seconds)) for seed in range(seeds)
        ]
        times = [result.stats.wall_time for result in results]
        gaps = [
            result.cost - result.bound
            for result in results
            if isinstance(result.cost, int) and isinstance(result.bound, int)
        ]
        table.add_row(
            str(points),
            str(seeds),
            f"{seconds:.0f}",
            str(sum(result.status is Status.OPTIMAL for result in results)),
            f"{statistics.median(times):.3f}",
            f"{max(times):.2f}",
            str(max(gaps)),
        )
    messages.out(f"boxcover, random points, side {SIDE}; {stamp()}")
    messages.stdout().print(table)
