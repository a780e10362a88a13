"""onebomb: CPU time and bytes a cell of `solve` and its two kernels, on seven kinds of boards."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from rich.table import Table

from benchmarks.timing import Case, run_in_turn
from gridproof._native import onebomb as native
from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments.machine import stamp
from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.games.onebomb.solve.kernel import problem
from gridproof.solving.solve import solve

SIDES = (1000, 2000, 4096)
#: Counted rounds; the first one before them warms up.
ROUNDS = 3

#: Generators.
FAMILIES = ("open", "walled", "scattered", "cluttered", "caves", "snake", "spiral")


def linear_kernels() -> None:
    """Time `layered`, `optimal` and the whole of `solve` in turn, on boards of all kinds.

    All but `solve` is without the replay of the solution, and without reading or writing.
    """
    table = Table(
        *("board", "side", "length", "layered ns", "optimal ns", "ratio", "solve ns"),
        "bytes a cell",
    )
    for family in FAMILIES:
        spec = find_generator(GAME, family)
        for side in SIDES:
            level = GeneratorConfig(GAME, spec, {"width": side, "height": side}).draw("1.0")
            assert isinstance(level, OnebombLevel)
            found: dict[str, Any] = {}
            cases = [
                Case("onebomb", method, partial(_run, level, method, found))
                for method in ("crossing", "layered")
            ]
            cases.append(Case("onebomb", "solve", partial(_solve, level)))
            ratio = run_in_turn(cases, ROUNDS)["onebomb/layered"]
            optimal, layered, whole = (case.median / len(level.cells) * 1e9 for case in cases)
            path, peak = found["crossing"]["path"], found["crossing"]["peak_memory"]
            assert (path is None) == (found["layered"]["path"] is None)
            assert path is None or len(path) == len(found["layered"]["path"])
            table.add_row(
                family,
                str(side),
                "NIE" if path is None else f"{len(path):,}",
                f"{layered:.1f}",
                f"{optimal:.1f}",
                f"{ratio:.1f}",
                f"{whole:.0f}",
                f"{peak / len(level.cells):.0f}",
            )
    messages.out(stamp())
    messages.stdout().print(table)


def _run(level: OnebombLevel, method: str, found: dict[str, Any]) -> tuple[float, int]:
    started = time.process_time()
    found[method] = native.solve(**problem(level), method=method)
    return time.process_time() - started, found[method]["nodes"]


def _solve(level: OnebombLevel) -> tuple[float, int]:
    result = solve(level, game=GAME, clock=time.process_time)
    return result.stats.total_time, result.stats.expanded
