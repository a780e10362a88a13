"""Solves the courses, and the boards that reductions make, and prints a table: `make demo`.

The exit code is 0 only if every board is answered, and every solution verified.
"""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

import gridproof
from gridproof.files.shipped import collections
from gridproof.result import Result, Status


def main() -> int:
    """Print the table; return the exit code."""
    table = Table("game", "title", "status", "cost", "bound", "nodes", "seconds", "verified")
    answered = True
    for found in collections().values():
        if found.id not in (found.game, f"{found.game}/reductions"):
            continue
        for level in found.levels:
            result = gridproof.solve(level, limits=gridproof.Limits(time=60))
            answered &= result.status in (Status.OPTIMAL, Status.INFEASIBLE)
            table.add_row(*row(result))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    return 0 if answered else 1


def row(result: Result) -> list[str]:
    """Return the cells of one board's line."""
    unsolvable = result.status is Status.INFEASIBLE
    return [
        result.game,
        result.title or "",
        str(result.status),
        "-" if result.cost is None else str(result.cost),
        "-" if result.bound is None else str(result.bound),
        f"{result.stats.expanded:,}",
        f"{result.stats.total_time:.3f}",
        "-" if unsolvable else "yes" if result.verified else "NO",
    ]


if __name__ == "__main__":
    sys.exit(main())
