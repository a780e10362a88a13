"""Visit counts of a play: the number of moves that reach each cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.render.scene_diff import changed_things, changed_tiles
from gridproof.scene import Scene, Sprite

__all__ = ["visits"]


def visits(game: AnyGame, level: Level, moves: Sequence[str], side: int = 1) -> Counter[Pos]:
    """Return the number of moves that reach each square of ``side`` × ``side`` cells.

    A move reaches the cells that a thing enters or passes, and those where something appears,
    vanishes or changes.

    Raises:
        MoveError: a move cannot be made.
    """
    state = game.initial(level)
    counts: Counter[Pos] = Counter()
    for move in moves:
        scenes = pairwise(game.frames(level, state, move))
        cells = {cell for before, after in scenes for cell in _touched(before, after)}
        counts.update({Pos(x // side, y // side) for x, y in cells})
        state, _ = game.apply(level, state, move)
    return counts


def _touched(before: Scene, after: Scene) -> Iterator[Pos]:
    """Yield the cells that have changed, and those on the ways of things."""
    for old, new in changed_things(before, after):
        thing = new or old
        assert thing is not None
        if old and new and (old.x, old.y) != (new.x, new.y):
            way = after.paths.get(new.id, (Pos(old.x, old.y), Pos(new.x, new.y)))
            for start, end in pairwise(way):
                yield from _passed(start, end)
        else:
            yield from _covered(thing, before)
    for _, _, cell, _ in changed_tiles(before, after):
        yield cell


def _passed(start: Pos, end: Pos) -> Iterator[Pos]:
    """Yield the cells of a straight way, without the first one; of another way its end."""
    dx, dy = end.x - start.x, end.y - start.y
    length = max(abs(dx), abs(dy)) if not dx or not dy else 1
    for i in range(1, length + 1):
        yield Pos(start.x + dx * i // length, start.y + dy * i // length)


def _covered(thing: Sprite, scene: Scene) -> Iterator[Pos]:
    """Yield the cells of the board that a thing covers."""
    for y in range(max(thing.y, 0), min(thing.y + thing.height, scene.height)):
        for x in range(max(thing.x, 0), min(thing.x + thing.width, scene.width)):
            yield Pos(x, y)
