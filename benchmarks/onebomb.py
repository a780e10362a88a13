"""onebomb: nanoseconds and bytes a cell of the two linear kernels, on seven kinds of boards."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.table import Table

from gridproof._native import onebomb as native
from gridproof.benching import Case, run_in_turn, stamp
from gridproof.cli import messages

SIDES = (1000, 2000, 4000)
#: Counted rounds; the first one before them warms up.
ROUNDS = 3


def open_board(side: int) -> list[bytearray]:
    """No obstacle: the straight way is the answer."""
    return [bytearray(b"." * side) for _ in range(side)]


def walled(side: int) -> list[bytearray]:
    """Two long walls with gaps at opposite ends, so that the straight way is not the answer."""
    rows = open_board(side)
    rows[side // 3] = bytearray(b"X" * (side - 1) + b".")
    rows[2 * side // 3] = bytearray(b"." + b"X" * (side - 1))
    rows[2 * side // 3][side // 2] = ord("#")
    return rows


def scattered(side: int) -> list[bytearray]:
    """A tenth rock, a tenth brick."""
    rng = random.Random(side)
    return [bytearray(rng.choices(b".#X", (8, 1, 1), k=side)) for _ in range(side)]


def cluttered(side: int) -> list[bytearray]:
    """15 % rock, 15 % brick: without a bomb the straight way is not the answer."""
    rng = random.Random(side)
    return [bytearray(rng.choices(b".#X", (70, 15, 15), k=side)) for _ in range(side)]


def caves(side: int) -> list[bytearray]:
    """35 % rock, 3 % brick: the way winds."""
    rng = random.Random(side)
    return [bytearray(rng.choices(b".#X", (62, 3, 35), k=side)) for _ in range(side)]


def snake(side: int) -> list[bytearray]:
    """One corridor between rows of rock, as long as half the board."""
    rows = open_board(side)
    for y in range(1, side, 2):
        rows[y][:] = b"X" * side
        rows[y][side - 1 if y % 4 == 1 else 0] = ord(".")
    return rows


def spiral(side: int) -> list[bytearray]:
    """One corridor between bricks, winding inwards."""
    rows = [bytearray(b"#" * side) for _ in range(side)]
    x, y, dx, dy = 0, 0, 1, 0
    rows[0][0] = ord(".")
    # The first three sides are as long as the board, and then two by two shorter by 2.
    lengths = [side - 1, *(n for n in range(side - 1, 0, -2) for _ in range(2))]
    for length in lengths:
        for _ in range(length):
            x, y = x + dx, y + dy
            rows[y][x] = ord(".")
        dx, dy = -dy, dx
    return rows


FAMILIES: tuple[Callable[[int], list[bytearray]], ...] = (
    open_board,
    walled,
    scattered,
    cluttered,
    caves,
    snake,
    spiral,
)


def linear_kernels() -> None:
    """`layered` and `optimal` in turn; from the upper left corner to the last open cell."""
    table = Table("board", "side", "length", "layered ns", "optimal ns", "ratio", "bytes a cell")
    for family in FAMILIES:
        for side in SIDES:
            rows = family(side)
            rows[0][0] = ord(".")
            cells = bytes(b"".join(rows))
            problem = {
                "width": side,
                "height": side,
                "cells": cells,
                "start": 0,
                "goal": cells.rindex(b"."),
            }
            found: dict[str, Any] = {}
            cases = [
                Case("onebomb", method, partial(_run, problem, method, found))
                for method in ("crossing", "layered")
            ]
            ratio = run_in_turn(cases, ROUNDS)["onebomb/layered"]
            optimal, layered = (case.median / len(cells) * 1e9 for case in cases)
            path, peak = found["crossing"]["path"], found["crossing"]["peak_memory"]
            assert (path is None) == (found["layered"]["path"] is None)
            assert path is None or len(path) == len(found["layered"]["path"])
            table.add_row(
                family.__name__,
                str(side),
                "NIE" if path is None else f"{len(path):,}",
                f"{layered:.1f}",
                f"{optimal:.1f}",
                f"{ratio:.1f}",
                f"{peak / len(cells):.0f}",
            )
    messages.out(stamp())
    messages.stdout().print(table)


def _run(problem: dict[str, Any], method: str, found: dict[str, Any]) -> tuple[float, int]:
    found[method] = native.solve(**problem, method=method)
    return found[method]["seconds"], found[method]["nodes"]
