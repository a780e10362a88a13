"""merge: time to proof against size, density and hit points, beside the thesis's enumeration."""

from __future__ import annotations

import os
import statistics

from rich.table import Table

from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments.machine import stamp
from gridproof.games.merge.game import GAME
from gridproof.result import Limits, Result, Status
from gridproof.solving.solve import solve

DENSITIES = ("sparse", "mid", "dense")
SIZES = (10, 14, 16, 40, 100, 200)
LONG_SIZES = (10, 14, 16, 18, 40, 100, 200, 400, 1000)
#: Seconds a board; the enumeration gets as much.
LIMIT, LONG_LIMIT = 10.0, 60.0


def proofs() -> None:
    """Print a row a family: share proven, seconds, widest interval, and enumeration's seconds."""
    long = os.environ.get("GRIDPROOF_BENCH") == "long"
    limits = Limits(time=LONG_LIMIT if long else LIMIT)
    spec = find_generator(GAME, "random")
    seeds = 3 if long else 1
    table = Table(
        "heroes", "density", "hp", "types", "proven", "median s", "slowest s", "gap", "4^h, s"
    )
    for heroes in LONG_SIZES if long else SIZES:
        for density in DENSITIES:
            for most_hp in (1, 4, 8):
                for types in (1, 3):
                    results, enumerated = [], "-"
                    kind = {"heroes": heroes, "density": density, "hp": most_hp, "types": types}
                    config = GeneratorConfig(GAME, spec, kind)
                    for seed in range(seeds):
                        board = config.draw(f"{seed}.0")
                        results.append(solve(board, solver="optimal", limits=limits))
                        if heroes <= 18 and seed == 0:
                            enumerated = _seconds(
                                solve(board, solver="enumerate-4h", limits=limits)
                            )
                    times = [r.stats.wall_time for r in results]
                    gaps = [
                        r.bound - r.cost
                        for r in results
                        if isinstance(r.bound, int) and isinstance(r.cost, int)
                    ]
                    table.add_row(
                        str(heroes),
                        density,
                        f"1-{most_hp}",
                        str(types),
                        f"{sum(r.status is Status.OPTIMAL for r in results)} of {seeds}",
                        f"{statistics.median(times):.3f}",
                        f"{max(times):.3f}",
                        str(max(gaps)),
                        enumerated,
                    )
    messages.out(f"merge, `optimal` on random boards, {limits.time:.0f} s a board; {stamp()}")
    messages.stdout().print(table)


def _seconds(result: Result) -> str:
    seconds = f"{result.stats.wall_time:.3f}"
    return seconds if result.status is Status.OPTIMAL else f"> {seconds}"
