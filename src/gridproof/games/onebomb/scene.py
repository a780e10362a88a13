"""Pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from gridproof.games.onebomb.level import BRICK, ROCK, OnebombLevel
from gridproof.games.onebomb.rules import State, apply, may_bomb
from gridproof.grid import Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Tiles, Window, blast

__all__ = ["backdrop", "frames", "scene"]

_KINDS = {chr(ROCK): "rock", chr(BRICK): "brick"}


def backdrop(level: OnebombLevel, window: Window = EVERYTHING) -> Scene:
    """Return rocks, bricks (the scene lays rubble over those that are gone), start and goal."""
    start = Sprite("start", "start", *level.start, label="P", sign="P", name="start")
    goal = Sprite("goal", "goal", *level.goal, label="K", sign="K", name="goal")
    tiles = Tiles.of(level.cells, level.width, _KINDS, window)
    return Scene(level.width, level.height, (start, goal), window=window, tiles=(tiles,))


def scene(
    level: OnebombLevel, state: State, cursor: Pos | None = None, window: Window = EVERYTHING
) -> Scene:
    """Return rubble and bombs, the walker, and the cell of the next bomb if one may come."""
    sprites = list(_spent(level, state.bombs))
    at = state.walker or level.start
    sprites.append(Sprite("player", "player", *at, label="@", traced=True))
    if cursor is not None and may_bomb(level, state):
        sprites.append(Sprite("cursor", "cursor", *cursor, label="[]", name="next bomb"))
    caption = ""
    if level.bombs and state.walker is None:
        caption = f"bombs left: {level.bombs - len(state.bombs)}"
    return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)


def frames(
    level: OnebombLevel, state: State, move: str, window: Window = EVERYTHING
) -> Iterator[Scene]:
    """Yield the position, the explosion if a bomb is set off, and the position after it.

    Raises:
        InvalidMove: the text is no move.
        IllegalMove: the move is not legal here.
    """
    after, _ = apply(level, state, move)
    before = scene(level, state, None, window)
    yield before
    if len(after.bombs) > len(state.bombs):
        bomb = after.bombs[-1]
        arms = blast(bomb, level.arms(bomb, level.cleared(state.bombs)))
        yield replace(before, sprites=(*before.sprites, Sprite("bomb", "bomb", *bomb), *arms))
    last = scene(level, after, None, window)
    if state.walker is None and after.walker is not None:  # it comes out of the start
        last = replace(last, paths={"player": (level.start, after.walker)})
    yield last


@lru_cache(maxsize=2)
def _spent(level: OnebombLevel, bombs: tuple[Pos, ...]) -> tuple[Sprite, ...]:
    """Return the traces of bombs: their numbers, and rubble in place of bricks."""
    rubble = (level.cell(number) for number in sorted(level.cleared(bombs)))
    numbers: dict[Pos, str] = {}
    for number, bomb in enumerate(bombs, 1):
        numbers[bomb] = f"{numbers[bomb]}+{number}" if bomb in numbers else str(number)
    return (
        *(Sprite(f"rubble{cell}", "rubble", *cell) for cell in rubble),
        *(
            Sprite(f"spent{bomb}", "spent", *bomb, label=f"✹{sign}", sign=sign, name=f"bomb {sign}")
            for bomb, sign in numbers.items()
        ),
    )
