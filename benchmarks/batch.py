"""Batches: what a small board costs beside its solving, on this machine and on a Dask cluster."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.table import Table
from tests.batch.local_cluster import Cluster, workers

from gridproof.batch.cluster import connected
from gridproof.batch.plan import Drawn, Plan, Setup
from gridproof.batch.running import run
from gridproof.batch.store import Store
from gridproof.benching import stamp
from gridproof.cli import messages
from gridproof.games.bombcover import GAME
from gridproof.recipes import Recipe, find_generator
from gridproof.result import Limits

#: `GRIDPROOF_BENCH=long` takes the second number.
BOARDS, LONG_BOARDS = 2000, 10_000
SIDE = 8


def overhead() -> None:
    """A row a way to run the same boards, none of them run before.

    The overhead is the time of all workers that no solver used: reading, handing over, verifying
    what is not in a solver's seconds, writing to the store, and starting the processes.
    """
    count = LONG_BOARDS if os.environ.get("GRIDPROOF_BENCH") == "long" else BOARDS
    recipe = Recipe(GAME, find_generator(GAME, "random"), {"width": SIDE, "height": SIDE})
    plan = Plan([Drawn("small", recipe, count)], [Setup(limits=Limits(time=60))])
    table = Table(
        "by", "workers", "wall s", "boards a s", "solving ms", "overhead ms", "coordinator CPU ms"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for jobs in (1, 2):
            _row(table, plan, folder / f"{jobs}.db", "batch", jobs)
        with Cluster(folder) as cluster:
            for _ in range(2):
                cluster.add()
            with connected(cluster.address) as client:
                workers(client)
                _row(table, plan, folder / "cluster.db", "Dask", 2, executor=client)
    messages.out(f"batch, {count:,} boards of bombcover, {SIDE} × {SIDE}; {stamp()}")
    messages.stdout().print(table)


def _row(table: Table, plan: Plan, path: Path, name: str, jobs: int, executor: Any = None) -> None:
    with Store.writing(str(path)) as store:
        store.add(plan.runs(_raise))
    with Store.writing(str(path)) as store:  # drawing the boards and noting them is done
        wall, cpu = time.perf_counter(), time.process_time()
        standing = run(None, store, jobs=jobs, executor=executor)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        assert standing.proven == standing.total
        solving = sum(
            ended.result["stats"]["total_time"] for ended in store.finished() if ended.result
        )
    each = 1000 / standing.total
    table.add_row(
        name,
        str(jobs),
        f"{wall:.1f}",
        f"{standing.total / wall:,.0f}",
        f"{solving * each:.3f}",
        f"{(wall * jobs - solving) * each:.3f}",
        f"{cpu * each:.3f}",
    )


def _raise(problem: Any) -> None:
    raise AssertionError(problem)
