"""Play in a page without a server: what ``rules.mjs`` needs to know of a level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State, initial
from gridproof.games.boxcover.scene import Raster, scene
from gridproof.grid import DIRECTION_KEYS, Direction, Pos
from gridproof.scene import Sprite

__all__ = ["data"]

#: Sizes of squares, which are clipped at the right and at the top: a page has room for so many.
_MAX_SIZES: Final = 150
#: Signs of squares: asterisks stand for characters. Longer ones are as large as the last.
_SIGNS: Final = ("*", "**", "***")


def data(level: BoxcoverLevel, look: Callable[[Sprite], int]) -> dict[str, Any] | None:
    """Return a level for the rules in JavaScript; None for a large one, which they do not know.

    Args:
        level: a level without faults.
        look: returns the number of a thing's look.
    """
    widest, highest = (min(level.side + 1, size) for size in (level.width, level.height))
    if Raster(level).scale > 1 or widest * highest > _MAX_SIZES:
        return None
    left, bottom = level.left, level.bottom
    start = scene(level, initial(level), Pos(left, bottom)).sprites
    *_, covered = scene(level, State((), 0)).sprites
    return {
        "width": level.width,
        "height": level.height,
        "left": left,
        "bottom": bottom,
        "side": level.side,
        "points": [[x - left, y - bottom] for x, y in level.points],
        "keys": {key: _shift(key) for key in DIRECTION_KEYS},
        "looks": {sprite.kind: look(sprite) for sprite in (*start, covered)},
        "squares": [
            [_looks_of_size(level, width, height, look) for width in range(1, widest + 1)]
            for height in range(1, highest + 1)
        ],
    }


def _shift(key: str) -> list[int]:
    """Return the shift of a key, ``y`` upwards."""
    direction = Direction(Direction.of_key(key))
    return [direction.dx, -direction.dy]


def _looks_of_size(
    level: BoxcoverLevel, width: int, height: int, look: Callable[[Sprite], int]
) -> list[int]:
    """Return the looks of a square that is clipped to a size: the next one, and those laid."""
    corner = Pos(level.left + level.width - width, level.bottom + level.height - height)
    laid, following, *_ = scene(level, State((corner,), 1), corner).sprites
    return [look(following), *(look(replace(laid, sign=sign)) for sign in _SIGNS)]
