"""The way from one picture to the next: things that move far go through the cells between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from gridproof.grid import Direction, Pos
from gridproof.scene import Scene

__all__ = ["motion"]

#: Seconds that a picture in the midst of a move is shown.
_HOLD: Final = 0.16
#: Seconds for a cell, and at most for a whole way.
_STEP: Final = 0.025
_WAY: Final = 0.24


def motion(frames: Sequence[Scene]) -> Iterator[tuple[Scene, float]]:
    """Yield pictures that lead through a move, with their seconds; the ends left out."""
    last = len(frames) - 1
    for number, (before, after) in enumerate(pairwise(frames), 1):
        ways = dict(_ways(before, after))
        steps = max((len(way) - 1 for way in ways.values()), default=0)
        for step in range(1, steps):
            yield _underway(before, ways, step), min(_STEP, _WAY / steps)
        if number < last:
            yield after, _HOLD


def _ways(before: Scene, after: Scene) -> Iterator[tuple[str, Sequence[Pos]]]:
    """Yield the cells on the way of each thing that does not just take one step."""
    places = {sprite.id: Pos(sprite.x, sprite.y) for sprite in before.sprites}
    for sprite in after.sprites:
        start, end = places.get(sprite.id), Pos(sprite.x, sprite.y)
        if start is None or start == end:
            continue
        way = after.paths.get(sprite.id) or _straight(start, end)
        if way is not None and len(way) > 2:
            yield sprite.id, way


def _straight(start: Pos, end: Pos) -> Sequence[Pos] | None:
    """Return the cells from one to the other, both included; None if they are not in line."""
    dx, dy = end.x - start.x, end.y - start.y
    if dx and dy:
        return None
    way = Direction.towards(dx, dy)
    return [start.step(way, cells) for cells in range(abs(dx + dy) + 1)]


def _underway(scene: Scene, ways: Mapping[str, Sequence[Pos]], step: int) -> Scene:
    sprites = []
    for sprite in scene.sprites:
        way = ways.get(sprite.id)
        if way is not None:
            cell = way[min(step, len(way) - 1)]
            sprite = replace(sprite, x=cell.x, y=cell.y)
        sprites.append(sprite)
    return replace(scene, sprites=tuple(sprites))
