"""Bounds for boards of bombcover that know nothing of how a board was made."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.limits import Ticker
from gridproof.solving.linear_program import LinearProgram, run

__all__ = ["fewest_sets", "least_explosions", "static_explosions"]

Cell = tuple[int, int]
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _rows(level: BombcoverLevel) -> list[str]:
    width = level.width
    return [level.cells[y * width : (y + 1) * width] for y in range(level.height)]


def least_explosions(level: BombcoverLevel) -> int:
    """No fewer explosions clear a board: each takes at most all crates within the radius.

    Whatever stands between, from every cell of the board, walls and crates too.
    """
    assert level.radius is not None
    rows = _rows(level)
    crates = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "x"]
    taken: dict[Cell, set[Cell]] = {}
    for x, y in crates:
        for dx, dy in DIRECTIONS:
            for far in range(level.radius + 1):
                cell = (x + dx * far, y + dy * far)
                if 0 <= cell[0] < level.width and 0 <= cell[1] < level.height:
                    taken.setdefault(cell, set()).add((x, y))
    return len(fewest_sets(crates, taken))


def static_explosions(level: BombcoverLevel) -> list[Cell]:
    """Fewest cells, empty at the start, whose explosions then would destroy all crates together."""
    assert level.radius is not None
    rows = _rows(level)
    taken: dict[Cell, set[Cell]] = {}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            for dx, dy in DIRECTIONS if cell == "." else ():
                for far in range(1, level.radius + 1):
                    met = rows[y + dy * far][x + dx * far]
                    if met != ".":
                        if met == "x":
                            taken.setdefault((x, y), set()).add((x + dx * far, y + dy * far))
                        break
    crates = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "x"]
    return fewest_sets(crates, taken)


def fewest_sets(things: Iterable[Any], sets: dict[Cell, set[Any]]) -> list[Cell]:
    """Names of fewest sets that hold all things together, by integer programming."""
    columns: dict[str, Cell] = {}  # one of those that are equal
    for name, members in sets.items():
        columns.setdefault(json.dumps(sorted(members)), name)
    names = list(columns.values())
    holding: dict[Any, list[int]] = {}
    for number, name in enumerate(names):
        for thing in sets[name]:
            holding.setdefault(thing, []).append(number)
    program = LinearProgram()
    for _ in names:
        program.column(1.0, 1.0, integer=True)
    for thing in things:
        row = holding[thing]
        program.row(row, [1.0] * len(row), lower=1.0)
    found = run(program.highs(), Ticker())
    assert found.values is not None
    assert abs(found.bound - sum(found.values)) < 1e-6, "not proven"
    chosen = [name for name, value in zip(names, found.values, strict=True) if value > 0.5]
    assert set(things) <= set().union(*(sets[name] for name in chosen))
    return chosen
