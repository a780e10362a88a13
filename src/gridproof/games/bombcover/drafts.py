"""The pieces of a board, for those who draw one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games.bombcover.level import CRATE, EMPTY, WALL, BombcoverLevel
from gridproof.grid import Direction, Pos, connected, in_reading_order
from gridproof.scene import UNREACHED, Mark, Sprite
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "layout", "remarks"]

_KINDS: Final = {"wall": WALL, "crate": CRATE}
PALETTE: Final = (
    Piece("wall", Sprite("", "wall", 0, 0), "#", fills=True),
    Piece("crate", Sprite("", "crate", 0, 0), "x", fills=True),
    Piece("player", Sprite("", "player", 0, 0, "@"), "@", fills=True),
)


def layout(level: BombcoverLevel) -> Layout | None:
    """Return the cells of walls, crates and players."""
    found: dict[str, list[Pos]] = {
        name: [
            Pos(number % level.width, number // level.width)
            for number, cell in enumerate(level.cells)
            if cell == kind
        ]
        for name, kind in _KINDS.items()
    }
    return {**found, "player": level.players}


def built(width: int, height: int, layout: Layout, options: Mapping[str, Any]) -> BombcoverLevel:
    """Return the board with these pieces."""
    cells = [EMPTY] * (width * height)
    for name, kind in _KINDS.items():
        for x, y in layout.get(name, ()):
            cells[y * width + x] = kind
    players = in_reading_order(layout.get("player", ()))
    return BombcoverLevel(
        width=width, height=height, cells="".join(cells), players=players, **options
    )


def remarks(level: BombcoverLevel) -> Iterator[Mark]:
    """Yield the cells that walls keep all players from, whatever is blown up."""
    width = level.width

    def is_open(cell: Pos, way: Direction) -> bool:
        beside = cell.step(way)
        return beside.within(width, level.height) and (
            level.cells[beside.y * width + beside.x] != WALL
        )

    inside = connected(level.players, is_open)
    for number, kind in enumerate(level.cells):
        cell = Pos(number % width, number // width)
        if kind != WALL and cell not in inside:
            yield Mark(*cell, UNREACHED, "no player gets here")
