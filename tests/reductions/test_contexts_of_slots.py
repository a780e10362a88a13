"""sat-to-bombcover, conditions S0 to S4 for all boards: the views of cells are a finite list.

A cell's view is what it sees up to the next walls, through crates. In a loop's upper corridor a row
ends at walls in each slot, so that it has crates of two neighbouring slots at most; a column ends
below its tile, or it is a shaft, which has a clause's crate alone; the other corridors have the two
corners alone. So a view follows from two neighbouring tiles of a loop, or a tile and an end of it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Direction, Pos
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import reduce
from gridproof.reductions.sat_to_bombcover.plan import SHAFT, VARIANTS
from gridproof.reductions.sources.cnf import Formula, default_names
from gridproof.reductions.sources.formula import SOURCE

REDUCTION = find_reduction("sat-to-bombcover")
#: A crate of a view: its part, and its slot and loop, counted from those of the first crate.
Crate = tuple[Any, ...]
View = frozenset[tuple[Crate, ...]]


def small_formulas() -> Iterator[Formula]:
    """Formulas of two variables with all pairs of tiles in one loop: up to two clauses."""
    clauses = [(1,), (-1,), (2,), (-2,), (1, 2), (-1, 2), (1, -2), (-1, -2)]
    for one in clauses:
        yield Formula(default_names(2), (one,))
    for pair in itertools.product(clauses, repeat=2):
        yield Formula(default_names(2), pair)


def crates(encoding: Encoding) -> dict[Pos, Crate]:
    """By cell its part in the tile, or the corner; its slot, its loop. Clauses are in no loop."""
    found: dict[Pos, Crate] = {}
    last = len(encoding.instance.clauses)
    for loop, record in enumerate(encoding.map["loops"]):
        for name, cell, slot in zip(("BL", "BR"), record["corners"], (-1, last), strict=True):
            found[Pos(*cell)] = (name, slot, loop)
        for slot, entry in enumerate(record["slots"]):
            literals = encoding.instance.clauses[slot]
            tile = next((literal > 0 for literal in literals if abs(literal) == loop + 1), None)
            for number, cell in enumerate(entry["crates"]):
                found[Pos(*cell)] = ((tile, number), slot, loop)
    for slot, cell in enumerate(encoding.map["clauses"]):
        found[Pos(*cell)] = ("clause", slot, None)
    return found


def views(encoding: Encoding) -> Iterator[View]:
    """The view of each cell that is no wall, direction by direction, without its place."""
    level, of = encoding.board(BombcoverLevel), crates(encoding)
    runs = [*_runs(level, down=False), *_runs(level, down=True)]
    arms: dict[Pos, list[list[Crate]]] = {}
    for run in runs:
        on = [of.get(cell) for cell in run]
        for i, cell in enumerate(run):
            before = [crate for crate in reversed(on[:i]) if crate]
            behind = [crate for crate in on[i + 1 :] if crate]
            arms.setdefault(cell, []).extend((before, behind))
    for seen in arms.values():
        yield _without_place(seen)


def _runs(level: BombcoverLevel, down: bool) -> Iterator[list[Pos]]:
    outer, inner = (level.width, level.height) if down else (level.height, level.width)
    for i in range(outer):
        line = [Pos(i, k) if down else Pos(k, i) for k in range(inner)]
        for wall, cells in itertools.groupby(line, lambda cell: level.at(cell) == "#"):
            if not wall:
                yield list(cells)


def _without_place(seen: list[list[Crate]]) -> View:
    """Count slots and loops from the least ones that are seen."""
    wires = [crate for arm in seen for crate in arm if crate[0] not in ("BL", "BR", "clause")]
    base = min((slot for _, slot, _ in wires), default=None)
    loops = {loop for arm in seen for _, _, loop in arm if loop is not None}

    def told(crate: Crate) -> Crate:
        name, slot, loop = crate
        away = None if base is None else slot - base
        return name, away, loop is not None and loop - min(loops)

    return frozenset(tuple(map(told, arm)) for arm in seen if arm)


@functools.cache
def known(variant: str) -> frozenset[View]:
    """All views on boards of small formulas, which pass the audit."""
    found: set[View] = set()
    for formula in small_formulas():
        encoding = reduce("sat-to-bombcover", formula, {"variant": variant})
        assert REDUCTION.audit(encoding).passed
        found.update(views(encoding))
    return frozenset(found)


@pytest.mark.parametrize(("variant", "count"), [("sound", 126), ("pierce", 70)])
def test_the_views_on_all_boards_are_a_finite_list(variant: str, count: int) -> None:
    assert len(known(variant)) == count
    rng = Random(3)
    for _ in range(12):
        formula = SOURCE.random(f"{rng.randint(1, 6)},{rng.randint(1, 6)}", rng)
        encoding = reduce("sat-to-bombcover", formula, {"variant": variant})
        assert known(variant) >= set(views(encoding)), str(formula)


def test_the_tiles_are_connected_in_themselves_and_with_each_other() -> None:
    """S0: a tile's empty cells are connected, its crates touch them, and its ends are empty."""
    tiles = VARIANTS["sound"]
    for tile in (tiles.plain, tiles.negated, tiles.absent):
        cells = {Pos(x, y): cell for y, row in enumerate(tile.rows) for x, cell in enumerate(row)}
        empty = {cell for cell, what in cells.items() if what == "."}
        found, waiting = {Pos(0, 0)}, [Pos(0, 0)]
        for cell in waiting:
            near = {cell.step(direction) for direction in Direction} & empty - found
            found |= near
            waiting += near
        assert found == empty
        assert Pos(len(tile.rows[0]) - 1, 0) in empty
        assert {Pos(SHAFT, 0), Pos(SHAFT, 1)} <= empty
        for cell, what in cells.items():
            assert what != "x" or empty & {cell.step(direction) for direction in Direction}
