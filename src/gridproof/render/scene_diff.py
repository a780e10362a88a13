"""The differences between a scene and the one before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from operator import is_

from gridproof.grid import Pos
from gridproof.render.layers import differences, numbered
from gridproof.scene import Scene, Sprite, Tiles

__all__ = ["changed_things", "changed_tiles"]


def changed_things(before: Scene, after: Scene) -> Iterator[tuple[Sprite | None, Sprite | None]]:
    """Yield the things that are not equal in two scenes, before and after.

    None stands for a new thing, and behind all others for one that is gone.
    """
    # Mostly nearly all things, the first ones, are the same objects.
    same = (*map(is_, before.sprites, after.sprites), False).index(False)
    olds = {sprite.id: sprite for sprite in before.sprites[same:]}
    for new in after.sprites[same:]:
        old = olds.pop(new.id, None)
        if old != new:
            yield old, new
    for gone in olds.values():
        yield gone, None


def changed_tiles(before: Scene, after: Scene) -> Iterator[tuple[int, int, Pos, str]]:
    """Yield layer, place, cell and new kind of the tiles that differ from before."""
    if before.tiles == after.tiles:
        return
    width = len(after.columns)
    nothing = Tiles(("",), bytes(len(after.rows) * width))
    for layer, pair in enumerate(zip_longest(before.tiles, after.tiles, fillvalue=nothing)):
        kinds = list(dict.fromkeys(kind for tiles in pair for kind in tiles.kinds))
        old, new = (
            numbered(tiles.codes, [kinds.index(kind) for kind in tiles.kinds]) for tiles in pair
        )
        for place in differences(old, new):
            cell = Pos(after.columns[place % width], after.rows[place // width])
            yield layer, place, cell, kinds[new[place]]
