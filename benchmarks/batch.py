"""Batches: what a small board costs beside its solving, on this machine and on a Dask cluster."""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from tests.processes.local_cluster import Cluster, workers
from tests.processes.watching import descendants

from gridproof.batch.plan import Drawn, Plan, Setup
from gridproof.batch.running import run
from gridproof.batch.store import Store
from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments.machine import stamp
from gridproof.games.bombcover.game import GAME
from gridproof.processes.dask import connected
from gridproof.result import Limits
from gridproof.solving.solve import solve

#: `GRIDPROOF_BENCH=long` takes the second number.
BOARDS, LONG_BOARDS = 2000, 10_000
SIDE: Final = 8
LIMITS: Final = Limits(time=60)


def overhead() -> None:
    """Print a row a way to solve the same boards: one by one in a loop, by batches, on a cluster.

    Wall is the time of all workers together; CPU that of all processes, with the coordinator and
    Dask's own. The overhead is what is beyond the loop: starting processes, handing over, reading,
    checking, and writing the results down. Drawing the boards is not in it. Linux only.
    """
    count = LONG_BOARDS if os.environ.get("GRIDPROOF_BENCH") == "long" else BOARDS
    config = GeneratorConfig(GAME, find_generator(GAME, "random"), {"width": SIDE, "height": SIDE})
    drawn = Drawn("small", config, count)
    levels = [config.draw(f"0.{number}") for number in range(count)]
    table = Table("by", "workers", "boards a s")
    for what in ("wall ms", "CPU ms", "wall overhead ms", "CPU overhead ms"):
        table.add_column(what, justify="right")
    loop = _measured(lambda: [solve(level, limits=LIMITS) for level in levels], _spent)

    def row(name: str, workers: int, seconds: tuple[float, float]) -> None:
        wall, cpu = seconds[0] * workers, seconds[1]
        each = 1000 / count
        table.add_row(
            name,
            str(workers),
            f"{count / seconds[0]:,.0f}",
            f"{wall * each:.3f}",
            f"{cpu * each:.3f}",
            f"{(wall - loop[0]) * each:.3f}",
            f"{(cpu - loop[1]) * each:.3f}",
        )

    row("a loop", 1, loop)
    with tempfile.TemporaryDirectory() as folder:
        for jobs in (1, 2):
            path = str(Path(folder, f"{jobs}.db"))
            row("batch", jobs, _batch(drawn, path, _spent, jobs=jobs))
        with Cluster(Path(folder)) as cluster:
            for _ in range(2):
                cluster.add()
            with connected(cluster.address) as client:
                workers(client)
                path = str(Path(folder, "cluster.db"))
                row("Dask", 2, _batch(drawn, path, lambda: _all_spent(cluster), executor=client))
    messages.out(f"batch, {count:,} boards of bombcover, {SIDE} × {SIDE}; {stamp()}")
    messages.stdout().print(table)


def _batch(drawn: Drawn, path: str, spent: Callable[[], float], **how: Any) -> tuple[float, float]:
    plan = Plan([drawn], [Setup(limits=LIMITS)])
    with Store.writing(path) as store:
        store.add(plan.runs(_raise))
    with Store.writing(path) as store:
        seconds = _measured(lambda: run(None, store, **how), spent)
        tally = store.tally()
        assert tally.proven == tally.total == drawn.count
    return seconds


def _measured(work: Callable[[], Any], spent: Callable[[], float]) -> tuple[float, float]:
    """Return the seconds by the clock, and those of processors."""
    wall, cpu = time.perf_counter(), spent()
    work()
    return time.perf_counter() - wall, spent() - cpu


def _spent() -> float:
    """Return processor seconds of this process and those that it has waited for."""
    mine = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in mine)


def _all_spent(cluster: Cluster) -> float:
    """Return the same with those of a cluster's processes, which are all alive."""
    theirs = 0
    for first in cluster.processes:
        for pid in (first.pid, *descendants(first.pid)):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
            theirs += sum(map(int, fields.split()[11:15]))
    return _spent() + theirs / os.sysconf("SC_CLK_TCK")


def _raise(problem: Any) -> None:
    raise AssertionError(problem)
