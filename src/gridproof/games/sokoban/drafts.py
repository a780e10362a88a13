"""The pieces of a board, for those who draw one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games.sokoban.level import FLOOR, GOAL, WALL, SokobanLevel
from gridproof.grid import in_reading_order
from gridproof.scene import UNREACHED, Mark, Sprite
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "layout", "remarks"]

_THING: Final = 1
PALETTE: Final = (
    Piece("wall", Sprite("", "wall", 0, 0), "#", fills=True),
    Piece("goal", Sprite("", "goal", 0, 0), "."),
    Piece("box", Sprite("", "box", 0, 0, "$"), "$", layer=_THING, on={"goal": "stored"}),
    Piece("player", Sprite("", "player", 0, 0, "@"), "@", layer=_THING, single=True),
)


def layout(level: SokobanLevel) -> Layout | None:
    """Return the cells of walls, goals, boxes and the player."""
    kinds = {WALL: "wall", GOAL: "goal"}
    ground: dict[str, list[Any]] = {name: [] for name in kinds.values()}
    for number, kind in enumerate(level.cells):
        if kind in kinds:
            ground[kinds[kind]].append(level.cell(number))
    return {**ground, "box": level.boxes, "player": level.players}


def built(width: int, height: int, layout: Layout, options: Mapping[str, Any]) -> SokobanLevel:
    """Return the board with these pieces."""
    cells = [FLOOR] * (width * height)
    for name, kind in (("wall", WALL), ("goal", GOAL)):
        for x, y in layout.get(name, ()):
            cells[y * width + x] = kind
    return SokobanLevel(
        width=width,
        height=height,
        cells="".join(cells),
        boxes=in_reading_order(layout.get("box", ())),
        players=in_reading_order(layout.get("player", ())),
    )


def remarks(level: SokobanLevel) -> Iterator[Mark]:
    """Yield dead squares, and floor that the player cannot reach; that outside is not coloured."""
    sides, ends = (0, level.width - 1), (0, level.height - 1)
    border = [
        number
        for number, kind in enumerate(level.cells)
        if kind != WALL and (number % level.width in sides or number // level.width in ends)
    ]
    outside = level.region(border)
    for number, kind in enumerate(level.cells):
        if number in level.dead:
            yield Mark(*level.cell(number), UNREACHED, "a box here never gets to a goal")
        elif kind != WALL and number not in level.reach:
            tint = None if number in outside else UNREACHED
            yield Mark(*level.cell(number), tint, "the player never gets here")
