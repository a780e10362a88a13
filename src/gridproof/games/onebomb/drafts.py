"""The pieces of a board, for those who draw one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games.onebomb.level import BRICK, EMPTY, ROCK, OnebombLevel
from gridproof.grid import Direction, Pos, connected
from gridproof.level import Fault
from gridproof.scene import UNREACHED, Mark, Sprite
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "layout", "remarks"]

_KINDS: Final = {"rock": ROCK, "brick": BRICK}
_ENDS: Final = {"start": "P", "goal": "K"}
PALETTE: Final = (
    Piece("rock", Sprite("", "rock", 0, 0), "X", fills=True),
    Piece("brick", Sprite("", "brick", 0, 0), "#", fills=True),
    *(
        Piece(name, Sprite("", name, 0, 0, sign, sign=sign), sign, fills=True, single=True)
        for name, sign in _ENDS.items()
    ),
)


def layout(level: OnebombLevel) -> Layout | None:
    """Return the cells of rocks, bricks, start and goal."""
    found: dict[str, list[Pos]] = {
        name: [level.cell(number) for number, cell in enumerate(level.cells) if cell == kind]
        for name, kind in _KINDS.items()
    }
    return {**found, "start": [level.start], "goal": [level.goal]}


def built(
    width: int, height: int, layout: Layout, options: Mapping[str, Any]
) -> OnebombLevel | Fault:
    """Return the board with these pieces, or say that start or goal is missing."""
    cells = bytearray([EMPTY]) * (width * height)
    for name, kind in _KINDS.items():
        for x, y in layout.get(name, ()):
            cells[y * width + x] = kind
    for name, sign in _ENDS.items():
        if not layout.get(name):
            return Fault(f"the board has no {name} `{sign}`")
    (start,), (goal,) = layout["start"], layout["goal"]
    return OnebombLevel(
        width=width, height=height, cells=bytes(cells), start=start, goal=goal, **options
    )


def remarks(level: OnebombLevel) -> Iterator[Mark]:
    """Yield the cells that no path leads to, wherever the bomb lies."""

    def is_open(cell: Pos, way: Direction) -> bool:
        beside = cell.step(way)
        return beside.within(level.width, level.height) and (
            level.cells[beside.y * level.width + beside.x] != ROCK
        )

    inside = connected([level.start], is_open)
    for number, kind in enumerate(level.cells):
        if kind != ROCK and (cell := level.cell(number)) not in inside:
            yield Mark(*cell, UNREACHED, "no path leads here")
