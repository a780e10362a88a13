"""onebomb: nanoseconds and bytes a cell of the two linear kernels, on seven kinds of boards."""

from __future__ import annotations

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

SIDES = (1000, 2000, 4000)
#: Counted rounds; the first one before them warms up.
ROUNDS = 3

#: Generators.
FAMILIES = ("open", "walled", "scattered", "cluttered", "caves", "snake", "spiral")


def linear_kernels() -> None:
    """`layered` and `optimal` in turn, on boards of all kinds."""
    table = Table("board", "side", "length", "layered ns", "optimal ns", "ratio", "bytes a cell")
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
            ratio = run_in_turn(cases, ROUNDS)["onebomb/layered"]
            optimal, layered = (case.median / len(level.cells) * 1e9 for case in cases)
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
                f"{peak / len(level.cells):.0f}",
            )
    messages.out(stamp())
    messages.stdout().print(table)


def _run(level: OnebombLevel, method: str, found: dict[str, Any]) -> tuple[float, int]:
    found[method] = native.solve(**problem(level), method=method)
    return found[method]["seconds"], found[method]["nodes"]
