"""The pieces of a board, for those who draw one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gridproof.game import Layout
from gridproof.games.robots.formats.forms import GLYPHS
from gridproof.games.robots.level import MAX_ROBOTS, SIDES, TARGET_ROBOT, RobotsLevel
from gridproof.grid import Direction, Pos, connected
from gridproof.scene import UNREACHED, Mark, Sprite
from gridproof.specs import Piece

__all__ = ["PALETTE", "built", "layout", "remarks"]

_WALLS: Final = {"wall on the right": "E", "wall below": "S"}
_ROBOT: Final = 1
PALETTE: Final = (
    *(
        Piece(name, Sprite("", "wall", 0, 0), "#", side=side)
        for name, side in zip(_WALLS, (Direction.R, Direction.D), strict=True)
    ),
    Piece(
        "target",
        Sprite("", "target", 0, 0, tint=-1),
        "T",
        single=True,
        tinted_by=TARGET_ROBOT.attribute,
    ),
    *(
        Piece(
            f"robot {number}",
            Sprite("", "robot", 0, 0, f"{GLYPHS[number]}{number}", number, sign=str(number)),
            str(number),
            layer=_ROBOT,
            single=True,
        )
        for number in range(MAX_ROBOTS)
    ),
)


def layout(level: RobotsLevel) -> Layout | None:
    """Return the cells of walls, the target and the robots."""
    walls = {
        name: [Pos(x, y) for x, y, side in sorted(level.walls) if side == which]
        for name, which in _WALLS.items()
    }
    target = [] if level.target is None else [level.target]
    robots = {f"robot {number}": [cell] for number, cell in level.robots}
    return {**walls, "target": target, **robots}


def built(width: int, height: int, layout: Layout, options: Mapping[str, Any]) -> RobotsLevel:
    """Return the board with these pieces; the target stands where it was put."""
    room = {"E": (width - 1, height), "S": (width, height - 1)}  # the border is there anyway
    walls = frozenset(
        (*cell, side)
        for name, side in _WALLS.items()
        for cell in layout.get(name, ())
        if cell.within(*room[side])
    )
    robots = tuple(
        (number, cell) for number in range(MAX_ROBOTS) for cell in layout.get(f"robot {number}", ())
    )
    target = next(iter(layout.get("target", ())), None)
    values = {**options, "target": target}
    return RobotsLevel(width=width, height=height, walls=walls, robots=robots, **values)


def remarks(level: RobotsLevel) -> Iterator[Mark]:
    """Yield the cells that walls keep all robots from."""

    def is_open(cell: Pos, way: Direction) -> bool:
        return not level.closed[level.number_of(cell)] & SIDES[way]

    inside = connected((cell for _, cell in level.robots), is_open)
    for number in range(level.width * level.height):
        if (cell := level.cell_of(number)) not in inside:
            yield Mark(*cell, UNREACHED, "no robot gets here")
