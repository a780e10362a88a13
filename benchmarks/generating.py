"""Levels as wished: share delivered, seconds, and what `solve` says of the file they are in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from gridproof.cli import messages
from gridproof.experiments.machine import stamp
from gridproof.files.reading import read_file

#: Of each run.
SEED = 17


@dataclass(frozen=True)
class Order:
    """The arguments of `gridproof generate`.

    Attributes:
        game: whose levels.
        asked: generator, parameters and wishes, as on the command line.
        count: levels.
        seconds: that it may take.
    """

    game: str
    asked: str
    count: int = 50
    seconds: int = 600


#: `GRIDPROOF_BENCH=long` takes the second ones too, which take up to ten minutes each.
ORDERS = (
    Order("robots", "--method standard --min-cost 15 --max-cost 15", seconds=60),
    Order("robots", "--method standard --min-cost 8 --max-cost 12 --unique"),
    Order("robots", "--method backward --min-cost 4"),
    Order("sokoban", "--method rooms boxes=3 --min-cost 20"),
    Order("bombcover", "--method random --min-cost 8 --max-cost 10"),
    Order("bombcover", "--method traps --min-gap 1"),
    Order("onebomb", "--method mazes --min-gap 20"),
    Order("onebomb", "--method caves --min-cost 45"),
    Order("merge", "--method climb --min-gap 1"),
    Order("merge", "--method random --min-cost 8 --max-cost 8"),
    Order("boxcover", "--method climb --min-gap 2"),
    Order("boxcover", "--method clustered --min-cost 10 --max-cost 20"),
)
LONG_ORDERS = (
    Order("robots", "--method hardest --min-cost 22", count=1),
    Order("sokoban", "--method rooms width=9 height=9 boxes=4 --min-cost 30", count=20),
)


def orders() -> None:
    """Print a row an order: levels, boards drawn, seconds, and levels that `solve` proves too."""
    long = os.environ.get("GRIDPROOF_BENCH") == "long"
    jobs = os.environ.get("GRIDPROOF_JOBS", "1")
    table = Table("game", "asked", "delivered", "drawn", "seconds", "of", "solved alike")
    for order in ORDERS + (LONG_ORDERS if long else ()):
        table.add_row(*_row(order, jobs))
    messages.out(f"generate, seed {SEED}, {jobs} processes; {stamp()}")
    messages.stdout().print(table)


def _row(order: Order, jobs: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "levels.txt"
        asked = [*order.asked.split(), "--count", str(order.count), "--seed", str(SEED)]
        started = time.perf_counter()
        said = _gridproof(
            "generate", order.game, *asked, "--time", str(order.seconds), "--jobs", jobs,
            "--out", str(path),
        ).stderr  # fmt: skip
        seconds = time.perf_counter() - started
        stated = []
        if path.is_file():
            stated = [int(level.info["optimum"]) for level in read_file(str(path), game=order.game)]
        solved = _gridproof("solve", str(path), "--game", order.game, "--json").stdout
    found = [json.loads(line) for line in solved.splitlines()]
    alike = [
        result["status"] == "OPTIMAL" and result["verified"] and result["cost"] == optimum
        for result, optimum in zip(found, stated, strict=True)
    ]
    drawn = said.partition(" from ")[2].partition(" board")[0]
    return [
        order.game,
        order.asked,
        f"{len(stated)} of {order.count}",
        drawn,
        f"{seconds:.1f}",
        str(order.seconds),
        f"{sum(alike)} of {len(stated)}",
    ]


def _gridproof(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own; return what it says on both ways out."""
    return subprocess.run(
        [sys.executable, "-m", "gridproof", *arguments], capture_output=True, text=True
    )
