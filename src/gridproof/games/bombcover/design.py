"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gridproof.game import RelaxedVariant
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import CRATE, EMPTY, WALL, BombcoverLevel, bits
from gridproof.grid import Direction, Pos
from gridproof.limits import Ticker
from gridproof.result import Result
from gridproof.specs import Measure

__all__ = ["MEASURES", "measure", "normalized", "relaxed_variants"]

MEASURES: Final = (
    Measure("crates", "crates", "how many crates have to go"),
    Measure(
        "closed",
        "closed",
        "percentage of the free cells within reach that no player can walk to at the start",
    ),
)


def measure(level: BombcoverLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of the game's measures.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    start = rules.cells_of(level, level.players)
    reached = rules.reach(level, start, level.open_cells, ticker.check)
    walked = rules.reach(level, start, level.open_cells & ~level.crates, ticker.check)
    free = (reached & ~level.crates).bit_count()
    return {
        "crates": (reached & level.crates).bit_count(),
        "closed": 100 * (free - walked.bit_count()) // free,
    }


def relaxed_variants(level: BombcoverLevel) -> Iterator[RelaxedVariant]:
    """Yield the board without each wall beside a cell within reach, and each crate within reach.

    Without any other one neither the reach nor the end of an arm changes.
    """
    start = rules.cells_of(level, level.players)
    reached = rules.reach(level, start, level.open_cells)
    for number, kind in enumerate(level.cells):
        cell = Pos(number % level.width, number // level.width)
        if kind == EMPTY:
            continue
        around = (cell,) if kind == CRATE else (cell.step(direction) for direction in Direction)
        inside = (near for near in around if near.within(level.width, level.height))
        if any(reached >> level.bit(near) & 1 for near in inside):
            cells = level.cells[:number] + EMPTY + level.cells[number + 1 :]
            name = "crate" if kind == CRATE else "wall"
            yield RelaxedVariant(name, (cell,), replace(level, cells=cells, info={}, origin=None))


def normalized(level: BombcoverLevel) -> BombcoverLevel:
    """Return the smallest part of the board with all cells within reach; all other cells are wall.

    It plays like the board, whatever the options. The reach over empty cells and crates stays the
    same, and the cells around it are walls or outside the board, which is the same. A walk, an arm
    and a thrown bomb pass from cell to cell and over no wall: they stay within reach.
    """
    reached = rules.reach(level, rules.cells_of(level, level.players), level.open_cells)
    cells = [level.cell(bit) for bit in bits(reached)]
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    top, bottom = cells[0].y, cells[-1].y
    width = right - left + 1
    kinds = bytearray(WALL * (width * (bottom - top + 1)), "ascii")
    for x, y in cells:
        kinds[(y - top) * width + x - left] = ord(level.at(Pos(x, y)))
    return replace(
        level,
        width=width,
        height=bottom - top + 1,
        cells=kinds.decode(),
        players=tuple(Pos(x - left, y - top) for x, y in level.players),
    )
